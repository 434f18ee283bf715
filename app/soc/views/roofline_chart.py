"""The roofline as a picture: ceilings, ridge, regions, points and how they moved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt

from app.drawing.roofline import RoofAxes
from app.drawing.views.chart import Area, Chart, Key, short_number, three_digits
from app.drawing.views.picture import Bar, Line, Mark, path
from app.soc.views.roofline_places import (
    Axes,
    Places,
    PointSpeed,
    beyond_places,
    speed_of,
)
from compiler_core.soc.rooflines.loop_points import PlacedLoop
from compiler_core.soc.rooflines.roofline import MemoryCeiling, PlacedPoint, Roofline
from compiler_core.soc.rooflines.staged_roofline import RoofedStage, StagedRoofline

AREA = Area(width=960, height=540, left=62, right=840, top=34, bottom=480)
_SMALLEST, _LARGEST_MORE = 3.5, 13.0
_LABEL_STEP = 13.0
_ROOM = 110
_SPEEDS: dict[PointSpeed, str] = {"modelled": "as modelled", "allowed": "modelled, at most"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """What stands in the picture."""

    staged: StagedRoofline
    """The stage that is drawn, and the one before it."""
    made_of: tuple[tuple[str, ...], ...]
    """For each point of the stage, names of the points of the stage before that it is made of."""
    language: Roofline | None
    """Roofline with decode and prefill, None for none."""
    loop: PlacedLoop | None
    """A C loop's points, None for none."""
    rows: dict[str, str]
    """Where each kernel's row is, by name."""
    axes: Axes
    """What they must hold."""
    speed: PointSpeed
    """Whether points stand on the roof or at their modelled speed."""
    memory: str
    """Title of the memory that the bytes go through."""

    def places(self, stage: RoofedStage, axes: RoofAxes) -> Places:
        """Of the points of one stage."""
        strip = self.axes.strip
        beyond = beyond_places(stage.roofline.points, AREA.right - strip, strip)
        return Places(axes, self.speed, beyond)


def roofline_chart(drawn: Drawn) -> Chart:
    """Operations a second over operations a byte, both on logarithmic scales."""
    axes, speed = _placed(drawn), _SPEEDS[drawn.speed]
    titles = (
        f"Roofline: operations a second, {speed}, over operations a byte; the numbers are in the "
        "tables below",
        f"operations for each byte through {drawn.memory} (intensity)",
        f"operations a second ({speed})",
    )
    lines, marks = list(_lines(drawn, axes)), list(_marks(drawn, axes))
    return axes.chart(titles, lines, marks, list(_regions(drawn, axes)), list(_keys(drawn)))


def _placed(drawn: Drawn) -> RoofAxes:
    roof = drawn.staged.now.roofline
    ridges = [roof.ridge] + ([drawn.loop.ridge] if drawn.loop else [])
    beside = [point.intensity for point in _beside(drawn) if point.intensity]
    intensities = [*drawn.axes.intensities, *beside]
    peaks = [ceiling.operations_per_second for ceiling in roof.compute_ceilings]
    # Room on both sides of a ridge, so that slope and ceiling are both seen.
    reach = [ridge * factor for ridge in ridges for factor in (0.2, 5)]
    lowest = min([*intensities, *ridges]) * roof.bandwidth
    speeds = [*drawn.axes.speeds, *(speed_of(point, drawn.speed) for point in _beside(drawn))]
    across, up = [*intensities, *reach], [lowest, *speeds, *peaks, roof.peak]
    return RoofAxes.of_decades(AREA, across, up, drawn.axes.strip)


def _beside(drawn: Drawn) -> Iterator[PlacedPoint]:
    if drawn.language:
        yield from drawn.language.points
    if drawn.loop:
        yield drawn.loop.every_access
        yield from [drawn.loop.missed] if drawn.loop.missed else []


def _regions(drawn: Drawn, axes: RoofAxes) -> Iterator[Bar]:
    """Left of the ridge memory binds, right of it compute; the strip is beyond both."""
    yield from axes.sides(drawn.staged.now.roofline, "memory-bound", "compute-bound", _ROOM)
    if drawn.axes.strip:
        title = f"Nothing of these goes through {drawn.memory}: it stays on the chip."
        ends = (axes.across.end, AREA.right)
        yield axes.side(ends, "is-beyond-side", title, "on chip", indent=6)


