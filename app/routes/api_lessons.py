"""The JSON API of the lessons: what they hold, and what their claims say on the compilers here."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass

import orjson
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.lesson.breaking import fact_search_begun
from app.lesson.claim_reports import started_report
from app.loop.api_run_bodies import BreakBody, BreakVerdictBody
from app.serving.answers import FinishedAnswer, answer_body, answer_own, finished
from app.serving.background import awaited
from app.serving.bodies import parse_body
from app.serving.openapi import body_of
from app.serving.turns import in_turn
from compiler_core.claims.breaking.record import BreakSearch
from compiler_core.claims.claim import Claim, ClaimReport
from compiler_core.claims.reading import claims_at
from compiler_core.errors import UnknownName
from compiler_core.lessons.glossary import load_glossary
from compiler_core.lessons.lesson import Lesson, Term
from compiler_core.lessons.reading import find_lesson, load_lessons
from compiler_core.lessons.track_map import MapTrack, load_map

router = APIRouter(prefix="/api", tags=["api"])


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonEntry:
    """One lesson in the list."""

    id: str
    """Stands in `/api/lessons/{id}`, in `lesson` of the claims and in `needs` of other lessons."""
    title: str
    """The lesson's, as its page and the list of lessons show it."""
    idea: str
    """What there is to learn in it, in one sentence."""
    track: str
    """What it is about: `loop`, `model` or `both`."""
    course: str
    """The row of lessons that it is read in: `loops`, `pictures`, `sentences` or `chips`."""
    minutes: int
    """How long reading it takes, as its author says; at least 1."""
    needs: tuple[str, ...]
    """Ids of the lessons to read before; empty where none is needed."""
    claims: int
    """How many it makes."""
    address: str
    """The path of its page, as `/learn/{id}`."""


@router.get("/lessons", response_model=tuple[LessonEntry, ...])
def lessons() -> Response:
    """The lessons in reading order."""
    entries = [
        LessonEntry(
            id=lesson.id,
            title=lesson.title,
            idea=lesson.idea,
            track=lesson.track,
            course=lesson.course,
            minutes=lesson.minutes,
            needs=lesson.needs,
            claims=len(lesson.claims),
            address=f"/learn/{lesson.id}",
        )
        for lesson in load_lessons()
    ]
    return finished(200, orjson.dumps(entries)).response()


@router.get("/lessons/{identifier}", response_model=Lesson)
def lesson(identifier: str) -> Response:
    """One lesson: its prose as HTML, the settings of its figures and exercises, its predictions,
    its claims with what must be found for each."""
    return finished(200, orjson.dumps(find_lesson(identifier), default=_plain)).response()


def _plain(value: object) -> str:
    """Patterns that a claim looks for, as they are written."""
    if isinstance(value, re.Pattern):
        return value.pattern
    raise TypeError(f"{type(value).__name__} has no JSON form.")


@router.get("/claims", response_model=ClaimReport)
async def claims(request: Request, lesson: str = "") -> Response:
    """Try claims on every compiler here: those of one lesson (or `folklore`), or all of them, which
    takes a minute the first time."""
    begun = await in_turn(request, "page", _begun, lesson)
    reports = await asyncio.gather(*map(awaited, begun))
    return await answer_own(request, ("claims", lesson), lambda: _reported(reports))


def _begun(lesson: str) -> list[Future[ClaimReport]]:
    claims = [claim for claim in claims_at() if lesson in ("", claim.lesson)]
    if not claims:
        raise UnknownName(f"There are no claims of {lesson!r}.", "/api/lessons lists the lessons.")
    return [started_report(own) for own in _by_lesson(claims)]


def _reported(reports: Sequence[ClaimReport]) -> FinishedAnswer:
    report = ClaimReport(
        claims=tuple(result for part in reports for result in part.claims),
        passed=sum(part.passed for part in reports),
        failed=sum(part.failed for part in reports),
        unstated=sum(part.unstated for part in reports),
    )
    return finished(200, orjson.dumps(report), lasting=not report.failed)


def _by_lesson(claims: list[Claim]) -> list[tuple[Claim, ...]]:
    names = dict.fromkeys(claim.lesson for claim in claims)
    return [tuple(claim for claim in claims if claim.lesson == name) for name in names]


@router.post("/break", response_model=BreakSearch, openapi_extra=body_of(BreakBody))
async def break_sentence(request: Request) -> Response:
    """Look for the smallest setting in which a claim fails: other compilers, flags, lengths, types,
    small edits; of a claim about models, chips or atlas pages other settings of these. Takes up to
    a minute; where none is found, the answer says what was tried."""
    body = parse_body(BreakBody, await request.body())
    begun = await in_turn(request, "page", fact_search_begun, body.claim, body.seconds)
    if begun is None:
        return await answer_body(request, "break", "heavy")
    search = await awaited(begun)
    return finished(200, orjson.dumps(search), lasting=search.lasting).response()


@router.post("/break/verdict", response_model=BreakSearch, openapi_extra=body_of(BreakVerdictBody))
async def break_verdict(request: Request) -> Response:
    """Look for the smallest change after which the verdict on a loop of the sent source is another:
    versions of the compiler, flags, types, small edits. Takes up to a minute."""
    return await answer_body(request, "break verdict", "heavy")


@router.get("/glossary", response_model=tuple[Term, ...])
def glossary() -> Response:
    """The terms, in alphabetical order; meanings are HTML."""
    return finished(200, orjson.dumps(load_glossary())).response()


@router.get("/map", response_model=tuple[MapTrack, ...])
def learning_map() -> Response:
    """The tracks stage by stage, with the pages and lessons of each stage."""
    return finished(200, orjson.dumps(load_map())).response()
