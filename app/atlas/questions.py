"""The questions about the atlas, ready to print."""

from __future__ import annotations

from app.atlas.views.atlas import AtlasQuestionsView, OptionRow, QuestionRow
from app.words import count
from compiler_core.lessons.atlas_questions import AtlasQuestion, atlas_questions

_TITLE = "Questions about the atlas"
_VERDICTS = {True: ("right", "Right."), False: ("wrong", "Wrong.")}


def questions_view() -> AtlasQuestionsView:
    """Those about subjects, then one for each page that has one."""
    rows = tuple(map(_row, atlas_questions()))
    return AtlasQuestionsView(
        title=_TITLE,
        subjects=tuple(row for row in rows if not row.page_address),
        pages=tuple(row for row in rows if row.page_address),
    )


def _row(question: AtlasQuestion) -> QuestionRow:
    right = sum(option.right for option in question.options)
    return QuestionRow(
        anchor=question.id, title=question.title, question=question.question,
        page_address=f"/learn/atlas/{question.page}" if question.page else "",
        right=f"{count(right, 'answer')} of {len(question.options)} {_are(right)} right.",
        options=tuple(
            OptionRow(
                identity=f"{question.id}-{at}", text=option.says,
                mark=_VERDICTS[option.right][0], verdict=_VERDICTS[option.right][1],
                because=option.because, address=option.address, title=option.title,
            ) for at, option in enumerate(question.options, 1)
        ),
    )  # fmt: skip


def _are(number: int) -> str:
    return "is" if number == 1 else "are"
