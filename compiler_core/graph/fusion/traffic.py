"""Bytes that kernels read from and write to memory.

Each kernel reads each of its inputs once and writes each of its outputs once: what a tensor that
does not stay in a cache costs. Weights are left out: they are read on both sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from compiler_core.graph.records import FusedGroup


def group_bytes(group: FusedGroup, sizes: Mapping[str, int]) -> int:
    """Activations that one kernel reads and writes, in bytes; unknown sizes count as 0."""
    return sum(sizes.get(name, 0) for name in (*group.inputs, *group.outputs))


def dram_bytes(groups: Iterable[FusedGroup], sizes: Mapping[str, int]) -> int:
    """Activations that all kernels read and write, in bytes."""
    return sum(group_bytes(group, sizes) for group in groups)


def vanished(
    before: Iterable[FusedGroup], after: Iterable[FusedGroup], sizes: Mapping[str, int]
) -> tuple[tuple[str, int], ...]:
    """Tensors that are written before and not after, each with its bytes."""
    survivors = {name for group in after for name in group.outputs}
    made = (name for group in before for name in group.outputs)
    return tuple((name, sizes.get(name, 0)) for name in made if name not in survivors)
