"""Loops of a lesson under the roof of one core: a small picture, and a sentence for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.drawing.views.chart import Area, Chart, Scale, log_scale, short_number, three_digits, ticks
from app.drawing.views.picture import Bar, Line, Mark, path
from compiler_core.soc.rooflines.loop_points import PlacedLoop
from compiler_core.soc.rooflines.one_lane import OneLane

WIDTH, HEIGHT = 720, 380
LEFT, RIGHT, TOP, BOTTOM = 56, 700, 34, 326
_ROOM_LEFT, _ROOM_RIGHT = 0.5, 4.0


@dataclass(frozen=True, slots=True)
class RoofedLoop:
    """A loop as its function is called. scalar: the same one number at a time, None: not known."""

    name: str
    placed: PlacedLoop
    scalar: OneLane | None


def roof_sentence(chip: str, loop: RoofedLoop) -> str:
    """Which side of the ridge, by how much, and what vectors could give."""
    point, ridge = loop.placed.every_access, loop.placed.ridge
    intensity = point.intensity or 0.0
    far = three_digits(max(intensity / ridge, ridge / intensity))
    side, waits = ("left", "memory") if point.bound == "memory" else ("right", "arithmetic")
    return (
        f"{loop.name}: {point.operations:,.0f} operations on {point.bytes:,.0f} bytes, "
        f"{three_digits(intensity)} a byte. On one core of {chip} that is {far} times {side} of "
        f"the ridge: it waits for {waits}. {_vector_gain(loop)}".strip()
    )


def _vector_gain(loop: RoofedLoop) -> str:
    if loop.scalar is None:
        return ""
    gain = loop.placed.every_access.attainable / loop.scalar.every_access.attainable
    if round(gain, 2) == 1:
        return (
            "Under this roof vectors give it nothing (modelled), though a core also has to take in "
            "the instructions, of which they leave fewer."
        )
    return f"Vectors can make it {three_digits(gain)} times as fast (modelled)."


def roof_chart(chip: str, loops: Sequence[RoofedLoop]) -> Chart:
    """Operations a second over operations a byte. All loops share the first one's ceilings."""
    roof = loops[0].placed
    across, up = _scales(loops)
    return Chart(
        title=f"One core of {chip}: operations a second, at most, over operations a byte; the "
        "numbers are in the table below",
        area=Area(width=WIDTH, height=HEIGHT, left=LEFT, right=RIGHT, top=TOP, bottom=BOTTOM),
        x_title="operations for each byte (intensity)",
        y_title="operations a second, at most (modelled)",
        x_ticks=ticks(across),
        y_ticks=ticks(up),
        bars=tuple(_regions(roof, across)),
        lines=(*_lines(loops[0], across, up), *_names(loops, across, up)),
        marks=tuple(_marks(loops, across, up)),
    )


def _scales(loops: Sequence[RoofedLoop]) -> tuple[Scale, Scale]:
    roof = loops[0].placed
    points = [loop.placed.every_access for loop in loops]
    reach = [roof.ridge * _ROOM_LEFT, roof.ridge * _ROOM_RIGHT]
    intensities = [point.intensity for point in points if point.intensity] + reach
    speeds = [dot.attainable for dot in points] + [roof.peak]
    return log_scale(intensities, LEFT, RIGHT), log_scale(speeds, BOTTOM, TOP)


def _regions(roof: PlacedLoop, across: Scale) -> Iterator[Bar]:
    ridge = across.at(roof.ridge)
    yield Bar(
        x=LEFT,
        y=TOP,
        width=ridge - LEFT,
        height=BOTTOM - TOP,
        classes="is-region is-memory-side",
        title="Memory-bound: the bytes arrive later than they are computed on.",
        label="waits for memory",
        label_x=LEFT + 10,
        label_y=BOTTOM - 12,
    )
    yield Bar(
        x=ridge,
        y=TOP,
        width=RIGHT - ridge,
        height=BOTTOM - TOP,
        classes="is-region is-compute-side",
        title="Compute-bound: the bytes are there before they can be computed on.",
        label="waits for arithmetic",
        label_x=ridge + 10,
        label_y=BOTTOM - 12,
    )


def _lines(loop: RoofedLoop, across: Scale, up: Scale) -> Iterator[Line]:
    roof = loop.placed
    if loop.scalar:
        yield _ceiling(loop.scalar.peak, roof.bandwidth, "one number at a time", (across, up))
    first = max(across.low, up.low / roof.bandwidth)
    corners = [(first, first * roof.bandwidth), (roof.ridge, roof.peak), (across.high, roof.peak)]
    title = (
        f"{roof.memory}, {roof.bandwidth / 1e9:.3g} GB/s; one core of {roof.unit}, "
        f"{short_number(roof.peak)} operations a second"
    )
    yield Line(
        path([(across.at(x), up.at(y)) for x, y in corners]),
        "is-main is-over",
        title,
        "with vectors",
        RIGHT - 6,
        up.at(roof.peak) - 6,
    )
    x = across.at(roof.ridge)
    yield Line(
        path([(x, up.at(roof.peak)), (x, BOTTOM)]),
        "is-ridge",
        f"The ridge: {three_digits(roof.ridge)} operations a byte",
        f"ridge {three_digits(roof.ridge)}",
        x + 5,
        BOTTOM - 34,
    )


def _ceiling(peak: float, bandwidth: float, name: str, scales: tuple[Scale, Scale]) -> Line:
    across, up = scales
    y = up.at(peak)
    title = f"{name}: {short_number(peak)} operations a second"
    return Line(
        path([(across.at(peak / bandwidth), y), (RIGHT, y)]),
        "is-other is-over",
        title,
        name,
        RIGHT - 6,
        y - 6,
    )


def _names(loops: Sequence[RoofedLoop], across: Scale, up: Scale) -> Iterator[Line]:
    """Below the roof, on which the marks lie."""
    for loop in loops:
        point = loop.placed.every_access
        x, y = across.at(point.intensity or across.low), up.at(point.attainable)
        yield Line("", "is-loop-name", label=loop.name, x=x + 10, y=y + 18)


def _marks(loops: Sequence[RoofedLoop], across: Scale, up: Scale) -> Iterator[Mark]:
    for loop in loops:
        point = loop.placed.every_access
        x, y = across.at(point.intensity or across.low), up.at(point.attainable)
        title = (
            f"{loop.name}: {three_digits(point.intensity or 0.0)} operations a byte, at most "
            f"{short_number(point.attainable)} operations a second; {point.bound}-bound"
        )
        yield Mark(x=x, y=y, classes="is-loop", title=title, radius=7.0)
        if loop.scalar and loop.scalar.every_access.attainable < point.attainable:
            below = up.at(loop.scalar.every_access.attainable)
            yield Mark(
                x=x,
                y=below,
                classes="is-loop is-through",
                title=f"{loop.name}, not vectorised",
            )
