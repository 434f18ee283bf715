"""Signal to quantisation noise ratio."""

from __future__ import annotations

import math

import numpy as np


def signal_to_noise(real: np.ndarray, quantised: np.ndarray) -> float:
    """10·log10(sum real² / sum (real - quantised)²) in decibels; infinity where nothing is lost.

    A signal of zeros that stayed zero has lost nothing; one that did not is all noise.
    """
    signal = float(np.sum(np.square(real, dtype=np.float64)))
    noise = float(np.sum(np.square(real.astype(np.float64) - quantised)))
    if noise == 0.0:
        return math.inf
    return 10 * math.log10(signal / noise) if signal > 0 else -math.inf
