"""Prefill and batches of a language model under the roof of a chip."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.drawing.roofline import RoofAxes
from app.drawing.views.picture import Line, Picture, path
from compiler_core.llm.pipeline.batches import BATCHES
from compiler_core.soc.rooflines.decode_curves import DecodeCurves
from compiler_core.soc.rooflines.roofline import PlacedPoint, Roofline

_WIDTH, _HEIGHT = 560, 220
_LEFT_TOP, _RIGHT_BOTTOM = (28, 28), (532, 192)
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
    classes: str
    """CSS class `is-batch` for decode, empty for prefill."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoofView:
    """Prefill and batches of a language model under the roof of a chip."""

    picture: Picture
    """The roof and the points, on logarithmic scales."""
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
    points = tuple(_point(placed_point) for placed_point in places)
    return RoofView(
        picture=_picture(roofline, places, points),
        points=points,
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


def _picture(
    roofline: Roofline, places: Sequence[PlacedPoint], rows: Sequence[PointRow]
) -> Picture:
    """Operations a byte from left to right, operations a second from low to high."""
    beyond = 10**DECADES_BEYOND
    intensities = [point.intensity or roofline.ridge for point in places] + [roofline.ridge]
    left, right = min(intensities) / beyond, max(intensities) * beyond
    low, high = roofline.bandwidth * left, roofline.peak * beyond
    axes = RoofAxes.between(_LEFT_TOP, _RIGHT_BOTTOM, (left, right), (low, high))
    return Picture(
        title="Roofline; the table has the numbers",
        width=_WIDTH,
        height=_HEIGHT,
        lines=(Line(path(axes.corners(roofline)), "curve"),),
        marks=tuple(
            axes.mark(
                (point.intensity, point.attainable),
                row.classes,
                f"{row.name}: {row.intensity} operations a byte, {row.bound}",
                4,
            )
            for point, row in zip(places, rows, strict=True)
        ),
    )


def _point(point: PlacedPoint) -> PointRow:
    return PointRow(
        name=point.name,
        intensity=f"{point.intensity or 0:.1f}",
        attainable=f"{point.attainable / GIGA:,.1f}",
        bound=point.bound,
        classes="is-batch" if point.name.startswith("decode") else "",
    )
