"""The JSON API, third part: programs built, linked and run under the emulator."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.loop.api_run_bodies import (
    CountBody,
    FlowBody,
    LedgerBody,
    OutputsBody,
    OverlapBody,
    ProfileBody,
    SkipBody,
    SliceBody,
    StepsBody,
    SweepBody,
    WholeBody,
)
from app.serving.answers import answer_request, task_of
from app.serving.openapi import body_of
from compiler_core.host.control_flow.record import ControlFlow
from compiler_core.host.ledger.record import Ledger, SkippedPass
from compiler_core.host.running.compare_outputs import OutputComparison
from compiler_core.host.running.overlap import Overlap
from compiler_core.host.running.record import Counts
from compiler_core.host.running.sweep import SveSweep
from compiler_core.host.slicing.answer import SliceAnswer
from compiler_core.host.whole_program.profile_record import ProfileExperiment
from compiler_core.host.whole_program.record import WholeProgram

router = APIRouter(prefix="/api", tags=["api"])


@router.post("/count", response_model=Counts, openapi_extra=body_of(CountBody))
async def count(request: Request) -> Response:
    """Run a function once and count, per line, what it executed, loaded, stored and missed."""
    body = await request.body()
    return await answer_request(request, ("count", body), task_of(request, "count", body), "heavy")


@router.post("/cfg", response_model=ControlFlow, openapi_extra=body_of(FlowBody))
async def cfg(request: Request) -> Response:
    """Run a function once and count each edge between its basic blocks, or say that it is open."""
    body = await request.body()
    return await answer_request(request, ("cfg", body), task_of(request, "cfg", body), "heavy")


@router.post("/ledger", response_model=Ledger, openapi_extra=body_of(LedgerBody))
async def ledger(request: Request) -> Response:
    """Price each pass of the optimiser: run the code as it stood after it; takes seconds."""
    body = await request.body()
    return await answer_request(
        request, ("ledger", body), task_of(request, "ledger", body), "heavy"
    )


@router.post("/ledger/without", response_model=SkippedPass, openapi_extra=body_of(SkipBody))
async def ledger_without(request: Request) -> Response:
    """Leave one pass out of LLVM's pipeline: what the later ones then do, and what it costs."""
    body = await request.body()
    return await answer_request(
        request, ("ledger without", body), task_of(request, "ledger without", body), "heavy"
    )


@router.post("/outputs", response_model=OutputComparison, openapi_extra=body_of(OutputsBody))
async def outputs(request: Request) -> Response:
    """Run a function with two settings: the same bits, or how far apart in ULP and which nearer."""
    body = await request.body()
    return await answer_request(
        request, ("outputs", body), task_of(request, "outputs", body), "heavy"
    )


@router.post("/sweep", response_model=SveSweep, openapi_extra=body_of(SweepBody))
async def sweep(request: Request) -> Response:
    """Run a function at SVE lengths from 128 to 2048 bits: the code stays, the count falls."""
    body = await request.body()
    return await answer_request(request, ("sweep", body), task_of(request, "sweep", body), "heavy")


@router.post("/steps", response_model=dict[str, Any], openapi_extra=body_of(StepsBody))
async def steps(request: Request) -> Response:
    """Record a loop: the state before the first step, then what each step changed."""
    body = await request.body()
    return await answer_request(request, ("steps", body), task_of(request, "steps", body), "heavy")


@router.post("/slice", response_model=SliceAnswer, openapi_extra=body_of(SliceBody))
async def why_this_number(request: Request) -> Response:
    """Tell what a value depends on: its dynamic slice, replayed alone with noise around it."""
    body = await request.body()
    return await answer_request(request, ("slice", body), task_of(request, "slice", body), "heavy")


@router.post("/overlap", response_model=Overlap, openapi_extra=body_of(OverlapBody))
async def overlap(request: Request) -> Response:
    """Run a function with `restrict` on overlapping arrays: what comes out, and what should."""
    body = await request.body()
    return await answer_request(
        request, ("overlap", body), task_of(request, "overlap", body), "heavy"
    )


@router.post("/whole", response_model=WholeProgram, openapi_extra=body_of(WholeBody))
async def whole(request: Request) -> Response:
    """Link two files with and without link-time optimisation and compare the final code."""
    body = await request.body()
    return await answer_request(request, ("whole", body), task_of(request, "whole", body), "heavy")


@router.post("/profile", response_model=ProfileExperiment, openapi_extra=body_of(ProfileBody))
async def profile(request: Request) -> Response:
    """Build a function without a profile and with two: layouts, branches, costs; takes seconds."""
    body = await request.body()
    return await answer_request(
        request, ("profile", body), task_of(request, "profile", body), "heavy"
    )
