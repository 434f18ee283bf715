"""What an int8 network loses on its outputs, over several samples.

Each floating-point output has its own ratio of noise to signal; a network with several has their
mean, so that none hides behind a louder one. Where float32 itself gives no finite number, nothing
can be compared and the place is left out.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import onnx_ir as ir

Outputs = Mapping[str, np.ndarray]
_FLOATS = (ir.DataType.FLOAT, ir.DataType.DOUBLE, ir.DataType.FLOAT16, None)


def outputs_of(model: ir.Model) -> tuple[ir.Value, ...]:
    """The outputs that may hold real numbers; of an untyped one it shows when it is computed."""
    return tuple(value for value in model.graph.outputs if value.dtype in _FLOATS)


class OutputEnergy:
    """Energies of signal and noise by output, summed over samples."""

    def __init__(self) -> None:
        self._energies: dict[str, tuple[float, float]] = {}

    def add(self, real: Outputs, quantised: Outputs) -> None:
        """One sample: the float32 outputs, and those of int8."""
        for name, expected in real.items():
            if expected.dtype.kind != "f":
                continue
            signal, noise = _energies(expected, quantised[name])
            before = self._energies.get(name, (0.0, 0.0))
            self._energies[name] = (before[0] + signal, before[1] + noise)

    def decibel(self) -> float:
        """Signal to noise; infinity where nothing was lost, or nothing could be compared."""
        ratios = [_ratio(*energy) for energy in self._energies.values()]
        mean = sum(ratios) / len(ratios) if ratios else 0.0
        if mean == 0.0:
            return math.inf
        return -10 * math.log10(mean) if math.isfinite(mean) else -math.inf


def _energies(real: np.ndarray, quantised: np.ndarray) -> tuple[float, float]:
    comparable = np.isfinite(real)
    expected = real[comparable].astype(np.float64)
    difference = quantised[comparable].astype(np.float64) - expected
    noise = float(np.sum(np.square(difference)))
    return float(np.sum(np.square(expected))), noise if math.isfinite(noise) else math.inf


def _ratio(signal: float, noise: float) -> float:
    if noise == 0.0:
        return 0.0
    return noise / signal if signal > 0 else math.inf
