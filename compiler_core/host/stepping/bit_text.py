"""Numbers of an instruction that is about bits or about unsigned numbers.

A mask in hexadecimal beside a value in decimal cannot be read together. So one sentence about
bitwise logic has one form: hexadecimal as soon as one of its numbers needs it, else decimal.
"""

from __future__ import annotations

import re

from compiler_core.host.instruction import Immediate, Instruction, Register
from compiler_core.host.stepping.moment import StepMoment

_LOGIC = ("and", "ands", "tst", "orr", "eor", "bic", "bics", "orn", "eon", "mvn")
_UNSIGNED = ("udiv", "umull", "umulh", "umaddl", "umsubl", "umnegl", "umax", "umin", "lsr", "lsrv",
             "extr")  # fmt: skip
_LARGE = 1 << 20
# What a shift moves by is a count and not a mask.
_NUMBER = re.compile(r"\((?P<negative>-\d+)\)|(?<!<< )(?<!>> )(?<![\w.])(?P<plain>-?\d+)(?![\w.])")


def general_bits(instruction: Instruction) -> int:
    """Bits of the general registers it works on; 0 if it has none."""
    kinds = [operand.kind for operand in instruction.operands if isinstance(operand, Register)]
    if not kinds or any(kind not in ("x", "w", "sp", "wsp", "xzr", "wzr") for kind in kinds):
        return 0
    return 32 if all(kind.startswith("w") for kind in kinds) else 64


def reads_unsigned(instruction: Instruction) -> bool:
    """Whether its general registers are unsigned numbers: of -1 it makes the largest."""
    return instruction.mnemonic in _UNSIGNED and general_bits(instruction) > 0


def in_hexadecimal(moment: StepMoment) -> bool:
    """Whether the numbers of this step are shown in hexadecimal, all of them."""
    instruction = moment.instruction
    if instruction.mnemonic not in _LOGIC or not general_bits(instruction):
        return False
    operands = instruction.operands
    if any(isinstance(operand, Immediate) and _needs_it(operand) for operand in operands):
        return True
    sources = operands if instruction.mnemonic == "tst" else operands[1:]
    values = [moment.general(source.text) for source in sources if isinstance(source, Register)]
    return any(value is not None and abs(value) >= _LARGE for value in values)


def _needs_it(immediate: Immediate) -> bool:
    value = immediate.value
    return isinstance(value, int) and ("0x" in immediate.text or abs(value) >= _LARGE)


def hexadecimal(value: int, bits: int) -> str:
    """A value's bits: `0xff`, of -1 all of them."""
    return f"{value % (1 << bits):#x}"


def numbers_in_hexadecimal(text: str, bits: int) -> str:
    """Every decimal number of a formula as its bits, but for the distances of shifts."""
    return _NUMBER.sub(
        lambda match: hexadecimal(int(match["negative"] or match["plain"]), bits), text
    )
