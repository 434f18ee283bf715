"""What planners place: buffers that share memory in place are one block.

Two buffers of a chain "takes over the memory of" get the same offset, so a planner sees the chain
as one block that lives from the first to the last of them. What lies inside another buffer moves
with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate

from compiler_core.errors import InputError
from compiler_core.graph.records import Buffer


@dataclass(frozen=True, slots=True, eq=False)
class BufferBlock:
    """Buffers that lie at one offset, or inside one that does; compared by identity.

    name: that of the first. Bytes; kernels included.
    """

    name: str
    bytes: int
    first: int
    last: int
    members: tuple[str, ...]


def blocks_of(buffers: tuple[Buffer, ...]) -> tuple[BufferBlock, ...]:
    """One block for each chain of buffers that take over each other's memory, in given order.

    Raises InputError when a buffer takes over memory that is still needed.
    """
    _check_sharing(buffers)
    _check_parts(buffers)
    roots = {buffer.name: buffer.name for buffer in buffers}
    for buffer in buffers:
        if buffer.shares_with or buffer.inside:
            roots[buffer.name] = buffer.inside or buffer.shares_with
    chains: dict[str, list[Buffer]] = {}
    for buffer in buffers:
        chains.setdefault(_root(buffer.name, roots), []).append(buffer)
    return tuple(_block(name, chain) for name, chain in chains.items())


def _check_sharing(buffers: tuple[Buffer, ...]) -> None:
    by_name = {buffer.name: buffer for buffer in buffers}
    takers = [buffer for buffer in buffers if buffer.shares_with]
    if len({buffer.shares_with for buffer in takers}) < len(takers):
        raise InputError("Two buffers take over the memory of one.", "Only one of them can.")
    for buffer in takers:
        given = by_name.get(buffer.shares_with)
        if given is None or given.last > buffer.first:
            raise InputError(
                f"{buffer.name} takes over the memory of {buffer.shares_with}, still needed then.",
                "Share only with a buffer whose last kernel is the first of the other.",
            )


def _check_parts(buffers: tuple[Buffer, ...]) -> None:
    by_name = {buffer.name: buffer for buffer in buffers}
    for buffer in buffers:
        whole = by_name.get(buffer.inside)
        if not buffer.inside:
            continue
        if whole is None or whole.inside or buffer.inside_at + buffer.bytes > whole.bytes:
            raise InputError(f"{buffer.name} does not lie inside {buffer.inside}.")
        if buffer.first < whole.first or buffer.last > whole.last:
            raise InputError(f"{buffer.name} is needed when {buffer.inside} is not.")


def _root(name: str, roots: Mapping[str, str]) -> str:
    while roots[name] != name:
        name = roots[name]
    return name


def _block(name: str, chain: list[Buffer]) -> BufferBlock:
    return BufferBlock(
        name,
        max(buffer.bytes for buffer in chain),
        min(buffer.first for buffer in chain),
        max(buffer.last for buffer in chain),
        tuple(buffer.name for buffer in chain),
    )


def neighbours_of(blocks: Iterable[BufferBlock]) -> dict[BufferBlock, list[BufferBlock]]:
    """For each block those that a kernel needs together with it: they must not overlap."""
    neighbours: dict[BufferBlock, list[BufferBlock]] = {}
    alive: list[BufferBlock] = []
    for block in sorted(blocks, key=lambda block: block.first):
        alive = [other for other in alive if other.last >= block.first]
        neighbours[block] = list(alive)
        for other in alive:
            neighbours[other].append(block)
        alive.append(block)
    return neighbours


def lower_bound(blocks: Iterable[BufferBlock]) -> int:
    """The largest sum of bytes alive at one kernel."""
    changes: dict[int, int] = {}
    for block in blocks:
        changes[block.first] = changes.get(block.first, 0) + block.bytes
        changes[block.last + 1] = changes.get(block.last + 1, 0) - block.bytes
    sums = accumulate(changes[kernel] for kernel in sorted(changes))
    return max(sums, default=0)


def arena_of(offsets: Mapping[BufferBlock, int]) -> int:
    """Bytes from the beginning of the arena to the end of its highest block."""
    return max((offset + block.bytes for block, offset in offsets.items()), default=0)
