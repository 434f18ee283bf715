"""Stage 4: cache sizes, and the memory of several requests over time, in one piece and in pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.drawing.views.picture import Line, Picture
from app.model_runs.request import ModelRequest
from app.words import count
from compiler_core.llm.cache.moments import CacheMoment, CacheRun, Cell
from compiler_core.llm.cache.requests import Request
from compiler_core.llm.cache.sizes import CacheSize
from compiler_core.llm.pipeline.cache_stage import CacheDetails, TypeSize
from compiler_core.typed_numbers import whole_number

WIDTH, HEIGHT = 640, 200
COLOURS = 6


@dataclass(frozen=True, slots=True)
class BlockCell:
    """A stretch of memory at the chosen step. used of size positions hold something."""

    place: str
    owner: str
    used: str
    classes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutView:
    """One layout serving all requests."""

    title: str
    """`In one piece`, or `In pages of` so many positions."""
    idea: str
    """How memory is given out, in a sentence."""
    picture: Picture
    """Memory over time, for each request's colour what is reserved and what is used; the step."""
    facts: tuple[tuple[str, str], ...]
    """Names and values of the whole simulation, such as steps spent waiting."""
    moment: str
    """The chosen step in words, cells: its memory."""
    cells: tuple[BlockCell, ...]
    """Stretches of memory that are owned at the chosen step."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheView:
    """The key-value cache of a language model, as its stage shows it."""

    sharing: str
    """How heads share keys, in a sentence."""
    types: tuple[tuple[str, ...], ...]
    """What the cache takes at the longest, by type of its elements; the product, what it saves."""
    lengths: tuple[tuple[str, ...], ...]
    """What the cache takes in F16, by number of positions; the product, what it saves."""
    layouts: tuple[LayoutView, ...]
    """The same requests in one piece, then in pages."""
    requests: tuple[tuple[str, str], ...]
    """Each with when it comes, what it brings and how much it makes."""
    step: int
    """The moment that is listed, of steps."""
    steps: int
    """The last step; steps count from 0."""
    earlier: str
    """Address of the step before the listed one; empty at the first."""
    later: str
    """Address of the step after the listed one; empty at the last."""


def cache_view(stage_request: ModelRequest, details: CacheDetails) -> CacheView:
    """The view; asked.view is the step whose memory is listed."""
    steps = max(details.contiguous.steps, details.paged.steps)
    step = _step(stage_request, details, steps)
    names = [request.name for request in details.requests]
    return CacheView(
        sharing=_sharing(details),
        types=tuple(_type_row(cache_type) for cache_type in details.types),
        lengths=tuple(_size_row(f"{size.positions:,}", size) for size in details.lengths),
        layouts=(
            _layout(
                "In one piece",
                "Each request reserves room for the longest answer it may "
                "give, because its memory must not be moved.",
                details.contiguous,
                names,
                step,
                steps,
            ),
            _layout(
                f"In pages of {details.page}",
                "A request takes a page when it needs one; "
                "a block table says where each page lies.",
                details.paged,
                names,
                step,
                steps,
            ),
        ),
        requests=tuple((sequence.name, _request(sequence)) for sequence in details.requests),
        step=step,
        steps=steps - 1,
        earlier=_address(stage_request, step - 1) if step > 0 else "",
        later=_address(stage_request, step + 1) if step + 1 < steps else "",
    )


def _address(stage_request: ModelRequest, step: int) -> str:
    return stage_request.changed(view=str(step)).address("requests-title")


def _step(stage_request: ModelRequest, details: CacheDetails, steps: int) -> int:
    """The step asked for, else the one at which the contiguous cache wastes most."""
    step = whole_number(stage_request.view, 6)
    if step is not None and step < steps:
        return step
    worst = max(
        details.contiguous.moments, key=lambda moment: (len(moment.waiting), moment.unused_inside)
    )
    return worst.step


def _sharing(details: CacheDetails) -> str:
    shape = details.configuration
    heads = f"{shape.heads} query heads and {count(shape.key_value_heads, 'key and value head')}"
    if shape.key_value_heads == shape.heads:
        return f"Multi-head attention: {heads}, one for each."
    if shape.key_value_heads == 1:
        return f"Multi-query attention: {heads}, which all share."
    return f"Grouped-query attention: {heads}; {shape.group} queries share one."


def _type_row(cache_type: TypeSize) -> tuple[str, ...]:
    if cache_type.size is None:
        return (cache_type.type, "–", "A row is no whole number of blocks of this type.", "")
    return _size_row(cache_type.type, cache_type.size)


def _size_row(name: str, size: CacheSize) -> tuple[str, ...]:
    return (name, f"{size.total:,}", size.formula, _saved(size))


def _saved(size: CacheSize) -> str:
    parts = []
    if size.without_sharing > size.total:
        parts.append(f"{size.without_sharing:,} without shared heads")
    if size.without_window > size.total:
        parts.append(f"{size.without_window:,} without the window")
    return "; ".join(parts)


def _request(sequence: Request) -> str:
    shared = (
        f", the first {sequence.shared} as {sequence.shares_with}" if sequence.shares_with else ""
    )
    return (
        f"comes at step {sequence.arrival} with {sequence.prompt} positions{shared}; makes "
        f"{sequence.generated} of at most {sequence.most}"
    )


def _layout(
    title: str, idea: str, run: CacheRun, names: list[str], step: int, steps: int
) -> LayoutView:
    moment = run.moments[min(step, run.steps - 1)]
    return LayoutView(
        title=title,
        idea=idea,
        picture=_picture(run, names, step, steps),
        facts=_facts(run),
        moment=_moment_words(moment),
        cells=tuple(_cell(cell, names) for cell in moment.cells if cell.owners),
    )


def _facts(run: CacheRun) -> tuple[tuple[str, str], ...]:
    return (
        ("Reserved memory in use", f"{run.used_share:.0%}"),
        ("Requests at once, at most", str(run.most_running)),
        ("Steps until all are done", str(run.steps)),
        ("Steps spent waiting", str(run.waited)),
        ("Begun anew for want of memory", str(run.preempted)),
        ("Positions copied on write", str(run.copied)),
    )


def _picture(run: CacheRun, names: list[str], step: int, steps: int) -> Picture:
    cursor = round((step + 0.5) * WIDTH / steps, 1)
    return Picture(
        title="Memory over time; its facts stand below",
        width=WIDTH,
        height=HEIGHT,
        lines=(*_areas(run, names, steps), Line(f"M{cursor} 0V{HEIGHT}", "is-cursor")),
    )


def _areas(run: CacheRun, names: list[str], steps: int) -> Iterator[Line]:
    """An area a colour for what is reserved, and one within it for what holds something."""
    across, up = WIDTH / steps, HEIGHT / run.capacity
    paths: dict[str, list[str]] = {}
    for (cell_start, size, classes), (first, last) in _stretches(run, names):
        x, width = first * across, (last - first + 1) * across
        y = HEIGHT - (cell_start + size) * up
        drawn = f"M{x:.1f} {y:.1f}h{width:.1f}v{size * up:.1f}h-{width:.1f}z"
        paths.setdefault(classes, []).append(drawn)
    for classes, parts in sorted(paths.items()):
        yield Line("".join(parts), classes)


def _stretches(
    run: CacheRun, names: list[str]
) -> Iterator[tuple[tuple[int, int, str], tuple[int, int]]]:
    """(start, size, classes) of memory that stays the same, with its first and last step."""
    open_: dict[tuple[int, int, str], int] = {}
    for moment in run.moments:
        owned = (cell for cell in moment.cells if cell.owners)
        now = dict.fromkeys(part for cell in owned for part in _parts(cell, names))
        for part in [stretch for stretch in open_ if stretch not in now]:
            yield part, (open_.pop(part), moment.step - 1)
        for part in now:
            open_.setdefault(part, moment.step)
    for part, first in open_.items():
        yield part, (first, run.steps - 1)


def _parts(cell: Cell, names: list[str]) -> tuple[tuple[int, int, str], ...]:
    colour = _colour(cell, names)
    return (
        (cell.start, cell.size, f"is-empty {colour}"),
        (cell.start, cell.used, f"is-used {colour}"),
    )


def _colour(cell: Cell, names: list[str]) -> str:
    return f"colour-{names.index(cell.owners[0]) % COLOURS + 1}"


def _cell(cell: Cell, names: list[str]) -> BlockCell:
    return BlockCell(
        f"{cell.start}–{cell.start + cell.size - 1}",
        " and ".join(cell.owners),
        f"{cell.used} of {cell.size}",
        _colour(cell, names),
    )


def _moment_words(moment: CacheMoment) -> str:
    waiting = f"; waiting: {', '.join(moment.waiting)}" if moment.waiting else ""
    running = ", ".join(moment.running) or "none"
    return (
        f"Running: {running}{waiting}. {moment.used} positions hold something, "
        f"{moment.unused_inside} are reserved and empty, {moment.unusable} are free and useless "
        f"to the one that waits."
    )
