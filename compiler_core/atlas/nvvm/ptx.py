"""PTX as text to instructions with their source lines.

Source: NVIDIA, "PTX ISA", chapters 4 (syntax) and 11 (debugging directives, `.loc`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_LOCATION = re.compile(r"\.loc\s+\d+\s+(\d+)\s")
_REGISTERS = re.compile(r"\.reg\s+\.\w+\s+%\w+<(\d+)>;")
_INSTRUCTION = re.compile(r"(?:@!?%p\d+\s+)?[a-z][\w.]*(?:\s.*)?;")
_FUSED = re.compile(r"fma\.rn\.f\d+\b")
_APART = re.compile(r"(?:mul|add|sub)(?:\.rn)?\.f\d+\b")


@dataclass(frozen=True, slots=True)
class PtxInstruction:
    """One instruction and the line of the source that it comes from, 0 where none is said. at: the
    line of the PTX on which it stands."""

    text: str
    line: int
    at: int


@dataclass(frozen=True, slots=True)
class PtxProgram:
    """The instructions of all functions, and how many virtual registers are declared."""

    instructions: tuple[PtxInstruction, ...]
    registers: int

    def matching(self, pattern: str | re.Pattern[str]) -> int:
        """How many instructions begin like this, a predicate left out."""
        wanted = re.compile(pattern)
        return sum(bool(wanted.match(_bare(instruction.text))) for instruction in self.instructions)

    @property
    def fused(self) -> int:
        """Multiplications and additions of floats in one instruction."""
        return self.matching(_FUSED)

    @property
    def apart(self) -> int:
        """Multiplications, additions and subtractions of floats on their own."""
        return self.matching(_APART)


def read_ptx(text: str) -> PtxProgram:
    """Debugging sections behind the code are left out."""
    instructions: list[PtxInstruction] = []
    registers = line = 0
    for at, raw in enumerate(_code(text.splitlines()), 1):
        stripped = raw.partition("//")[0].strip()
        location = _LOCATION.match(stripped)
        declared = _REGISTERS.match(stripped)
        if location:
            line = int(location[1])
        elif declared:
            registers += int(declared[1]) - 1
        elif _INSTRUCTION.fullmatch(stripped):
            instructions.append(PtxInstruction(" ".join(stripped.split()), line, at))
    return PtxProgram(tuple(instructions), registers)


def _code(lines: Sequence[str]) -> Sequence[str]:
    end = next((at for at, line in enumerate(lines) if line.lstrip().startswith(".section")), None)
    return lines[:end]


def _bare(text: str) -> str:
    return text.partition(" ")[2] if text.startswith("@") else text
