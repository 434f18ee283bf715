"""Kernels of two programs of one network side by side, joined by the source nodes they compute."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.graph.whole_graph.worst_first import KernelCost


@dataclass(frozen=True, slots=True)
class KernelPair:
    """What computes the same source nodes in both: left and right, each of no, one or several
    kernels; a kernel of both stands in one pair. sources: in the order of the left program."""

    sources: tuple[str, ...]
    left: tuple[KernelCost, ...]
    right: tuple[KernelCost, ...]

    @property
    def left_instructions(self) -> int:
        return sum(kernel.instructions for kernel in self.left)

    @property
    def right_instructions(self) -> int:
        return sum(kernel.instructions for kernel in self.right)

    @property
    def difference(self) -> int:
        """Instructions that the right program executes more."""
        return self.right_instructions - self.left_instructions


def kernel_pairs(left: Sequence[KernelCost], right: Sequence[KernelCost]) -> tuple[KernelPair, ...]:
    """All kernels of both programs, those first that differ most. Kernels that share a source node
    belong together, and so do those that share one with them."""
    kernels = [*left, *right]
    owner = list(range(len(kernels)))

    def root(at: int) -> int:
        while owner[at] != at:
            owner[at] = owner[owner[at]]
            at = owner[at]
        return at

    first_with: dict[str, int] = {}
    for at, kernel in enumerate(kernels):
        for source in kernel.record.sources:
            owner[root(at)] = root(first_with.setdefault(source, at))
    together: dict[int, list[int]] = {}
    for at in range(len(kernels)):
        together.setdefault(root(at), []).append(at)
    pairs = (_pair(kernels, places, len(left)) for places in together.values())
    return tuple(sorted(pairs, key=lambda pair: -abs(pair.difference)))


def _pair(kernels: list[KernelCost], places: list[int], left: int) -> KernelPair:
    sources = (name for at in places for name in kernels[at].record.sources)
    return KernelPair(
        tuple(dict.fromkeys(sources)),
        tuple(kernels[at] for at in places if at < left),
        tuple(kernels[at] for at in places if at >= left),
    )
