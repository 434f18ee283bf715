"""The two layouts as a scheduler sees them: admit a request, grow it, let it leave."""

from __future__ import annotations

from typing import Protocol

from compiler_core.llm.cache.block_table import BlockTables, OutOfBlocks
from compiler_core.llm.cache.moments import Cell, Layout
from compiler_core.llm.cache.regions import Regions
from compiler_core.llm.cache.requests import Request


class CacheLayout(Protocol):
    """Memory for several requests at once, without the keys and values."""

    name: Layout
    capacity: int
    block_positions: int
    copied: int

    def fits_alone(self, request: Request) -> bool:
        """Whether the request could be served if it were the only one."""
        ...

    def admit(self, request: Request) -> bool:
        """Room for the prompt; False if it has to wait."""
        ...

    def grow(self, request: Request) -> bool:
        """Room for one position more; False if there is none."""
        ...

    def leave(self, request: Request) -> None:
        """The request's memory is free again."""
        ...

    def free(self) -> tuple[int, int]:
        """Free positions, and how many of them lie in the largest hole."""
        ...

    def needed(self, request: Request) -> int:
        """Free positions in one hole that `admit` asks for."""
        ...

    def shared(self) -> int:
        """Positions that sharing saves."""
        ...

    def cells(self) -> tuple[Cell, ...]:
        """The memory from its first position to its last."""
        ...


class ContiguousLayout:
    """One region a request, reserved for the longest answer it may give. Nothing is shared."""

    name: Layout = "contiguous"
    block_positions = 0
    copied = 0

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self._regions = Regions(capacity)

    def fits_alone(self, request: Request) -> bool:
        return request.reserved <= self.capacity

    def admit(self, request: Request) -> bool:
        return self._regions.place(request.name, request.reserved, request.prompt)

    def grow(self, request: Request) -> bool:
        self._regions.fill(request.name, 1)
        return True

    def leave(self, request: Request) -> None:
        self._regions.leave(request.name)

    def free(self) -> tuple[int, int]:
        sizes = [size for _, size in self._regions.holes()]
        return sum(sizes), max(sizes, default=0)

    def needed(self, request: Request) -> int:
        return request.reserved

    def shared(self) -> int:
        return 0

    def cells(self) -> tuple[Cell, ...]:
        regions = [
            Cell(span.start, span.size, span.used, (span.owner,)) for span in self._regions.regions
        ]
        holes = [Cell(start, size, 0, ()) for start, size in self._regions.holes()]
        return tuple(sorted([*regions, *holes], key=lambda cell: cell.start))


class PagedLayout:
    """Blocks taken as they are needed; requests that begin alike share the first ones."""

    name: Layout = "paged"

    def __init__(self, blocks: int, block_positions: int) -> None:
        self._tables = BlockTables(blocks, block_positions)
        self.capacity = blocks * block_positions
        self.block_positions = block_positions
        self.copied = 0

    def fits_alone(self, request: Request) -> bool:
        return request.prompt + request.generated <= self.capacity

    def admit(self, request: Request) -> bool:
        tables = self._tables
        if self._can_share(request):
            tables.fork(request.shares_with, request.name, request.shared)
        else:
            tables.start(request.name)
        if self._grow(request.name, request.prompt - tables.length(request.name)):
            return True
        tables.end(request.name)
        return False

    def grow(self, request: Request) -> bool:
        return self._grow(request.name, 1)

    def leave(self, request: Request) -> None:
        self._tables.end(request.name)

    def free(self) -> tuple[int, int]:
        free = self._tables.free_blocks * self.block_positions
        return free, free

    def needed(self, request: Request) -> int:
        own = request.prompt - (request.shared if self._can_share(request) else 0)
        return -(-own // self.block_positions) * self.block_positions

    def shared(self) -> int:
        lengths = sum(self._tables.length(sequence) for sequence in self._tables.sequences)
        return lengths - sum(use.used for use in self._tables.uses())

    def cells(self) -> tuple[Cell, ...]:
        size = self.block_positions
        return tuple(
            Cell(use.block * size, size, use.used, use.owners) for use in self._tables.uses()
        )

    def _can_share(self, request: Request) -> bool:
        parent = request.shares_with
        return parent in self._tables.sequences and self._tables.length(parent) >= request.shared

    def _grow(self, name: str, count: int) -> bool:
        try:
            copies = self._tables.grow(name, count)
        except OutOfBlocks:
            return False
        self.copied += sum(copy.positions for copy in copies)
        return True
