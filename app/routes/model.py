"""Models: the page to drop one, and the pages of its seven stages.

A stage page shows what is there and watches the rest: the run is started by asking for it, and
its events can be listened to, from any number on.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Annotated, Literal

import orjson
from anyio import to_thread
from fastapi import APIRouter, Header
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.analysis.errors import AnalysisEnded, TaskRefused
from app.lab.making import makers_of
from app.model.answers import ModelAnswer, drop_page, model_answer, stage_file
from app.model.comparing import compare_page
from app.model.documents import document_page
from app.model.element_answers import element_answer
from app.model.elements import answer_page, element_asked
from app.model.opening import opened, unread_problem
from app.model.pairs import model_pairs_page, models_address, problem_page
from app.model.sent import keep_sent
from app.model.signs import board_of_drawing
from app.model.token_questions import token_answer, token_asked, token_why_page
from app.model.views.model_drop import DropProblem
from app.model.views.model_stage import waiting_text
from app.model_runs.known import find_model
from app.model_runs.request import ModelRequest, model_request
from app.model_runs.runs import Run, runs
from app.model_runs.tracks import GRAPH, LANGUAGE, track_of
from app.model_runs.uploads import keep_picture
from app.serving.addresses import read_as, texts_of
from app.serving.bodies import StrictBody
from app.serving.exercise_makers import offering
from app.serving.forms import files_of, form_of
from app.serving.open_streams import event_stream, require_stream
from app.serving.templating import Page, render
from app.serving.turns import in_turn
from compiler_core.asker import current_asker
from compiler_core.errors import InputError, UnknownName
from compiler_core.kept import Kept
from compiler_core.pipelines.events import Event
from compiler_core.typed_numbers import whole_number

if TYPE_CHECKING:
    from app.model.views.catalogue import CataloguePage

router = APIRouter(include_in_schema=False)
_LONGEST_WATCH_SECONDS = 600.0
_FORM_FILES = 1
_MODEL_FILES = 5
_FORM_FIELDS = 40
_catalogues: Kept[CataloguePage] = Kept(1)
LIST_SETTINGS = ("passes", "pinned", "extensions", "remedies")


class DrawnSign(StrictBody):
    """What somebody drew."""

    pixels: str


class Pressed(StrictBody):
    """What a stage's form says beside settings and place."""

    action: Literal["", "again", "cancel"] = ""


@router.get("/model")
async def doors(request: Request, sign: str = "") -> Response:
    """Draw a sign, drop a model, or take one of those that are here."""
    page = await in_turn(request, "page", drop_page, None, sign)
    return render(request, Page("model.html", page))


@router.post("/model/signs")
async def said_of_drawing(request: Request) -> Response:
    """What a net says of a drawing, sign by sign, as JSON."""
    async with form_of(request) as form:
        pixels = read_as(DrawnSign, form).pixels
    board = await in_turn(request, "page", board_of_drawing, pixels)
    answer = {
        "says": board.says,
        "signs": [(sign.name, sign.percent, sign.words) for sign in board.signs],
    }
    return Response(orjson.dumps(answer), media_type="application/json")


@router.get("/fusion")
async def fusion_catalogue(request: Request) -> Response:
    """Fusion patterns by name, each on a small graph that is fused now."""
    return render(request, Page("fusion.html", await in_turn(request, "page", _catalogue)))


@router.get("/model/operators")
def operators(request: Request) -> Response:
    """What the onnx package's own cases say of the code for each operator."""
    return render(request, Page("document.html", document_page("operators", "Operators")))


@router.get("/model/fusion-differences")
def fusion_differences(request: Request) -> Response:
    """Where our groups differ from TVM's, each with its reason."""
    page = document_page("fusion-differences", "Fusion beside TVM")
    return render(request, Page("document.html", page))


@router.post("/model")
async def upload(request: Request) -> Response:
    """Keep a model and go to its first stage; what cannot be kept is said where it was dropped."""
    async with form_of(request, _MODEL_FILES, _FORM_FIELDS) as form:
        try:
            name = await in_turn(request, "page", keep_sent, form)
        except InputError as error:
            problem = DropProblem("The file was not taken", error.message, error.advice)
            return await _drop_page(request, problem, error.status)
    return RedirectResponse(await opened(name), 303)


