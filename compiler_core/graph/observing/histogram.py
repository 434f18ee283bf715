"""A histogram that takes batches of any range in memory that never grows.

The range is [-R, R) with R a power of two, 2,048 bins on each side of zero. A value beyond R
doubles R as often as needed: neighbouring bins merge in pairs. Powers of two make every border
exact in float32, so the counts do not depend on how the data was cut into batches, nor on their
order (only subnormal numbers may count as 0). R is never more than twice the largest magnitude: at
least 1,025 bins lie within the data.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from compiler_core.errors import InputError

BINS = 2048
_SMALLEST_EXPONENT = -100
_BLOCK = 1 << 16


@dataclass(slots=True, kw_only=True)
class Histogram:
    """Counts of one tensor's values, with the exact minimum and maximum."""

    counts: np.ndarray
    """int64[4096]; bin j holds [(j - 2048)·w, (j - 2047)·w) with w = R/2048."""
    exponent: int = _SMALLEST_EXPONENT
    """The counts cover -R to R, with R two to this power."""
    minimum: float = math.inf
    """The smallest value, exactly; infinity before there are any."""
    maximum: float = -math.inf
    """The largest value, exactly; minus infinity before there are any."""
    zeros: int = 0
    """How many values are exactly 0 (they are in the counts too)."""
    total: int = 0
    """How many values were counted."""

    @classmethod
    def empty(cls) -> Histogram:
        """Of no values. The field has no default: 32 KiB come from nobody who names none."""
        return cls(counts=np.zeros(2 * BINS, np.int64))

    @property
    def width(self) -> float:
        """The width of one bin, in the tensor's unit."""
        return math.ldexp(1.0, self.exponent) / BINS

    @property
    def bytes(self) -> int:
        """The memory of the counts."""
        return self.counts.nbytes

    def add(self, values: np.ndarray) -> None:
        """Count the values of one batch, of any shape.

        Raises InputError when one of them is no finite number.
        """
        if values.size == 0:
            return
        flat = np.ascontiguousarray(values, np.float32).reshape(-1)
        lowest, highest = float(flat.min()), float(flat.max())
        if not (math.isfinite(lowest) and math.isfinite(highest)):
            raise InputError(
                "The data holds NaN or infinity, so no range fits it.",
                "Look for overflow or a division by zero in the pictures or in the model.",
            )
        self._cover(max(-lowest, highest))
        self.minimum, self.maximum = min(self.minimum, lowest), max(self.maximum, highest)
        self.total += flat.size
        for start in range(0, flat.size, _BLOCK):
            self._count(flat[start : start + _BLOCK])

    def _cover(self, magnitude: float) -> None:
        """Double the range until a value of this magnitude falls inside."""
        while magnitude >= math.ldexp(1.0, self.exponent):
            if self.total == 0:
                self.exponent = math.frexp(magnitude)[1]
                continue
            self.counts[:] = _halved(self.counts)
            self.exponent += 1

    def _count(self, block: np.ndarray) -> None:
        scaled = block * np.float32(math.ldexp(BINS, -self.exponent))
        bins = np.floor(scaled, out=scaled).astype(np.int16)
        bins += BINS
        self.counts += np.bincount(bins, minlength=2 * BINS)
        self.zeros += int(np.count_nonzero(block == 0))

    def magnitudes(self) -> np.ndarray:
        """Counts of |x| without the exact zeros, int64[2048], bin i from i·w."""
        folded = self.counts[BINS:] + self.counts[BINS - 1 :: -1]
        folded[0] -= self.zeros
        return folded

    def borders(self) -> np.ndarray:
        """Where the bins start, and where the last ends, float64[4097]."""
        return np.arange(-BINS, BINS + 1) * self.width


def _halved(counts: np.ndarray) -> np.ndarray:
    """The same values in bins twice as wide: the middle half of the new bins."""
    merged = np.zeros_like(counts)
    quarter = counts.size // 4
    merged[quarter : 3 * quarter] = counts.reshape(-1, 2).sum(axis=1)
    return merged
