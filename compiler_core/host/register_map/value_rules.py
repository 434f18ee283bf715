"""Rules for single values: lane masks, constants, loaded values, fixed addresses."""

from __future__ import annotations

import re

from compiler_core.host.instruction import Instruction, Register, Symbol
from compiler_core.host.register_map.context import Context
from compiler_core.host.register_map.finding import (
    Part,
    RegisterFinding,
    constant_text,
    first_is_vector,
    is_loaded,
    moves,
)
from compiler_core.host.register_map.liveness import Web

_CONSTANT_POOLS = (".LC", ".LCPI", "CPI")
_LANE_COUNTS = ("cntb", "cnth", "cntw", "cntd", "rdvl")
_BROADCASTS = ("dup", "movi", "mvni", "fmov", "mov", "fdup")
_MASKS = re.compile(r"f?ac?(?:ge|gt)|f?cm(?:eq|ne|ge|gt|le|lt|hi|hs|lo|ls|tst|uo|p\w+)")


def _predicate(context: Context, part: Part) -> RegisterFinding | None:
    written = context.written_by(part.web)
    if part.web.register.startswith("p"):
        if any(instruction.mnemonic.startswith("while") for instruction in written):
            return RegisterFinding(
                "lane mask", "predicate: which lanes still have an iteration to do"
            )
        if written and all(instruction.mnemonic == "ptrue" for instruction in written):
            return RegisterFinding("lane mask", "predicate: all lanes")
        return RegisterFinding("lane mask", "predicate: the lanes a comparison selects")
    if written and all(
        _MASKS.fullmatch(instruction.mnemonic) and first_is_vector(instruction)
        for instruction in written
    ):
        return RegisterFinding("lane mask", "all ones in the lanes where the comparison holds")
    return None


def _constant(context: Context, part: Part) -> RegisterFinding | None:
    written = context.written_by(part.web)
    texts = [constant_text(instruction) for instruction in written]
    if not texts or not all(texts):
        return None
    if any(first_is_vector(instruction) for instruction in written):
        lanes = _in_all_lanes(context.lanes(part.web))
        return RegisterFinding(
            "broadcast constant", f"{texts[0]} in {lanes}{_hoisted(context, part)}"
        )
    text = texts[0] if len(set(texts)) == 1 else "a constant"
    if any(instruction.mnemonic == "movk" for instruction in written):
        text = "a constant built of 16-bit parts"
    return RegisterFinding("constant", f"{text}{_hoisted(context, part)}")


def _in_all_lanes(lanes: str) -> str:
    count = lanes.rstrip("bhsdq")
    return f"all {count} lanes" if count else "all lanes"


def _hoisted(context: Context, part: Part) -> str:
    """Says so when the value is made before a loop that uses it."""
    made = {loop.id for position in part.web.written for loop in context.loops_of(position)}
    used = {loop.id for use in part.web.uses for loop in context.loops_of(use)}
    return ", set before the loop" if used - made else ""


def _broadcast(context: Context, part: Part) -> RegisterFinding | None:
    written = context.written_by(part.web)
    if not written or not all(_is_broadcast(instruction) for instruction in written):
        return None
    names = {context.subject(source) for source in context.source_webs(part.web)} - {""}
    what = names.pop() if len(names) == 1 else "one value"
    lanes = _in_all_lanes(context.lanes(part.web))
    return RegisterFinding("broadcast constant", f"{what} in {lanes}{_hoisted(context, part)}")


def _is_broadcast(instruction: Instruction) -> bool:
    if instruction.mnemonic in ("ld1r", "ld1rw", "ld1rd", "ld1rh", "ld1rb"):
        return True
    if instruction.mnemonic not in _BROADCASTS or len(instruction.operands) != 2:
        return False
    source = instruction.operands[1]
    scalar = isinstance(source, Register) and (source.lane is not None or not source.arrangement)
    return first_is_vector(instruction) and scalar


def _loaded(context: Context, part: Part) -> RegisterFinding | None:
    web = part.web
    if not is_loaded(context, web):
        return None
    instruction = context.written_by(web)[0]
    symbols = [operand for operand in _address_parts(instruction) if isinstance(operand, Symbol)]
    if symbols and symbols[0].name.startswith(_CONSTANT_POOLS):
        return RegisterFinding("constant", f"constant read from memory{_hoisted(context, part)}")
    if symbols:
        return RegisterFinding("loaded value", f"value of {symbols[0].name}")
    names = {context.subject(source) for source in context.base_webs(web)} - {""}
    origin = f" from {' or '.join(sorted(names))}" if names else ""
    return RegisterFinding("loaded value", f"{_loaded_what(context, web)}{origin}")


def _loaded_what(context: Context, web: Web) -> str:
    lanes = context.lanes(web)
    count = lanes.rstrip("bhsdq")
    if count and web.register.startswith("v"):
        return f"{count} lanes loaded"
    return "one vector loaded" if lanes else "value loaded"


def _address_parts(instruction: Instruction) -> list[object]:
    return [getattr(operand, "offset", operand) for operand in instruction.operands]


def _frame_variable(context: Context, part: Part) -> RegisterFinding | None:
    """A value read from a stack slot, where unoptimised code keeps its variables."""
    slot = context.slot(part.web)
    if not slot:
        return None
    base, _, offset = slot.partition("+")
    variable = f"value from the stack slot [{base}, {offset}]"
    step = context.slot_step(part.web, slot)
    if step:
        return RegisterFinding("induction variable", f"{variable}, {moves(step, '')} per iteration")
    return RegisterFinding("loaded value", variable)


def _lanes_of_a_vector(context: Context, part: Part) -> RegisterFinding | None:
    written = context.written_by(part.web)
    if not written or not all(instruction.mnemonic in _LANE_COUNTS for instruction in written):
        return None
    return RegisterFinding("constant", "number of elements in one vector, known only when it runs")


def _fixed_address(context: Context, part: Part) -> RegisterFinding | None:
    written = context.written_by(part.web)
    if any(instruction.mnemonic in ("adrp", "adr") for instruction in written):
        symbols = [
            operand.name
            for instruction in written
            for operand in instruction.operands
            if isinstance(operand, Symbol)
        ]
        return RegisterFinding("address", f"address of {symbols[0]}" if symbols else "address")
    subject = context.subject(part.web)
    if not context.bases(part.web) and not context.is_pointer(subject):
        return None
    if context.bases(part.web) and is_loaded(context, part.web):
        return RegisterFinding("address", f"pointer loaded{f' from {subject}' if subject else ''}")
    return RegisterFinding("address", f"address derived from {subject}" if subject else "address")


MASK_RULES = (_predicate,)
CONSTANT_RULES = (_constant, _broadcast, _lanes_of_a_vector)
MEMORY_RULES = (_frame_variable, _loaded, _fixed_address)
