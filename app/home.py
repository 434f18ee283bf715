"""Compiles the home page's figure."""

from __future__ import annotations

from app.loop_request import request_from
from app.view_models.home import HomePage, home_page
from compiler_core.errors import LoweringLabError
from compiler_core.host.comparison.diff import compare
from compiler_core.host.compile import compile_source

EXAMPLE = "sum"


def live_home() -> HomePage:
    """The page, compiled now; without a working compiler it says why and keeps its links."""
    request = request_from({"example": EXAMPLE})
    sources = request.sources()
    try:
        compilation = compile_source(sources, request.compiler, request.flags)
        other = compile_source(sources, *request.right())
    except LoweringLabError as error:
        return home_page(request, sources, None, None, str(error))
    if not (compilation.ok and other.ok):
        return home_page(request, sources, None, None, compilation.message or other.message)
    return home_page(request, sources, compilation, compare(compilation, other), "")
