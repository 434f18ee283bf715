"""The JSON API, third part: programs built, linked and run under the emulator."""

from __future__ import annotations

from typing import Any

import orjson
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.answers import FinishedAnswer, answer_request, finished
from app.api_bodies import parse_body
from app.api_run_bodies import (
    CountBody,
    OutputsBody,
    OverlapBody,
    ProfileBody,
    StepsBody,
    SweepBody,
    WholeBody,
)
from app.routes.api import body_of
from compiler_core.host.running.compare_outputs import OutputComparison, compare_settings
from compiler_core.host.running.count import count_source
from compiler_core.host.running.overlap import Overlap, run_overlap
from compiler_core.host.running.record import Counts
from compiler_core.host.running.sweep import SveSweep, sve_sweep
from compiler_core.host.stepping.page_form import MOST_BYTES, page_form
from compiler_core.host.stepping.record_steps import record_steps
from compiler_core.host.whole_program.profile import profile_of
from compiler_core.host.whole_program.profile_record import ProfileExperiment
from compiler_core.host.whole_program.record import WholeProgram
from compiler_core.host.whole_program.whole import link_whole

router = APIRouter(prefix="/api", tags=["api"])


@router.post("/count", response_model=Counts, openapi_extra=body_of(CountBody))
async def count(request: Request) -> Response:
    """Run a function once and count, per line, what it executed, loaded, stored and missed."""
    body = await request.body()
    return await answer_request(
        request, ("count", body), lambda: _count(parse_body(CountBody, body)), "heavy"
    )


def _count(asked: CountBody) -> FinishedAnswer:
    experiment = asked.experiment(asked.cache)
    counts = count_source(asked.sources(), asked.compiler, asked.flags, experiment)
    lasting = counts.ok and counts.cached
    return finished(200 if counts.ok else 422, orjson.dumps(counts), lasting=lasting)


@router.post("/outputs", response_model=OutputComparison, openapi_extra=body_of(OutputsBody))
async def outputs(request: Request) -> Response:
    """Run a function with two settings: the same bits, or how far apart in ULP and which nearer."""
    body = await request.body()
    return await answer_request(
        request, ("outputs", body), lambda: _outputs(parse_body(OutputsBody, body)), "heavy"
    )


def _outputs(asked: OutputsBody) -> FinishedAnswer:
    left, right = (asked.compiler, asked.flags), (asked.right.compiler, asked.right.flags)
    found = compare_settings(asked.sources(), left, right, asked.experiment())
    return finished(200, orjson.dumps(found))


@router.post("/sweep", response_model=SveSweep, openapi_extra=body_of(SweepBody))
async def sweep(request: Request) -> Response:
    """Run a function at SVE lengths from 128 to 2048 bits: the code stays, the count falls."""
    body = await request.body()
    return await answer_request(
        request, ("sweep", body), lambda: _sweep(parse_body(SweepBody, body)), "heavy"
    )


def _sweep(asked: SweepBody) -> FinishedAnswer:
    found = sve_sweep(asked.sources(), asked.compiler, asked.flags, asked.experiment())
    ok = all(row.ok for row in found.rows)
    return finished(200 if ok else 422, orjson.dumps(found), lasting=ok)


@router.post("/steps", response_model=dict[str, Any], openapi_extra=body_of(StepsBody))
async def steps(request: Request) -> Response:
    """Record a loop: the state before the first step, then what each step changed."""
    body = await request.body()
    return await answer_request(
        request, ("steps", body), lambda: _steps(parse_body(StepsBody, body)), "heavy"
    )


def _steps(asked: StepsBody) -> FinishedAnswer:
    recording = record_steps(
        asked.sources(),
        asked.compiler,
        asked.flags,
        asked.experiment(),
        asked.line,
        asked.round,
        asked.steps,
    )
    first = min(asked.first, len(recording.steps))
    form = page_form(recording, first, MOST_BYTES)
    return finished(200 if recording.ok else 422, orjson.dumps(form), lasting=recording.ok)


@router.post("/overlap", response_model=Overlap, openapi_extra=body_of(OverlapBody))
async def overlap(request: Request) -> Response:
    """Run a function with `restrict` on overlapping arrays: what comes out, and what should."""
    body = await request.body()
    return await answer_request(
        request, ("overlap", body), lambda: _overlap(parse_body(OverlapBody, body)), "heavy"
    )


def _overlap(asked: OverlapBody) -> FinishedAnswer:
    setting = asked.compiler, asked.flags
    found = run_overlap(asked.sources(), *setting, asked.experiment(), asked.offset)
    return finished(200, orjson.dumps(found))


@router.post("/whole", response_model=WholeProgram, openapi_extra=body_of(WholeBody))
async def whole(request: Request) -> Response:
    """Link two files with and without link-time optimisation and compare the final code."""
    body = await request.body()
    return await answer_request(
        request, ("whole", body), lambda: _whole(parse_body(WholeBody, body)), "heavy"
    )


def _whole(asked: WholeBody) -> FinishedAnswer:
    found = link_whole(asked.sources(), asked.compiler, asked.flags)
    return finished(200 if found.ok else 422, orjson.dumps(found), lasting=found.ok)


@router.post("/profile", response_model=ProfileExperiment, openapi_extra=body_of(ProfileBody))
async def profile(request: Request) -> Response:
    """Build a function without a profile and with two: layouts, branches, costs; takes seconds."""
    body = await request.body()
    return await answer_request(
        request, ("profile", body), lambda: _profile(parse_body(ProfileBody, body)), "heavy"
    )


def _profile(asked: ProfileBody) -> FinishedAnswer:
    inputs = [one.distribution() for one in asked.inputs]
    setting = asked.compiler, asked.flags
    found = profile_of(asked.chosen(), *setting, asked.function, inputs, asked.n)
    return finished(200 if found.ok else 422, orjson.dumps(found), lasting=found.ok)
