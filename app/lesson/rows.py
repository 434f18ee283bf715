"""Aligned rows for lessons: long runs without a difference are folded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from markupsafe import Markup

from app.lesson.views.lesson import PairRow
from app.loop.highlighting import highlight_assembly
from app.loop.views.diff import KINDS_IN_WORDS, SIGNS
from compiler_core.host.comparison.rows import ComparedRow

LONGEST_SAME = 6


def folded_rows(rows: Sequence[ComparedRow]) -> Iterator[PairRow]:
    """Aligned rows; a long run that is the same on both sides becomes one line that says so."""
    for is_same, group in groupby(rows, key=lambda row: row.kind == "same"):
        run = list(group)
        if not is_same or len(run) <= LONGEST_SAME:
            yield from (_pair(row) for row in run)
            continue
        yield _pair(run[0])
        words = Markup.escape(f"… {len(run) - 2} lines the same on both sides")
        yield PairRow("", "same", "is-folded", words, Markup(""))
        yield _pair(run[-1])


def _pair(row: ComparedRow) -> PairRow:
    return PairRow(
        sign=SIGNS[row.kind],
        word=KINDS_IN_WORDS[row.kind],
        classes=f"is-{row.kind}",
        left=_code(row.left_text),
        right=_code(row.right_text),
    )


def _code(text: str) -> Markup:
    kind = "label" if text.rstrip().endswith(":") else "instruction"
    return highlight_assembly(text, kind, (), "")
