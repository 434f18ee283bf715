"""What is known of the numbers that an input expects, and how far a search for it has come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from math import inf, isfinite
from typing import Literal

import onnx_ir as ir

# What ones of a mask do: show their place, hide it, or one of both that the network does not tell.
Mask = Literal["shows", "hides", "either"]
_MASKS: dict[Mask, str] = {
    "shows": "it is a mask: a one shows its place",
    "hides": "it is a mask: a one hides its place",
    "either": "it is a mask",
}


@dataclass(frozen=True, slots=True)
class Expected:
    """low, high: both included. mask: ones and zeros, None for other numbers. words: the reason.
    of_bytes: that its first nodes scale them as bytes are scaled."""

    low: float = -inf
    high: float = inf
    mask: Mask | None = None
    words: str = ""
    of_bytes: bool = False

    @property
    def sentence(self) -> str:
        """What such an input gets and why, the end of a sentence."""
        if self.mask:
            return f"ones and zeros ({_MASKS[self.mask]})"
        if isfinite(self.low) and isfinite(self.high):
            return f"numbers from {self.low:g} to {self.high:g} ({self.words})"
        ends = f"from {self.low:g} on" if isfinite(self.low) else f"up to {self.high:g}"
        return f"numbers {ends} ({self.words})"


class Weight(IntEnum):
    """Which finding gives way where two contradict each other: the later one."""

    TABLE = 0
    LENGTH = 1
    MASK = 2
    RANGE = 3
    NAME = 4


@dataclass(frozen=True, slots=True)
class InputFinding:
    """What one node says of an input."""

    weight: Weight
    expected: Expected


@dataclass(frozen=True, slots=True)
class Reached:
    """A value whose elements are factor · x + something from low to high, x being the input's.

    truth: 1 where it is the truth of x, -1 where it is that of its contrary, 0 for a number.
    """

    value: ir.Value
    factor: float = 1.0
    low: float = 0.0
    high: float = 0.0
    truth: int = 0

    def of_bit(self) -> tuple[float, float] | None:
        """The elements where x is 0 and where it is 1; None where they are not all the same."""
        return (self.low, self.low + self.factor) if self.low == self.high else None

    def between(self, low: float, high: float) -> tuple[float, float]:
        """The range of x that keeps all elements from low to high."""
        if self.factor > 0:
            return (low - self.low) / self.factor, (high - self.high) / self.factor
        return (high - self.high) / self.factor, (low - self.low) / self.factor


def joined(findings: Sequence[InputFinding]) -> Expected | None:
    """What all findings say together; one that leaves no number, or none beside a mask, is left
    out."""
    expected: Expected | None = None
    for clue in sorted(findings, key=lambda finding: finding.weight):
        expected = clue.expected if expected is None else _both(expected, clue.expected)
    return expected


def _both(first: Expected, then: Expected) -> Expected:
    if first.mask == "either" and then.mask:
        return then
    if first.mask or then.mask:
        return first
    low, high = max(first.low, then.low), min(first.high, then.high)
    both = Expected(low, high, None, first.words, first.of_bytes or then.of_bytes)
    return both if low <= high else first
