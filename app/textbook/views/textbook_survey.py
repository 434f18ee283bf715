"""Many loops in three compilers: a table for each kind of step, a row for each loop."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class SurveyRowView:
    """One loop at one kind of step."""

    title: str
    """Of the loop."""
    address: str
    """The three columns of it."""
    cells: tuple[str, ...]
    """What each compiler changed, in the order of the head; none while it is being compared."""
    mark: str
    """CSS class for how they agree, or `pending` or `failed`."""
    sign: str
    """Sign for how they agree, empty while they are being compared."""
    word: str
    """Word for how they agree, empty while they are being compared."""
    sentences: tuple[Markup, ...]
    """Where they differ, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyTable:
    """One kind of step."""

    anchor: str
    """Id in the page: the key of the kind of step."""
    title: str
    """Of the kind of step."""
    meaning: str
    """What such a step does."""
    passes: str
    """The textbook's of this kind."""
    summary: str
    """How often all agree."""
    rows: tuple[SurveyRowView, ...]
    """One for each loop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyPage:
    """All tables. done of total loops are compared; waiting is empty when all are."""

    title: str
    """Of the document."""
    compilers: tuple[str, ...]
    """Names of the columns, in order."""
    flags: str
    """With which GCC and Clang compile."""
    done: int
    """How many loops are compared."""
    total: int
    """How many loops there are."""
    waiting: str
    """How far the comparison is, in a sentence; empty when all loops are compared."""
    tables: tuple[SurveyTable, ...]
    """One for each kind of step."""