@router.get("/model/{model}")
async def first_stage(request: Request, model: str) -> Response:
    """On to the first stage; for an upload that cannot be read, the page that says why."""
    known = await to_thread.run_sync(find_model, model)
    problem = await to_thread.run_sync(unread_problem, known)
    if problem is not None:
        return await _drop_page(request, problem, InputError.status)
    return RedirectResponse(f"/model/{model}/{track_of(known.track).stage_names[0]}", 303)


async def _drop_page(request: Request, problem: DropProblem, status: int) -> Response:
    page = await in_turn(request, "page", drop_page, problem)
    return render(request, Page("model.html", page), status)


@router.get("/model/{model}/compare")
async def compare(request: Request, model: str) -> Response:
    """Two compilations of one network side by side; asking starts both."""
    known = await to_thread.run_sync(find_model, model)
    if await to_thread.run_sync(unread_problem, known) is not None:
        return RedirectResponse(f"/model/{model}", 303)
    values = dict(request.query_params)
    stage = track_of(known.track).stage_names[-1]
    stage_request = await to_thread.run_sync(_asked, model, stage, values)
    page = await in_turn(request, "page", compare_page, stage_request, values)
    return render(request, Page("model_compare.html", page))


@router.get("/model/{model}/compare-models")
async def compare_models(request: Request, model: str, other: str = "") -> Response:
    """Another model beside this one, node by node; asking starts both."""
    known = await to_thread.run_sync(find_model, model)
    if await to_thread.run_sync(unread_problem, known) is not None:
        return RedirectResponse(f"/model/{model}", 303)
    stage_request = await to_thread.run_sync(_first_asked, model, dict(request.query_params))
    page = await in_turn(request, "light", model_pairs_page, stage_request, other)
    return render(request, Page("model_pairs.html", page))


@router.post("/model/{model}/compare-models")
async def send_compared(request: Request, model: str) -> Response:
    """Keep the model that is to stand on the right, and compare."""
    stage_request = await to_thread.run_sync(_first_asked, model, dict(request.query_params))
    async with form_of(request, _MODEL_FILES, _FORM_FIELDS) as form:
        try:
            name = await in_turn(request, "page", keep_sent, form)
        except InputError as error:
            problem = DropProblem("The file was not taken", error.message, error.advice)
            page = await in_turn(request, "page", problem_page, stage_request, problem)
            return render(request, Page("model_pairs.html", page), error.status)
    return RedirectResponse(models_address(stage_request, name), 303)


@router.get("/model/{model}/why")
async def why_this_number(request: Request, model: str) -> Response:
    """What an element of the network's run depends on, or what a language model's token rests on;
    asking starts the run."""
    known = await to_thread.run_sync(find_model, model)
    if await to_thread.run_sync(unread_problem, known) is not None:
        return RedirectResponse(f"/model/{model}", 303)
    values = dict(request.query_params)
    stage_request = await to_thread.run_sync(_first_asked, model, values)
    if stage_request.track is LANGUAGE:
        return await _why_this_token(request, stage_request, values)
    question = element_asked(stage_request, values)
    answer = problem = None
    try:
        answer = await element_answer(request, question)
    except (InputError, UnknownName, TaskRefused, AnalysisEnded) as error:
        problem = error
    page = await in_turn(request, "light", answer_page, question, answer, problem)
    status = problem.status if problem is not None else 200
    return render(request, Page("model_element.html", page), status)


async def _why_this_token(
    request: Request, stage_request: ModelRequest, values: dict[str, str]
) -> Response:
    question = token_asked(stage_request, values)
    answer = problem = None
    try:
        answer = await in_turn(request, "page", token_answer, question)
    except InputError as error:
        problem = error
    page = token_why_page(question, answer, problem)
    status = problem.status if problem is not None else 200
    return render(request, Page("model_token.html", page), status)


