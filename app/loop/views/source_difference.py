"""How one source differs from another: rows with a sign and a word each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import unified_diff

MARKS = {"+": "added", "-": "removed"}


@dataclass(frozen=True, slots=True)
class DifferenceRow:
    """One line of the source's difference. kind: its CSS class, `added`, `removed` or `same`."""

    kind: str
    sign: str
    text: str


def difference_rows(lines: Sequence[str]) -> tuple[DifferenceRow, ...]:
    """Rows of a unified diff without its headers."""
    return tuple(
        DifferenceRow(MARKS.get(line[:1], "same"), line[:1].replace("-", "−"), line[1:])
        for line in lines
        if not line.startswith(("---", "+++", "@@"))
    )


def rows_between(before: str, after: str) -> tuple[DifferenceRow, ...]:
    """What was changed, with two lines around; nothing where both are equal."""
    lines = unified_diff(before.splitlines(), after.splitlines(), n=2, lineterm="")
    return difference_rows(tuple(lines))
