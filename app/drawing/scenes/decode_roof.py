"""Where the two phases of a language model stand under a chip's roof, in pixels of its picture."""

from __future__ import annotations

from dataclasses import dataclass
from math import log10

from app.drawing.scenes.decode_facts import RoofPlaces
from compiler_core.soc.rooflines.roofline import PlacedPoint

ROOF_LEFT, ROOF_WIDTH, ROOF_HEIGHT = 8, 264, 120


@dataclass(frozen=True, slots=True)
class RoofScale:
    """Logarithmic on both axes, with room around what is drawn. top: of the picture."""

    left: float
    right: float
    low: float
    high: float
    top: float

    @classmethod
    def of(cls, roof: RoofPlaces, top: float) -> RoofScale:
        points = (roof.prefill, roof.decode)
        across = [phase.intensity or roof.ridge for phase in points] + [roof.ridge]
        speeds = [_speed(point) for point in points]
        left, right = min(across) / 2, max(across) * 3
        return cls(left, right, min(*speeds, roof.bandwidth * left) / 3, roof.peak * 3, top)

    def x(self, intensity: float) -> float:
        share = log10(intensity / self.left) / log10(self.right / self.left)
        return round(ROOF_LEFT + share * ROOF_WIDTH, 1)

    def y(self, speed: float) -> float:
        share = log10(speed / self.low) / log10(self.high / self.low)
        return round(self.top + (1 - share) * ROOF_HEIGHT, 1)

    def corners(self, roof: RoofPlaces) -> tuple[tuple[float, float], ...]:
        points = (
            (self.left, roof.bandwidth * self.left),
            (roof.ridge, roof.peak),
            (self.right, roof.peak),
        )
        return tuple((self.x(across), self.y(up)) for across, up in points)

    def dot(self, point: PlacedPoint) -> tuple[float, float]:
        return self.x(point.intensity or self.left), self.y(_speed(point))

    def leader(self, point: PlacedPoint) -> str:
        """From the roof down to the dot: what the models say is lost."""
        x, y = self.dot(point)
        return f"M{x} {self.y(point.attainable)}V{y}"


def _speed(point: PlacedPoint) -> float:
    """Modelled; on the roof where no model has a time."""
    return point.modelled.operations_per_second if point.modelled else point.attainable
