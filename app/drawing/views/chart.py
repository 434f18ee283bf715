"""Charts as plain numbers in a picture's own coordinates; `partials/chart.html` draws them.

Axes are linear or logarithmic. Marks, lines and bars carry a title, for a pointer and for readers;
a chart stands beside a table that has its numbers. Charts are ours: the usual libraries would take
the base installation over its size.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Literal

from app.drawing.views.picture import Bar, Line, Mark
from compiler_core.amounts import three_digits

ScaleKind = Literal["log", "linear"]
_MOST_DECADES = 7
_LINEAR_TICKS = 5
_SUFFIXES = ((1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))


@dataclass(frozen=True, slots=True)
class Scale:
    """From values (low to high) to places in the picture (start to end, which may be less)."""

    kind: ScaleKind
    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """The place of a value, at the scale's ends for what is beyond them."""
        bounded = min(max(value, self.low), self.high)
        share = self._along(bounded)
        return round(self.start + share * (self.end - self.start), 1)

    def _along(self, value: float) -> float:
        if self.kind == "log":
            return log10(value / self.low) / log10(self.high / self.low)
        return (value - self.low) / (self.high - self.low)


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled place on an axis."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Key:
    """A colour of the legend."""

    classes: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """A picture of this width and height, and where its axes end in it."""

    width: int
    """The picture's, in pixels where nothing makes it smaller."""
    height: int
    """The picture's, in pixels where nothing makes it smaller."""
    left: float
    """X of the upright axis."""
    right: float
    """X of the level axis's end."""
    top: float
    """Y of the upright axis's end."""
    bottom: float
    """Y of the level axis."""

    @property
    def box(self) -> str:
        return f"0 0 {self.width} {self.height}"

    @classmethod
    def of_rows(cls, across: Scale, width: int, top: float, bottom: float, below: int) -> Area:
        """Of rows from top to bottom, as long as the axis; below: room for its numbers."""
        sides = {"left": across.start, "right": across.end}
        return cls(width=width, height=round(bottom) + below, top=top, bottom=bottom, **sides)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A chart in the coordinates of its picture."""

    title: str
    """For readers who do not see it; it says where the numbers stand."""
    area: Area
    """The picture's size, and where its axes end."""
    x_title: str
    """What the level axis counts; empty for nothing."""
    y_title: str
    """What the upright axis counts; empty for nothing."""
    x_ticks: tuple[Tick, ...]
    """Labelled places on the level axis; each has a grid line."""
    y_ticks: tuple[Tick, ...]
    """Labelled places on the upright axis; each has a grid line."""
    lines: tuple[Line, ...] = ()
    """Drawn over the bars and below the marks."""
    bars: tuple[Bar, ...] = ()
    """Drawn below everything but the grid."""
    marks: tuple[Mark, ...] = ()
    """Drawn over everything."""
    keys: tuple[Key, ...] = ()
    """The legend; empty where colours need none."""


def log_scale(values: Sequence[float], start: float, end: float) -> Scale:
    """Whole decades around values above 0; at least one decade."""
    known = [value for value in values if value > 0]
    low = floor(log10(min(known))) if known else 0
    high = max(ceil(log10(max(known))) if known else 1, low + 1)
    return Scale("log", 10.0**low, 10.0**high, start, end)


def linear_scale(most: float, start: float, end: float) -> Scale:
    """From 0 to a round number not below `most`."""
    step = _round_step(most / _LINEAR_TICKS)
    return Scale("linear", 0.0, max(ceil(most / step), 1) * step, start, end)


def ticks(scale: Scale) -> tuple[Tick, ...]:
    """Decades of a logarithmic scale (not all of very many), round steps of a linear one."""
    if scale.kind == "log":
        first, last = round(log10(scale.low)), round(log10(scale.high))
        stride = max(1, ceil((last - first) / _MOST_DECADES))
        values = [10.0**power for power in range(first, last + 1, stride)]
    else:
        step = _round_step(scale.high / _LINEAR_TICKS)
        values = [step * index for index in range(round(scale.high / step) + 1)]
    return tuple(Tick(scale.at(value), short_number(value)) for value in values)


def row_names(names: Iterable[str], top: float, height: float) -> tuple[Tick, ...]:
    """Each in the middle of its row."""
    return tuple(Tick(top + (row + 0.5) * height, name) for row, name in enumerate(names))


def short_number(value: float) -> str:
    """`0.01`, `250`, `1.5 k`, `20 G`."""
    for size, suffix in _SUFFIXES:
        if value >= size * 0.9995:
            return f"{three_digits(value / size)} {suffix}"
    return three_digits(value)


def _round_step(value: float) -> float:
    """1, 2 or 5 times a power of ten, not below the value."""
    if value <= 0:
        return 1.0
    power = 10.0 ** floor(log10(value))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= value * 0.9999)
