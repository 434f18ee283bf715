"""Prefill and batches of a language model under the roof of a chip."""

from __future__ import annotations

from dataclasses import dataclass
from math import log10

from compiler_core.llm.pipeline.batches import BATCHES
from compiler_core.soc.rooflines.decode_curves import DecodeCurves
from compiler_core.soc.rooflines.roofline import PlacedPoint, Roofline

WIDTH, HEIGHT, MARGIN = 560, 220, 28
GIGA = 1e9
DECADES_BEYOND = 0.4


@dataclass(frozen=True, slots=True, kw_only=True)
class PointRow:
    """A kernel of the roofline."""

    name: str
    """`decode of 4` for a batch, or the name of the prefill."""
    intensity: str
    """Operations a byte, to one decimal."""
    attainable: str
    """Billions of operations a second at most."""
    bound: str
    """What limits it."""
    x: float
    """In pixels, on a logarithmic scale of intensity."""
    y: float
    """In pixels from the top, on a logarithmic scale of speed."""
    classes: str
    """CSS class `is-batch` for decode, empty for prefill."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoofView:
    """Prefill and batches of a language model under the roof of a chip."""

    path: str
    """SVG path of the roof, on logarithmic scales."""
    box: str
    """The SVG's viewBox."""
    width: int
    """Width of the picture, in pixels."""
    height: int
    """Height of the picture, in pixels."""
    points: tuple[PointRow, ...]
    """The prefill, then decode of each batch."""
    sentence: str
    """Where memory and compute meet, and with which batch decode gets there."""
    last: int
    """How many steps a slider over batches has."""


def roof_view(curves: DecodeCurves) -> RoofView | None:
    """None where the unit's speed is not known."""
    roofline = curves.roofline
    if roofline is None:
        return None
    places = [point for point in roofline.points if point.intensity]
    scale = _Scale.around(roofline, places)
    corners = ((scale.left, roofline.bandwidth * scale.left), (roofline.ridge, roofline.peak),
               (scale.right, roofline.peak))  # fmt: skip
    path = " ".join(
        f"{'L' if number else 'M'}{scale.x(x):.1f} {scale.y(y):.1f}"
        for number, (x, y) in enumerate(corners)
    )
    return RoofView(
        path=path,
        box=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
        points=tuple(_point(placed_point, scale) for placed_point in places),
        sentence=_meeting(curves, roofline),
        last=len(BATCHES) - 1,
    )


def _meeting(curves: DecodeCurves, roofline: Roofline) -> str:
    roof = (
        f"{curves.unit}: {roofline.peak / GIGA:,.0f} billion operations a second in "
        f"{roofline.precision}, {roofline.bandwidth / GIGA:.1f} GB/s from memory; they meet at "
        f"{roofline.ridge:.0f} operations a byte."
    )
    if curves.meets_compute is None:
        return f"{roof} None of these batches leaves the memory's side."
    return f"{roof} With {curves.meets_compute} sequences at once decode meets the compute roof."


def _point(point: PlacedPoint, scale: _Scale) -> PointRow:
    intensity = point.intensity or scale.left
    return PointRow(
        name=point.name,
        intensity=f"{intensity:.1f}",
        attainable=f"{point.attainable / GIGA:,.1f}",
        bound=point.bound,
        x=round(scale.x(intensity), 1),
        y=round(scale.y(point.attainable), 1),
        classes="is-batch" if point.name.startswith("decode") else "",
    )


@dataclass(frozen=True, slots=True)
class _Scale:
    """Logarithmic: operations a byte from left to right, operations a second from low to high."""

    left: float
    right: float
    low: float
    high: float

    @classmethod
    def around(cls, roofline: Roofline, places: list[PlacedPoint]) -> _Scale:
        beyond = 10**DECADES_BEYOND
        intensities = [point.intensity or roofline.ridge for point in places] + [roofline.ridge]
        left, right = min(intensities) / beyond, max(intensities) * beyond
        return cls(left, right, roofline.bandwidth * left, roofline.peak * beyond)

    def x(self, intensity: float) -> float:
        share = log10(intensity / self.left) / log10(self.right / self.left)
        return MARGIN + share * (WIDTH - 2 * MARGIN)

    def y(self, speed: float) -> float:
        share = log10(speed / self.low) / log10(self.high / self.low)
        return HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN)
