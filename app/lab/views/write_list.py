"""What is being written in a class, and what a new exercise can begin from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.lab.views.frame import ClassFrame
from app.lab.views.write import state_words
from app.site.views.setting_fields import SettingChoice, choices_of
from classroom.assignments import general_title
from classroom.drafts import Draft
from classroom.moments import moment_words
from classroom.records import Assignment
from classroom.roles import Role
from compiler_core.exercises.exercise import Exercise

USUAL_BEGINNING = "memory-sum-vectorises"


@dataclass(frozen=True, slots=True)
class DraftRow:
    """state: how far its proof is, and whether this text is what the class has. changed: in
    words."""

    id: str
    address: str
    state: str
    changed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteListPage:
    """The page of all exercises that are being written in a class."""

    title: str
    """Of the document."""
    frame: ClassFrame
    """What stands around every page of the class."""
    may_write: bool
    """Whether the visitor is an instructor; assistants read only."""
    drafts: tuple[DraftRow, ...]
    """Exercises that are being written."""
    assigned: tuple[str, ...]
    """Ids of the class's exercises that have no draft, to write a next version of."""
    beginnings: tuple[SettingChoice, ...]
    """Shipped exercises whose text a new one can begin with, by kind and id."""
    typed: str
    """The id of a request that was refused."""
    problem: str
    """Why the last request was refused; empty for none."""


def write_list_page(
    frame: ClassFrame,
    drafts: Sequence[Draft],
    assigned: Sequence[Assignment],
    shipped: Sequence[Exercise],
    role: Role,
    problem: str,
    typed: str,
) -> WriteListPage:
    """role: of the visitor. problem: why the last request was refused."""
    digests = {assignment.exercise_id: assignment.digest for assignment in assigned}
    written = {draft.exercise_id for draft in drafts}
    address = f"{frame.address}/write"
    rows = tuple(
        DraftRow(
            listed_draft.exercise_id,
            f"{address}/{listed_draft.exercise_id}",
            state_words(listed_draft, digests.get(listed_draft.exercise_id, "")),
            moment_words(listed_draft.changed),
        )
        for listed_draft in drafts
    )
    return WriteListPage(
        title="Write exercises",
        frame=frame,
        may_write=role >= Role.INSTRUCTOR,
        drafts=rows,
        assigned=tuple(digest for digest in digests if digest not in written),
        beginnings=choices_of(
            (
                (start.id, f"{start.kind}: {general_title(start)}")
                for start in sorted(shipped, key=lambda each: (each.kind, each.id))
            ),
            USUAL_BEGINNING,
        ),
        typed=typed,
        problem=problem,
    )
