"""The JSON API of the textbook compiler."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from app.answers import FinishedAnswer, answer_request, finished
from app.api_bodies import StrictBody, parse_body
from app.routes.api import JSON_TYPE
from app.textbook import textbook_trace
from compiler_core.json_form import textbook_json
from compiler_core.loop.passes.registry import USUAL_PASSES
from compiler_core.loop.pipeline import MAXIMUM_PASSES
from compiler_core.source import source_file

router = APIRouter(prefix="/api", tags=["api"])


class TextbookBody(StrictBody):
    """A function for the textbook compiler."""

    source: str = Field(description="C in the textbook's subset; at most 64 KiB.")
    function: str = Field("", description="Its name; the first one with a loop if empty.")
    passes: list[str] = Field(
        default_factory=lambda: list(USUAL_PASSES),
        max_length=MAXIMUM_PASSES,
        description="Names of passes, in order; the usual ones if left out.",
    )


BODY = {"content": {JSON_TYPE: {"schema": TextbookBody.model_json_schema()}}, "required": True}


@router.post(
    "/textbook", response_model=dict[str, Any], openapi_extra={"requestBody": BODY}
)  # fmt: skip
async def textbook(request: Request) -> Response:
    """Run textbook passes over one function: a Trace, each step compared with the source on inputs.
    422 for what is outside the subset, with its place and what to change."""
    body = await request.body()
    return await answer_request(
        request, ("textbook", body), lambda: _traced(parse_body(TextbookBody, body))
    )


def _traced(asked: TextbookBody) -> FinishedAnswer:
    trace = textbook_trace(source_file(asked.source), asked.function, tuple(asked.passes))
    return finished(200, textbook_json(trace))
