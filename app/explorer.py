"""From a request of the explorer to its page: runs the core and builds the view model."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace

from app.loop_request import LoopRequest
from app.source_map import source_map
from app.view_models.cycles import CyclesView, cycles_view
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
from app.view_models.matrix import LEVEL_PAIRS, MatrixView, matrix_view
from app.view_models.passes import passes_view
from app.view_models.settings import settings_view
from app.view_models.share import ShareView
from app.view_models.why import WhyView, why_view
from compiler_core.errors import InputError, ToolMissing, UnknownCompiler
from compiler_core.examples import find_example
from compiler_core.host.bisection.bisect import bisect
from compiler_core.host.compilation import Compilation
from compiler_core.host.compile import compile_source
from compiler_core.host.cycles.cycles import cycles_of, installed_analysers, known_cpus
from compiler_core.host.diff import compare
from compiler_core.host.matrix import flag_matrix
from compiler_core.host.passes.timeline import pass_timeline
from compiler_core.host.trials.trial import trial_of
from compiler_core.host.verdicts.why import explain_loops
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
    result = result_view(request, sources, compilation)
    if request.pane == "matrix":
        return replace(result, matrix=_matrix(request, sources))
    if request.pane == "diff":
        return replace(result, diff=_diff(request, sources, compilation))
    try:
        return _account(request, sources, compilation, result)
    except ToolMissing as error:
        return replace(result, notes=(*result.notes, str(error)))


def _account(
    request: LoopRequest,
    sources: tuple[SourceFile, ...],
    compilation: Compilation,
    result: ResultView,
) -> ResultView:
    """The panes that ask the compiler or an analyser for more; they speak of the first file."""
    if request.pane == "passes":
        symbol = followed_symbol(compilation, request.function)
        timeline = pass_timeline(sources[0], request.compiler, request.flags, symbol)
        return replace(result, passes=passes_view(request, timeline))
    if request.pane == "why":
        return replace(result, why=_why(request, sources[0]))
    return replace(result, cycles=_cycles(request, sources, compilation))


def followed_symbol(compilation: Compilation, name: str) -> str:
    """The function whose passes are shown: the one named, else the first with a loop."""
    file = compilation.functions[0].file if compilation.functions else ""
    first = [function for function in compilation.functions if function.file == file]
    named = [function for function in first if function.name == name]
    loops = [function for function in first if function.loops]
    chosen = next(iter([*named, *loops, *first]), None)
    return chosen.symbol if chosen is not None else ""


def _why(request: LoopRequest, source: SourceFile) -> WhyView:
    why = explain_loops(source, request.compiler, request.flags)
    trial, refusal = None, ""
    suggestion, _, line = request.trial.partition("@")
    if suggestion and line.isdigit():
        try:
            trial = trial_of(source, request.compiler, request.flags, int(line), suggestion)
        except InputError as error:
            refusal = str(error)
    return why_view(request, why, trial, refusal)


def _cycles(
    request: LoopRequest, sources: tuple[SourceFile, ...], compilation: Compilation
) -> CyclesView:
    analysers = installed_analysers()
    cores = known_cpus(analysers)
    try:
        report = cycles_of(sources, compilation, request.core, analysers)
    except InputError as error:
        return cycles_view(request, None, cores, str(error))
    return cycles_view(request, report, cores, "")


def _matrix(request: LoopRequest, sources: tuple[SourceFile, ...]) -> MatrixView:
    matrix = flag_matrix(sources, request.compiler)
    low, _, high = request.bisect.partition(" ")
    found = bisect(sources[0], request.compiler, low, high) if (low, high) in LEVEL_PAIRS else None
    return matrix_view(request, matrix, found)


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
