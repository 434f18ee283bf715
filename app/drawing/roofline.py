"""A roofline: operations a second over operations for each byte, both on logarithmic scales.

The slope is a memory, the flat part a unit that computes; they meet at the ridge. One record places
whatever stands in such a picture; who draws it words it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, hypot
from typing import Protocol

from app.drawing.views.chart import Area, Chart, Key, Scale, log_scale, three_digits, ticks
from app.drawing.views.picture import Bar, Line, Mark, path

Spot = tuple[float, float]
_BEND = 0.22
_HEAD = 5.0


class Roof(Protocol):
    """Bytes a second of the slope, operations a second of the flat part; where both meet."""

    @property
    def bandwidth(self) -> float: ...
    @property
    def peak(self) -> float: ...
    @property
    def ridge(self) -> float: ...


@dataclass(frozen=True, slots=True)
class RoofAxes:
    """Places in a picture of roofs.

    area: flat parts end at its right. across: operations a byte; where it ends before the area, a
    strip is left for what has no number. up: operations a second.
    """

    area: Area
    across: Scale
    up: Scale

    @classmethod
    def of_decades(
        cls, area: Area, intensities: Sequence[float], speeds: Sequence[float], strip: int = 0
    ) -> RoofAxes:
        """Whole decades around these. strip: its width."""
        across = log_scale(intensities, area.left, area.right - strip)
        return cls(area, across, log_scale(speeds, area.bottom, area.top))

    @classmethod
    def between(cls, first: Spot, last: Spot, intensities: Spot, speeds: Spot) -> RoofAxes:
        """From the lowest to the highest of each. first: left and top; last: right and bottom."""
        (left, top), (right, bottom) = first, last
        size = {"width": ceil(right), "height": ceil(bottom)}
        area = Area(**size, left=left, right=right, top=top, bottom=bottom)
        across, up = Scale("log", *intensities, left, right), Scale("log", *speeds, bottom, top)
        return cls(area, across, up)

    def at(self, intensity: float | None, speed: float) -> Spot:
        """Where the axes begin for what is 0 or not known."""
        return self.across.at(intensity or self.across.low), self.up.at(speed or self.up.low)

    def mark(
        self, point: tuple[float | None, float], classes: str, title: str, radius: float = 5.0
    ) -> Mark:
        """point: operations a byte, and a second."""
        x, y = self.at(*point)
        return Mark(x=x, y=y, classes=classes, title=title, radius=radius)

    def slope(self, bandwidth: float, peak: float) -> list[Spot]:
        """From where a memory's slope enters the picture to where it meets a ceiling."""
        first = max(self.across.low, self.up.low / bandwidth)
        last = min(self.across.high, peak / bandwidth)
        if first >= last:
            return []
        return [self.at(intensity, intensity * bandwidth) for intensity in (first, last)]

    def flat(self, bandwidth: float, peak: float) -> list[Spot]:
        """A ceiling, from where a memory's slope meets it."""
        y = self.up.at(peak)
        return [(self.across.at(peak / bandwidth), y), (self.area.right, y)]

    def corners(self, roof: Roof) -> list[Spot]:
        """The slope, and the flat part's end."""
        limits = (roof.bandwidth, roof.peak)
        return [*self.slope(*limits), self.flat(*limits)[1]]

    def ridge_line(self, roof: Roof, above: float) -> Line:
        """Down from the corner. above: how far over the axis its name stands."""
        (x, y), bottom = self.at(roof.ridge, roof.peak), self.area.bottom
        text = f"ridge {three_digits(roof.ridge)}"
        title = f"The {text.replace(' ', ': ')} operations a byte"
        return Line(path([(x, y), (x, bottom)]), "is-ridge", title, text, x + 5, bottom - above)

    def sides(self, roof: Roof, memory: str, compute: str, room: float = 0) -> Iterator[Bar]:
        """Left of the ridge memory binds, right of it compute.

        memory, compute: their names, written where a side is wider than `room`.
        """
        left, ridge, right = self.area.left, self.across.at(roof.ridge), self.across.end
        title = "Memory-bound: the bytes arrive later than they are computed on."
        label = memory if ridge - left > room else ""
        yield self.side((left, ridge), "is-memory-side", title, label)
        title = "Compute-bound: the bytes are there before they can be computed on."
        label = compute if right - ridge > room else ""
        yield self.side((ridge, right), "is-compute-side", title, label)

    def side(self, ends: Spot, classes: str, title: str, label: str, indent: int = 10) -> Bar:
        """A region as high as the picture."""
        (start, end), top, bottom = ends, self.area.top, self.area.bottom
        return Bar(
            x=start,
            y=top,
            width=end - start,
            height=bottom - top,
            classes=f"is-region {classes}",
            title=title,
            label=label,
            label_x=start + indent,
            label_y=bottom - 12,
        )

    def arrow(self, start: Spot, end: Spot) -> str:
        """A bow below the roof, for points before and after may lie on one line; with a head.

        Empty where both are so near that it would be no more than its head.
        """
        (x, y), (to_x, to_y) = start, end
        if hypot(to_x - x, to_y - y) < _HEAD:
            return ""
        bend_x = (x + to_x) / 2 + _BEND * (y - to_y) + 8
        bend_y = min((y + to_y) / 2 + _BEND * abs(to_x - x) + 8, self.area.bottom)
        long = hypot(to_x - bend_x, to_y - bend_y) or 1.0
        ahead_x, ahead_y = (to_x - bend_x) / long * _HEAD, (to_y - bend_y) / long * _HEAD
        left = (to_x - ahead_x - ahead_y / 2, to_y - ahead_y + ahead_x / 2)
        right = (to_x - ahead_x + ahead_y / 2, to_y - ahead_y - ahead_x / 2)
        bow = f"M{x:.1f} {y:.1f} Q{bend_x:.1f} {bend_y:.1f} {to_x:.1f} {to_y:.1f}"
        return f"{bow} {path([left, (to_x, to_y), right])}"

    def chart(
        self,
        titles: tuple[str, str, str],
        lines: Sequence[Line],
        marks: Sequence[Mark],
        bars: Sequence[Bar] = (),
        keys: Sequence[Key] = (),
    ) -> Chart:
        """titles: of the picture, across and up."""
        return Chart(
            title=titles[0],
            area=self.area,
            x_title=titles[1],
            y_title=titles[2],
            x_ticks=ticks(self.across),
            y_ticks=ticks(self.up),
            bars=tuple(bars),
            lines=tuple(lines),
            marks=tuple(marks),
            keys=tuple(keys),
        )
