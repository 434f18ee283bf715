"""Signal to quantisation noise ratio."""

from __future__ import annotations

import math

import numpy as np

# Numbers at a time: twice these in float64 lie in a processor's own cache.
_BLOCK = 1 << 13


def signal_to_noise(real: np.ndarray, quantised: np.ndarray) -> float:
    """10·log10(sum real² / sum (real - quantised)²) in decibels; infinity where nothing is lost.

    A signal of zeros that stayed zero has lost nothing; one that did not is all noise.
    """
    signal = noise = 0.0
    wanted, given = real.reshape(-1), quantised.reshape(-1)
    for start in range(0, wanted.size, _BLOCK):
        exact = wanted[start : start + _BLOCK].astype(np.float64)
        lost = exact - given[start : start + _BLOCK]
        signal += float(np.dot(exact, exact))
        noise += float(np.dot(lost, lost))
    return decibel(signal, noise)


def decibel(signal: float, noise: float) -> float:
    """10·log10(signal / noise) of two energies, sums of squares in one unit."""
    if noise == 0.0:
        return math.inf
    return 10 * math.log10(signal / noise) if signal > 0 else -math.inf


def decibel_text(value: float) -> str:
    """As people write it: one decimal, and words where there is no ratio."""
    if math.isfinite(value):
        return f"{value:.1f} dB"
    return "nothing lost" if value > 0 else "all noise"
