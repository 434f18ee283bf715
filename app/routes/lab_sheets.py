"""Sheets of the course pack in a class, and a class as its students see it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import Field
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.lab.sheets import show_answers, show_sheet
from app.lab.views.frame import class_address
from app.lab.visits import Requires, Visit, look_as_oneself, look_as_student, sent_form
from app.serving.addresses import read_as
from app.serving.bodies import StrictBody
from app.serving.templating import Page, render
from classroom.roles import Role

router = APIRouter(include_in_schema=False, prefix="/lab/{class_id}")

Student = Annotated[Visit, Depends(Requires(Role.STUDENT))]
Assistant = Annotated[Visit, Depends(Requires(Role.ASSISTANT))]


class ViewForm(StrictBody):
    """As whom the class is looked at."""

    viewer: str = Field("", alias="as")


@router.get("/sheets/{number}")
def sheet(request: Request, visit: Student, number: int) -> Response:
    """What students read and do, on the screen and on paper."""
    return render(request, Page("lab/sheet.html", show_sheet(visit, number)))


@router.get("/sheets/{number}/answers")
def answers(request: Request, visit: Assistant, number: int) -> Response:
    """What is discussed after, and the model answers."""
    page = show_answers(visit, number)
    return render(request, Page("lab/sheet.html", page), headers={"Cache-Control": "no-store"})


@router.post("/view")
async def view(request: Request, visit: Student) -> Response:
    """Look at the class as a student does, or as oneself again."""
    form = await sent_form(request, visit)
    response = RedirectResponse(class_address(visit.here.id), 303)
    if read_as(ViewForm, form).viewer == "student":
        look_as_student(request, response, visit.here.id)
    else:
        look_as_oneself(response)
    return response
