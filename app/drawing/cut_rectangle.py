"""A rectangle that is cut into tiles, one of which is marked."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the picture."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height


@dataclass(frozen=True, slots=True, kw_only=True)
class CutRectangle:
    """An operand, or its channels as a strip."""

    classes: str
    """CSS classes, which tell the operands apart."""
    title: str
    """Said on hover."""
    box: Box
    """The whole rectangle."""
    upright: tuple[float, ...]
    """X of each upright cut between tiles."""
    level: tuple[float, ...]
    """Y of each level cut between tiles."""
    current: Box
    """The tile of this step."""
    rim: Box | None
    """The tile with what its neighbours read too, None where they share nothing."""
