"""The playground of the textbook compiler: one address, its state in the query.

The form is sent by POST and answered with the address of its state, so that a source that no
address can hold gets a plain answer, and every result has an address to share.
"""

from __future__ import annotations

from fastapi import APIRouter
from starlette.datastructures import FormData, QueryParams
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.serving.answers import answer_request, task_of
from app.serving.forms import form_of
from app.serving.templating import Page, render
from app.serving.turns import in_turn
from app.textbook.request import PATH, TextbookRequest, checked_address, edited, textbook_request
from app.textbook.survey import survey_page

router = APIRouter(include_in_schema=False)


@router.get(PATH)
async def show(request: Request) -> Response:
    """The passes over the source of the query."""
    return await answer_request(request, None, task_of(request, "playground"), "light")


@router.get(f"{PATH}/compare")
async def compare(request: Request) -> Response:
    """Many loops in three compilers; what is not compared yet is asked for again by the page."""
    page = await in_turn(request, "page", survey_page)
    return render(request, Page("textbook_survey.html", page, fragment=("survey",)))


@router.post(PATH)
async def submit(request: Request) -> Response:
    """On to the address of the form's state, with the button that was pressed applied to it."""
    async with form_of(request) as form:
        values = _texts(form)
    state, number = _pressed(textbook_request(values), values)
    return RedirectResponse(checked_address(state, f"pass-{number}" if number else ""), 303)


def _texts(values: FormData | QueryParams) -> dict[str, str]:
    return {name: value for name, value in values.items() if isinstance(value, str)}


def _pressed(state: TextbookRequest, values: dict[str, str]) -> tuple[TextbookRequest, int]:
    if not values.get("edit"):
        return state, 0
    return edited(state, values["edit"], values.get("added", ""))
