"""What calibration gives: ranges of tensors, by method, and the curve behind a choice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from compiler_core.errors import UnknownName
from compiler_core.graph.observing.histogram import Histogram


@dataclass(frozen=True, slots=True)
class Curve:
    """What a method weighed: the cost of each threshold it tried, for a picture.

    thresholds: magnitudes |x| beyond which values are clipped, ascending. costs: of the same length
    (nats of divergence, or the mean squared error). chosen: the index of the smallest cost. bins:
    how many histogram bins lie within the data.
    """

    thresholds: np.ndarray
    costs: np.ndarray
    chosen: int
    bins: int

    @property
    def threshold(self) -> float:
        return float(self.thresholds[self.chosen])


@dataclass(frozen=True, slots=True)
class Range:
    """The values a tensor may take after quantisation; what lies outside is clipped.

    clipped: share of the calibration values outside. reason: how it was chosen, in words.
    """

    low: float
    high: float
    clipped: float
    reason: str
    curve: Curve | None = None


@dataclass(frozen=True, slots=True)
class CalibrationMethod:
    """A way to choose a range from a histogram. name: as in URLs. idea: a sentence for students."""

    name: str
    idea: str
    choose: Callable[[Histogram], Range]


@dataclass(frozen=True, slots=True)
class TensorCalibration:
    """One tensor: its histogram and the range each method chose, by the method's name.

    decibel: what each of these ranges leaves of the tensor, as signal to quantisation noise over
    real values. winner: the method whose range is that of "measured". Both empty where nothing was
    measured.
    """

    name: str
    histogram: Histogram
    ranges: dict[str, Range]
    decibel: dict[str, float] = field(default_factory=dict)
    winner: str = ""

    def lost(self, method: str) -> float:
        """Decibels that this method's range lies below the best one; 0 where nothing was measured.

        method: also "measured", which is the winner.
        """
        if not self.decibel:
            return 0.0
        return _below(max(self.decibel.values()), self.decibel[self._single(method)])

    def _single(self, method: str) -> str:
        return method if method in self.decibel else self.winner


@dataclass(frozen=True, slots=True)
class OutputNoise:
    """What quantising leaves of the network's output, in decibels, with all ranges by one method.

    decibel: by method; ASSEMBLED is each tensor's range by its own winner. chosen: the best of
    them, whose ranges "measured" are. samples: how many were run.
    """

    decibel: dict[str, float]
    chosen: str
    samples: int

    def lost(self, method: str) -> float:
        """Decibels that the output loses by this method's ranges against the best choice."""
        best = self.decibel[self.chosen]
        return _below(best, self.decibel.get(method, best))


@dataclass(frozen=True, slots=True)
class Calibration:
    """Ranges of all tensors that may become int8, from `batches` batches.

    output: what the choice by measurement rests on; None where the output was not looked at.
    """

    tensors: dict[str, TensorCalibration]
    batches: int
    output: OutputNoise | None = None

    def range_of(self, tensor: str, method: str) -> Range:
        """The range of a value. UnknownName when it was not calibrated."""
        observed = self.tensors.get(tensor)
        if observed is None or method not in observed.ranges:
            known = ", ".join(observed.ranges) if observed else ""
            raise UnknownName(
                f"There is no range of {tensor!r} by a calibration method {method!r}.",
                f"Known methods: {known}." if known else "Calibrate this model first.",
            )
        return observed.ranges[method]


def _below(best: float, other: float) -> float:
    """How far one ratio lies below another; of two without bound nothing."""
    return 0.0 if best == other else best - other
