"""The JSON API, second half: what the compilers did and why, what to try, what it costs."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.loop.api_bodies import (
    BisectBody,
    CyclesBody,
    PassesBody,
    TrialBody,
    TrialsBody,
    WhyBody,
)
from app.serving.answers import answer_body
from app.serving.openapi import body_of
from compiler_core.host.bisection.record import Bisection
from compiler_core.host.cycles.record import CyclesReport
from compiler_core.host.trials.survey import LoopTrials
from compiler_core.host.trials.trial import SuggestionTrial
from compiler_core.host.verdicts.verdict import Why

router = APIRouter(prefix="/api", tags=["api"])


@router.post("/passes", response_model=dict[str, Any], openapi_extra=body_of(PassesBody))
async def passes(request: Request) -> Response:
    """Follow one function through all passes: a Trace (pipeline, steps) and its story."""
    return await answer_body(request, "passes", "heavy")


@router.post("/why", response_model=Why, openapi_extra=body_of(WhyBody))
async def why(request: Request) -> Response:
    """Say for each loop whether it was vectorised, why or why not, and what to try."""
    return await answer_body(request, "why", "light")


@router.post("/trial", response_model=SuggestionTrial, openapi_extra=body_of(TrialBody))
async def trial(request: Request) -> Response:
    """Try a suggestion on one loop: verdict, code, cycles and counts before and
    after, and the edited source."""
    return await answer_body(request, "trial", "heavy")


@router.post("/trials", response_model=list[LoopTrials], openapi_extra=body_of(TrialsBody))
async def trials(request: Request) -> Response:
    """Try every suggestion of the loops on a line: ranked by what they changed, with those that
    change nothing and those that compute other results told apart."""
    return await answer_body(request, "trials", "heavy")


@router.post("/cycles", response_model=CyclesReport, openapi_extra=body_of(CyclesBody))
async def cycles(request: Request) -> Response:
    """Model the cycles of every innermost loop on one core."""
    return await answer_body(request, "cycles", "light")


@router.post("/bisect", response_model=Bisection, openapi_extra=body_of(BisectBody))
async def bisect_levels(request: Request) -> Response:
    """Find the single settings that make the difference between two levels; takes seconds."""
    return await answer_body(request, "bisect", "heavy")
