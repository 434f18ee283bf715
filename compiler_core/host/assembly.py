"""Assembly text to classified lines, cut into functions."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.host.compilation import LineKind
from compiler_core.host.instruction import Instruction
from compiler_core.source import Location


@dataclass(frozen=True, slots=True)
class AssemblyLine:
    """One line as the compiler printed it, white space made uniform.

    id is its index in the whole output. label is the name a label line defines. source is None
    where the compiler named no line; source_reason then says why.
    """

    id: int
    text: str
    kind: LineKind
    source: Location | None
    source_reason: str
    instruction: Instruction | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class AssemblyFunction:
    """All lines of one function, from its label to its size directive, unfiltered."""

    symbol: str
    lines: tuple[AssemblyLine, ...]


@dataclass(frozen=True, slots=True)
class Assembly:
    """A compiler's whole output: functions in order, and the data lines outside them."""

    functions: tuple[AssemblyFunction, ...]
    data: tuple[AssemblyLine, ...]
