"""The JSON API of classes: the same records as the pages, for a member's own programs.

A member is known by the token of their return link: `Authorization: Bearer TOKEN`.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import Annotated, Any

import orjson
from anyio import to_thread
from fastapi import APIRouter, Depends, Query
from starlette.responses import Response

from app.lab.actions import choice_texts, hand_in, join, predict
from app.lab.attempt_states import AttemptState, attempt_state, own_attempt
from app.lab.bodies import AttemptBody, CopyBody, JoinBody, PredictionBody
from app.lab.following import followers
from app.lab.grading_pages import gradebook_of
from app.lab.inventory import record_of
from app.lab.managing import copy_visited
from app.lab.pages import posed_exercise, show_class
from app.lab.visits import Requires, Visit
from app.serving.answers import finished
from app.serving.open_streams import held, require_stream
from classroom.inventory_record import InventoryRecord
from classroom.members import Joined
from classroom.roles import Role
from compiler_core.asker import current_asker

router = APIRouter(prefix="/api/lab", tags=["lab"])

Visitor = Annotated[Visit, Depends(Requires(Role.VISITOR))]
Student = Annotated[Visit, Depends(Requires(Role.STUDENT))]
Assistant = Annotated[Visit, Depends(Requires(Role.ASSISTANT))]
Instructor = Annotated[Visit, Depends(Requires(Role.INSTRUCTOR))]

Patience = Annotated[float, Query(ge=0, le=30, description="Seconds.")]


@dataclass(frozen=True, slots=True)
class JoinedAnswer:
    """What a program is told that has just become a member of a class."""

    class_id: str
    """Stands in every further address."""
    member: int
    """The member's number, as it stands in the grades of the class."""
    nickname: str
    """The new member's name in the class, 1 to 40 characters, with single spaces."""
    token: str
    """The member's key for further requests; told once and never again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExerciseEntry:
    """One exercise in the list of a class, as its member stands with it."""

    id: str
    """Stands in the addresses of the exercise: `/api/lab/{class_id}/exercises/{exercise_id}`."""
    title: str
    """The exercise's, with the member's own values; until they first look at it with all values,
    as `9/10/12 tokens a second`."""
    state: str
    """Where the member stands with it, in words."""
    points: str
    """As `3 of 5`; only the most there are, as `5`, before anything is graded."""
    due: str
    """In words, empty for no deadline."""
    address: str
    """The path of its page, as `/lab/{class_id}/x/{exercise_id}`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExerciseAnswer:
    """One exercise with the member's own values in it."""

    id: str
    """The end of its address, `/api/lab/{class_id}/exercises/{exercise_id}`: small letters,
    digits and hyphens."""
    title: str
    """The heading of the exercise's page, with the member's own values in it."""
    task: str
    """What to do, with the member's own values: plain text with code in backticks and an empty
    line between paragraphs."""
    kind: str
    """What it is about: `loop`, `network`, `decode` or `quiz`."""
    starter: dict[str, Any]
    """What the answer begins with, such as `source` of a loop or `model` and `settings` of a
    network; empty for a quiz."""
    given: dict[str, Any]
    """What the exercise fixes, by name, such as `compiler`, `flags` and `function` of a loop;
    empty where it fixes nothing."""
    allow: tuple[str, ...]
    """The names that the `state` of an attempt may have, such as `source` or `passes`; a name
    left out is as in `starter`."""
    checks: tuple[dict[str, Any], ...]
    """In the order in which they are judged, each with `text` (what is expected), `points`, and
    `gate` (true where grading ends unless it passes)."""
    hints: int
    """How many hints its page can open, 0 to 5; their texts are not told here."""
    question: str
    """Of the prediction that is to be made before looking; empty without one."""
    choices: tuple[str, ...]
    """Answers to `question`, in the order in which `choice` counts; none without one."""


@dataclass(frozen=True, slots=True)
class GradeRecord:
    """The grades of one member."""

    member: int
    """The student's number, which joining told them too; rows are in the order of nicknames."""
    nickname: str
    """The name that the student joined with."""
    points: dict[str, int | None]
    """By exercise, null before anything is graded."""
    total: int
    """The sum of `points`; an exercise of which nothing is graded counts 0."""