@router.get("/model/{model}/{stage}")
async def stage_page(request: Request, model: str, stage: str) -> Response:
    """One stage, as far as the run has come. Its number leads to its name; of a file that cannot
    be read every address leads to the page that says why."""
    known = await to_thread.run_sync(find_model, model)
    if await to_thread.run_sync(unread_problem, known) is not None:
        return RedirectResponse(f"/model/{model}", 303)
    stage_request = await to_thread.run_sync(_asked, model, stage, dict(request.query_params))
    if stage_request.stage != stage:
        return RedirectResponse(stage_request.address(), 303)
    answer: ModelAnswer = await in_turn(request, "page", model_answer, stage_request)
    page = Page("model_stage.html", answer.page, fragment=("stage",))
    shipped = known.track == "graph" and known.kind != "uploaded"
    with offering(await makers_of(request) if shipped else ()):
        return render(request, page, answer.status)


@router.post("/model/{model}/{stage}")
async def submit(request: Request, model: str, stage: str) -> Response:
    """A form's settings, a picture, or a board's report become an address."""
    async with form_of(request, _FORM_FILES, _FORM_FIELDS) as form:
        values = texts_of(form)
        for file in files_of(form, "file"):
            if file.filename:
                values["picture"] = await in_turn(request, "page", keep_picture, file.file)
        lists = {
            name: ",".join(str(choice) for choice in form.getlist(name))
            for name in LIST_SETTINGS
            if name in form
        }
        stage_request = await to_thread.run_sync(_asked, model, stage, values | lists)
        report = files_of(form, "report")
        if report and stage_request.track is GRAPH:
            from app.model.boards import keep_report

            board = await in_turn(request, "page", keep_report, stage_request, report[0].file)
            return RedirectResponse(stage_request.changed(board=board).address("board-title"), 303)
    action = read_as(Pressed, values).action
    if action == "again":
        await to_thread.run_sync(runs().again, find_model(model), stage_request)
    if action == "cancel":
        run = await to_thread.run_sync(runs().run_of, find_model(model), stage_request)
        runs().cancel(run)
    return RedirectResponse(stage_request.address(), 303)


@router.get("/model/{model}/{stage}/events")
async def events(
    request: Request,
    model: str,
    stage: str,
    last_event_id: Annotated[str, Header()] = "",
) -> Response:
    """What happens in the run, as server-sent events that end with `done` or `failed`."""
    require_stream(current_asker().client)
    stage_request = await to_thread.run_sync(_asked, model, stage, dict(request.query_params))
    run = await to_thread.run_sync(runs().run_of, find_model(model), stage_request)
    after = whole_number(last_event_id, 8) or 0
    return event_stream(request, _watch(run, after))


@router.get("/model/{model}/{stage}/file/{name}")
async def download(request: Request, model: str, stage: str, name: str) -> Response:
    """A file that the stage left."""
    stage_request = await to_thread.run_sync(_asked, model, stage, dict(request.query_params))
    file = await in_turn(request, "page", stage_file, stage_request, name)
    headers = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    return Response(file.content, media_type=file.media_type, headers=headers)


def _catalogue() -> CataloguePage:
    """Made once."""
    return _catalogues.get_or_compute("all", _new_catalogue)[0]


def _new_catalogue() -> CataloguePage:
    """Imported when first asked for: the libraries of the model compiler are large."""
    from app.model.views.catalogue import catalogue_page
    from compiler_core.graph.fusion.catalogue import catalogue
    from compiler_core.llm.attention_fusion.catalogue import language_catalogue

    return catalogue_page((*catalogue(), *language_catalogue()))


def _first_asked(model: str, values: dict[str, str]) -> ModelRequest:
    return _asked(model, track_of(find_model(model).track).stage_names[0], values)


def _asked(model: str, stage: str, values: dict[str, str]) -> ModelRequest:
    known = find_model(model)
    track = track_of(known.track)
    return model_request(track, model, track.page_of(stage), values, known.weights)


async def _watch(run: Run, after: int) -> AsyncIterator[str]:
    """Events as they come; nothing a reader does changes the run."""
    ends = time.monotonic() + _LONGEST_WATCH_SECONDS
    async for update in run.watch(after):
        if isinstance(update, Event):
            yield f"id: {update.number}\nevent: {update.kind}\ndata: {update.as_json()}\n\n"
        else:
            said = orjson.dumps({"text": waiting_text(update.place)}).decode()
            yield f"event: waiting\ndata: {said}\n\n"
        if time.monotonic() > ends:
            return
