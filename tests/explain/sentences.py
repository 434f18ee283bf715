"""What must hold of every sentence, as functions that say what is wrong."""

from __future__ import annotations

import re

from compiler_core.host.effects import effects_of
from compiler_core.host.instruction import (
    Instruction,
    Memory,
    Register,
    RegisterList,
)

_NAMED_BYTES = re.compile(r"(?<!the )\b(\d+) bytes?\b|\b(low byte)\b|\blow (\d+) bytes\b")
_WORDS_FOR = {"sp": ("stack",), "x29": ("frame",), "x30": ("return address", "x30")}


def wrong_byte_counts(instruction: Instruction, sentence: str) -> list[str]:
    """Byte counts in the sentence that are not the bytes the instruction accesses."""
    expected = effects_of(instruction).memory_bytes
    if expected is None:
        return []
    found = [int(number or low or 1) for number, byte, low in _NAMED_BYTES.findall(sentence)]
    if expected not in found:
        return [f"{expected} bytes are accessed, the sentence says {found}"]
    return []


def missing_registers(instruction: Instruction, sentence: str) -> list[str]:
    """Registers written in the line that the sentence does not name in any way."""
    missing = []
    for register in _registers(instruction):
        names = _names(register)
        if not any(re.search(rf"\b{re.escape(name)}\b", sentence) for name in names):
            missing.append(register.text)
    return missing


def _names(register: Register) -> tuple[str, ...]:
    if register.kind in ("xzr", "wzr"):
        return ("0", "zeros", "1", "negative", "Negate", *_any_text())
    number = register.number
    plain = f"{register.kind}{number}" if register.kind not in ("sp", "wsp") else register.kind
    views = (f"v{number}",) if register.kind in "bhsdqvz" else ()
    wide = (f"x{number}",) if register.kind == "w" else ()
    return (plain, *views, *wide, *_WORDS_FOR.get(register.canonical, ()))


def _any_text() -> tuple[str, ...]:
    return ("Copy", "Set", "Flip")


def _registers(instruction: Instruction) -> list[Register]:
    found: list[Register] = []
    for operand in instruction.operands:
        if isinstance(operand, Register):
            found.append(operand)
        elif isinstance(operand, RegisterList):
            found += operand.registers
        elif isinstance(operand, Memory):
            found.append(operand.base)
            if isinstance(operand.offset, Register):
                found.append(operand.offset)
    return found


def badly_written(sentence: str) -> list[str]:
    """Faults of form: no capital, no full stop, left-over template text, doubled words."""
    faults = []
    if not re.match(r"[A-Z]", sentence):
        faults.append("does not begin with a capital")
    if not sentence.endswith("."):
        faults.append("does not end with a full stop")
    if re.search(r"[{}]|None|  |,,|\.\.|\(\(|\( | \)| ,", sentence):
        faults.append("left-over text")
    if re.search(r"\b([a-z]+) \1\b", sentence):
        faults.append("a word twice")
    return faults
