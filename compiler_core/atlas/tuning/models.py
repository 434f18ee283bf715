"""Two guesses of a kernel's count: a formula written without counts, and one learned from a few.

The formula adds up what the text of a kernel must do. The learned one is ridge regression of the
logarithm of the count on eleven features and their mean, solved in closed form (Hoerl and Kennard,
"Ridge Regression", 1970): with fewer counts than features it still says something.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from compiler_core.atlas.tuning.space import LANES, REGISTERS, SIZE, SPACE, KernelChoice

_RIDGE = 1e-2
_SPILL = 2
"""A sum that finds no register is loaded and stored in each step."""
_TILE, _PACKED_LINE = 6, 3
"""Instructions around a tile's innermost loop, and around each copied stretch."""


def formula(choice: KernelChoice) -> float:
    """Instructions by counting what is written: loads, multiplications, stores, loop control."""
    sums = choice.rows * choice.vectors
    spilled = max(choice.registers - REGISTERS, 0)
    step = choice.vectors + choice.rows + sums + _SPILL * spilled + 1 + 2 / choice.unroll
    tiles = (SIZE // choice.rows) * (SIZE // (choice.vectors * LANES))
    packing = SIZE * (SIZE // (choice.vectors * LANES)) * (2 * choice.vectors + _PACKED_LINE)
    return tiles * (SIZE * step + 2 * sums + _TILE) + (packing if choice.packed else 0)


@cache
def formula_guesses() -> np.ndarray:
    """Of all SPACE; [kernels]."""
    return np.array([formula(choice) for choice in SPACE])


def features(choice: KernelChoice) -> tuple[float, ...]:
    """What the learned guess knows of a kernel: shares of work that a tile saves, and pressure."""
    rows, vectors, unroll = choice.rows, choice.vectors, choice.unroll
    packed, columns_first = float(choice.packed), float(choice.order == "columns")
    return (
        1 / rows,
        1 / vectors,
        1 / (rows * vectors),
        1 / unroll,
        1 / (rows * vectors * unroll),
        choice.registers / REGISTERS,
        max(choice.registers - REGISTERS, 0) / REGISTERS,
        packed,
        packed / vectors,
        packed / unroll,
        columns_first,
    )


@cache
def space_features() -> np.ndarray:
    """Of all SPACE; [kernels, features]."""
    return np.array([features(choice) for choice in SPACE])


def learned_guesses(places: Sequence[int], counts: Sequence[int]) -> np.ndarray:
    """Instructions of all SPACE, learned from the counts of the kernels at these places."""
    known, wanted = space_features()[list(places)], np.log(np.asarray(counts, float))
    middle, level = known.mean(0), wanted.mean()
    known = known - middle
    pull = _RIDGE * np.eye(known.shape[1])
    weights = np.linalg.solve(known.T @ known + pull, known.T @ (wanted - level))
    return np.exp(level + (space_features() - middle) @ weights)


def rank_correlation(guesses: np.ndarray, counts: np.ndarray) -> float:
    """Spearman's: of the ranks, equal values sharing theirs; 0 for a guess that is always equal."""
    if np.ptp(guesses) == 0:
        return 0.0
    return float(np.corrcoef(_ranks(guesses), _ranks(counts))[0, 1])


def _ranks(values: np.ndarray) -> np.ndarray:
    _, places, amounts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(amounts)
    return (last - (amounts - 1) / 2)[places]
