"""Rules for what a loop changes or ends at: addresses, counters, accumulators, bounds."""

from __future__ import annotations

from compiler_core.host.compilation import Loop
from compiler_core.host.instruction import Immediate, Register
from compiler_core.host.register_map.context import Context
from compiler_core.host.register_map.finding import Part, RegisterFinding, constant_text, moves
from compiler_core.host.register_map.liveness import Web
from compiler_core.host.work import spend

_INDUCTION = "induction variable"
_SCALABLE_STEPS = ("incb", "inch", "incw", "incd", "addvl")


def _moving_address(context: Context, part: Part) -> RegisterFinding | None:
    if part.loop is None:
        return None
    subject = context.subject(part.web)
    if not context.bases(part.web) and not context.is_pointer(subject):
        return None
    into = f"address into {subject}" if subject else "address"
    step = context.step(part.web, part.loop)
    if step:
        return RegisterFinding("address", f"{into}, {moves(step, ' bytes')} per iteration")
    if _is_reloaded(context, part):
        return RegisterFinding("address", f"{into}, replaced by a loaded pointer each iteration")
    register = _added_register(context, part)
    distance = register or "a varying distance"
    return RegisterFinding("address", f"{into}, moved on by {distance} per iteration")


def _inside(context: Context, part: Part) -> list[int]:
    if part.loop is None:
        return []
    return [position for position in part.web.written if context.is_inside(position, part.loop)]


def _is_reloaded(context: Context, part: Part) -> bool:
    """True if a load replaces the register, as in walking a linked list."""
    for position in _inside(context, part):
        operands = context.code.instruction(position).operands
        first = operands[0] if operands else None
        is_target = isinstance(first, Register) and first.canonical == part.web.register
        if is_target and context.code.effect(position).memory == "load":
            return True
    return False


def _induction(context: Context, part: Part) -> RegisterFinding | None:
    if part.loop is None or part.web.register.startswith("v"):
        return None
    written = [context.code.instruction(position) for position in _inside(context, part)]
    if any(instruction.mnemonic in _SCALABLE_STEPS for instruction in written):
        return RegisterFinding(
            "induction variable", "induction variable, advances one vector per iteration"
        )
    step = context.step(part.web, part.loop)
    if not step:
        return _varying_induction(context, part)
    if context.indexes(part.web):
        return RegisterFinding(
            "induction variable", f"index into the arrays, {moves(step, '')} per iteration"
        )
    if step < 0:
        return RegisterFinding(_INDUCTION, f"iterations left, counts down by {-step}")
    return RegisterFinding(_INDUCTION, f"induction variable, {moves(step, '')} per iteration")


def _varying_induction(context: Context, part: Part) -> RegisterFinding | None:
    """An index moved on by a register that the loop does not change: `add x3, x3, x4`."""
    register = _added_register(context, part)
    if not register or not (context.indexes(part.web) or context.compared(part.web)):
        return None
    return RegisterFinding(_INDUCTION, f"index, advances by {register} per iteration")


def _added_register(context: Context, part: Part) -> str:
    """The register whose value, fixed in the loop, is added in every iteration; else empty."""
    names = set()
    for position in _inside(context, part):
        instruction = context.code.instruction(position)
        added = instruction.operands[-1] if instruction.operands else None
        if instruction.mnemonic != "add" or not isinstance(added, Register) or part.loop is None:
            return ""
        web = context.flow.read.get((position, added.canonical))
        if web is None or web is part.web or _written_in(context, web, part.loop):
            return ""
        names.add(added.text)
    return names.pop() if len(names) == 1 else ""


def _accumulator(context: Context, part: Part) -> RegisterFinding | None:
    if part.loop is None:
        return None
    own = [
        position
        for position in _inside(context, part)
        if part.web.register in context.code.reads(position)
        and context.code.effect(position).memory != "load"
    ]
    if not own:
        return RegisterFinding("accumulator", "value carried from one iteration to the next")
    return RegisterFinding("accumulator", f"accumulator{_of_lanes(context.lanes(part.web))}")


def _of_lanes(lanes: str) -> str:
    count = lanes.rstrip("bhsdq")
    if count:
        return f" of {count} lanes"
    return " of one vector" if lanes else ""


def _tail_count(context: Context, part: Part) -> RegisterFinding | None:
    made = context.written_by(part.web)
    if not any(instruction.mnemonic in ("and", "ands") for instruction in made):
        return None
    written = [instruction for instruction in made if not constant_text(instruction)]
    if len(written) != 1:
        return None
    mask = written[0].operands[-1]
    if not isinstance(mask, Immediate) or not isinstance(mask.value, int):
        return None
    of = context.subject(part.web) or "the count"
    low = mask.value & 0xFFFFFFFF
    if low & (low + 1) == 0 and low < 1024:
        return RegisterFinding(
            "tail count", f"{of} modulo {low + 1}: iterations left after the vectors"
        )
    step = low & -low
    if 1 < step <= 1024 and (low + step) & 0x7FFFFFFF == 0:
        return RegisterFinding(
            "tail count", f"{of} rounded down to a multiple of {step}: where the tail starts"
        )
    return None


def _bound(context: Context, part: Part) -> RegisterFinding | None:
    web = part.web
    for use in context.compared(web):
        around = context.loops_of(use)
        fixed = [loop for loop in around if not _written_in(context, web, loop)]
        if fixed and fixed[0] is around[0]:
            return RegisterFinding("loop bound", f"bound of the loop{_bound_subject(context, web)}")
    return None


def _written_in(context: Context, web: Web, loop: Loop) -> bool:
    spend(len(web.written))
    return any(context.is_inside(position, loop) for position in web.written)


def _bound_subject(context: Context, web: Web) -> str:
    subject = context.subject(web)
    return f", derived from {subject}" if subject else ""


LOOP_RULES = (_moving_address, _induction, _accumulator, _tail_count)
BOUND_RULES = (_bound,)
