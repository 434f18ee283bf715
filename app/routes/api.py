"""The JSON API: the same objects as the pages and the command line, as prebuilt bytes."""

from __future__ import annotations

import orjson
from anyio import to_thread
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.loop.api_bodies import CompileBody, CompilersBody, DiffBody, MatrixBody, ShareBody, Shared
from app.loop.loop_request import LoopRequest
from app.routes.share import keep
from app.serving.answers import (
    answer_body,
    answer_request,
    base_address,
    body_key,
    finished,
    task_of,
)
from app.serving.bodies import parse_body
from app.serving.doctor import recent_report
from app.serving.gate import is_json
from app.serving.openapi import body_of
from app.serving.turns import in_turn
from compiler_core.errors import InputError
from compiler_core.examples import Example, load_examples
from compiler_core.host.comparison.diff import SettingsComparison
from compiler_core.host.comparison.matrix import FlagMatrix
from compiler_core.host.compilation import Compilation
from compiler_core.host.every_compiler.record import EveryCompiler
from compiler_core.json_form import plain_json
from compiler_core.toolchain.discovery import installed_compilers
from compiler_core.toolchain.doctor import DoctorReport
from compiler_core.toolchain.outcome import Compiler

router = APIRouter(prefix="/api", tags=["api"])
TEXT_TYPE = "text/plain"


@router.post("/compile", response_model=Compilation, openapi_extra=body_of(CompileBody))
async def compile_loop(request: Request) -> Response:
    """Compile a loop. With `Accept: text/plain` the answer is a listing for terminals, and the body
    may be the source itself with the other fields in the query. 422 when there is no assembly."""
    body = await request.body()
    sends_json = is_json(request.headers.get("content-type", ""))
    as_text = TEXT_TYPE in request.headers.get("accept", "")
    key = ("compile", body_key(body), sends_json, as_text, request.url.query)
    name = "compile" if sends_json else "compile text"
    return await answer_request(request, key, task_of(request, name, body), "light")


@router.post("/diff", response_model=SettingsComparison, openapi_extra=body_of(DiffBody))
async def diff(request: Request) -> Response:
    """Compare two settings on one source: sentences, numbers, aligned rows."""
    return await answer_body(request, "diff", "light")


@router.post("/matrix", response_model=FlagMatrix, openapi_extra=body_of(MatrixBody))
async def matrix(request: Request) -> Response:
    """Try every level and target on one source; rows say what each changed, the trace shows it."""
    return await answer_body(request, "matrix", "heavy")


@router.post("/compilers", response_model=EveryCompiler, openapi_extra=body_of(CompilersBody))
async def every_compiler(request: Request) -> Response:
    """Give one file to all installed compilers: verdicts and instructions of its loops, and which
    compilers differ."""
    return await answer_body(request, "compilers", "heavy")


@router.post("/share", response_model=Shared, openapi_extra=body_of(ShareBody))
async def share(request: Request) -> Response:
    """Keep a loop and its setting under a short permanent link; the same loop keeps its link."""
    body = parse_body(ShareBody, await request.body())
    if not body.source.strip():
        raise InputError("There is nothing to share.", "Give the source of a loop.")
    name = await to_thread.run_sync(keep, LoopRequest(**dict(body)))
    answer = {"id": name, "url": f"{base_address(request)}/z/{name}"}
    return finished(200, orjson.dumps(answer)).response()


@router.get("/compilers", response_model=tuple[Compiler, ...])
def compilers() -> Response:
    """The installed compilers, newest first, with the CPUs each one knows."""
    return finished(200, orjson.dumps(installed_compilers())).response()


@router.get("/examples", response_model=tuple[Example, ...])
def examples() -> Response:
    """The example loops with their sources."""
    return finished(200, orjson.dumps(load_examples())).response()


@router.get("/doctor", response_model=DoctorReport)
async def doctor(request: Request) -> Response:
    """Which tools are here and whether the jail holds; takes about a second."""
    report = await in_turn(request, "page", recent_report)
    return finished(200, plain_json(report.to_json())).response()
