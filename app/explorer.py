"""From a request of the explorer to its page: runs the core and builds the view model."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace

from app.loop_request import LoopRequest
from app.source_map import source_map
from app.view_models.diff import DiffView, diff_view
from app.view_models.explorer import (
    ExplorerPage,
    ResultView,
    empty_result,
    function_options,
    refused_result,
    result_view,
    starter_view,
)
from app.view_models.matrix import MatrixView, matrix_view
from app.view_models.settings import settings_view
from app.view_models.share import ShareView
from compiler_core.errors import InputError, UnknownCompiler
from compiler_core.examples import find_example
from compiler_core.host.compilation import Compilation
from compiler_core.host.compile import compile_source
from compiler_core.host.diff import compare
from compiler_core.host.matrix import flag_matrix
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler, installed_compilers
from compiler_core.toolchain.outcome import Compiler

STARTERS = ("sum", "saxpy", "string-length")
"""The loops that an empty editor offers."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A page and the HTTP status that fits it: 200, or 422 and its kin without a result."""

    page: ExplorerPage
    status: int


def answer(
    request: LoopRequest, toggled: str = "", share: ShareView | None = None
) -> Answer:  # fmt: skip
    """Compile what the request asks for.

    toggled: the flag a menu just switched, if any. share: the links, when it is a shared loop.
    Input that cannot be used becomes a page that says so; JailBroken and Overloaded are raised.
    """
    if request.is_empty:
        return Answer(explorer_page(request, empty_result(request), toggled), 200)
    try:
        sources = request.sources()
        compilation = compile_source(sources, request.compiler, request.flags, request.filters)
    except InputError as error:
        result = refused_result(request, error.message, error.advice)
        return Answer(explorer_page(request, result, toggled), error.status)
    result = _result(request, sources, compilation)
    page = explorer_page(request, result, toggled, sources, compilation)
    if share is not None:
        page = replace(page, share=share)
    return Answer(page, 200 if compilation.ok else 422)


def _result(
    request: LoopRequest, sources: tuple[SourceFile, ...], compilation: Compilation
) -> ResultView:
    result = _pane(request, sources, compilation)
    options = function_options(compilation.functions, request.function)
    return replace(result, functions=options)


def _pane(
    request: LoopRequest, sources: tuple[SourceFile, ...], compilation: Compilation
) -> ResultView:
    if not compilation.ok or request.pane in ("listing", "registers"):
        return result_view(request, sources, compilation)
    if request.pane == "matrix":
        matrix = _matrix(request, sources)
        return result_view(request, sources, compilation, matrix=matrix)
    return result_view(request, sources, compilation, diff=_diff(request, sources, compilation))


def _matrix(request: LoopRequest, sources: tuple[SourceFile, ...]) -> MatrixView:
    return matrix_view(request, flag_matrix(sources, request.compiler))


def _diff(
    request: LoopRequest, sources: tuple[SourceFile, ...], left: Compilation
) -> DiffView:  # fmt: skip
    """The comparison; a right side that cannot be used is said in its own place."""
    compiler, flags = request.right()
    try:
        right = compile_source(sources, compiler, flags, request.filters)
    except InputError as error:
        return diff_view(request, None, f"{error.message} {error.advice}".strip())
    return diff_view(request, compare(left, right), "" if right.ok else right.message)


def explorer_page(
    request: LoopRequest,
    result: ResultView,
    toggled: str = "",
    sources: tuple[SourceFile, ...] = (),
    compilation: Compilation | None = None,
) -> ExplorerPage:
    """The page around a result."""
    functions = compilation.functions if compilation else ()
    compiler = _compiler(request)
    example = find_example(request.example) if request.example else None
    return ExplorerPage(
        title=example.title if example else "Loop explorer",
        request=request,
        settings=settings_view(request, installed_compilers(), compiler, toggled),
        sources=source_map(sources, functions).views(),
        result=result,
        starters=tuple(starter_view(find_example(name)) for name in STARTERS),
        look_at=example.look_at if example else "",
        second_open=bool(request.second.strip()),
        share=None,
        style_nonce=secrets.token_urlsafe(12),
    )


def _compiler(request: LoopRequest) -> Compiler | None:
    try:
        return find_compiler(request.compiler)
    except UnknownCompiler:
        return None
