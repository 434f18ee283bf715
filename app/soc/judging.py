"""In which words rows that the model is fitted on are judged: each without itself, or by halves."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Judging:
    """Words of the summary, of the table's column and of the chart's key. alone, many_alone: what
    is said of rows for which that cannot be done.
    """

    summary: str
    column: str
    key: str
    alone: str
    many_alone: str


EACH = Judging(
    "With each left out",
    "Error, row left out",
    "fitted on, here as modelled without itself",
    "row is alone with its kind: left out, it is",
    "rows are alone with their kind: left out, each is",
)
HALVES = Judging(
    "With its half left out",
    "Error, its half left out",
    "fitted on, here as modelled without its half",
    "row has too few like it for two halves: it is",
    "rows have too few like them for two halves: each is",
)
