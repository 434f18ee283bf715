"""The atlas: its door, its pages, their claims and their JSON."""

from __future__ import annotations

import base64
from typing import Any

import orjson
from fastapi import APIRouter
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from app.atlas.answers import begun_answers
from app.atlas.apart import atlas_answer
from app.atlas.finished import finished_page, finished_record, page_or_waiting
from app.atlas.following import followed_answer
from app.atlas.pages import atlas_door, atlas_page
from app.atlas.questions import questions_view
from app.lesson.learn import article_claims_page
from app.lesson.page import begin_article_section
from app.loop.api_bodies import AtlasBody
from app.serving.answers import answer_own
from app.serving.background import is_there
from app.serving.bodies import parse_body
from app.serving.forms import form_of
from app.serving.open_streams import event_stream
from app.serving.openapi import body_of
from app.serving.templating import Page, asks_again, render
from app.serving.turns import in_turn
from compiler_core.atlas.listing import atlas_list
from compiler_core.atlas.pages import page_named
from compiler_core.atlas.run import page_stamp
from compiler_core.lessons.atlas_articles import article_of
from compiler_core.lessons.atlas_questions import questions_record

router = APIRouter()
_JSON = "application/json"
_COMPILER = "gcc"


@router.get("/learn/atlas", include_in_schema=False)
def door(request: Request) -> Response:
    """All pages of the atlas."""
    return render(request, Page("atlas/door.html", atlas_door()))


@router.get("/learn/atlas/questions", include_in_schema=False)
def questions(request: Request) -> Response:
    """Questions about the atlas, with the reason for each answer."""
    return render(request, Page("atlas/questions.html", questions_view()))


@router.get("/learn/atlas/{page}", include_in_schema=False)
async def shown(request: Request, page: str) -> Response:
    """One page; its settings are the query. While its answer is being made it says so, and asks
    for itself again, which waits for a while.
    """
    given, key = dict(request.query_params), _key(request, page)
    if page_named(page).own_texts(given):
        return await answer_own(request, key, lambda: finished_page(page, given), "heavy")
    if asks_again(request.headers):
        # What went wrong, the page says.
        await is_there(begun_answers(page, given))
    return await answer_own(request, key, lambda: page_or_waiting(page, given), "page")


def _key(request: Request, page: str) -> object:
    """What an answer to this request depends on. Raises UnknownName."""
    query = tuple(request.query_params.multi_items())
    return (request.url.path, query, page_stamp(page))


@router.post("/learn/atlas/{page}", include_in_schema=False)
async def own(request: Request, page: str) -> Response:
    """The same with a reader's own program, which no address could hold; it is kept nowhere."""
    async with form_of(request) as form:
        sent = {name: await _sent(page, name, value) for name, value in form.items()}
    given = {**request.query_params, **sent}
    answer = await in_turn(request, "heavy", atlas_page, page, given)
    return render(request, Page("atlas/page.html", answer.page), answer.status)


async def _sent(page: str, name: str, value: UploadFile | str) -> str:
    """As a setting: of a file its text, or its bytes in base 64. They are few, since the body is
    (`BodyLimit`). Raises UnknownName."""
    if isinstance(value, str):
        return value
    content = await value.read()
    if any(control.name == name and control.is_bytes for control in page_named(page).controls):
        return base64.b64encode(content).decode()
    return content.decode("utf-8", "replace")


@router.get("/learn/atlas/{page}/events", include_in_schema=False)
async def events(request: Request, page: str) -> Response:
    """How far the answer of a page is, as server-sent events; the last has the answer."""
    given = dict(request.query_params)
    followed = await in_turn(request, "page", followed_answer, page, given)
    return event_stream(request, followed.events())


@router.get("/learn/atlas/{page}/sections/{number}", include_in_schema=False)
async def section(request: Request, page: str, number: int, compiler: str = _COMPILER) -> Response:
    """One section of a page's text, for a page that did not wait for it."""
    article = await in_turn(request, "page", article_of, page)
    begun = await in_turn(request, "page", begin_article_section, article, number, compiler)
    view = Page("lesson_section.html", await begun.page(), fragment=("section",))
    return render(request, view)


@router.get("/learn/atlas/{page}/claims", include_in_schema=False)
async def claims(request: Request, page: str) -> Response:
    """Every claim of one page, and what was found."""
    article = await in_turn(request, "page", article_of, page)
    claims_page = await in_turn(request, "page", article_claims_page, article)
    return render(request, Page("claims.html", claims_page, fragment=("verdicts",)))


@router.get("/api/atlas", tags=["atlas"])
def pages() -> Response:
    """What `lowlab atlas list --json` prints: every page with its controls and facts."""
    return Response(orjson.dumps(atlas_list()), media_type=_JSON)


@router.get("/api/atlas/questions", tags=["atlas"])
def all_questions() -> Response:
    """What `lowlab atlas questions --json` prints: every question with its answers."""
    return Response(orjson.dumps(questions_record()), media_type=_JSON)


@router.get("/api/atlas/{page}", tags=["atlas"])
async def answer(request: Request, page: str) -> Response:
    """What `lowlab atlas run PAGE --json` prints; the query is the page's settings."""
    given = dict(request.query_params)
    return await answer_own(
        request, _key(request, page), lambda: finished_record(page, given), "heavy"
    )


@router.post(
    "/api/atlas/{page}",
    tags=["atlas"],
    response_model=dict[str, Any],
    openapi_extra=body_of(AtlasBody),
)
async def own_answer(request: Request, page: str) -> Response:
    """The same for settings that no address can hold, such as a program of one's own."""
    body = parse_body(AtlasBody, await request.body())
    answer = await in_turn(request, "heavy", atlas_answer, page, body.settings)
    return Response(orjson.dumps(answer), media_type=_JSON)
