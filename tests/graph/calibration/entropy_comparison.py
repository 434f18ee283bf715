"""Where does our KL divergence choose otherwise than ONNX Runtime's entropy calibration?

`python -m tests.graph.calibration.entropy_comparison`

Theirs has 128 bins for 128 levels, so that exactly one threshold is a candidate: the largest value.
"""

from __future__ import annotations

import contextlib
import io
from dataclasses import dataclass

import numpy as np

from compiler_core.graph.calibration.kullback_leibler import choose
from compiler_core.graph.quantisation.decibel import signal_to_noise
from compiler_core.graph.quantisation.parameters import (
    activation_parameters,
    dequantise_activation,
    quantise_activation,
)
from tests.graph.calibration.distributions import DISTRIBUTIONS, drawn, histogram_of

BINS, LEVELS = 128, 128


@dataclass(frozen=True, slots=True)
class Row:
    """Thresholds are magnitudes; candidates: how many were weighed; decibel: after quantisation."""

    distribution: str
    largest: float
    threshold: float
    candidates: int
    decibel: float
    their_threshold: float
    their_candidates: int
    their_decibel: float


def compare(name: str) -> Row:
    values = drawn(name)
    found = choose(histogram_of(values))
    assert found.curve is not None
    low, high = their_range(values)
    return Row(
        name,
        float(np.abs(values).max()),
        found.curve.threshold,
        len(found.curve.costs),
        decibel(values, found.low, found.high),
        max(-low, high),
        BINS // 2 - LEVELS // 2 + 1,
        decibel(values, low, high),
    )


def their_range(values: np.ndarray) -> tuple[float, float]:
    """What ONNX Runtime's collector chooses with its own defaults."""
    from onnxruntime.quantization.calibrate import HistogramCollector

    collector = HistogramCollector("entropy", False, BINS, LEVELS, 99.999, "same")
    with contextlib.redirect_stdout(io.StringIO()):
        collector.collect({"values": values})
        low, high = collector.compute_collection_result()["values"][:2]
    return float(low), float(high)


def decibel(values: np.ndarray, low: float, high: float) -> float:
    parameters = activation_parameters(low, high)
    restored = dequantise_activation(quantise_activation(values, parameters), parameters)
    return signal_to_noise(values, restored)


def main() -> None:
    for row in map(compare, DISTRIBUTIONS):
        print(
            f"{row.distribution:28} largest {row.largest:6.2f} | ours {row.threshold:6.2f} of "
            f"{row.candidates} thresholds, {row.decibel:5.1f} dB | ONNX Runtime "
            f"{row.their_threshold:6.2f} of {row.their_candidates}, {row.their_decibel:5.1f} dB"
        )


if __name__ == "__main__":
    main()
