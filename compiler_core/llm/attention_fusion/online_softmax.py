"""The online softmax, step by step: what a kernel of attention by tiles keeps and how it changes.

After each tile of keys a query has m, the largest score so far, l, the sum of exp(score - m), and
the sum of exp(score - m)·value. A larger m' scales both sums by exp(m - m'). Source: Milakov and
Gimelshein, Online normalizer calculation for softmax (2018); Dao et al., FlashAttention (2022).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np

from compiler_core.errors import InputError


@dataclass(frozen=True, slots=True, kw_only=True)
class TileStep:
    """One tile of keys, for one query: keys first to last, the last not included."""

    first: int
    """The first key, from 0."""
    last: int
    """The key behind the last, which is no longer part of the tile."""
    scores: tuple[float, ...]
    """Minus infinity for keys that are hidden."""
    maximum_before: float
    """Largest score of the tiles before; minus infinity before the first."""
    maximum_after: float
    """Largest score so far, this tile included."""
    rescale: float
    """exp(maximum_before - maximum_after), what the sum and the result so far are multiplied by."""
    weights: tuple[float, ...]
    """exp(score - maximum_after) for each key of the tile; 0 for hidden ones."""
    sum_before: float
    """Of all weights of the tiles before, for maximum_before; 0 before the first."""
    sum_after: float
    """Of all weights so far, for maximum_after."""
    output: tuple[float, ...]
    """The sum of weights and values so far, not yet divided by sum_after."""

    @property
    def maximum_grew(self) -> bool:
        return self.maximum_after > self.maximum_before


@dataclass(frozen=True, slots=True)
class OnlineSoftmax:
    """All tiles of one query; output: divided; plain_output: of the softmax over the whole row."""

    tile: int
    steps: tuple[TileStep, ...]
    output: tuple[float, ...]
    plain_output: tuple[float, ...]
    largest_difference: float


def online_softmax_steps(scores: np.ndarray, values: np.ndarray, tile: int) -> OnlineSoftmax:
    """Walk one query's scores [keys] over its values [keys, size], `tile` keys at a time.

    Computed in float32. Raises InputError for shapes that do not fit and for a row without a key.
    """
    _check(scores, values, tile)
    row, matrix = scores.astype(np.float32), values.astype(np.float32)
    steps: list[TileStep] = []
    maximum, total = -inf, 0.0
    output = np.zeros(matrix.shape[1], np.float32)
    for first in range(0, len(row), tile):
        last = min(first + tile, len(row))
        step = _step((first, last), row[first:last], matrix[first:last], (maximum, total, output))
        steps.append(step)
        maximum, total = step.maximum_after, step.sum_after
        output = np.array(step.output, np.float32)
    result = output / np.float32(total)
    plain = plain_attention_row(row, matrix)
    return OnlineSoftmax(
        tile, tuple(steps), _numbers(result), _numbers(plain), float(np.abs(result - plain).max())
    )


def _check(scores: np.ndarray, values: np.ndarray, tile: int) -> None:
    if scores.ndim != 1 or values.ndim != 2 or len(scores) != len(values) or not values.size:
        raise InputError("One score and one row of values are needed for each key.")
    if tile < 1:
        raise InputError("A tile holds at least one key.")
    if not np.isfinite(scores.max(initial=-np.inf)):
        raise InputError("A query has to see at least one key.")


def _step(
    keys: tuple[int, int],
    scores: np.ndarray,
    values: np.ndarray,
    before: tuple[float, float, np.ndarray],
) -> TileStep:
    maximum, total, output = before
    grown = max(maximum, float(scores.max()))
    # No key seen yet: nothing to scale, and minus infinity less itself is no number.
    seen_none = grown == -inf
    rescale = 1.0 if seen_none else float(np.exp(np.float32(maximum - grown)))
    weights = np.zeros_like(scores) if seen_none else np.exp(scores - np.float32(grown))
    after = np.float32(total) * np.float32(rescale) + weights.sum(dtype=np.float32)
    return TileStep(
        first=keys[0],
        last=keys[1],
        scores=_numbers(scores),
        maximum_before=maximum,
        maximum_after=grown,
        rescale=rescale,
        weights=_numbers(weights),
        sum_before=total,
        sum_after=float(after),
        output=_numbers(output * np.float32(rescale) + weights @ values),
    )


def plain_attention_row(scores: np.ndarray, values: np.ndarray) -> np.ndarray:
    """The softmax over the whole row, then the weighted values."""
    weights = np.exp(scores - scores.max())
    return (weights / weights.sum()) @ values


def _numbers(array: np.ndarray) -> tuple[float, ...]:
    return tuple(float(number) for number in array)
