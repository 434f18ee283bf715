"""The roofline as a picture: ceilings, ridge, regions, points and how they moved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot, sqrt

from app.drawing.views.chart import (
    Area,
    Chart,
    Key,
    Scale,
    log_scale,
    short_number,
    three_digits,
    ticks,
)
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

WIDTH, HEIGHT = 960, 540
LEFT, RIGHT, TOP, BOTTOM = 62, 840, 34, 480
_SMALLEST, _LARGEST_MORE = 3.5, 13.0
_LABEL_STEP = 13.0
_BEND = 0.22
_HEAD = 5.0
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

    @property
    def end(self) -> float:
        """Where the axis across ends and the strip of points beyond it begins."""
        return RIGHT - self.axes.strip

    def places(self, stage: RoofedStage, scales: tuple[Scale, Scale]) -> Places:
        """Of the points of one stage."""
        beyond = beyond_places(stage.roofline.points, self.end, self.axes.strip)
        return Places(*scales, self.speed, beyond)


def roofline_chart(drawn: Drawn) -> Chart:
    """Operations a second over operations a byte, both on logarithmic scales."""
    across, up = _scales(drawn)
    return Chart(
        title=f"Roofline: operations a second, {_SPEEDS[drawn.speed]}, over operations a byte; the "
        "numbers are in the tables below",
        area=Area(width=WIDTH, height=HEIGHT, left=LEFT, right=RIGHT, top=TOP, bottom=BOTTOM),
        x_title=f"operations for each byte through {drawn.memory} (intensity)",
        y_title=f"operations a second ({_SPEEDS[drawn.speed]})",
        x_ticks=ticks(across),
        y_ticks=ticks(up),
        bars=tuple(_regions(drawn, across)),
        lines=tuple(_lines(drawn, across, up)),
        marks=tuple(_marks(drawn, across, up)),
        keys=tuple(_keys(drawn)),
    )


def _scales(drawn: Drawn) -> tuple[Scale, Scale]:
    roof = drawn.staged.now.roofline
    ridges = [roof.ridge] + ([drawn.loop.ridge] if drawn.loop else [])
    beside = [point.intensity for point in _beside(drawn) if point.intensity]
    intensities = [*drawn.axes.intensities, *beside]
    peaks = [ceiling.operations_per_second for ceiling in roof.compute_ceilings]
    # Room on both sides of a ridge, so that slope and ceiling are both seen.
    reach = [ridge * factor for ridge in ridges for factor in (0.2, 5)]
    lowest = min([*intensities, *ridges]) * roof.bandwidth
    speeds = [*drawn.axes.speeds, *(speed_of(point, drawn.speed) for point in _beside(drawn))]
    return (
        log_scale([*intensities, *reach], LEFT, drawn.end),
        log_scale([lowest, *speeds, *peaks, roof.peak], BOTTOM, TOP),
    )


def _beside(drawn: Drawn) -> Iterator[PlacedPoint]:
    if drawn.language:
        yield from drawn.language.points
    if drawn.loop:
        yield drawn.loop.every_access
        yield from [drawn.loop.missed] if drawn.loop.missed else []


def _regions(drawn: Drawn, across: Scale) -> Iterator[Bar]:
    """Left of the ridge memory binds, right of it compute; the strip is beyond both."""
    ridge, end = across.at(drawn.staged.now.roofline.ridge), drawn.end
    middle = BOTTOM - 12
    yield Bar(
        x=LEFT,
        y=TOP,
        width=ridge - LEFT,
        height=BOTTOM - TOP,
        classes="is-region is-memory-side",
        title="Memory-bound: the bytes arrive later than they are computed on.",
        label="memory-bound" if ridge - LEFT > 110 else "",
        label_x=LEFT + 10,
        label_y=middle,
    )
    yield Bar(
        x=ridge,
        y=TOP,
        width=end - ridge,
        height=BOTTOM - TOP,
        classes="is-region is-compute-side",
        title="Compute-bound: the bytes are there before they can be computed on.",
        label="compute-bound" if end - ridge > 110 else "",
        label_x=ridge + 10,
        label_y=middle,
    )
    if drawn.axes.strip:
        yield Bar(
            x=end,
            y=TOP,
            width=RIGHT - end,
            height=BOTTOM - TOP,
            classes="is-region is-beyond-side",
            title=f"Nothing of these goes through {drawn.memory}: it stays on the chip.",
            label="on chip",
            label_x=end + 6,
            label_y=middle,
        )


def _lines(drawn: Drawn, across: Scale, up: Scale) -> Iterator[Line]:
    roof = drawn.staged.now.roofline
    yield from _other_ceilings(roof, across, up)
    if drawn.loop:
        yield _core_ceiling(drawn.loop, across, up)
    yield _roof_line(roof, across, up)
    x = across.at(roof.ridge)
    yield Line(
        path([(x, up.at(roof.peak)), (x, BOTTOM)]),
        "is-ridge",
        f"The ridge: {three_digits(roof.ridge)} operations a byte",
        f"ridge {three_digits(roof.ridge)}",
        x + 5,
        BOTTOM - 28,
    )
    yield from _moves(drawn, (across, up))
    places = drawn.places(drawn.staged.now, (across, up))
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


def _roof_line(roof: Roofline, across: Scale, up: Scale) -> Line:
    corners = [*_slope(roof.bandwidth, roof.peak, across, up), (RIGHT, up.at(roof.peak))]
    title = (
        f"{roof.memory}: {three_digits(roof.bandwidth / 1e9)} GB/s; "
        f"{roof.unit} at {roof.precision}: "
        f"{short_number(roof.peak)} operations a second"
    )
    return Line(path(corners), "is-main", title)


def _slope(bandwidth: float, peak: float, across: Scale, up: Scale) -> list[tuple[float, float]]:
    """From where a memory's slope enters the picture to where it meets a ceiling."""
    first = max(across.low, up.low / bandwidth)
    last = min(across.high, peak / bandwidth)
    if first >= last:
        return []
    return [(across.at(intensity), up.at(intensity * bandwidth)) for intensity in (first, last)]


