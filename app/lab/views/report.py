"""What a member collected, on a page and in a file that needs no server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from app.lab.views.board_attempt import ShownAnswer, shown_answer
from app.lab.views.frame import ClassFrame
from classroom.reports import ReportEntry
from compiler_core.exercises.report import REPORT_FORM, report_block


@dataclass(frozen=True, slots=True)
class EntryView:
    """name: of the exercise, in addresses and fields."""

    title: str
    name: str
    answer: ShownAnswer
    words: str


@dataclass(frozen=True, slots=True)
class ReportPage:
    """address: where own words are sent."""

    title: str
    frame: ClassFrame
    address: str
    entries: tuple[EntryView, ...]


@dataclass(frozen=True, slots=True)
class ReportFile:
    """tools: names and versions. block: the data, as the text of a script element."""

    title: str
    class_title: str
    entries: tuple[EntryView, ...]
    tools: tuple[tuple[str, str], ...]
    block: Markup


def entry_views(entries: Sequence[ReportEntry]) -> tuple[EntryView, ...]:
    """As they are shown on the page and in the file."""
    return tuple(
        EntryView(
            entry.title,
            entry.assignment.exercise_id,
            shown_answer(entry.attempt, entry.outcomes, entry.assignment.points),
            entry.words,
        )
        for entry in entries
    )


def report_file(
    class_title: str, entries: Sequence[ReportEntry], tools: Mapping[str, str]
) -> ReportFile:
    """tools: versions of what graded here."""
    data = {
        "form": REPORT_FORM,
        "class": class_title,
        "tools": dict(tools),
        "entries": [_data(entry) for entry in entries],
    }
    # Every sign that could end the element is escaped within its JSON.
    block = Markup(report_block(data))
    return ReportFile("Report", class_title, entry_views(entries), tuple(tools.items()), block)


def _data(entry: ReportEntry) -> dict[str, Any]:
    return {
        "exercise": entry.assignment.exercise_id,
        "title": entry.title,
        "digest": entry.attempt.digest,
        "values": dict(entry.values),
        "state": entry.attempt.state,
        "predicted": entry.answered_first,
        "points": entry.attempt.points,
        "own_words": entry.words,
        "checks": [
            {"status": row.status, "points": row.points, "of": row.most, "sentence": row.sentence}
            for row in entry.outcomes
        ],
    }
