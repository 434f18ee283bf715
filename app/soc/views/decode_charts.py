"""Charts of decode: what fills memory, where a step's time goes, tokens a second by context."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from app.drawing.views.chart import Area, Chart, Key, Scale, Tick, linear_scale, row_names, ticks
from app.drawing.views.picture import Bar, Line, Mark, path
from app.soc.views.decode_words import rate_text
from compiler_core.amounts import time_text
from compiler_core.sizes import size_text, size_unit
from compiler_core.soc.decoding.decode import DecodeSpeed
from compiler_core.soc.decoding.decode_grid import GridCell, MemoryParts

WIDTH = 760
_LEFT, _RIGHT = 70.0, 640.0
_ROW, _BAR = 34, 22
_MEMORY_TOP = 30.0
_SHOWN_BATCHES = (1, 4, 16)
_LABEL_WIDTH, _LABEL_HEIGHT = 80, 15


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A bar from start to end. row: from the top."""

    row: int
    start: float
    end: float
    classes: str
    title: str


def memory_chart(memory: MemoryParts) -> Chart:
    """Weights, caches and system behind one another, against a line for what there is."""
    most = max(memory.needed, memory.available or 0.0)
    unit, unit_name = size_unit(most)
    scale = linear_scale(most / unit, _LEFT, _RIGHT)
    parts = (
        ("weights", memory.weights, "is-resident"),
        ("caches", memory.caches, "is-cached"),
        ("system", memory.system, "is-overhead"),
    )
    stretches, start = [], 0.0
    for name, size, classes in parts:
        title = f"{name}: {size_text(size)}"
        stretches.append(_Stretch(0, start / unit, (start + size) / unit, classes, title))
        start += size
    lines = () if memory.available is None else (_limit(memory.available, scale, unit),)
    return _bars(
        "What must lie in main memory; the table has the numbers",
        scale,
        stretches,
        lines,
        tuple(Key(classes, name) for name, _, classes in parts),
        _MEMORY_TOP,
        _MEMORY_TOP + _ROW,
        (),
        unit_name,
    )


def _limit(available: float, scale: Scale, unit: float) -> Line:
    """Main memory, as far as it goes."""
    x, size = scale.at(available / unit), size_text(available)
    upright = path(((x, _MEMORY_TOP - 8), (x, _MEMORY_TOP + _ROW)))
    return Line(
        upright, "is-main", f"main memory: {size}", f"memory {size}", x - 60, _MEMORY_TOP - 14
    )


def step_chart(speed: DecodeSpeed, between: str) -> Chart:
    """Reading and multiplying beside one another, then launches or waits: between."""
    memory, compute, launch = (
        time or 0.0 for time in (speed.memory_seconds, speed.compute_seconds, speed.launch_seconds)
    )
    longer = max(memory, compute)
    scale = linear_scale((longer + launch) * 1e3, _LEFT, _RIGHT)
    stretches = (
        _Stretch(0, 0, memory * 1e3, "is-dram", f"memory: {time_text(memory)}"),
        _Stretch(1, 0, compute * 1e3, "is-compute", f"compute: {time_text(compute)}"),
        _Stretch(2, longer * 1e3, (longer + launch) * 1e3, "is-overhead",
                 f"{between}: {time_text(launch)}"),
    )  # fmt: skip
    top = 12.0
    labels = row_names(("memory", "compute", between), top, _ROW)
    return _bars(
        "One step in milliseconds; the table has the numbers",
        scale,
        stretches,
        (),
        (),
        top,
        top + 3 * _ROW,
        labels,
        "ms, modelled",
    )


def _bars(
    title: str,
    scale: Scale,
    stretches: Sequence[_Stretch],
    lines: tuple[Line, ...],
    keys: tuple[Key, ...],
    top: float,
    bottom: float,
    labels: tuple[Tick, ...],
    unit: str,
) -> Chart:
    return Chart(
        title=title,
        area=Area.of_rows(scale, WIDTH, top, bottom, 40),
        x_title=unit,
        y_title="",
        x_ticks=tuple(ticks(scale)),
        y_ticks=labels,
        lines=lines,
        bars=tuple(_bar(stretch, scale, top) for stretch in stretches),
        keys=keys,
    )


