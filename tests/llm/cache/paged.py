"""The paged cache: keys and values in blocks that any sequence may have, found by its table."""

from __future__ import annotations

import numpy as np

from compiler_core.llm.cache.block_table import BlockCopy, BlockTables
from compiler_core.llm.records import ModelConfiguration


class PagedMemory:
    """keys and values: [layers, blocks, block positions, key heads, size], of all sequences."""

    def __init__(self, tables: BlockTables, keys: np.ndarray, values: np.ndarray) -> None:
        self.tables = tables
        self.keys = keys
        self.values = values

    def start(self, sequence: str) -> PagedStore:
        """A new sequence without positions."""
        self.tables.start(sequence)
        return PagedStore(self, sequence)

    def fork(self, sequence: str, child: str, positions: int) -> PagedStore:
        """A new sequence that shares the first positions of another; nothing is copied yet."""
        self.tables.fork(sequence, child, positions)
        return PagedStore(self, child)

    def grow(self, sequence: str, count: int) -> None:
        """Room for positions, after copying what others still read."""
        for copy in self.tables.grow(sequence, count):
            self._copy(copy)

    def _copy(self, copy: BlockCopy) -> None:
        for array in (self.keys, self.values):
            array[:, copy.target, : copy.positions] = array[:, copy.source, : copy.positions]


class PagedStore:
    """One sequence of a paged memory, as a forward pass uses it."""

    def __init__(self, memory: PagedMemory, sequence: str) -> None:
        self._memory = memory
        self._sequence = sequence
        self._length = memory.tables.length(sequence)

    @property
    def length(self) -> int:
        return self._length

    def write(self, layer: int, start: int, keys: np.ndarray, values: np.ndarray) -> None:
        """The first layer that comes to new positions takes the blocks for all layers."""
        end = start + len(keys)
        missing = end - self._memory.tables.length(self._sequence)
        if missing > 0:
            self._memory.grow(self._sequence, missing)
        blocks, rows = self._addresses(start, end)
        self._memory.keys[layer, blocks, rows] = keys
        self._memory.values[layer, blocks, rows] = values

    def read(self, layer: int, end: int) -> tuple[np.ndarray, np.ndarray]:
        blocks, rows = self._addresses(0, end)
        return (
            self._memory.keys[layer, blocks, rows].astype(np.float32),
            self._memory.values[layer, blocks, rows].astype(np.float32),
        )

    def advance(self, count: int) -> None:
        self._length += count

    def _addresses(self, start: int, end: int) -> tuple[np.ndarray, np.ndarray]:
        """Block and row of each position, as arrays to index with."""
        positions = np.arange(start, end)
        size = self._memory.tables.block_positions
        table = np.array(self._memory.tables.table(self._sequence), dtype=np.int64)
        return table[positions // size], positions % size


def paged_memory(
    configuration: ModelConfiguration, blocks: int, block_positions: int, type_name: str = "F32"
) -> PagedMemory:
    """Empty memory for sequences of a model; "F16" rounds what is kept to half precision."""
    kept = {"F32": np.float32, "F16": np.float16}[type_name]
    tables = BlockTables(blocks, block_positions)
    rows = (configuration.layers, blocks, block_positions, configuration.key_value_heads)
    keys = np.zeros((*rows, configuration.head_size), dtype=kept)
    values = np.zeros((*rows, configuration.size_of_values), dtype=kept)
    return PagedMemory(tables, keys, values)
