"""The folklore ledger: a sentence per row, a verdict per compiler, and what turns it over."""

from __future__ import annotations

from dataclasses import dataclass

from app.lesson.views.verdict_table import VerdictTable


@dataclass(frozen=True, slots=True)
class FolklorePage:
    """All sentences on all compilers. command: the same at home."""

    title: str
    table: VerdictTable
    command: str