def _lines(drawn: Drawn, axes: RoofAxes) -> Iterator[Line]:
    roof = drawn.staged.now.roofline
    yield from _other_ceilings(roof, axes)
    if drawn.loop:
        yield _core_ceiling(drawn.loop, axes)
    yield _roof_line(roof, axes)
    yield axes.ridge_line(roof, 28)
    yield from _moves(drawn, axes)
    places = drawn.places(drawn.staged.now, axes)
    yield from _drops(drawn, places)
    for point, text in _named_language(drawn.language):
        x, y = places.of(point)
        yield Line("", "is-name", label=text, x=x - 10, y=y - 12)
    for point, text in _named_loop(drawn.loop):
        x, y = places.of(point)
        yield Line("", "is-loop-name", label=text, x=x + 12, y=y + 8)


def _drops(drawn: Drawn, places: Places) -> Iterator[Line]:
    """From each point up to the roof."""
    if drawn.speed != "modelled":
        return
    for point in (*drawn.staged.now.roofline.points, *_beside(drawn)):
        below, above = places.of(point), places.roof_over(point)
        if point.modelled is not None and below[1] - above[1] >= 1:
            yield Line(path([below, above]), "is-drop", f"{point.name}: {point.modelled.reason}")


def _named_language(language: Roofline | None) -> Iterator[tuple[PlacedPoint, str]]:
    for point in language.points if language else ():
        yield point, point.name.partition(" of ")[0]


def _named_loop(loop: PlacedLoop | None) -> Iterator[tuple[PlacedPoint, str]]:
    if loop is None:
        return
    yield loop.every_access, "your loop"
    if loop.missed:
        yield loop.missed, "its cache lines"


def _roof_line(roof: Roofline, axes: RoofAxes) -> Line:
    title = (
        f"{roof.memory}: {three_digits(roof.bandwidth / 1e9)} GB/s; "
        f"{roof.unit} at {roof.precision}: "
        f"{short_number(roof.peak)} operations a second"
    )
    return Line(path(axes.corners(roof)), "is-main", title)


def _other_ceilings(roof: Roofline, axes: RoofAxes) -> Iterator[Line]:
    """All others faint; the chosen one is labelled with them."""
    ceilings = sorted(roof.compute_ceilings, key=lambda limit: -limit.operations_per_second)
    y_label = 0.0
    for limit in ceilings:
        speed = limit.operations_per_second
        chosen = (limit.unit, limit.precision) == (roof.unit, roof.precision)
        y_label = max(axes.up.at(speed) + 4, y_label + _LABEL_STEP)
        text = f"{limit.unit} {limit.precision}, {short_number(speed)}"
        yield Line(
            "" if chosen else path(axes.flat(roof.bandwidth, speed)),
            "is-main" if chosen else "is-other",
            f"{text} operations a second",
            text,
            AREA.right + 6,
            y_label,
        )
    slowest = min(ceiling.bytes_per_second for ceiling in roof.memory_ceilings)
    for limit in roof.memory_ceilings:
        yield from _memory_slope(roof, limit, axes, under=limit.bytes_per_second == slowest)


def _memory_slope(
    roof: Roofline, limit: MemoryCeiling, axes: RoofAxes, *, under: bool
) -> Iterator[Line]:
    """The chosen one is part of the roof and only named here; the slowest has its name below."""
    places = axes.slope(limit.bytes_per_second, roof.peak)
    if not places:
        return
    # Points crowd in the middle of the slope.
    x, y = _along(places, 0.3 if under else 0.45)
    chosen = limit.memory == roof.memory
    text = f"{limit.memory} {three_digits(limit.bytes_per_second / 1e9)} GB/s"
    classes = f"{'is-main' if chosen else 'is-other'} {'is-under' if under else 'is-over'}"
    position = (x + 12, y + 20) if under else (x - 6, y - 5)
    yield Line("" if chosen else path(places), classes, text, text, *position)


def _along(places: Sequence[tuple[float, float]], share: float) -> tuple[float, float]:
    (left, low), (right, high) = places[0], places[-1]
    return round(left + share * (right - left), 1), round(low + share * (high - low), 1)


