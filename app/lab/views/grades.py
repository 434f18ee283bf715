"""The grades of a class as a table, and what grading again would change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from app.lab.views.frame import ClassFrame
from app.site.views.setting_fields import SettingChoice, choices_of
from app.words import count
from classroom.gradebook import Entry, Gradebook
from classroom.moments import zone_words
from classroom.records import Assignment
from classroom.regrading import RegradeTrial


@dataclass(frozen=True, slots=True)
class GradeCell:
    """text: points, a dash before anything is graded; a star marks an override."""

    text: str
    said: str


@dataclass(frozen=True, slots=True)
class GradeRow:
    """One student. id: the member's number. total: of all cells."""

    id: int
    nickname: str
    cells: tuple[GradeCell, ...]
    total: int


@dataclass(frozen=True, slots=True)
class TrialRow:
    """A run of grading again: words, whether it still judges, whether it can be taken over."""

    id: str
    title: str
    words: str
    ready: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GradesPage:
    """The page of all grades of a class."""

    title: str
    """Of the document."""
    frame: ClassFrame
    """What stands around every page of the class."""
    summary: str
    """How many students, exercises and points there are, in a sentence."""
    columns: tuple[tuple[Assignment, str], ...]
    """Exercises of the class, each with its title."""
    rows: tuple[GradeRow, ...]
    """A row for each student, its cells in the order of `columns`."""
    most: int
    """Points of all exercises together."""
    changes: tuple[str, ...]
    """A sentence for each grade that an instructor changed."""
    trials: tuple[TrialRow, ...]
    """Exercises that are graded again."""
    waiting: bool
    """Whether any attempt that is graded again has not been judged yet."""
    told: str
    """What the last button did."""
    problem: str
    """Why it did not."""
    students: tuple[SettingChoice, ...]
    """The fields of the forms, with what stood in them when a button was refused."""
    exercises: tuple[SettingChoice, ...]
    """To choose one in a form, with what was chosen when a button was refused."""
    points: str
    """What stood in the form to change a grade when it was refused; else empty."""
    reason: str
    """What stood in the form to change a grade when it was refused; else empty."""
    due: str
    """A deadline that stood in the form when it was refused; else empty."""
    zone: str
    """The time zone of all moments, in words."""
    gradebook_column: str
    """A column's name that stood in the form when it was refused; else empty."""


def grades_page(
    frame: ClassFrame,
    book: Gradebook,
    titles: Mapping[int, str],
    trials: Mapping[int, RegradeTrial],
    message: str,
    problem: str,
    typed: Mapping[str, str],
) -> GradesPage:
    """titles, trials: by assignment; trials only where one was begun. typed: the form that was
    refused."""
    named = {assignment.id: assignment for assignment in book.assignments}
    return GradesPage(
        title="Grades",
        frame=frame,
        summary=f"{count(len(book.members), 'student')}, "
        f"{count(len(book.assignments), 'exercise')}, {count(book.most, 'point')} in all.",
        columns=tuple((column, titles[column.id]) for column in book.assignments),
        rows=_rows(book),
        most=book.most,
        changes=tuple(_changes(book, titles)),
        trials=tuple(_trial(named[id_], titles[id_], regrade) for id_, regrade in trials.items()),
        waiting=any(trial.waiting for trial in trials.values()),
        told=message,
        problem=problem,
        students=choices_of(
            ((str(student.id), student.nickname) for student in book.members), typed.get("member")
        ),
        exercises=choices_of(
            ((task.exercise_id, titles[task.id]) for task in book.assignments),
            typed.get("exercise"),
        ),
        points=typed.get("points", ""),
        reason=typed.get("reason", ""),
        due=typed.get("due", ""),
        zone=zone_words(),
        gradebook_column=typed.get("column", ""),
    )


def _rows(book: Gradebook) -> tuple[GradeRow, ...]:
    return tuple(
        GradeRow(
            member.id,
            member.nickname,
            tuple(_cell(book.entry(member, each)) for each in book.assignments),
            book.total(member),
        )
        for member in book.members
    )


def _changes(book: Gradebook, titles: Mapping[int, str]) -> Iterator[str]:
    for member in book.members:
        for assignment in book.assignments:
            entry = book.entry(member, assignment)
            if entry.overridden:
                yield (
                    f"{member.nickname}, {titles[assignment.id]}: {entry.points} instead of "
                    f"{entry.earned}. {entry.reason}"
                )


def trial_words(run: RegradeTrial) -> str:
    """`7 grades would rise, 2 fall.`"""
    if run.waiting:
        of = run.waiting + run.judged
        return f"Grading again: {run.waiting} of {of} attempts are still waiting."
    errors = (
        f" {count(run.errors, 'attempt')} met an error of ours and would stay."
        if (run.errors)
        else ""
    )
    if not run.rise and not run.fall:
        return f"All {run.judged} attempts would keep their points.{errors}"
    return f"{count(run.rise, 'attempt')} would rise, {run.fall} fall, of {run.judged}.{errors}"


def _trial(assignment: Assignment, title: str, run: RegradeTrial) -> TrialRow:
    return TrialRow(assignment.exercise_id, title, trial_words(run), not run.waiting)


def _cell(entry: Entry) -> GradeCell:
    if entry.points is None:
        return GradeCell("–", "not handed in")
    said = "changed by an instructor" if entry.overridden else ""
    return GradeCell(f"{entry.points}{'*' if entry.overridden else ''}", said)
