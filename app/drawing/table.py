"""A table of texts; `partials/table.html` prints it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """The first cell of a row names it. caption: what the numbers are."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
