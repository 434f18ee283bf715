"""The concept inventory of a class, and its experiment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Depends
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.lab.experiment import choose_part, lead_experiment, show_experiment
from app.lab.inventory import answer_inventory, show_inventory, step_inventory
from app.lab.views.frame import class_address
from app.lab.visits import Requires, Visit, sent_form
from app.serving.templating import Page, render
from classroom.roles import Role
from compiler_core.errors import LoweringLabError

router = APIRouter(include_in_schema=False, prefix="/lab/{class_id}")

Student = Annotated[Visit, Depends(Requires(Role.STUDENT))]
Instructor = Annotated[Visit, Depends(Requires(Role.INSTRUCTOR))]
_NO_STORE = {"Cache-Control": "no-store"}


@router.get("/inventory")
def inventory(request: Request, visit: Student) -> Response:
    """The open test; for who leads the class what both say."""
    return render(request, Page("lab/inventory.html", show_inventory(visit)), headers=_NO_STORE)


@router.post("/inventory")
async def answer(request: Request, visit: Student) -> Response:
    """A member's answers, all or some of them."""
    form = await sent_form(request, visit)
    return await to_thread.run_sync(_done, request, visit, answer_inventory, form, "#saved")


@router.post("/inventory/test")
async def step(request: Request, visit: Instructor) -> Response:
    """Open or close a test."""
    form = await sent_form(request, visit)
    return await to_thread.run_sync(_done, request, visit, step_inventory, form, "")


@router.get("/experiment")
def experiment(request: Request, visit: Student) -> Response:
    """What the class compares, by which plan, and what came out."""
    return render(request, Page("lab/experiment.html", show_experiment(visit)), headers=_NO_STORE)


@router.post("/experiment")
async def part(request: Request, visit: Student) -> Response:
    """Decline, or take part."""
    form = await sent_form(request, visit)
    return await to_thread.run_sync(_experimented, request, visit, choose_part, form)


@router.post("/experiment/plan")
async def plan(request: Request, visit: Instructor) -> Response:
    """Write the analysis down, or draw the arms."""
    form = await sent_form(request, visit)
    return await to_thread.run_sync(_experimented, request, visit, lead_experiment, form)


def _experimented(
    request: Request, visit: Visit, act: Callable[[Visit, FormData], None], form: FormData
) -> Response:
    try:
        act(visit, form)
    except LoweringLabError as error:
        page = show_experiment(visit, str(error))
        return render(request, Page("lab/experiment.html", page), error.status, _NO_STORE)
    return RedirectResponse(f"{class_address(visit.here.id)}/experiment", 303)


def _done(
    request: Request,
    visit: Visit,
    act: Callable[[Visit, FormData], None],
    form: FormData,
    end: str,
) -> Response:
    try:
        act(visit, form)
    except LoweringLabError as error:
        page = show_inventory(visit, str(error))
        return render(request, Page("lab/inventory.html", page), error.status, _NO_STORE)
    return RedirectResponse(f"{class_address(visit.here.id)}/inventory{end}", 303)
