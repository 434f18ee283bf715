"""Where points of a roofline stand in the picture, at the speed that is asked for.

As modelled, a kernel that moves no byte through the roof's memory has no place on the axis: it
stands in a strip at the right, in the order of the network, under the peak.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from app.drawing.roofline import RoofAxes
from compiler_core.soc.rooflines.roofline import PlacedPoint
from compiler_core.soc.rooflines.staged_roofline import RoofedStage

PointSpeed = Literal["modelled", "allowed"]
_LEAST_STRIP, _MORE_STRIP = 52, 300


@dataclass(frozen=True, slots=True)
class Axes:
    """What the axes must hold so that they stay where they are when another stage is chosen.

    intensities, speeds: of all stages. beyond_share: of a stage's points, at most, that move
    nothing through the memory.
    """

    intensities: tuple[float, ...]
    speeds: tuple[float, ...]
    beyond_share: float

    @property
    def strip(self) -> int:
        """Width of the strip for those points; 0 where no stage has any."""
        return round(_LEAST_STRIP + _MORE_STRIP * self.beyond_share) if self.beyond_share else 0


@dataclass(frozen=True, slots=True)
class Places:
    """Of the points of one stage. beyond: places across of those in the strip, by name."""

    axes: RoofAxes
    speed: PointSpeed
    beyond: Mapping[str, float]

    def of(self, point: PlacedPoint) -> tuple[float, float]:
        """Where the point stands."""
        return self._at(point, speed_of(point, self.speed))

    def roof_over(self, point: PlacedPoint) -> tuple[float, float]:
        """Where the roof is over it."""
        return self._at(point, point.attainable)

    def _at(self, point: PlacedPoint, speed: float) -> tuple[float, float]:
        x, y = self.axes.at(point.intensity, speed)
        if point.intensity is None:
            x = self.beyond.get(point.name, self.axes.across.end)
        return x, y


def speed_of(point: PlacedPoint, speed: PointSpeed) -> float:
    """Operations a second; what the roof allows where there is no modelled speed."""
    if speed == "modelled" and point.modelled is not None:
        return point.modelled.operations_per_second
    return point.attainable


def axes_of(stages: Sequence[RoofedStage], speed: PointSpeed) -> Axes:
    """stages: all, as they are drawn."""
    points = [point for stage in stages for point in stage.roofline.points]
    speeds = (speed_of(kernel, speed) for kernel in points)
    return Axes(
        intensities=tuple(kernel.intensity for kernel in points if kernel.intensity),
        speeds=tuple(rate for rate in speeds if rate),
        beyond_share=max(map(_beyond_share, stages), default=0.0),
    )


def _beyond_share(stage: RoofedStage) -> float:
    points = stage.roofline.points
    return sum(point.intensity is None for point in points) / len(points)


def beyond_places(points: Sequence[PlacedPoint], left: float, width: float) -> dict[str, float]:
    """Places across the strip, in the order of the network."""
    names = [point.name for point in points if point.intensity is None]
    step = width / (len(names) + 1)
    return {name: round(left + step * position, 1) for position, name in enumerate(names, 1)}
