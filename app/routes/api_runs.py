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
from app.serving.answers import answer_body
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
    return await answer_body(request, "count", "heavy")


@router.post("/cfg", response_model=ControlFlow, openapi_extra=body_of(FlowBody))
async def cfg(request: Request) -> Response:
    """Run a function once and count each edge between its basic blocks, or say that it is open."""
    return await answer_body(request, "cfg", "heavy")


@router.post("/ledger", response_model=Ledger, openapi_extra=body_of(LedgerBody))
async def ledger(request: Request) -> Response:
    """Price each pass of the optimiser: run the code as it stood after it; takes seconds."""
    return await answer_body(request, "ledger", "heavy")


@router.post("/ledger/without", response_model=SkippedPass, openapi_extra=body_of(SkipBody))
async def ledger_without(request: Request) -> Response:
    """Leave one pass out of LLVM's pipeline: what the later ones then do, and what it costs."""
    return await answer_body(request, "ledger without", "heavy")


@router.post("/outputs", response_model=OutputComparison, openapi_extra=body_of(OutputsBody))
async def outputs(request: Request) -> Response:
    """Run a function with two settings: the same bits, or how far apart in ULP and which nearer."""
    return await answer_body(request, "outputs", "heavy")


@router.post("/sweep", response_model=SveSweep, openapi_extra=body_of(SweepBody))
async def sweep(request: Request) -> Response:
    """Run a function at SVE lengths from 128 to 2048 bits: the code stays, the count falls."""
    return await answer_body(request, "sweep", "heavy")


@router.post("/steps", response_model=dict[str, Any], openapi_extra=body_of(StepsBody))
async def steps(request: Request) -> Response:
    """Record a loop: the state before the first step, then what each step changed."""
    return await answer_body(request, "steps", "heavy")


@router.post("/slice", response_model=SliceAnswer, openapi_extra=body_of(SliceBody))
async def why_this_number(request: Request) -> Response:
    """Tell what a value depends on: its dynamic slice, replayed alone with noise around it."""
    return await answer_body(request, "slice", "heavy")


@router.post("/overlap", response_model=Overlap, openapi_extra=body_of(OverlapBody))
async def overlap(request: Request) -> Response:
    """Run a function with `restrict` on overlapping arrays: what comes out, and what should."""
    return await answer_body(request, "overlap", "heavy")


@router.post("/whole", response_model=WholeProgram, openapi_extra=body_of(WholeBody))
async def whole(request: Request) -> Response:
    """Link two files with and without link-time optimisation and compare the final code."""
    return await answer_body(request, "whole", "heavy")


@router.post("/profile", response_model=ProfileExperiment, openapi_extra=body_of(ProfileBody))
async def profile(request: Request) -> Response:
    """Build a function without a profile and with two: layouts, branches, costs; takes seconds."""
    return await answer_body(request, "profile", "heavy")
