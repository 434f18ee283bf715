"""Lessons, their contents, the glossary, and what every claim says on every compiler."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.lab.making import makers_of
from app.lesson.breaking import begin_search, break_page, exercise_address, followed_search
from app.lesson.folklore import folklore_page
from app.lesson.learn import claims_page, contents_page, glossary_page
from app.lesson.learning_map import map_page
from app.lesson.page import begin_section, lesson_page
from app.loop.api_bodies import DEFAULT_COMPILER
from app.serving.exercise_makers import offering
from app.serving.open_streams import event_stream
from app.serving.templating import Page, render
from app.serving.turns import in_turn

router = APIRouter(include_in_schema=False)


@router.get("/learn")
def contents(request: Request) -> Response:
    """All lessons, by track."""
    return render(request, Page("learn.html", contents_page()))


@router.get("/learn/folklore")
async def folklore(request: Request) -> Response:
    """Common sentences about optimisation, each tried on every compiler here."""
    page = await in_turn(request, "page", folklore_page)
    return render(request, Page("folklore.html", page, fragment=("verdicts",)))


@router.get("/learn/map")
async def learning_map(request: Request) -> Response:
    """All ways through the machine on one page, and one loop all the way."""
    page = await in_turn(request, "page", map_page)
    return render(request, Page("map.html", page, fragment=("way",)))


@router.post("/learn/break")
async def begin_break(request: Request, claim: str, compiler: str = DEFAULT_COMPILER) -> Response:
    """Begin to look for what breaks a claim."""
    address = await in_turn(request, "page", begin_search, claim, compiler)
    return RedirectResponse(address, 303)


@router.get("/learn/break/{claim}")
async def break_sentence(
    request: Request, claim: str, compiler: str = DEFAULT_COMPILER
) -> Response:
    """The smallest setting in which a claim fails, or what was tried."""
    page = await in_turn(request, "page", break_page, claim, compiler)
    address = exercise_address(page)
    with offering(await makers_of(request, address) if address else ()):
        return render(request, Page("break.html", page, fragment=("answer",)))


@router.get("/learn/break/{claim}/events")
async def break_events(request: Request, claim: str, compiler: str = DEFAULT_COMPILER) -> Response:
    """How far the search is, as server-sent events."""
    followed = await in_turn(request, "page", followed_search, claim, compiler)
    return event_stream(request, followed.events(lambda address: makers_of(request, address)))


@router.get("/learn/{identifier}")
async def lesson(request: Request, identifier: str, compiler: str = DEFAULT_COMPILER) -> Response:
    """One lesson, its figures and verdicts from the reader's compiler."""
    page = await in_turn(request, "page", lesson_page, identifier, compiler)
    return render(request, Page("lesson.html", page))


@router.get("/learn/{identifier}/sections/{number}")
async def section(
    request: Request, identifier: str, number: int, compiler: str = DEFAULT_COMPILER
) -> Response:
    """One section of a lesson, for a page that did not wait for it."""
    begun = await in_turn(request, "page", begin_section, identifier, number, compiler)
    page = await begun.page()
    return render(request, Page("lesson_section.html", page, fragment=("section",)))


@router.get("/learn/{identifier}/claims")
async def claims(request: Request, identifier: str) -> Response:
    """Every claim of one lesson on every compiler installed."""
    page = await in_turn(request, "page", claims_page, identifier)
    return render(request, Page("claims.html", page, fragment=("verdicts",)))


@router.get("/glossary")
def glossary(request: Request) -> Response:
    """Every term."""
    return render(request, Page("glossary.html", glossary_page()))
