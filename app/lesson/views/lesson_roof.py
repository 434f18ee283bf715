"""Loops of a lesson under the roof of one core: a small picture, and a sentence for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.drawing.roofline import RoofAxes
from app.drawing.views.chart import Area, Chart, short_number, three_digits
from app.drawing.views.picture import Line, Mark, path
from compiler_core.soc.rooflines.loop_points import PlacedLoop
from compiler_core.soc.rooflines.one_lane import OneLane

_AREA = Area(width=720, height=380, left=56, right=700, top=34, bottom=326)
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
    axes = _axes(loops)
    titles = (
        f"One core of {chip}: operations a second, at most, over operations a byte; the "
        "numbers are in the table below",
        "operations for each byte (intensity)",
        "operations a second, at most (modelled)",
    )
    lines = (*_lines(loops[0], axes), *_names(loops, axes))
    sides = axes.sides(loops[0].placed, "waits for memory", "waits for arithmetic")
    return axes.chart(titles, lines, list(_marks(loops, axes)), list(sides))


def _axes(loops: Sequence[RoofedLoop]) -> RoofAxes:
    roof = loops[0].placed
    points = [loop.placed.every_access for loop in loops]
    reach = [roof.ridge * _ROOM_LEFT, roof.ridge * _ROOM_RIGHT]
    intensities = [point.intensity for point in points if point.intensity] + reach
    return RoofAxes.of_decades(_AREA, intensities, [*(dot.attainable for dot in points), roof.peak])


def _lines(loop: RoofedLoop, axes: RoofAxes) -> Iterator[Line]:
    roof, end = loop.placed, _AREA.right - 6
    if loop.scalar:
        name, peak = "one number at a time", loop.scalar.peak
        title = f"{name}: {short_number(peak)} operations a second"
        ceiling = path(axes.flat(roof.bandwidth, peak))
        yield Line(ceiling, "is-other is-over", title, name, end, axes.up.at(peak) - 6)
    title = (
        f"{roof.memory}, {roof.bandwidth / 1e9:.3g} GB/s; one core of {roof.unit}, "
        f"{short_number(roof.peak)} operations a second"
    )
    y = axes.up.at(roof.peak) - 6
    yield Line(path(axes.corners(roof)), "is-main is-over", title, "with vectors", end, y)
    yield axes.ridge_line(roof, 34)


def _names(loops: Sequence[RoofedLoop], axes: RoofAxes) -> Iterator[Line]:
    """Below the roof, on which the marks lie."""
    for loop in loops:
        point = loop.placed.every_access
        x, y = axes.at(point.intensity, point.attainable)
        yield Line("", "is-loop-name", label=loop.name, x=x + 10, y=y + 18)


def _marks(loops: Sequence[RoofedLoop], axes: RoofAxes) -> Iterator[Mark]:
    for loop in loops:
        point = loop.placed.every_access
        intensity, most = point.intensity, point.attainable
        title = (
            f"{loop.name}: {three_digits(intensity or 0.0)} operations a byte, at most "
            f"{short_number(most)} operations a second; {point.bound}-bound"
        )
        yield axes.mark((intensity, most), "is-loop", title, 7.0)
        scalar = loop.scalar.every_access.attainable if loop.scalar else most
        if scalar < most:
            title = f"{loop.name}, not vectorised"
            yield axes.mark((intensity, scalar), "is-loop is-through", title)
