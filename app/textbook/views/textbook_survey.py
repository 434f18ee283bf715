"""Many loops in three compilers: a table for each kind of step, a row for each loop."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class SurveyRowView:
    """One loop at one kind of step. address: the three columns of it. cells: what each compiler
    changed, in the order of the head; none while it is being compared. mark: class; sign, word:
    whether they agree. sentences: where they differ, and why.
    """

    title: str
    address: str
    cells: tuple[str, ...]
    mark: str
    sign: str
    word: str
    sentences: tuple[Markup, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyTable:
    """One kind of step. passes: the textbook's of this kind. summary: how often all agree."""

    anchor: str
    title: str
    meaning: str
    passes: str
    summary: str
    rows: tuple[SurveyRowView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyPage:
    """All tables. done of total loops are compared; waiting is empty when all are. flags: of GCC
    and Clang.
    """

    title: str
    compilers: tuple[str, ...]
    flags: str
    done: int
    total: int
    waiting: str
    tables: tuple[SurveyTable, ...]
