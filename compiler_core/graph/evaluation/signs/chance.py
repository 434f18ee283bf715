"""Random choices from a seed, made of nothing but uniform numbers between 0 and 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

_Choice = TypeVar("_Choice")


class Chance:
    """A stream of choices; the same seed and the same questions give the same answers."""

    def __init__(self, *seed: int) -> None:
        self._stream = np.random.default_rng(seed)

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * float(self._stream.random())

    def happens(self, share: float) -> bool:
        return self.between(0.0, 1.0) < share

    def one_of(self, choices: Sequence[_Choice]) -> _Choice:
        return choices[int(self.between(0, len(choices)))]

    def spread(self, *shape: int) -> np.ndarray:
        """Nearly normal numbers, mean 0 and deviation 1: the sum of three uniform ones, scaled."""
        return (self._stream.random((3, *shape)).sum(axis=0) - 1.5) * 2.0
