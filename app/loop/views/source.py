"""Source lines as rows."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class SourceRow:
    """One source line: element id, key shared with its assembly lines, number, markup, classes.

    has_code: True when some instruction belongs to it.
    """

    anchor: str
    key: str
    number: int
    code: Markup
    classes: str
    has_code: bool


@dataclass(frozen=True, slots=True)
class SourceView:
    """One source file: its name and rows."""

    name: str
    rows: tuple[SourceRow, ...]
