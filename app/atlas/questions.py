"""The questions about the atlas, ready to print."""

from __future__ import annotations

from app.atlas.views.atlas import AtlasQuestionsView, QuestionRow
from app.words import count
from compiler_core.lessons.atlas_questions import AtlasQuestion, atlas_questions

_TITLE = "Questions about the atlas"


def questions_view() -> AtlasQuestionsView:
    """Those about subjects, then one for each page that has one."""
    rows = tuple(map(_row, atlas_questions()))
    return AtlasQuestionsView(
        title=_TITLE,
        subjects=tuple(row for row in rows if not row.asked.page),
        pages=tuple(row for row in rows if row.asked.page),
    )


def _row(question: AtlasQuestion) -> QuestionRow:
    right = sum(option.right for option in question.options)
    return QuestionRow(
        asked=question,
        right=f"{count(right, 'answer')} of {len(question.options)} {_are(right)} right.",
    )


def _are(number: int) -> str:
    return "is" if number == 1 else "are"
