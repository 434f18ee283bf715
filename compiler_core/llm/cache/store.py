"""What a forward pass needs of a key and value cache, whatever its layout."""

from __future__ import annotations

from typing import Protocol

import numpy as np


class KeyValueStore(Protocol):
    """Keys and values of one sequence, by layer and position."""

    @property
    def length(self) -> int:
        """Positions that all layers hold."""
        ...

    def write(self, layer: int, start: int, keys: np.ndarray, values: np.ndarray) -> None:
        """Keep keys [new, key heads, size] and values of the positions from `start`."""
        ...

    def read(self, layer: int, end: int) -> tuple[np.ndarray, np.ndarray]:
        """Float32 keys and values [end, key heads, size] of the positions before `end`."""
        ...

    def advance(self, count: int) -> None:
        """All layers have written so many positions more."""
        ...
