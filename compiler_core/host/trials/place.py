"""Which loop a trial is about: `restrict@3`, and on a line of several loops `restrict@3:20`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from compiler_core.errors import InputError, UnknownName
from compiler_core.host.source_reading.source_loops import SourceLoop, source_loops
from compiler_core.source import SourceFile

_ADDRESS = re.compile(r"(?P<id>\w{1,40})@(?P<line>\d{1,7})(?::(?P<column>\d{1,7}))?")


@dataclass(frozen=True, slots=True)
class TrialAddress:
    """A suggestion and the line and column of its loop's keyword, from 1; column 0: not said."""

    suggestion: str
    line: int
    column: int = 0

    @property
    def text(self) -> str:
        """As it stands in links."""
        location = f"{self.line}:{self.column}" if self.column else str(self.line)
        return f"{self.suggestion}@{location}"


def read_trial_address(text: str) -> TrialAddress:
    """`sve@3` or `sve@3:20`. Raises InputError."""
    match = _ADDRESS.fullmatch(text)
    if match is None:
        raise InputError(
            f"{text[:60]!r} names no trial.", "Write SUGGESTION@LINE or SUGGESTION@LINE:COLUMN."
        )
    return TrialAddress(match["id"], int(match["line"]), int(match["column"] or 0))


def loops_at(source: SourceFile, line: int, column: int = 0) -> tuple[SourceLoop, ...]:
    """The loops that start at this place, in source order; without a column all of the line.

    Raises UnknownName if there is none.
    """
    loops = source_loops(source)
    loops_here = tuple(loop for loop in loops if loop.line == line and column in (0, loop.column))
    if loops_here:
        return loops_here
    location = f"line {line}" + (f", column {column}" if column else "")
    known = ", ".join(f"{loop.line}:{loop.column}" for loop in loops) or "none"
    raise UnknownName(f"No loop starts on {location}.", f"Loops start on (line:column): {known}.")
