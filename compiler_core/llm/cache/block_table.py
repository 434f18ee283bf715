"""The paged cache's books: which block of memory holds which positions of which sequence.

Memory is cut into blocks of equal size. A sequence has a table of blocks, in order, and takes one
more when the last is full. Sequences that begin alike may share blocks; who writes into a shared
block gets a copy first (PagedAttention, Kwon et al. 2023). Nothing here holds keys or values.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.errors import InputError


class OutOfBlocks(InputError):
    """No block is free; the books are as before."""


@dataclass(frozen=True, slots=True)
class BlockCopy:
    """What has to be copied before a write: `positions` rows of a block to another."""

    source: int
    target: int
    positions: int


@dataclass(frozen=True, slots=True)
class BlockUse:
    """owners: sequences whose table names the block. used: positions that hold something."""

    block: int
    owners: tuple[str, ...]
    used: int


class BlockTables:
    """Tables of all sequences over one memory of `blocks` blocks of `block_positions`."""

    def __init__(self, blocks: int, block_positions: int) -> None:
        if blocks < 1 or block_positions < 1:
            raise InputError("A paged cache needs at least one block of one position.")
        self.blocks = blocks
        self.block_positions = block_positions
        self._free = list(range(blocks - 1, -1, -1))
        self._counts = [0] * blocks
        self._tables: dict[str, list[int]] = {}
        self._lengths: dict[str, int] = {}

    @property
    def free_blocks(self) -> int:
        return len(self._free)

    @property
    def sequences(self) -> tuple[str, ...]:
        return tuple(self._tables)

    def length(self, sequence: str) -> int:
        """Positions of a sequence."""
        return self._lengths[sequence]

    def table(self, sequence: str) -> tuple[int, ...]:
        """Its blocks, in the order of positions."""
        return tuple(self._tables[sequence])

    def count(self, block: int) -> int:
        """How many tables name the block."""
        return self._counts[block]

    def start(self, sequence: str) -> None:
        """A new sequence without positions. Raises InputError if there is one of that name."""
        if sequence in self._tables:
            raise InputError(f"There is a sequence {sequence!r} already.")
        self._tables[sequence] = []
        self._lengths[sequence] = 0

    def grow(self, sequence: str, count: int) -> tuple[BlockCopy, ...]:
        """Room for `count` positions more; what must be copied before they are written.

        Raises OutOfBlocks, and then nothing has changed.
        """
        missing = self.blocks_to_grow(sequence, count)
        if missing > self.free_blocks:
            raise OutOfBlocks(
                f"{missing} blocks are needed and {self.free_blocks} are free.",
                "Wait until a sequence ends, or give the cache more blocks.",
            )
        copies = self._own_last_block(sequence) if count else ()
        table = self._tables[sequence]
        self._lengths[sequence] += count
        while len(table) * self.block_positions < self._lengths[sequence]:
            table.append(self._take())
        return copies

    def blocks_to_grow(self, sequence: str, count: int) -> int:
        """How many free blocks `grow` takes, copies of shared blocks included."""
        table = self._tables[sequence]
        wanted = -(-(self._lengths[sequence] + count) // self.block_positions)
        return wanted - len(table) + (count > 0 and self._writes_into_shared(sequence))

    def fork(self, sequence: str, child: str, positions: int) -> None:
        """A new sequence that begins with the first `positions` of another, sharing its blocks."""
        if not 0 <= positions <= self._lengths[sequence]:
            raise InputError(
                f"{sequence!r} has {self._lengths[sequence]} positions, so {positions} of them "
                "cannot be shared."
            )
        self.start(child)
        shared = self._tables[sequence][: -(-positions // self.block_positions)]
        for block in shared:
            self._counts[block] += 1
        self._tables[child] = list(shared)
        self._lengths[child] = positions

    def end(self, sequence: str) -> None:
        """Give back what only this sequence used."""
        del self._lengths[sequence]
        for block in reversed(self._tables.pop(sequence)):
            self._release(block)

    def address(self, sequence: str, position: int) -> tuple[int, int]:
        """Block and row of a position."""
        if not 0 <= position < self._lengths[sequence]:
            raise InputError(f"{sequence!r} has no position {position}.")
        index, row = divmod(position, self.block_positions)
        return self._tables[sequence][index], row

    def uses(self) -> tuple[BlockUse, ...]:
        """All blocks in order of memory, free ones without owners."""
        owners: list[list[str]] = [[] for _ in range(self.blocks)]
        used = [0] * self.blocks
        for sequence, table in self._tables.items():
            for index, block in enumerate(table):
                owners[block].append(sequence)
                filled = self._lengths[sequence] - index * self.block_positions
                used[block] = max(used[block], min(filled, self.block_positions))
        return tuple(
            BlockUse(block, tuple(owners[block]), used[block]) for block in range(self.blocks)
        )

    def _writes_into_shared(self, sequence: str) -> bool:
        """True if the next position lies in a block that other tables name as well."""
        table = self._tables[sequence]
        partly_filled = self._lengths[sequence] % self.block_positions != 0
        return partly_filled and self._counts[table[-1]] > 1

    def _own_last_block(self, sequence: str) -> tuple[BlockCopy, ...]:
        if not self._writes_into_shared(sequence):
            return ()
        table = self._tables[sequence]
        shared, table[-1] = table[-1], self._take()
        self._release(shared)
        filled = self._lengths[sequence] % self.block_positions
        return (BlockCopy(shared, table[-1], filled),)

    def _take(self) -> int:
        block = self._free.pop()
        self._counts[block] = 1
        return block

    def _release(self, block: int) -> None:
        self._counts[block] -= 1
        if not self._counts[block]:
            self._free.append(block)
