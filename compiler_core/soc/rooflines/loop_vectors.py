"""Which instructions of a counted run go through the vector pipelines of a core, and how wide.

All that name a vector or floating-point register, loads and stores aside: arithmetic, conversions,
moves between lanes. Addresses, counters and jumps are not among them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from compiler_core.host.effects import effects_of
from compiler_core.host.instruction import (
    Instruction,
    Register,
    RegisterList,
    parse_instruction,
)
from compiler_core.host.running.record import Counts

_SCALARS = ("b", "h", "s", "d", "q")


def vector_instructions(counts: Counts) -> tuple[tuple[int, int], ...]:
    """Width in bits and how many were executed, the widest first."""
    by_width: dict[int, int] = defaultdict(int)
    for line in counts.per_line:
        width = vector_bits(parse_instruction(line.text), counts.sve_bits)
        if width and line.instructions:
            by_width[width] += line.instructions
    return tuple(sorted(by_width.items(), reverse=True))


def vector_bits(instruction: Instruction, sve_bits: int) -> int:
    """Of the widest vector register it works on; 0 where it is no work of the vector pipelines."""
    if effects_of(instruction).memory:
        return 0
    return max((_bits(register, sve_bits) for register in _registers(instruction)), default=0)


def _registers(instruction: Instruction) -> Iterable[Register]:
    for operand in instruction.operands:
        if isinstance(operand, Register):
            yield operand
        elif isinstance(operand, RegisterList):
            yield from operand.registers


def _bits(register: Register, sve_bits: int) -> int:
    if register.kind == "z":
        return sve_bits
    if register.kind == "v" or register.kind in _SCALARS:
        return register.element_bits * (register.element_count or 1)
    return 0
