"""What each method's range leaves of a tensor, measured on real values.

A second pass over samples quantises every value with each candidate and counts the error, a block
at a time: memory does not grow with the tensor. An estimate from the histogram would take every
rounding error as equally likely; but many values are exactly a bound of Clip, a saturated sigmoid,
or one of few levels, and there one range rounds nothing where its neighbour rounds everything.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from compiler_core.graph.observing.records import Range
from compiler_core.graph.quantisation.decibel import decibel
from compiler_core.graph.quantisation.parameters import (
    HIGHEST,
    LOWEST,
    activation_parameters,
)

_BLOCK = 1 << 16


class TensorNoise:
    """Signal and noise of one tensor for each candidate range, over all values that were added.

    ranges: by method. Ranges that come to the same scale and zero point are measured once.
    """

    def __init__(self, ranges: Mapping[str, Range]) -> None:
        self._methods = {name: _stored(bounds) for name, bounds in ranges.items()}
        self._noise = dict.fromkeys(self._methods.values(), 0.0)
        self._signal = 0.0

    def add(self, values: np.ndarray) -> None:
        """Quantise and dequantise finite values, of any shape."""
        flat = np.ascontiguousarray(values, np.float32).reshape(-1)
        steps = np.empty(min(flat.size, _BLOCK), np.float32)
        for start in range(0, flat.size, _BLOCK):
            block = flat[start : start + _BLOCK]
            self._signal += _squares(block)
            for scale, zero_point in self._noise:
                error = _error(block, scale, zero_point, steps[: block.size])
                self._noise[scale, zero_point] += scale * scale * float(np.dot(error, error))

    def decibel(self) -> dict[str, float]:
        """Signal to quantisation noise by method; infinity where nothing is lost."""
        return {
            name: decibel(self._signal, self._noise[stored])
            for name, stored in self._methods.items()
        }


def _stored(chosen: Range) -> tuple[float, int]:
    parameters = activation_parameters(chosen.low, chosen.high)
    return parameters.scale, parameters.zero_point


def _error(block: np.ndarray, scale: float, zero_point: int, steps: np.ndarray) -> np.ndarray:
    """What rounding and clipping lose, in steps of the scale: numbers near one, whatever the
    tensor's unit, so that their squares stay within float32.
    """
    scaled = block / np.float32(scale)
    np.rint(scaled, out=steps)
    np.clip(steps, LOWEST - zero_point, HIGHEST - zero_point, out=steps)
    return np.subtract(scaled, steps, out=steps)


def _squares(block: np.ndarray) -> float:
    """The sum of squares, scaled to the largest so that none leaves float32's range."""
    largest = float(np.abs(block).max(initial=0.0))
    if largest == 0.0:
        return 0.0
    unit = block / np.float32(largest)
    return largest * largest * float(np.dot(unit, unit))
