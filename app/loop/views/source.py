"""Source lines, as rows beside assembly and by themselves."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from app.loop.highlighting import highlight_source
from compiler_core.source import SourceFile


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRow:
    """One source line: element id, key shared with its assembly lines, number, markup, classes."""

    anchor: str
    """Id of its HTML element."""
    key: str
    """Joins it to its assembly lines, such as `1-4` for line 4 of the first file."""
    number: int
    """Of the line, from 1."""
    code: Markup
    """The line, highlighted."""
    classes: str
    """CSS classes, which say its band and whether it is followed."""
    has_code: bool
    """True when some instruction belongs to it."""


@dataclass(frozen=True, slots=True)
class SourceView:
    """One source file: its name and rows."""

    name: str
    rows: tuple[SourceRow, ...]


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One line of the source, highlighted; number as text."""

    number: str
    code: Markup


def source_lines(source: SourceFile) -> tuple[SourceLine, ...]:
    """A source, line by line, highlighted."""
    lines = highlight_source(source.text.rstrip("\n"), source.language)
    return tuple(SourceLine(str(number), line) for number, line in enumerate(lines, 1))
