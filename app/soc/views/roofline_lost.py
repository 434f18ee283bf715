"""Where a network's kernels lose time against their roof: the most of it first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from app.drawing.views.chart import three_digits
from compiler_core.soc.rooflines.distance import LossCause, ModelledPoint
from compiler_core.soc.rooflines.roofline import PlacedPoint
from compiler_core.soc.rooflines.staged_roofline import ModelledSummary, RoofedStage

_MOST_ROWS = 5
_MOST_CAUSES = 2
_CAUSES: dict[LossCause, str] = {
    "start": "starting kernels",
    "shape": "shapes that do not fill the array",
    "cores": "cores that a network does not use",
    "blocks": "an array that waits for blocks, weights or results",
    "efficiency": "arithmetic that is not kept busy",
    "bandwidth": "bandwidth that is not reached",
    "other memory": "waiting for another memory",
}


@dataclass(frozen=True, slots=True)
class LostRow:
    """One kernel. address: of its row in the table of all. share: of all that is lost."""

    address: str
    name: str
    what: str
    point: ModelledPoint
    share: float


def lost_rows(
    stage: RoofedStage, rows: Mapping[str, str], words: Mapping[str, str]
) -> Iterator[LostRow]:
    """The few kernels that lose most. rows: where the row of each is, words: what it is."""
    points = sorted(stage.roofline.points, key=lambda candidate: -_lost(candidate))[:_MOST_ROWS]
    total = sum(map(_lost, stage.roofline.points))
    for point in points:
        if point.modelled is not None and _lost(point) > 0:
            yield LostRow(
                address=f"#{rows[point.name]}",
                name=point.name,
                what=words.get(point.name, ""),
                point=point.modelled,
                share=_lost(point) / total,
            )


def _lost(point: PlacedPoint) -> float:
    return point.modelled.lost_seconds if point.modelled else 0.0


def distance_text(distance: float) -> str:
    """`2.5×`."""
    return f"{three_digits(distance)}×"


def lost_sentence(summary: ModelledSummary) -> str:
    """What costs most of the time that the roof does not need."""
    total = sum(seconds for _, seconds in summary.lost)
    parts = [
        f"{_CAUSES[cause]} ({seconds / total:.0%})"
        for cause, seconds in summary.lost[:_MOST_CAUSES]
    ]
    if not parts:
        return "Every kernel is on its roof."
    return f"Most of what is lost goes to {' and '.join(parts)}."
