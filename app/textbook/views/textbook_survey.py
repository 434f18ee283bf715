"""Many loops in three compilers: a table for each kind of step, a row for each loop."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class SurveyRowView:
    """One loop at one kind of step."""

    title: str
    address: str
    """The three columns of it."""
    cells: tuple[str, ...]
    """What each compiler changed, in the order of the head; none while it is being compared."""
    mark: str
    """Class."""
    sign: str
    """Whether they agree."""
    word: str
    """Whether they agree."""
    sentences: tuple[Markup, ...]
    """Where they differ, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyTable:
    """One kind of step."""

    anchor: str
    title: str
    meaning: str
    passes: str
    """The textbook's of this kind."""
    summary: str
    """How often all agree."""
    rows: tuple[SurveyRowView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyPage:
    """All tables. done of total loops are compared; waiting is empty when all are."""

    title: str
    compilers: tuple[str, ...]
    flags: str
    """Of GCC and Clang."""
    done: int
    total: int
    waiting: str
    tables: tuple[SurveyTable, ...]
