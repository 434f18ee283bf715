"""A picture as rectangles, lines and points with their labels; `partials/picture.html` draws it.

A chart is a picture with axes (`chart.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """A path."""

    path: str
    """SVG commands."""
    classes: str
    """CSS classes, which say its colour."""
    title: str = ""
    """Said on hover; empty for none."""
    label: str = ""
    """Written at x, y; "" for none."""
    x: float = 0.0
    """Where the label begins."""
    y: float = 0.0
    """The label's baseline."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A point."""

    x: float
    """Its middle."""
    y: float
    """Its middle."""
    classes: str
    """CSS classes, which say its colour."""
    title: str = ""
    """Said on hover, with its numbers; empty for none."""
    address: str = ""
    """Where it leads, "" for nowhere."""
    label: str = ""
    """Written beside it, "" for none."""
    radius: float = 5.0
    """In units of the picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A rectangle."""

    x: float
    """The left edge."""
    y: float
    """The upper edge."""
    width: float
    """From the left edge on, in units of the picture."""
    height: float
    """From the upper edge down, in units of the picture."""
    classes: str
    """CSS classes, which say its colour."""
    title: str = ""
    """Said on hover, with its numbers; empty for none."""
    address: str = ""
    """Where it leads, "" for nowhere."""
    label: str = ""
    """Written in or beside it."""
    label_x: float = 0.0
    """Where the label begins."""
    label_y: float = 0.0
    """The label's baseline."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture in its own coordinates, without axes."""

    title: str
    """What it shows, in a sentence; where the same stands in words."""
    width: float
    """In pixels where nothing makes it smaller."""
    height: float
    """In pixels where nothing makes it smaller."""
    image: str = ""
    """A data address, stretched over the whole and drawn below everything; empty for none."""
    bars: tuple[Bar, ...] = ()
    """Drawn below lines and marks."""
    lines: tuple[Line, ...] = ()
    """Drawn over the bars; one without a path is only its label."""
    marks: tuple[Mark, ...] = ()
    """Drawn over everything."""

    @property
    def box(self) -> str:
        return f"0 0 {self.width:g} {max(self.height, 1):g}"


def path(points: Sequence[tuple[float, float]]) -> str:
    """Straight lines through places of the picture."""
    return " ".join(
        f"{'L' if index else 'M'}{x:.1f} {y:.1f}" for index, (x, y) in enumerate(points)
    )
