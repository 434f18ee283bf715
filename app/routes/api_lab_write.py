"""Exercises of a class being written, as JSON: the same records as the pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import orjson
from anyio import to_thread
from fastapi import APIRouter, Depends
from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from app.analysis.task import Task
from app.lab.bodies import DraftBody
from app.lab.visits import Requires, Visit
from app.lab.writing import check_draft, keep_text, publish_draft
from app.serving.answers import answer_in_turn, finished
from app.serving.bodies import StrictBody
from app.serving.lab_database import lab_database
from classroom.drafts import MOST_TEXT_BYTES, Draft, drafts_of, find_draft, make_draft
from classroom.errors import NotHere
from classroom.roles import Role
from compiler_core.exercises.summary import ExerciseSummary

router = APIRouter(prefix="/api/lab", tags=["lab"])

Assistant = Annotated[Visit, Depends(Requires(Role.ASSISTANT))]
Instructor = Annotated[Visit, Depends(Requires(Role.INSTRUCTOR))]


class DraftText(StrictBody):
    """An exercise file that holds its files itself."""

    text: str = Field(max_length=MOST_TEXT_BYTES, description="YAML, its sources under `files`.")
    id: str = Field("", max_length=60, description="The id that it must have; empty for any.")


@dataclass(frozen=True, slots=True)
class DraftEntry:
    """One of the exercises that are being written in a class."""

    id: str
    """The exercise's id, the end of `/api/lab/{class_id}/drafts/{exercise_id}`."""
    version: int
    """Counts the changes of the text, from 1."""
    state: str
    """Draft, waiting, running, proven, faulty or error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftAnswer:
    """An exercise that is being written, with its proof."""

    id: str
    """The exercise's id, the end of `/api/lab/{class_id}/drafts/{exercise_id}`."""
    version: int
    """Counts the changes of the text, from 1; send it along with the text that is written from
    this one."""
    state: str
    """Of its proof: `draft` (not asked for), `waiting`, `running`, `proven`, `faulty` (the
    text's fault) or `error` (ours)."""
    text: str
    """The exercise file as it was last kept: YAML, its sources under `files`."""
    done: int
    """How many answers of the proof are graded so far."""
    total: int
    """How many answers the proof has; 0 while none is asked for."""
    fault: str
    """Why its proof or its reading last failed, in words; empty where neither did."""
    proof: dict[str, Any] | None
    """Of this text, as `lowlab exercise check --json` prints it; null while there is none."""


@router.post("/{class_id}/drafts/check", response_model=ExerciseSummary)
async def check(request: Request, visit: Instructor, body: DraftText) -> Response:
    """Read an exercise: what it holds, or its first fault. Nothing is kept, nothing graded."""
    text = body.text.encode("utf-8", "replace")
    task = Task(name="exercise", path=request.url.path, body=text, form=(("id", body.id),))
    return (await answer_in_turn(request, task, "light")).response()


@router.get("/{class_id}/drafts", response_model=tuple[DraftEntry, ...])
def drafts(visit: Assistant) -> Response:
    """All that are being written in a class."""
    with lab_database().reading() as connection:
        class_drafts = drafts_of(connection, visit.here.id)
    return _json(
        [DraftEntry(draft.exercise_id, draft.version, draft.state) for draft in class_drafts]
    )


@router.get("/{class_id}/drafts/{exercise_id}", response_model=DraftAnswer)
def draft(visit: Assistant, exercise_id: str) -> Response:
    """One, with its proof."""
    return _json(_answer(_found(visit, exercise_id)))


@router.post("/{class_id}/drafts/{exercise_id}", response_model=DraftAnswer)
def keep(visit: Instructor, exercise_id: str, body: DraftBody) -> Response:
    """Keep a text; a new exercise where there is none of this id."""
    try:
        _found(visit, exercise_id)
    except NotHere:
        if body.version:
            raise
        with lab_database().writing() as connection:
            made = make_draft(connection, visit.here.id, exercise_id, body.text, visit.now)
        return _json(_answer(made), 201)
    return _json(_answer(keep_text(visit, exercise_id, body)))


@router.post("/{class_id}/drafts/{exercise_id}/proof", response_model=ExerciseSummary)
async def prove(visit: Instructor, exercise_id: str) -> Response:
    """Ask for its proof, which then waits for its turn; look at the draft until it is there."""
    draft = await to_thread.run_sync(_found, visit, exercise_id)
    return _json(await to_thread.run_sync(check_draft, visit, draft), 202)


@router.post("/{class_id}/drafts/{exercise_id}/publish", response_model=DraftAnswer)
def publish(visit: Instructor, exercise_id: str) -> Response:
    """Publish it in the class, or its next version; only what is proven as it stands."""
    publish_draft(visit, exercise_id)
    return _json(_answer(_found(visit, exercise_id)))


def _found(visit: Visit, exercise_id: str) -> Draft:
    with lab_database().reading() as connection:
        return find_draft(connection, visit.here.id, exercise_id)


def _answer(one: Draft) -> DraftAnswer:
    return DraftAnswer(
        id=one.exercise_id,
        version=one.version,
        state=one.state,
        text=one.text,
        done=one.done,
        total=one.total,
        fault=one.fault,
        proof=one.proof,
    )


def _json(value: object, status: int = 200) -> Response:
    return finished(status, orjson.dumps(value), lasting=False).response()
