"""The contiguous cache: one array a layer, as long as the longest sequence may become."""

from __future__ import annotations

import numpy as np

from compiler_core.errors import InputError
from compiler_core.llm.records import ModelConfiguration


class ContiguousStore:
    """Keys and values of one sequence in two arrays [layers, capacity, key heads, size]."""

    def __init__(self, keys: np.ndarray, values: np.ndarray) -> None:
        self._keys = keys
        self._values = values
        self._length = 0

    @property
    def length(self) -> int:
        return self._length

    @property
    def capacity(self) -> int:
        return self._keys.shape[1]

    def write(self, layer: int, start: int, keys: np.ndarray, values: np.ndarray) -> None:
        end = start + len(keys)
        if end > self.capacity:
            raise InputError(
                f"The cache has room for {self.capacity} positions, and {end} are needed.",
                "Ask for fewer tokens or reserve more room.",
            )
        self._keys[layer, start:end] = keys
        self._values[layer, start:end] = values

    def read(self, layer: int, end: int) -> tuple[np.ndarray, np.ndarray]:
        return (
            self._keys[layer, :end].astype(np.float32),
            self._values[layer, :end].astype(np.float32),
        )

    def advance(self, count: int) -> None:
        self._length += count


def contiguous_store(
    configuration: ModelConfiguration, capacity: int, type_name: str = "F32"
) -> ContiguousStore:
    """An empty cache of a model; "F16" rounds what is kept to half precision."""
    dtype = {"F32": np.float32, "F16": np.float16}[type_name]
    rows = (configuration.layers, capacity, configuration.key_value_heads)
    keys = np.zeros((*rows, configuration.head_size), dtype=dtype)
    values = np.zeros((*rows, configuration.size_of_values), dtype=dtype)
    return ContiguousStore(keys, values)
