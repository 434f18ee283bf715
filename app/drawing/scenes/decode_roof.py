"""Where the two phases of a language model stand under a chip's roof, in pixels of its picture."""

from __future__ import annotations

from app.drawing.roofline import RoofAxes
from app.drawing.scenes.decode_facts import RoofPlaces
from compiler_core.soc.rooflines.roofline import PlacedPoint

ROOF_LEFT, ROOF_WIDTH, ROOF_HEIGHT = 8, 264, 120
ROOF_RIGHT = ROOF_LEFT + ROOF_WIDTH


def roof_axes(roof: RoofPlaces, top: float) -> RoofAxes:
    """With room around what is drawn. top: of the picture."""
    points = (roof.prefill, roof.decode)
    across = [phase.intensity or roof.ridge for phase in points] + [roof.ridge]
    speeds = [_speed(point) for point in points]
    left, right = min(across) / 2, max(across) * 3
    lowest = min(*speeds, roof.bandwidth * left) / 3
    first, last = (ROOF_LEFT, top), (ROOF_RIGHT, top + ROOF_HEIGHT)
    return RoofAxes.between(first, last, (left, right), (lowest, roof.peak * 3))


def dot(axes: RoofAxes, point: PlacedPoint) -> tuple[float, float]:
    """At its speed as modelled; on the roof where no model has a time."""
    return axes.at(point.intensity, _speed(point))


def leader(axes: RoofAxes, point: PlacedPoint) -> str:
    """From the roof down to the dot: what the models say is lost."""
    x, y = dot(axes, point)
    return f"M{x} {axes.up.at(point.attainable)}V{y}"


def _speed(point: PlacedPoint) -> float:
    return point.modelled.operations_per_second if point.modelled else point.attainable
