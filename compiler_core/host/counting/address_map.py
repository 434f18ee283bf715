"""The linked program's addresses as lines of the listings, from the notes in the program."""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.errors import InputError
from compiler_core.host.counting.executable import Executable, read_executable
from compiler_core.host.counting.markers import END_OF_CODE, PROBES, SECTION
from compiler_core.toolchain.counting import INSTRUCTION_BYTES, CodeRange, CodeSymbol

_NOTE = struct.Struct("<QII")


@dataclass(frozen=True, slots=True)
class LineSpan:
    """The code [first, end) that line `line` (an AssemblyLine's id) of listing `unit` became."""

    unit: int
    line: int
    first: int
    end: int


@dataclass(frozen=True, slots=True)
class AddressMap:
    """spans by address, none empty, none overlapping; functions: every function of the program."""

    spans: tuple[LineSpan, ...]
    functions: tuple[CodeSymbol, ...]
    symbols: Mapping[str, CodeSymbol]

    def span_at(self, address: int) -> LineSpan | None:
        """The line whose code holds this address."""
        index = bisect_right(self.spans, address, key=lambda span: span.first) - 1
        line_span = self.spans[index] if index >= 0 else None
        return line_span if line_span is not None and address < line_span.end else None

    def function_at(self, address: int) -> str:
        """The name of the function that an address lies in, empty for none."""
        names = (code.name for code in self.functions if code.first <= address < code.end)
        return next(names, "")

    def code_ranges(self) -> tuple[CodeRange, ...]:
        """All code of the listings, neighbours joined."""
        return joined([CodeRange(span.first, span.end) for span in self.spans])


def read_address_map(executable: bytes) -> AddressMap:
    """Read the notes `mark_assembly` put in. Raises InputError for a program without any."""
    program = read_executable(executable, (SECTION,))
    notes = program.sections.get(SECTION, b"")
    if not notes or len(notes) % _NOTE.size:
        raise InputError("The program says nothing about which line its code comes from.")
    spans = _spans(list(_NOTE.iter_unpack(notes)), program)
    return AddressMap(spans, program.functions, program.symbols)


def joined(ranges: list[CodeRange]) -> tuple[CodeRange, ...]:
    """The same addresses in as few ranges as possible, in order."""
    result: list[CodeRange] = []
    for code in sorted(ranges, key=lambda code: code.first):
        if result and code.first <= result[-1].end:
            code = CodeRange(result[-1].first, max(result[-1].end, code.end))
            result.pop()
        result.append(code)
    return tuple(result)


def _spans(notes: list[tuple[int, int, int]], program: Executable) -> tuple[LineSpan, ...]:
    """A line's code reaches to the next note.

    Notes of one address: all but the last belong to lines that became no code; a function's end may
    be another's beginning, so it comes first. The notes of a merged template instance all name the
    instance that was kept: the first unit's is taken.
    """
    ordered = sorted(notes, key=lambda note: (note[0], note[2] != END_OF_CODE, -note[1]))
    spans: list[LineSpan] = []
    for position, (address, unit, line) in enumerate(ordered):
        following = ordered[position + 1][0] if position + 1 < len(ordered) else None
        end = _end_of(address, following, program)
        if line not in (END_OF_CODE, PROBES) and address < end:
            spans.append(LineSpan(unit, line, address, end))
    return tuple(spans)


def _end_of(address: int, following: int | None, program: Executable) -> int:
    """Up to the next note, but never beyond the function."""
    index = bisect_right(program.functions, address, key=lambda code: code.first) - 1
    function = program.functions[index] if index >= 0 else None
    if function is None or address >= function.end:
        return address + INSTRUCTION_BYTES if following != address else address
    return function.end if following is None else min(following, function.end)
