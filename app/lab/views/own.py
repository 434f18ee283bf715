"""What a class keeps about the visitor, and how it goes."""

from __future__ import annotations

from dataclasses import dataclass

from app.lab.views.frame import ClassFrame


@dataclass(frozen=True, slots=True)
class OwnPage:
    """keep_days: after the class ends. problem: why the last request was refused."""

    title: str
    frame: ClassFrame
    keep_days: int
    problem: str
