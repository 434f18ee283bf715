"""Does what a formula says of an instruction agree with what the machine did?

The formula that a reader sees is executed on the registers and the memory before the instruction;
the state that comes out is compared with the one that was recorded after it, register by register
and byte by byte. Whatever the formula does not write must be as it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from compiler_core.host.effects import changes_nothing, effects_of
from compiler_core.host.formulas.evaluation import NotExecutable, run
from compiler_core.host.formulas.machine import MemoryNotKnown, State
from compiler_core.host.instruction import Instruction, Register, RegisterList

Verdict = Literal["agrees", "differs", "not executed"]
# qemu 7.2 leaves bits above 128 alone in many NEON instructions, where the architecture clears
# them: what NEON writes is compared in its own 128 bits only.
_NEON_BITS = (1 << 128) - 1
# It also extends the sign of 16-bit fixed point over 32 bits, where the architecture clears them.
_HALF_BITS = (1 << 16) - 1
# These move all bits of a predicate's lane; only the lowest says whether it is active.
_MASK_PERMUTES = ("rev", "zip1", "zip2", "uzp1", "uzp2", "trn1", "trn2")
_FRACTION_BITS = {16: 10, 32: 23, 64: 52}
_INSTRUCTION_BYTES = 4
_STOPS_EARLY = ("ldff1", "ldnf1")


@dataclass(frozen=True, slots=True)
class Agreement:
    """What came of executing a formula beside the machine.

    reason: why it was not executed. differences: what the machine has and what the formula says.
    """

    verdict: Verdict
    reason: str = ""
    differences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """The address of an instruction and of the one that ran after it. labels: addresses of labels
    that branches name, as far as they are known."""

    address: int
    following: int
    labels: Mapping[str, int] = field(default_factory=dict)


def agreement_of(
    instruction: Instruction, formula: str, before: State, after: State, passage: Passage
) -> Agreement:
    """The verdict on one instruction that ran. `before.memory` and `after.memory` hold the bytes
    that it touched, and no others."""
    reason = _reason_against(instruction, formula)
    if reason:
        return Agreement("not executed", reason)
    diffs: list[tuple[str, ...]] = []
    # Whether a store-exclusive succeeded is known only afterwards: one of the two must fit.
    for exclusive in (0, 1) if "exclusive" in formula else (0,):
        symbols = {"next_line": passage.address + _INSTRUCTION_BYTES, "exclusive": exclusive}
        try:
            expected = run(formula, before, symbols)
        except NotExecutable as cause:
            return Agreement("not executed", str(cause))
        except MemoryNotKnown:
            return Agreement("not executed", "touches memory that was not recorded")
        except (ValueError, ArithmeticError, LookupError):
            # Inline assembly names lanes that a short vector does not have, and calls the system.
            return Agreement("not executed", "has a formula that cannot be worked out here")
        diffs.append((*differences(instruction, expected, after), *_way_taken(expected, passage)))
    best = min(diffs, key=len)
    return Agreement("differs", "", best) if best else Agreement("agrees")


def _reason_against(instruction: Instruction, formula: str) -> str:
    if not formula and not changes_nothing(instruction):
        return "has no formula"
    if instruction.mnemonic.startswith(_STOPS_EARLY):
        return "may stop at any lane after the first"
    return ""


def differences(instruction: Instruction, expected: State, after: State) -> Iterator[str]:
    """Every register and byte that is not as expected, in words."""
    for number, (said, real) in enumerate(zip(expected.x, after.x, strict=True)):
        if (said ^ real) & ~expected.untold.get(number, 0):
            yield f"x{number} is {real:#x}, the formula says {said:#x}"
    for name in ("sp", "nzcv"):
        said, real = getattr(expected, name), getattr(after, name)
        if said != real:
            yield f"{name} is {real:#x}, the formula says {said:#x}"
    if expected.z != after.z or expected.unknown:
        yield from _of_vectors(instruction, expected, after)
    if expected.p != after.p:
        yield from _of_predicates(instruction, expected, after)
    if expected.memory != after.memory:
        yield "memory is not what the formula says"


def _of_vectors(instruction: Instruction, expected: State, after: State) -> Iterator[str]:
    written = effects_of(instruction).writes
    compared = _compared_bits(instruction)
    for number, (said, real) in enumerate(zip(expected.z, after.z, strict=True)):
        if f"v{number}" in written:
            said, real = said & compared, real & compared
        for register, low, width in expected.unknown:
            if register != number:
                continue
            lane = (1 << width) - 1
            if not is_nan_pattern(real >> low & lane, width):
                yield f"v{number} is no NaN at bit {low}, the formula says NaN"
            said, real = said & ~(lane << low), real & ~(lane << low)
        if said != real:
            yield f"v{number} is {real:#x}, the formula says {said:#x}"


def _compared_bits(instruction: Instruction) -> int:
    """The bits of a written vector register that the emulator gets right, as a mask."""
    if _is_scalable(instruction):
        return -1
    target = instruction.operands[0] if instruction.operands else None
    if isinstance(target, Register) and target.kind == "h" and instruction.mnemonic == "fcvtzs":
        return _HALF_BITS
    return _NEON_BITS


def _of_predicates(instruction: Instruction, expected: State, after: State) -> Iterator[str]:
    mask = (1 << expected.vector_bytes) - 1
    if instruction.mnemonic in _MASK_PERMUTES:
        size = _mask_lane_bytes(instruction)
        mask = sum(1 << position for position in range(0, expected.vector_bytes, size))
    for number, (said, real) in enumerate(zip(expected.p, after.p, strict=True)):
        if (said ^ real) & mask:
            yield f"p{number} is {real & mask:#x}, the formula says {said & mask:#x}"


def _mask_lane_bytes(instruction: Instruction) -> int:
    target = instruction.operands[0]
    return target.element_bits // 8 if isinstance(target, Register) and target.arrangement else 1


def _is_scalable(instruction: Instruction) -> bool:
    """Whether it names registers whose length the machine decides."""
    return any(
        register.kind in ("z", "p", "pn")
        for operand in instruction.operands
        for register in (operand.registers if isinstance(operand, RegisterList) else (operand,))
        if isinstance(register, Register)
    )


def is_nan_pattern(bits: int, width: int) -> bool:
    """Whether these bits are some NaN of 16, 32 or 64 bits."""
    fraction = _FRACTION_BITS[width]
    exponent = (1 << (width - 1 - fraction)) - 1
    return bits >> fraction & exponent == exponent and bits & ((1 << fraction) - 1) != 0


def _way_taken(expected: State, passage: Passage) -> Iterator[str]:
    """Where the program went on, against where the formula says that it goes."""
    went_on = passage.following == passage.address + _INSTRUCTION_BYTES
    if not expected.taken:
        if not went_on:
            yield "the program went elsewhere, the formula says that it goes on"
    elif expected.taken.startswith("*"):
        if expected.destination != passage.following:
            yield f"the program went elsewhere than to the address in {expected.taken[1:]}"
    elif passage.labels.get(expected.taken, passage.following) != passage.following:
        yield f"the program went elsewhere, the formula says that it goes to {expected.taken}"
    elif went_on and expected.taken not in passage.labels:
        yield f"the program went on, the formula says that it goes to {expected.taken}"
