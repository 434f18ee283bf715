"""What became of each check of an answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

OutcomeStatus = Literal["passed", "failed", "error", "skipped"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One check of one answer."""

    check: int
    """The check's place in the exercise, counted from 0."""
    status: OutcomeStatus
    """`error` is a fault of ours, which costs nobody points and is tried again."""
    points: int
    """What was earned: all of `of`, or 0."""
    of: int
    """Points that could be had."""
    sentence: str
    """What was expected and found, or why it was not judged."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """What was expected and found, for exports; it holds nothing of hidden inputs."""


def points_of(outcomes: tuple[Outcome, ...]) -> int:
    """Of all checks."""
    return sum(outcome.points for outcome in outcomes)
