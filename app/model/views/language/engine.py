"""Stage 6: kernels with their tactics, the builder's log, the arena, and the C they became."""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.drawing.views.picture import Bar, Picture
from app.model.views.model_step import sources_words
from app.model_runs.request import ModelRequest
from compiler_core.llm.engine.records import ArenaPart, EngineBuild, EngineKernel
from compiler_core.llm.pipeline.engine_stage import EngineDetails

LINES_SHOWN = 400
ARENA_WIDTH, ARENA_HEIGHT = 720, 220
COLOURS = 6
BLOCK_TYPES = ("Q4_0", "Q8_0", "Q4_K", "Q6_K")
CHARACTER, LINE_HEIGHT = 7.9, 14


@dataclass(frozen=True, slots=True)
class KernelLine:
    """A function of the program; its address shows its C lines."""

    kernel: EngineKernel
    address: str
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageEngineView:
    """The engine of a language model, as its stage shows it."""

    kernels: tuple[KernelLine, ...]
    """All functions of the program, with why each is as it is."""
    log: tuple[tuple[str, str, str], ...]
    """About what, what was chosen, why."""
    arena: Picture
    """What lives during one layer, in words in plan: steps from left to right, bytes upwards."""
    plan: str
    """How large the arena is and what of it is the cache, in a sentence or two."""
    chosen: str
    """Name of the function whose code is shown."""
    sources: str
    """Tensors of the file that the chosen function reads, in words."""
    code: tuple[tuple[int, str], ...]
    """Lines of the chosen function, each with its number in the program; at most 400."""
    inner: tuple[tuple[int, str], ...]
    """The loops it calls."""
    arithmetic: str
    """How products are computed, and for which processor it is compiled."""
    integer: bool
    """Whether products are of integers."""


def language_engine_view(
    request: ModelRequest, details: EngineDetails
) -> LanguageEngineView | None:
    """The view; asked.view names a function. None where nothing was built."""
    build = details.build
    if build is None:
        return None
    named = next((kernel for kernel in build.kernels if kernel.function == request.view), None)
    shown = named or max(build.kernels, key=lambda engine_kernel: engine_kernel.bytes_per_token)
    return LanguageEngineView(
        kernels=tuple(_kernel(request, built, shown) for built in build.kernels),
        log=tuple((verdict.subject, verdict.choice, verdict.reason) for verdict in build.decisions),
        arena=_arena(build),
        plan=_plan(build),
        chosen=shown.function,
        sources=sources_words(shown.tensors),
        code=_code(details.text, shown.function),
        inner=_inner(details, shown),
        arithmetic=f"{build.arithmetic}, compiled for {build.march}",
        integer=any(candidate.type in BLOCK_TYPES for candidate in build.kernels),
    )


def _kernel(request: ModelRequest, kernel: EngineKernel, shown: EngineKernel) -> KernelLine:
    return KernelLine(
        kernel,
        request.changed(view=kernel.function).address("code-title"),
        kernel is shown,
    )


def _plan(build: EngineBuild) -> str:
    return (
        f"{build.arena_bytes:,} bytes, {build.cache_bytes:,} of them the cache: {build.pages} "
        f"pages of {build.page} positions in {build.cache_type.upper()}. If no two pieces shared "
        f"their place, it would be {build.naive_bytes:,}."
    )


def _arena(build: EngineBuild) -> Picture:
    """What lives for the steps of one layer; the cache, which always lives, is left out."""
    title = "Pieces of memory: steps of a layer to the right, addresses upwards"
    return Picture(title=title, width=ARENA_WIDTH, height=ARENA_HEIGHT, bars=tuple(_boxes(build)))


def _boxes(build: EngineBuild) -> list[Bar]:
    parts = [buffer for buffer in build.arena if not _always(buffer, build)]
    if not parts:
        return []
    lowest = min(lower.offset for lower in parts)
    highest = max(upper.offset + upper.bytes for upper in parts)
    across, up = ARENA_WIDTH / len(build.steps), ARENA_HEIGHT / max(1, highest - lowest)
    return [_box(index, part, lowest, across, up) for index, part in enumerate(parts)]


def _always(part: ArenaPart, build: EngineBuild) -> bool:
    return part.first == 0 and part.last == len(build.steps) - 1


def _box(index: int, part: ArenaPart, lowest: int, across: float, up: float) -> Bar:
    width, height = (part.last - part.first + 1) * across, part.bytes * up
    x, y = part.first * across, ARENA_HEIGHT - (part.offset - lowest) * up - height
    fits = height >= LINE_HEIGHT and width >= len(part.name) * CHARACTER + 8
    return Bar(
        x=round(x, 1),
        y=round(y, 1),
        width=round(width, 1),
        height=round(height, 1),
        label=part.name if fits else "",
        title=f"{part.name}, {part.shape}: {part.bytes:,} bytes from {part.offset:,}",
        label_x=round(x + 4, 1),
        label_y=round(y + height / 2 + 4, 1),
        classes=f"colour-{index % COLOURS + 1}",
    )


def _inner(details: EngineDetails, shown: EngineKernel) -> tuple[tuple[int, str], ...]:
    lines = details.inner.get(shown.type, ()) if shown.role == "product" else ()
    return tuple(enumerate(lines[:LINES_SHOWN], 1))


def _code(text: tuple[str, ...], function: str) -> tuple[tuple[int, str], ...]:
    """The function's definition, with the comment above it; the text's start where it is none."""
    head = re.compile(rf"^[A-Za-z].*\b{re.escape(function)}\(")
    starts = (index for index, line in enumerate(text) if head.match(line) and ";" not in line)
    first = next(starts, 0)
    while first > 0 and text[first - 1].strip():
        first -= 1
    last = next((index for index in range(first, len(text)) if text[index] == "}"), len(text) - 1)
    shown = range(first, min(last + 1, first + LINES_SHOWN))
    return tuple((index + 1, text[index]) for index in shown)
