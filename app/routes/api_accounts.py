"""The JSON API, second half: what the compilers did and why, what to try, what it costs."""

from __future__ import annotations

from typing import Any

import orjson
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.answers import FinishedAnswer, answer_request, finished
from app.api_bodies import (
    BisectBody,
    CyclesBody,
    PassesBody,
    TrialBody,
    TrialsBody,
    WhyBody,
    parse_body,
)
from app.routes.api import body_of
from compiler_core.host.bisection.bisect import bisect
from compiler_core.host.bisection.record import Bisection
from compiler_core.host.cycles.cycles import cycles_of_source
from compiler_core.host.cycles.record import CyclesReport
from compiler_core.host.passes.timeline import follow_passes
from compiler_core.host.trials.survey import LoopTrials, survey_source
from compiler_core.host.trials.trial import Trial, trial_json, trial_of, with_counts, with_cycles
from compiler_core.host.verdicts.verdict import Why
from compiler_core.host.verdicts.why import explain_loops, why_json
from compiler_core.json_form import timeline_json

router = APIRouter(prefix="/api", tags=["api"])


@router.post("/passes", response_model=dict[str, Any], openapi_extra=body_of(PassesBody))
async def passes(request: Request) -> Response:
    """Follow one function through all passes: a Trace (pipeline, steps) and its story."""
    body = await request.body()
    return await answer_request(
        request, ("passes", body), lambda: _passes(parse_body(PassesBody, body)), "heavy"
    )


def _passes(asked: PassesBody) -> FinishedAnswer:
    sources = asked.sources()
    file = sources[min(asked.file, len(sources)) - 1].name if asked.file else ""
    timeline = follow_passes(sources, asked.compiler, asked.flags, asked.function, file)
    status = timeline.outcome.status
    return finished(
        200 if status == "ok" else 422, timeline_json(timeline), lasting=status != "limited"
    )


@router.post("/why", response_model=Why, openapi_extra=body_of(WhyBody))
async def why(request: Request) -> Response:
    """Say for each loop whether it was vectorised, why or why not, and what to try."""
    body = await request.body()
    return await answer_request(request, ("why", body), lambda: _why(parse_body(WhyBody, body)))


def _why(asked: WhyBody) -> FinishedAnswer:
    found = explain_loops(asked.chosen(), asked.compiler, asked.flags)
    return finished(200 if found.ok else 422, why_json(found), lasting=found.ok)


@router.post("/trial", response_model=Trial, openapi_extra=body_of(TrialBody))
async def trial(request: Request) -> Response:
    """Try a suggestion on one loop: verdict, code, cycles and counts before and
    after, and the edited source."""
    body = await request.body()
    return await answer_request(
        request, ("trial", body), lambda: _trial(parse_body(TrialBody, body)), "heavy"
    )


def _trial(asked: TrialBody) -> FinishedAnswer:
    source = asked.chosen()
    found = trial_of(
        source, asked.compiler, asked.flags, asked.line, asked.suggestion, asked.column
    )
    found = with_cycles(found, source, asked.compiler, asked.flags, asked.cpu)
    found = with_counts(found, source, asked.compiler, asked.flags)
    return finished(200, trial_json(found), lasting=found.ok)


@router.post("/trials", response_model=list[LoopTrials], openapi_extra=body_of(TrialsBody))
async def trials(request: Request) -> Response:
    """Try every suggestion of the loops on a line: ranked by what they changed, with those that
    change nothing and those that compute other results told apart."""
    body = await request.body()
    return await answer_request(
        request, ("trials", body), lambda: _trials(parse_body(TrialsBody, body)), "heavy"
    )


def _trials(asked: TrialsBody) -> FinishedAnswer:
    setting = asked.compiler, asked.flags
    found = survey_source(asked.chosen(), setting, asked.line, asked.column, asked.cpu)
    return finished(200, orjson.dumps(found))


@router.post("/cycles", response_model=CyclesReport, openapi_extra=body_of(CyclesBody))
async def cycles(request: Request) -> Response:
    """Model the cycles of every innermost loop on one core."""
    body = await request.body()
    return await answer_request(
        request, ("cycles", body), lambda: _cycles(parse_body(CyclesBody, body))
    )


def _cycles(asked: CyclesBody) -> FinishedAnswer:
    report = cycles_of_source(asked.sources(), asked.compiler, asked.flags, asked.cpu)
    return finished(200, orjson.dumps(report))


@router.post("/bisect", response_model=Bisection, openapi_extra=body_of(BisectBody))
async def bisect_levels(request: Request) -> Response:
    """Find the single settings that make the difference between two levels; takes seconds."""
    body = await request.body()
    return await answer_request(
        request, ("bisect", body), lambda: _bisect(parse_body(BisectBody, body)), "heavy"
    )


def _bisect(asked: BisectBody) -> FinishedAnswer:
    found = bisect(asked.sources()[0], asked.compiler, asked.low, asked.high)
    return finished(200, orjson.dumps(found), lasting=found.complete)
