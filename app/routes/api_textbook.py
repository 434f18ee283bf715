"""The JSON API of the textbook compiler."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import orjson
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.serving.answers import answer_body, finished
from app.serving.gate import JSON_TYPE
from app.serving.turns import in_turn
from app.tasks.textbook_tasks import CompareBody, TextbookBody
from app.textbook.survey import survey_if_ready
from compiler_core.loop.comparison.compare import (
    ThreeColumns,
)
from compiler_core.loop.comparison.survey import SurveyedSteps, SurveyRow, surveyed_loops

router = APIRouter(prefix="/api", tags=["api"])


@dataclass(frozen=True, slots=True)
class Survey:
    """Rows of the loops that are compared by now; complete says whether that is all of them."""

    complete: bool
    """False while loops are still being compared: ask again then."""
    loops: int
    """How many are surveyed: those of the gallery that the textbook can read, and its own
    samples."""
    compared: int
    """How many are compared by now, without those in `problems`."""
    rows: tuple[SurveyRow, ...]
    """A row for each compared loop and kind of step, loops in the order of the gallery, then the
    textbook's samples; empty at first."""
    problems: dict[str, str]
    """Why a loop could not be compared, in words, by the loop's id; empty where all could."""


BODY = {"content": {JSON_TYPE: {"schema": TextbookBody.model_json_schema()}}, "required": True}
COMPARE_BODY = {
    "content": {JSON_TYPE: {"schema": CompareBody.model_json_schema()}},
    "required": True,
}


@router.post("/textbook", response_model=dict[str, Any], openapi_extra={"requestBody": BODY})
async def textbook(request: Request) -> Response:
    """Run textbook passes over one function: a Trace, each step compared with the source on inputs.
    422 for what is outside the subset, with its place and what to change."""
    return await answer_body(request, "textbook", "light")


@router.post(
    "/textbook/compare", response_model=ThreeColumns, openapi_extra={"requestBody": COMPARE_BODY}
)
async def compare(request: Request) -> Response:
    """Compare one kind of step in the textbook, GCC and Clang: what each changed, where they differ
    and why."""
    return await answer_body(request, "textbook compare", "heavy")


@router.get("/textbook/survey", response_model=Survey)
async def survey(request: Request) -> Response:
    """Compare many loops at four kinds of steps. The first requests start it and give what is done;
    ask again until `complete`."""
    comparisons = await in_turn(request, "page", survey_if_ready)
    done = [steps for steps in comparisons.values() if isinstance(steps, SurveyedSteps)]
    report = Survey(
        complete=len(comparisons) == len(surveyed_loops()),
        loops=len(surveyed_loops()),
        compared=len(done),
        rows=tuple(row for steps in done for row in steps.rows),
        problems={
            name: problem for name, problem in comparisons.items() if isinstance(problem, str)
        },
    )
    return finished(200, orjson.dumps(report)).response()