def _bar(stretch: _Stretch, scale: Scale, top: float) -> Bar:
    start, end = scale.at(stretch.start), scale.at(stretch.end)
    y = top + _ROW * stretch.row + (_ROW - _BAR) / 2
    return Bar(
        x=start,
        y=y,
        width=round(max(end - start, 1.0), 1),
        height=_BAR,
        classes=stretch.classes,
        title=stretch.title,
    )


def speed_chart(
    grid: Sequence[Sequence[GridCell]], context: int, batch: int, address_of: Callable[[int], str]
) -> Chart:
    """One line for each batch shown; it ends where the model does not fit any more."""
    contexts = [row[0].context for row in grid]
    across = Scale("log", contexts[0], max(contexts[-1], 2 * contexts[0]), _LEFT, _RIGHT)
    shown = [*(shown_batch for shown_batch in _SHOWN_BATCHES if shown_batch != batch), batch]
    cells = {size: [cell for row in grid for cell in row if cell.batch == size] for size in shown}
    top, bottom = 34.0, 250.0
    most = max(_speed(cell) for curve in cells.values() for cell in curve)
    up = linear_scale(most, bottom, top)
    return Chart(
        title="Tokens a second by context, one line for each batch; the table has the numbers",
        area=Area(width=WIDTH, height=300, left=_LEFT, right=_RIGHT, top=top, bottom=bottom),
        x_title="positions in the cache of each sequence",
        y_title="tokens a second",
        x_ticks=tuple(Tick(across.at(length), _length(length)) for length in contexts),
        y_ticks=ticks(up),
        lines=_apart(
            [
                line
                for charted_batch in shown
                for line in _line(cells[charted_batch], across, up, chosen=charted_batch == batch)
            ]
        ),
        marks=tuple(_marks(cells[batch], across, up, context, address_of)),
    )


def _length(context: int) -> str:
    """`512`, `4k`, `128k`: as lengths of contexts are usually called."""
    return f"{context // 1024}k" if context >= 1024 and context % 1024 == 0 else f"{context}"


def _speed(cell: GridCell) -> float:
    return cell.speed.tokens_per_second or 0.0


def _fitting(cells: Sequence[GridCell]) -> list[GridCell]:
    return [cell for cell in cells if cell.speed.fits]


def _line(cells: Sequence[GridCell], across: Scale, up: Scale, *, chosen: bool) -> Iterator[Line]:
    fitting = _fitting(cells)
    if not fitting:
        return
    points = [(across.at(cell.context), up.at(_speed(cell))) for cell in fitting]
    x, y = points[-1]
    name = f"batch {fitting[0].batch}"
    is_whole = len(fitting) == len(cells)
    yield Line(
        path(points),
        "is-main" if chosen else "",
        name if is_whole else f"{name}: beyond {fitting[-1].context:,} it does not fit",
        name if is_whole else f"{name} ✗",
        x + 10,
        y + 4,
    )


def _apart(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Labels pushed upwards until none lies on another."""
    placed: list[Line] = []
    for line in sorted(lines, key=lambda label: -label.y):
        y = line.y
        for other in placed:
            if abs(other.x - line.x) < _LABEL_WIDTH and other.y - y < _LABEL_HEIGHT:
                y = other.y - _LABEL_HEIGHT
        placed.append(replace(line, y=y))
    return tuple(placed)


def _marks(
    cells: Sequence[GridCell],
    across: Scale,
    up: Scale,
    context: int,
    address_of: Callable[[int], str],
) -> Iterator[Mark]:
    for cell in _fitting(cells):
        chosen = " is-chosen" if cell.context == context else ""
        title = (
            f"{cell.context:,} positions, batch {cell.batch}: {rate_text(_speed(cell))} tokens a "
            f"second, bound by {cell.speed.bound}"
        )
        yield Mark(
            x=across.at(cell.context),
            y=up.at(_speed(cell)),
            classes=f"is-language{chosen}",
            title=title,
            address=address_of(cell.context),
        )