@router.post("/join", response_model=JoinedAnswer)
def join_class(visit: Visitor, body: JoinBody) -> Response:
    """Become a member of a class. The token is told once; keep it."""
    return _joined(join(body, time.time()))


@router.get("/{class_id}/exercises", response_model=tuple[ExerciseEntry, ...])
def exercises(visit: Student) -> Response:
    """The exercises of a class, with the member's own points and state."""
    rows = show_class(visit).rows
    return _json(
        [
            ExerciseEntry(
                id=row.address.rpartition("/")[2],
                title=row.title,
                state=row.state,
                points=row.points,
                due=row.due,
                address=row.address,
            )
            for row in rows
        ]
    )


@router.get("/{class_id}/exercises/{exercise_id}", response_model=ExerciseAnswer)
def exercise(visit: Student, exercise_id: str) -> Response:
    """One exercise with the member's own values in it."""
    here = posed_exercise(visit, exercise_id)
    posed = here.posed
    question = posed.predict
    checks = tuple(
        {"text": check.text, "points": check.points, "gate": check.gate} for check in posed.checks
    )
    return _json(
        ExerciseAnswer(
            id=posed.exercise.id,
            title=posed.title,
            task=posed.task,
            kind=posed.exercise.kind,
            starter=dict(posed.starter),
            given=dict(posed.given),
            allow=posed.exercise.allow,
            checks=checks,
            hints=len(posed.hints),
            question=question.question if question else "",
            choices=choice_texts(visit, here),
        )
    )


@router.post("/{class_id}/exercises/{exercise_id}/attempts", response_model=AttemptState)
def attempt(visit: Student, exercise_id: str, body: AttemptBody) -> Response:
    """Hand in, or try. Answered when the attempt is kept; ask for it until it is graded."""
    here = posed_exercise(visit, exercise_id)
    return _json(attempt_state(visit, hand_in(visit, here, body)), 202)


@router.get("/{class_id}/attempts/{attempt_id}", response_model=AttemptState)
async def one_attempt(visit: Student, attempt_id: int, wait: Patience = 0) -> Response:
    """One's own attempt: its place in the queue, then the outcome of every check. wait: answered
    when it is graded, or after so many seconds."""
    own = await to_thread.run_sync(own_attempt, visit, attempt_id)
    if wait:
        client = current_asker().client
        require_stream(client)
        with held(client):
            await followers().ended(own, wait)
    return _json(await to_thread.run_sync(attempt_state, visit, own))


@router.post("/{class_id}/exercises/{exercise_id}/prediction", response_model=dict[str, bool])
def prediction(visit: Student, exercise_id: str, body: PredictionBody) -> Response:
    """Say what one expects, before looking."""
    predict(visit, posed_exercise(visit, exercise_id), body)
    return _json({"kept": True}, 201)


@router.get("/{class_id}/grades", response_model=tuple[GradeRecord, ...])
def grades(visit: Instructor) -> Response:
    """All grades of a class, for its instructors."""
    book = gradebook_of(visit)
    return _json(
        [
            GradeRecord(
                member.id,
                member.nickname,
                {task.exercise_id: book.entry(member, task).points for task in book.assignments},
                book.total(member),
            )
            for member in book.members
        ]
    )


@router.post("/{class_id}/copy", response_model=JoinedAnswer)
def copy(visit: Instructor, body: CopyBody) -> Response:
    """The class anew for the next group: its exercises, settings and drafts, and nobody of it. You
    are its instructor; the token is told once."""
    return _joined(copy_visited(visit, body))


@router.get("/{class_id}/inventory", response_model=InventoryRecord)
def inventory(visit: Assistant) -> Response:
    """Both tests of the concept inventory: items and normalised gain, from students with both."""
    return _json(record_of(visit))


def _joined(joined: Joined) -> Response:
    member = joined.member
    return _json(JoinedAnswer(member.class_id, member.id, member.nickname, joined.token), 201)


def _json(value: object, status: int = 200) -> Response:
    return finished(status, orjson.dumps(value, default=asdict), lasting=False).response()