def _other_ceilings(roof: Roofline, across: Scale, up: Scale) -> Iterator[Line]:
    """All others faint; the chosen one is labelled with them."""
    ceilings = sorted(roof.compute_ceilings, key=lambda limit: -limit.operations_per_second)
    y_label = 0.0
    for limit in ceilings:
        speed, y = limit.operations_per_second, up.at(limit.operations_per_second)
        chosen = (limit.unit, limit.precision) == (roof.unit, roof.precision)
        y_label = max(y + 4, y_label + _LABEL_STEP)
        start = across.at(speed / roof.bandwidth)
        text = f"{limit.unit} {limit.precision}, {short_number(speed)}"
        drawn = "" if chosen else path([(start, y), (RIGHT, y)])
        yield Line(
            drawn,
            "is-main" if chosen else "is-other",
            f"{text} operations a second",
            text,
            RIGHT + 6,
            y_label,
        )
    slowest = min(ceiling.bytes_per_second for ceiling in roof.memory_ceilings)
    for limit in roof.memory_ceilings:
        yield from _memory_slope(roof, limit, (across, up), under=limit.bytes_per_second == slowest)


def _memory_slope(
    roof: Roofline, limit: MemoryCeiling, scales: tuple[Scale, Scale], *, under: bool
) -> Iterator[Line]:
    """The chosen one is part of the roof and only named here; the slowest has its name below."""
    places = _slope(limit.bytes_per_second, roof.peak, *scales)
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


def _core_ceiling(loop: PlacedLoop, across: Scale, up: Scale) -> Line:
    y = up.at(loop.peak)
    corners = [(across.at(loop.ridge), y), (RIGHT, y)]
    text = f"one core of {loop.unit}, {short_number(loop.peak)} operations a second"
    return Line(path(corners), "is-core", text, text, RIGHT - 6, y - 5)


def _moves(drawn: Drawn, scales: tuple[Scale, Scale]) -> Iterator[Line]:
    staged = drawn.staged
    if staged.before is None:
        return
    places, old_places = drawn.places(staged.now, scales), drawn.places(staged.before, scales)
    old = {old_point.name: old_places.of(old_point) for old_point in staged.before.roofline.points}
    for point, names in zip(staged.now.roofline.points, drawn.made_of, strict=True):
        end = places.of(point)
        for name in names:
            start = old[name]
            if hypot(end[0] - start[0], end[1] - start[1]) >= _HEAD:
                yield Line(_arrow(start, end), "is-move", f"{name} became part of {point.name}")


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """A bow below the roof, for points before and after may lie on one line; with a head."""
    (x, y), (to_x, to_y) = start, end
    bend_x = (x + to_x) / 2 + _BEND * (y - to_y) + 8
    bend_y = min((y + to_y) / 2 + _BEND * abs(to_x - x) + 8, BOTTOM)
    long = hypot(to_x - bend_x, to_y - bend_y) or 1.0
    ahead_x, ahead_y = (to_x - bend_x) / long * _HEAD, (to_y - bend_y) / long * _HEAD
    left = (to_x - ahead_x - ahead_y / 2, to_y - ahead_y + ahead_x / 2)
    right = (to_x - ahead_x + ahead_y / 2, to_y - ahead_y - ahead_x / 2)
    bow = f"M{x:.1f} {y:.1f} Q{bend_x:.1f} {bend_y:.1f} {to_x:.1f} {to_y:.1f}"
    return f"{bow} {path([left, (to_x, to_y), right])}"


def _marks(drawn: Drawn, across: Scale, up: Scale) -> Iterator[Mark]:
    staged, scales = drawn.staged, (across, up)
    if staged.before:
        places = drawn.places(staged.before, scales)
        for point, share in zip(staged.before.roofline.points, staged.before.shares, strict=True):
            mark = _mark(point, "is-before", places, "Before: ")
            yield replace(mark, radius=_radius(share))
    places = drawn.places(staged.now, scales)
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
