"""The numbers of one point of a roofline as text."""

from __future__ import annotations

from math import inf

from app.drawing.views.chart import three_digits
from app.soc.views.roofline_words import intensity_words
from compiler_core.soc.rooflines.roofline import PlacedPoint


def intensity_text(point: PlacedPoint) -> str:
    """Operations a byte; ∞ where no byte is moved."""
    return intensity_words(inf if point.intensity is None else point.intensity)


def headroom_text(point: PlacedPoint) -> str:
    """A dash where nothing else takes time."""
    return f"{three_digits(point.headroom)}×" if point.headroom is not None else "–"


def reason_text(point: PlacedPoint) -> str:
    """Why it lies below the roof."""
    return point.modelled.reason if point.modelled else "On the roof: it has no modelled time."
