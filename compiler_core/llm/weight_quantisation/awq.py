"""AWQ: input channels that carry large activations get a finer grid.

Multiplying a channel's weights by s > 1 before rounding makes their error smaller by about s
relative to the weights; the inputs are divided by s. Doing so for all channels gains nothing, so s
follows the channel's mean magnitude to the power alpha, and a search over alpha keeps the exponent
with the least output error. The division is folded into the tensor before (`folds`). Alpha 0 is
rounding to nearest, so on the calibration inputs the result is never worse than that.
Source: Lin et al., AWQ (MLSys 2024), section 3.2; the normalisation is that of its code.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from compiler_core.llm.weight_quantisation.grids import GridFamily
from compiler_core.llm.weight_quantisation.records import AwqPoint
from compiler_core.llm.weight_quantisation.round_to_nearest import nearest_values

ALPHAS = tuple(step / 20 for step in range(21))
"""Tried exponents: 0, 0.05, …, 1."""

_LEAST_MAGNITUDE = 1e-4
"""Channels below this count as this: a channel that never fires must not get a factor of zero."""


@dataclass(frozen=True, slots=True)
class ScaledReader:
    """A weight float32 [rows, n] that reads the searched inputs, and the grids it is rounded to."""

    weights: np.ndarray
    family: GridFamily


@dataclass(frozen=True, slots=True)
class AwqSearch:
    """scales: float32 [n] of the best alpha. magnitudes: mean |x| of each channel, float32 [n]."""

    points: tuple[AwqPoint, ...]
    alpha: float
    scales: np.ndarray
    magnitudes: np.ndarray


def scales_at(magnitudes: np.ndarray, alpha: float) -> np.ndarray:
    """Factors float32 [n] for channels of these mean magnitudes, centred so that √(max·min) = 1."""
    powers = np.maximum(magnitudes.astype(np.float64), _LEAST_MAGNITUDE) ** alpha
    return (powers / np.sqrt(powers.max() * powers.min())).astype(np.float32)


def search_scales(
    activations: np.ndarray,
    readers: Sequence[ScaledReader],
    share: Callable[[np.ndarray], np.ndarray] = lambda scales: scales,
) -> AwqSearch:
    """The best alpha for all readers of inputs float32 [samples, n] together.

    share: makes scales equal where the tensor they are folded into demands it.
    """
    inputs = activations.astype(np.float64)
    gram = inputs.T @ inputs / len(inputs)
    magnitudes = np.abs(activations).mean(axis=0)
    energy = sum(_energy(reader.weights, gram) for reader in readers) or 1.0
    points = []
    for alpha in ALPHAS:
        scales = share(scales_at(magnitudes, alpha))
        lost = sum(_energy(_error(reader, scales), gram) for reader in readers)
        points.append(AwqPoint(alpha, float(lost / energy)))
    best = min(points, key=lambda point: point.error)
    return AwqSearch(
        tuple(points), best.alpha, share(scales_at(magnitudes, best.alpha)), magnitudes
    )


def _error(reader: ScaledReader, scales: np.ndarray) -> np.ndarray:
    rounded = nearest_values(reader.weights * scales, reader.family)
    return rounded / scales - reader.weights


def _energy(weights: np.ndarray, gram: np.ndarray) -> float:
    """Mean over samples of |weights · x|²: the trace of W·G·Wᵀ."""
    return float(np.einsum("rn,rn->", weights @ gram, weights))
