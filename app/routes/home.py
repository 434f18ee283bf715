"""The home page and the gallery."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.loop.views.gallery import gallery_page
from app.serving.templating import Page, render
from app.site.home import first_page
from compiler_core.examples import load_examples

router = APIRouter(include_in_schema=False)


@router.get("/")
def home(request: Request) -> Response:
    """One sentence, three scenes in small, three ways in."""
    return render(request, Page("home.html", first_page()))


@router.get("/examples")
def examples(request: Request) -> Response:
    """All example loops by group."""
    return render(request, Page("examples.html", gallery_page(load_examples())))
