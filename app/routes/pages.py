"""Pages about the site itself: about, API, components, health."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from app.components.page import components_page
from app.serving.answers import base_address
from app.serving.doctor import recent_report
from app.serving.templating import Page, render
from app.serving.turns import in_turn
from app.site.vendored import vendored_files
from app.site.views.about import about_page
from app.site.views.documentation import documentation_page
from compiler_core.toolchain.discovery import installed_compilers

router = APIRouter(include_in_schema=False)


@router.get("/about")
async def about(request: Request) -> Response:
    """Tools, jail, limits, licences."""
    report = await in_turn(request, "page", recent_report)
    return render(request, Page("about.html", about_page(report, vendored_files())))


@router.get("/docs")
def docs(request: Request) -> Response:
    """The API, from its own OpenAPI document."""
    page = documentation_page(request.app.openapi(), base_address(request))
    return render(request, Page("docs.html", page))


@router.get("/components")
def components(request: Request) -> Response:
    """Every component of the site with made-up content, for those who change the site."""
    return render(request, Page("components.html", components_page()))


@router.get("/healthz")
async def health() -> Response:
    """200 while the server answers and at least one compiler is installed, else 503.

    Needs no thread, so that it answers under every load.
    """
    if installed_compilers():
        return PlainTextResponse("ok\n")
    return PlainTextResponse("no compiler is installed\n", 503)
