"""Models as JSON: the same runs and results that the pages show."""

from __future__ import annotations

from typing import Annotated

import orjson
from anyio import to_thread
from fastapi import APIRouter, Depends, Path
from starlette.requests import Request
from starlette.responses import Response

from app.model.element_answers import element_answer
from app.model.elements import element_asked
from app.model.pairs import comparison_of, model_pair
from app.model.sent import keep_sent
from app.model.token_questions import token_answer, token_asked
from app.model_runs.known import find_model, offered_models
from app.model_runs.request import ModelRequest, model_request
from app.model_runs.runs import Run, runs
from app.model_runs.tracks import GRAPH, LANGUAGE, Track, track_of
from app.serving.forms import form_of
from app.serving.turns import in_turn
from compiler_core.board.compare import board_json
from compiler_core.board.report import LARGEST_REPORT
from compiler_core.errors import InputError, UnknownName
from compiler_core.graph.pairing.records import NetworkComparison
from compiler_core.graph.slicing.answer import ElementAnswer
from compiler_core.json_form import plain_json
from compiler_core.llm.slicing.answer import TokenAnswer
from compiler_core.llm.slicing.settings import TokenSettings
from compiler_core.pipelines.json_form import stage_json, stage_summary
from compiler_core.storage import storage_error_told

router = APIRouter(prefix="/api/models", tags=["models"])
_JSON = "application/json"
_ACCEPTED = 202
_MODEL_FILES = 5

ModelName = Annotated[str, Path(description="The id of a model that ships, or of an upload.")]
StageName = Annotated[
    str,
    Path(
        description=f"Of a network: {', '.join(GRAPH.stage_names)}. "
        f"Of a language model: {', '.join(LANGUAGE.stage_names)}."
    ),
]


@router.get("")
def list_models() -> Response:
    """The models that are here without an upload."""
    return Response(orjson.dumps(offered_models()), media_type=_JSON)


@router.post("", status_code=201)
async def upload_model(request: Request) -> Response:
    """Keep a model, sent as the form field `model`; answers its id.

    ONNX, with the file that holds its weights if there is one; GGUF; or safetensors with
    config.json and tokenizer.json: all in fields of that name. Of a large GGUF file the first part
    will do, if the field `file_bytes` says how large the file is.
    """
    async with form_of(request, _MODEL_FILES, 4) as form:
        name = await in_turn(request, "page", keep_sent, form)
    return Response(orjson.dumps({"id": name}), 201, media_type=_JSON)


@router.get("/{model}/run")
async def show_run(request: Request, model: ModelName) -> Response:
    """How far the run with the query's settings is; asking starts it.

    202 while it is under way. Settings are those of a stage page's address.
    """
    run, track = await in_turn(request, "page", _run, model, dict(request.query_params))
    return await to_thread.run_sync(_run_answer, run, track.stage_names)


@router.get("/{model}/stages/{stage}")
async def show_stage(request: Request, model: ModelName, stage: StageName) -> Response:
    """Everything a stage left: steps with changes and reasons, and its own record.

    202 with the run's events while the stage is not there yet.
    """
    run, track = await in_turn(request, "page", _run, model, dict(request.query_params))
    result = await to_thread.run_sync(run.result, track.stage_name(stage))
    if result is None:
        return await to_thread.run_sync(_run_answer, run, track.stage_names)
    return Response(await to_thread.run_sync(stage_json, result), media_type=_JSON)


@router.get("/{model}/compare", response_model=NetworkComparison)
async def compare_models(request: Request, model: ModelName, other: str) -> Response:
    """Another network beside this one, node by node: what changed, in order, with bytes.

    202 while one of them is still being read; instructions are null until both have run. The query
    has the settings of the left one; `other` is the id of the right one.
    """
    values = dict(request.query_params)
    comparison = await in_turn(request, "light", _networks_compared, model, other, values)
    body, status = (comparison, 200) if comparison else (orjson.dumps({"done": False}), _ACCEPTED)
    return Response(body, status, media_type=_JSON)