def _core_ceiling(loop: PlacedLoop, axes: RoofAxes) -> Line:
    text = f"one core of {loop.unit}, {short_number(loop.peak)} operations a second"
    corners, y = axes.flat(loop.bandwidth, loop.peak), axes.up.at(loop.peak)
    return Line(path(corners), "is-core", text, text, AREA.right - 6, y - 5)


def _moves(drawn: Drawn, axes: RoofAxes) -> Iterator[Line]:
    staged = drawn.staged
    if staged.before is None:
        return
    places, old_places = drawn.places(staged.now, axes), drawn.places(staged.before, axes)
    old = {old_point.name: old_places.of(old_point) for old_point in staged.before.roofline.points}
    for point, names in zip(staged.now.roofline.points, drawn.made_of, strict=True):
        for name in names:
            arrow = axes.arrow(old[name], places.of(point))
            if arrow:
                yield Line(arrow, "is-move", f"{name} became part of {point.name}")


def _marks(drawn: Drawn, axes: RoofAxes) -> Iterator[Mark]:
    staged = drawn.staged
    if staged.before:
        places = drawn.places(staged.before, axes)
        for point, share in zip(staged.before.roofline.points, staged.before.shares, strict=True):
            mark = _mark(point, "is-before", places, "Before: ")
            yield replace(mark, radius=_radius(share))
    places = drawn.places(staged.now, axes)
    for point, share in _largest_first(staged.now):
        mark = _mark(point, "is-kernel", places, f"{share:.1%} of the time. ")
        yield replace(mark, radius=_radius(share), address=f"#{drawn.rows[point.name]}")
    for point in drawn.language.points if drawn.language else ():
        mark = _mark(point, "is-language", places, "")
        yield replace(mark, radius=8.0, address="#beside")
    yield from _loop_marks(drawn.loop, places)


def _largest_first(stage: RoofedStage) -> list[tuple[PlacedPoint, float]]:
    """So that small points are drawn over large ones."""
    pairs = zip(stage.roofline.points, stage.shares, strict=True)
    return sorted(pairs, key=lambda pair: -pair[1])


def _loop_marks(loop: PlacedLoop | None, places: Places) -> Iterator[Mark]:
    if loop is None:
        return
    words = "Every load and store. " if loop.missed else ""
    every = _mark(loop.every_access, "is-loop", places, words)
    yield replace(every, radius=8.0, address="#beside")
    if loop.missed:
        missed = _mark(loop.missed, "is-loop is-through", places, "")
        yield replace(missed, radius=5.0, address="#beside")


def _radius(share: float) -> float:
    """Area by time."""
    return round(_SMALLEST + _LARGEST_MORE * sqrt(share), 1)


def _mark(point: PlacedPoint, classes: str, places: Places, words: str) -> Mark:
    x, y = places.of(point)
    intensity = three_digits(point.intensity) if point.intensity is not None else "no end of"
    title = f"{point.name}: {words}{intensity} operations a byte, {_speed_words(point, places)}"
    return Mark(x=x, y=y, classes=classes, title=title)


def _speed_words(point: PlacedPoint, places: Places) -> str:
    most = short_number(point.attainable)
    timing = point.modelled
    if places.speed == "allowed":
        return f"at most {most} operations a second; {point.bound}-bound."
    if timing is None:
        return f"at most {most} operations a second; it has no modelled time, so it is on the roof."
    return (
        f"{short_number(timing.operations_per_second)} operations a second (modelled); the roof "
        f"allows {most}, {three_digits(timing.distance)} times as many. {timing.reason}"
    )


def _keys(drawn: Drawn) -> Iterator[Key]:
    yield Key("is-key-kernel", "kernel of the network; its area is its share of the time")
    if drawn.speed == "modelled":
        yield Key("is-key-drop", "up to the roof: what the chip would allow")
    if drawn.axes.strip:
        yield Key("is-key-beyond", f"nothing goes through {drawn.memory}")
    if drawn.staged.before:
        yield Key("is-key-before", "where its parts stood at the stage before")
    if drawn.language:
        yield Key("is-key-language", "language model")
    if drawn.loop:
        yield Key("is-key-loop", "your C loop, under the roof of one core")
