"""Plots of an atlas page as charts: round ticks on linear axes, a colour for each series."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil, floor, log10

from app.atlas.views.atlas import PlotView
from app.drawing.views.chart import Area, Chart, Key, Scale, Tick, short_number
from app.drawing.views.picture import Line, Mark, path
from compiler_core.atlas.records import Plot, PlotSeries

_TICKS = 5
_RADIUS = 4.0


_WIDE = Area(width=520, height=320, left=52, right=494, top=34, bottom=270)
# What a page of 360 pixels has room for: a picture made smaller would make its text smaller too.
_NARROW = Area(width=320, height=250, left=52, right=298, top=34, bottom=200)


@lru_cache(maxsize=64)
def plot_view(plot: Plot) -> PlotView:
    """The plot as the page has it; of hundreds of points, so it is kept."""
    wide, narrow = _chart(plot, _WIDE), _chart(plot, _NARROW)
    return PlotView(title=plot.title, look=plot.look, chart=wide, narrow=narrow)


def _chart(plot: Plot, area: Area) -> Chart:
    """Lines of a few series, marks and dots; the page's facts and steps have the numbers."""
    points = [point for series in plot.series for point in series.points]
    across, x_ticks = _axis([x for x, _ in points], area.left, area.right)
    up, y_ticks = _axis([y for _, y in points], area.bottom, area.top)
    series = tuple(enumerate(plot.series))
    return Chart(
        title=f"{plot.title}: {plot.up} over {plot.across}; facts and steps below have numbers",
        area=area,
        x_title=plot.across,
        y_title=plot.up,
        x_ticks=x_ticks,
        y_ticks=y_ticks,
        lines=tuple(
            _line(drawn_series, _classes(at, drawn_series), (across, up))
            for at, drawn_series in series
            if drawn_series.form != "marks"
        ),
        marks=tuple(
            mark
            for at, scatter in series
            if scatter.form == "marks"
            for mark in _marks(scatter, _classes(at, scatter), (across, up))
        ),
        keys=tuple(Key(_classes(at, drawn), drawn.name) for at, drawn in series),
    )


def _classes(at: int, series: PlotSeries) -> str:
    return f"plot-{at} is-{series.form}"


def _line(series: PlotSeries, classes: str, scales: tuple[Scale, Scale]) -> Line:
    places = _places(series, scales)
    if series.form == "dots":
        return Line(" ".join(f"M{x:.1f} {y:.1f}h0" for x, y in places), classes, series.name)
    return Line(path(places), classes, series.name)


def _marks(series: PlotSeries, classes: str, scales: tuple[Scale, Scale]) -> Iterator[Mark]:
    for (x, y), title in zip(_places(series, scales), series.titles, strict=True):
        yield Mark(x=x, y=y, classes=classes, title=title, radius=_RADIUS)


def _places(series: PlotSeries, scales: tuple[Scale, Scale]) -> list[tuple[float, float]]:
    across, up = scales
    return [(across.at(x), up.at(y)) for x, y in series.points]


def _axis(values: Sequence[float], start: float, end: float) -> tuple[Scale, tuple[Tick, ...]]:
    """From a round number to a round number around the values, with those between them."""
    low, high = min(values), max(values)
    step = _step(low, high)
    first = floor(low / step + 1e-9)
    last = max(ceil(high / step - 1e-9), first + 1)
    scale = Scale("linear", first * step, last * step, start, end)
    places = [step * at for at in range(first, last + 1)]
    return scale, tuple(Tick(scale.at(value), short_number(value)) for value in places)


def _step(low: float, high: float) -> float:
    """1, 2 or 5 times a power of ten: a few of them from low to high."""
    rough = (high - low) / _TICKS or max(abs(high), 1.0) / 2
    power = 10.0 ** floor(log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * 0.9999)
