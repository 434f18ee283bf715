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
    """Its place, from 0. error: a fault of ours (a tool, the jail, a queue), which costs nobody
    points and is tried again."""
    status: OutcomeStatus
    points: int
    of: int
    """Points that could be had."""
    sentence: str
    data: Mapping[str, Any] = field(default_factory=dict)
    """What was expected and found, for exports; it holds nothing of hidden inputs."""


def points_of(outcomes: tuple[Outcome, ...]) -> int:
    """Of all checks."""
    return sum(outcome.points for outcome in outcomes)
