"""How the loops of a kernel look at tensors: axis by axis, or with neighbouring axes merged.

An elementwise kernel whose operands all run along together needs one loop, not four. Two
neighbouring axes may be merged when every operand either runs along both or is repeated along both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.graph.emission.facts import count_of
from compiler_core.graph.emission.index_arithmetic import Index, broadcast

Shape = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlainView:
    """Every tensor as it is."""

    def shape(self, own: Shape, rank: int) -> Shape:
        """The tensor's shape as the loops see it; rank: of the tensor it is broadcast to."""
        return own

    def operand_index(self, index: Index, own: Shape, rank: int) -> Index:
        return broadcast(index, own)


@dataclass(frozen=True, slots=True)
class MergedView:
    """Axes in runs; `runs` are lists of the output's axes, in order."""

    runs: tuple[tuple[int, ...], ...]
    rank: int

    def shape(self, own: Shape, rank: int) -> Shape:
        padded = (1,) * (self.rank - len(own)) + own
        return tuple(count_of([padded[axis] for axis in run]) for run in self.runs)

    def operand_index(self, index: Index, own: Shape, rank: int) -> Index:
        return broadcast(index, self.shape(own, rank))


@dataclass(frozen=True, slots=True)
class FlatView:
    """All elements in one row; a tensor of one element is repeated."""

    count: int

    def shape(self, own: Shape, rank: int) -> Shape:
        return (count_of(own),)

    def operand_index(self, index: Index, own: Shape, rank: int) -> Index:
        return broadcast(index, self.shape(own, rank))


View = PlainView | MergedView | FlatView


def merged_view(output: Shape, operands: Sequence[Shape]) -> MergedView:
    """The view with the fewest axes in which every operand is whole or repeated along each.

    operands: shapes that broadcast to the output's, aligned at the last axis.
    """
    rank = len(output)
    padded = [(1,) * (rank - len(shape)) + shape for shape in operands]
    runs: list[list[int]] = []
    last: int | None = None
    for axis in range(rank):
        joins = last is not None and all(_alike(output, shape, last, axis) for shape in padded)
        if runs and (joins or output[axis] == 1 or last is None):
            runs[-1].append(axis)
        else:
            runs.append([axis])
        last = axis if output[axis] != 1 else last
    return MergedView(tuple(tuple(run) for run in runs), rank)


def _alike(output: Shape, operand: Shape, first: int, second: int) -> bool:
    """Whether the operand is repeated along both axes or along neither."""
    repeated = [operand[axis] != output[axis] for axis in (first, second)]
    return repeated[0] == repeated[1]
