"""The playground of the textbook compiler: one address, its state in the query.

The form is sent by POST and answered with the address of its state, so that a source that no
address can hold gets a plain answer, and every result has an address to share.
"""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.serving.addresses import read_as
from app.serving.answers import answer_request, task_of
from app.serving.forms import form_of
from app.serving.templating import Page, render
from app.serving.turns import in_turn
from app.textbook.request import PATH, Pressed, checked_address, edited, textbook_request
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
        state, number = edited(textbook_request(form), read_as(Pressed, form))
    return RedirectResponse(checked_address(state, f"pass-{number}" if number else ""), 303)