def _networks_compared(model: str, other: str, values: dict[str, str]) -> bytes:
    """Empty until both were read."""
    known = find_model(model)
    track = track_of(known.track)
    stage_request = model_request(track, model, track.stage_names[0], values, known.weights)
    comparison = comparison_of(model_pair(stage_request, other))
    return b"" if comparison is None else plain_json(comparison)


@router.get("/{model}/slice", response_model=ElementAnswer | TokenAnswer)
async def why_this_number(
    request: Request,
    model: ModelName,
    of_token: Annotated[TokenSettings, Depends()],
    tensor: str = "",
    index: str = "",
) -> Response:
    """What an element of a network depends on, with everything outside poisoned and elements inside
    changed; of a language model, which earlier tokens a logit or a head read, with later tokens
    replaced.

    202 while the program has not run. tensor: of the compiled network, by default the first output;
    index: from 0, with commas. text: by default what the language model's program read and wrote;
    layer and head: without both a logit. The query has the run's settings too.
    """
    stage_request = await in_turn(request, "page", _asked, model, dict(request.query_params))
    if stage_request.track is LANGUAGE:
        question = token_asked(stage_request, of_token.query())
        answer = (await in_turn(request, "page", token_answer, question)).answer
    else:
        answer = await element_answer(
            request, element_asked(stage_request, {"tensor": tensor, "index": index})
        )
    if answer is None:
        return Response(orjson.dumps({"done": False}), _ACCEPTED, media_type=_JSON)
    return Response(plain_json(answer), media_type=_JSON)


def _asked(model: str, values: dict[str, str]) -> ModelRequest:
    known = find_model(model)
    track = track_of(known.track)
    return model_request(track, model, track.stage_names[0], values, known.weights)


@router.post("/{model}/board")
async def read_board_report(request: Request, model: ModelName) -> Response:
    """The report of a bundle's run on a board: measured times beside counted and modelled ones.

    The body is what `sh run.sh` wrote, at most 1 MiB; the query has the run's settings and `chip`.
    The bundle is `/model/{model}/run/file/board.tar.gz` with the same query.
    """
    content = await limited_body(request, LARGEST_REPORT)
    answer = await in_turn(request, "page", _compared, model, dict(request.query_params), content)
    return Response(answer, media_type=_JSON)


def _compared(model: str, values: dict[str, str], content: bytes) -> bytes:
    from app.model.boards import compared

    known = find_model(model)
    track = track_of(known.track)
    if track is not GRAPH:
        raise UnknownName("Only networks have such a bundle.", "Send the report to its network.")
    stage_request = model_request(track, model, track.stage_names[-1], values, known.weights)
    return board_json(compared(stage_request, content))


async def limited_body(request: Request, most: int) -> bytes:
    """The body, of which no more is read than one byte too many."""
    content = bytearray()
    async for chunk in request.stream():
        content += chunk
        if len(content) > most:
            break
    return bytes(content[: most + 1])


def _run(model: str, values: dict[str, str]) -> tuple[Run, Track]:
    """The run, and what its stages are."""
    known = find_model(model)
    track = track_of(known.track)
    stage_request: ModelRequest = model_request(
        track, model, track.stage_names[0], values, known.weights
    )
    return runs().run_of(known, stage_request), track


def _run_answer(run: Run, names: tuple[str, ...]) -> Response:
    events = run.events()
    ended = bool(events) and events[-1].last
    failed = next((event for event in events if event.kind == "failed"), None)
    if failed is not None:
        raise storage_error_told(failed.text) or InputError(failed.text, failed.advice)
    results = [run.result(name) for name in names]
    body = {
        "done": ended,
        "queue_number": runs().number_of(run),
        "events": events,
        "stages": [stage_summary(result) for result in results if result is not None],
    }
    return Response(orjson.dumps(body), 200 if ended else _ACCEPTED, media_type=_JSON)
