"""From a request of the explorer to its page: runs the core and builds the view model."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace

from app.loop.loop_request import LoopRequest
from app.loop.panes import fill
from app.loop.run_panes import recording_of
from app.loop.sections import Tell, breaking_of, explained, followed_passes, priced
from app.loop.views.explorer import (
    ExplorerPage,
    ResultView,
    empty_result,
    refused_result,
    result_view,
    switch_view,
)
from app.loop.views.follow import line_options
from app.loop.views.frames import FramesPage
from app.loop.views.loop_section import LoopSection
from app.loop.views.passes import PassesView
from app.loop.views.settings import settings_view
from app.loop.views.share import ShareView
from app.loop.views.slice import WhyNumberView
from app.loop.views.source_map import source_map
from app.loop.views.step_frame import frame_view
from app.loop.views.stepper import FRAMES_AT_ONCE, StepperView, key_finder
from app.loop.views.subject import Subject
from compiler_core.errors import InputError, UnknownCompiler
from compiler_core.examples import find_example
from compiler_core.host.compilation import Compilation
from compiler_core.host.compile import compile_source
from compiler_core.host.other_language import accepted_elsewhere
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler, installed_compilers
from compiler_core.toolchain.outcome import Compiler

STARTERS = ("sum", "saxpy", "string-length")
"""The loops that an empty editor offers."""


@dataclass(frozen=True, slots=True)
class ExplorerAnswer:
    """A page and the HTTP status that fits it: 200, or 422 and its kin without a result."""

    page: ExplorerPage
    status: int


def answer(
    request: LoopRequest, toggled: str = "", share: ShareView | None = None
) -> ExplorerAnswer:
    """Compile what the request asks for.

    toggled: the flag a menu just switched, if any. share: the links, when it is a shared loop.
    Input that cannot be used becomes a page that says so; JailBroken and Overloaded are raised.
    """
    if request.is_empty:
        return ExplorerAnswer(explorer_page(request, empty_result(request), toggled), 200)
    try:
        sources = request.sources()
        compilation = compile_source(sources, request.compiler, request.flags, request.filters)
    except InputError as error:
        result = refused_result(request, error.message, error.advice)
        return ExplorerAnswer(explorer_page(request, result, toggled), error.status)
    result = _result(request, sources, compilation)
    page = explorer_page(request, result, toggled, sources, compilation)
    if share is not None:
        page = replace(page, share=share)
    return ExplorerAnswer(page, 200 if compilation.ok else 422)


def moments(request: LoopRequest, first: int) -> FramesPage:
    """Some moments of a recording, from `first` on. Raises InputError."""
    sources = request.sources()
    compilation = compile_source(sources, request.compiler, request.flags)
    places = source_map(sources, compilation.functions, followed=request.line)
    subject = Subject(request, sources, compilation, places)
    recording = recording_of(subject)
    key_of = key_finder(subject, recording)
    last = min(first + FRAMES_AT_ONCE, len(recording.steps) + 1) if recording.ok else first
    return FramesPage(tuple(frame_view(recording, at, key_of) for at in range(first, last)))


def section_of(request: LoopRequest, tell: Tell) -> LoopSection:
    """What takes long in the request's pane, told in parts on the way. Raises InputError."""
    sources = request.sources()
    compilation = compile_source(sources, request.compiler, request.flags)
    places = source_map(sources, compilation.functions, followed=request.line)
    subject = Subject(request, sources, compilation, places)
    if request.pane == "passes":
        if request.wait:
            return LoopSection(passes=followed_passes(subject, tell))
        return LoopSection(ledger=priced(subject, tell))
    if request.pane == "step":
        return LoopSection(why=explained(subject, recording_of(subject), tell))
    return LoopSection(breaking=breaking_of(subject, tell))


def _result(
    request: LoopRequest, sources: tuple[SourceFile, ...], compilation: Compilation
) -> ResultView:
    places = source_map(sources, compilation.functions, followed=request.line)
    result = result_view(request, places, compilation)
    if not compilation.ok:
        return _with_switch(request, sources, compilation, result)
    result = replace(result, lines=line_options(sources, request.line))
    return fill(Subject(request, sources, compilation, places), result)


def _with_switch(
    request: LoopRequest,
    sources: tuple[SourceFile, ...],
    compilation: Compilation,
    result: ResultView,
) -> ResultView:
    """A rejected text that the compiler takes in the other language offers it."""
    if compilation.status != "rejected":
        return result
    other = accepted_elsewhere(sources, request.compiler, request.flags)
    return replace(result, switch=switch_view(compilation, other) if other else None)


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
        sources=source_map(sources, functions, followed=request.line).views(),
        result=result,
        starters=tuple(find_example(name) for name in STARTERS),
        look_at=example.look_at if example else "",
        second_open=bool(request.second.strip()),
        share=None,
        reload=_reload(result),
        style_nonce=secrets.token_urlsafe(12),
    )


def _reload(result: ResultView) -> str:
    """Where a browser without scripts finds the whole of what comes in parts."""
    shown = result.shown
    part = shown.why if isinstance(shown, StepperView) else shown
    is_in_parts = isinstance(part, WhyNumberView | PassesView)
    return part.pending.reload if is_in_parts and part.pending is not None else ""


def _compiler(request: LoopRequest) -> Compiler | None:
    try:
        return find_compiler(request.compiler)
    except UnknownCompiler:
        return None
