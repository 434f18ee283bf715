"""Whether a branch in front of a loop looks at where two arrays lie."""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.host.instruction import Instruction, Modifier, Register


def compares_addresses(instructions: Sequence[Instruction]) -> bool:
    """True if a comparison looks at where two arrays lie: an overlap check.

    It compares two 64-bit registers of which none counts the lanes of a vector, or the distance of
    two (`sub x3, x0, x1`, or `neg x3, x1, lsl #2` of an index) with anything.
    """
    return any(
        _is_distance(register, instructions)
        or (
            len(registers) > 1
            and not any(_counts_lanes(register, instructions) for register in registers)
        )
        for compare in instructions
        if compare.mnemonic in ("cmp", "ccmp") and (registers := _compared_registers(compare))
        for register in registers
    )


def _compared_registers(compare: Instruction) -> list[Register]:
    registers = [part for part in compare.operands[:2] if isinstance(part, Register)]
    return registers if all(register.kind == "x" for register in registers) else []


def _is_distance(register: Register, instructions: Sequence[Instruction]) -> bool:
    return any(
        instruction.operands[:1] == (register,) and _subtracts_places(instruction)
        for instruction in instructions
    )


def _subtracts_places(instruction: Instruction) -> bool:
    """Two addresses, or anything and an index that is scaled to bytes."""
    if instruction.mnemonic not in ("sub", "neg"):
        return False
    last = instruction.operands[-1]
    if isinstance(last, Modifier):
        return last.name in ("lsl", "sxtw", "uxtw") and bool(last.amount)
    return len(instruction.operands) == 3 and all(
        isinstance(part, Register) and part.kind == "x" for part in instruction.operands
    )


def _counts_lanes(register: Register, instructions: Sequence[Instruction]) -> bool:
    return any(
        instruction.mnemonic in ("cntb", "cnth", "cntw", "cntd", "rdvl")
        and instruction.operands[0] == register
        for instruction in instructions
    )
