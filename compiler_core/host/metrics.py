"""Counts that describe a function's code, each with one fixed meaning.

Whole function: instructions; code_bytes (4 each); loads, stores; branches (conditional and not,
without calls and returns); calls (those without a way back among them: jumps to another function);
vector_instructions (NEON and SVE data processing and memory, whatever works on more than one lane
or a whole vector register); sve_instructions; stack_loads and stack_stores (memory accesses whose
base is sp or x29: spills, saved registers and, at -O0, variables); frame_bytes (the largest amount
sp is lowered by in one instruction, summed over successive ones at the start); frame_record (1 if
x29 and x30 are saved together); code_labels; innermost_loops.

The main loop is the first innermost loop whose role is `main`; its keys are 0 when there is none:
loop_instructions, loop_loads, loop_stores, loop_vector (1 if its arithmetic is on vectors). Three
keys are absent where the fact is unknown: loop_step_bytes, loop_bytes_loaded, loop_bytes_stored
(bytes per iteration of that loop).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from compiler_core.host.assembly import AssemblyLine
from compiler_core.host.compilation import Loop
from compiler_core.host.effects import Effects, effects_of
from compiler_core.host.instruction import Immediate, Instruction, Memory, Register, RegisterList

INSTRUCTION_BYTES = 4
STACK_BASES = frozenset(("sp", "x29"))
_BRANCHES = frozenset(("conditional", "unconditional", "indirect"))


def metrics_of(
    lines: Sequence[AssemblyLine], loops: Sequence[Loop], tail_calls: int
) -> dict[str, int]:
    """The counts of one function; see the module's docstring.

    lines: as the compiler printed them, for names as written in C++ read as several operands.
    tail_calls: how many of the jumps are calls (`jumps_out.tail_calls`).
    """
    instructions = [line.instruction for line in lines if line.instruction is not None]
    effects = [effects_of(instruction) for instruction in instructions]
    stack = [
        effect.memory
        for instruction, effect in zip(instructions, effects, strict=True)
        if is_stack_access(instruction)
    ]
    counts = {
        "instructions": len(instructions),
        "code_bytes": INSTRUCTION_BYTES * len(instructions),
        "loads": _count(effects, "load"),
        "stores": _count(effects, "store"),
        "branches": sum(effect.branch in _BRANCHES for effect in effects) - tail_calls,
        "calls": sum(effect.branch == "call" for effect in effects) + tail_calls,
        "vector_instructions": sum(map(is_vector, instructions)),
        "sve_instructions": sum(map(is_sve, instructions)),
        "stack_loads": stack.count("load"),
        "stack_stores": stack.count("store"),
        "frame_bytes": frame_bytes(instructions),
        "frame_record": int(any(map(saves_frame_record, instructions))),
        "code_labels": sum(line.kind == "label" for line in lines),
        "innermost_loops": sum(loop.innermost for loop in loops),
    }
    return counts | _loop_counts(main_loop(loops))


def _count(effects: Iterable[Effects], memory: str) -> int:
    return sum(effect.memory == memory for effect in effects)


def main_loop(loops: Sequence[Loop]) -> Loop | None:
    """The first innermost main body, in the order of the code."""
    mains = [loop for loop in loops if loop.innermost and loop.role == "main"]
    return min(mains, key=lambda loop: loop.first, default=None)


def _loop_counts(loop: Loop | None) -> dict[str, int]:
    if loop is None:
        return {"loop_instructions": 0, "loop_loads": 0, "loop_stores": 0, "loop_vector": 0}
    counts = {
        "loop_instructions": loop.instructions,
        "loop_loads": loop.loads,
        "loop_stores": loop.stores,
        "loop_vector": int(loop.arithmetic == "vector"),
    }
    known = {
        "loop_step_bytes": loop.step_bytes,
        "loop_bytes_loaded": loop.bytes_loaded,
        "loop_bytes_stored": loop.bytes_stored,
    }
    return counts | {name: value for name, value in known.items() if value is not None}


def registers_of(instruction: Instruction) -> tuple[Register, ...]:
    """Every register an instruction names outside an address."""
    registers: list[Register] = []
    for operand in instruction.operands:
        if isinstance(operand, Register):
            registers.append(operand)
        elif isinstance(operand, RegisterList):
            registers.extend(operand.registers)
    return tuple(registers)


def is_sve(instruction: Instruction) -> bool:
    """Works on a scalable vector or a predicate, or asks for their length."""
    if any(register.kind in ("z", "p", "pn") for register in registers_of(instruction)):
        return True
    return instruction.mnemonic.startswith(("cnt", "inc", "rdvl", "addvl")) and (
        instruction.mnemonic in SVE_COUNTERS
    )


SVE_COUNTERS = frozenset((
    "cntb", "cnth", "cntw", "cntd", "incb", "inch", "incw", "incd", "decb", "dech", "decw", "decd",
    "rdvl", "addvl", "addpl",
))  # fmt: skip


def is_vector(instruction: Instruction) -> bool:
    """Works on several lanes or a whole 16-byte register; a predicate alone is not a vector."""
    return any(
        register.kind in ("z", "q") or (register.kind == "v" and register.lane is None)
        for register in registers_of(instruction)
    )


def memory_operand(instruction: Instruction) -> Memory | None:
    """The address an instruction uses, if it has one."""
    return next((item for item in instruction.operands if isinstance(item, Memory)), None)


def is_stack_access(instruction: Instruction) -> bool:
    """Loads or stores relative to the stack pointer or the frame pointer."""
    memory = memory_operand(instruction)
    return memory is not None and memory.base.canonical in STACK_BASES


def saves_frame_record(instruction: Instruction) -> bool:
    """`stp x29, x30, […]`: the frame record of AAPCS64, 6.4.6."""
    names = [register.canonical for register in registers_of(instruction)]
    return instruction.mnemonic == "stp" and names == ["x29", "x30"]


def frame_bytes(instructions: Sequence[Instruction]) -> int:
    """How far sp is lowered in all before the first branch."""
    total = 0
    for instruction in instructions:
        if effects_of(instruction).branch:
            break
        total += max(_lowers_stack_by(instruction), 0)
    return total


def _lowers_stack_by(instruction: Instruction) -> int:
    memory = memory_operand(instruction)
    if memory is not None:
        before = memory.mode == "pre" and memory.base.canonical == "sp"
        offset = memory.offset
        return -int(offset.value) if before and isinstance(offset, Immediate) else 0
    if instruction.mnemonic != "sub" or len(instruction.operands) < 3:
        return 0
    target, source, amount = instruction.operands[:3]
    if not isinstance(target, Register) or not isinstance(source, Register):
        return 0
    on_stack = target.canonical == source.canonical == "sp"
    if not on_stack or not isinstance(amount, Immediate):
        return 0
    shift = 12 if len(instruction.operands) > 3 else 0
    return int(amount.value) << shift


def summed(metrics: Sequence[Mapping[str, int]]) -> dict[str, int]:
    """Counts of several functions together; facts of single loops are left out."""
    totals: dict[str, int] = {}
    for counts in metrics:
        for name, value in counts.items():
            if not name.startswith("loop_"):
                totals[name] = totals.get(name, 0) + value
    return totals
