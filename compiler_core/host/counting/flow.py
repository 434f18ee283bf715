"""How often each edge between basic blocks was taken, where the blocks' counts settle it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from compiler_core.host.compilation import BasicBlock
from compiler_core.host.counting.edge_bounds import Bounds, Edge, EdgeSum, narrowed

OUTSIDE = -1
NOTHING: Mapping[Edge, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Flow:
    """executions by block id; edges: those edge counts that follow from them."""

    executions: Mapping[int, int]
    edges: Mapping[Edge, int]
    all_edges: tuple[Edge, ...]

    def entries(self, inside: frozenset[int]) -> int | None:
        """How often control came from elsewhere into these blocks; None if that is not settled."""
        into = [edge for edge in self.all_edges if edge[1] in inside and edge[0] not in inside]
        if any(edge not in self.edges for edge in into):
            return None
        return sum(self.edges[edge] for edge in into)

    @property
    def calls(self) -> int | None:
        """How often the function was entered; None if that is not settled."""
        return self.entries(frozenset(self.executions))


def flow_of(blocks: Sequence[BasicBlock], executions: Mapping[int, int]) -> Flow:
    """The flow through blocks that ran this often (executions has every block)."""
    return Flow(executions, edge_counts(blocks, executions), tuple(_edges(blocks)))


def edge_counts(blocks: Sequence[BasicBlock], executions: Mapping[int, int]) -> dict[Edge, int]:
    """Executions of edges (from block, to block) that follow from those of the blocks.

    An edge from OUTSIDE is an entry into the function, one to OUTSIDE leaves it. Edges that stay
    undetermined are left out, and so is everything when the counts contradict the graph (a call
    that did not return, a program that was stopped).
    """
    bounds = edge_bounds(blocks, executions)
    return {edge: bound.least for edge, bound in bounds.items() if bound.least == bound.most}


def edge_bounds(
    blocks: Sequence[BasicBlock],
    executions: Mapping[int, int],
    measured: Mapping[Edge, int] = NOTHING,
) -> dict[Edge, Bounds]:
    """The least and the most of every edge, in the order of the blocks; nothing where the counts
    contradict the graph. measured: edges that were counted by themselves."""
    edges = _edges(blocks)
    sums = _sums(edges, executions)
    most = sum(executions.values())
    start = dict.fromkeys(edges, Bounds(0, most))
    start |= {edge: Bounds(count, count) for edge, count in measured.items() if edge in start}
    bounds = narrowed(start, sums)
    return {} if any(_contradicts(bounds, edge_sum) for edge_sum in sums) else bounds


def _edges(blocks: Sequence[BasicBlock]) -> list[Edge]:
    """All edges. Blocks nothing leads to (the first, landing pads) are entered from outside."""
    reached = {successor for block in blocks for successor in block.successors}
    edges = [(block.id, to) for block in blocks for to in dict.fromkeys(block.successors)]
    edges += [(block.id, OUTSIDE) for block in blocks if not block.successors]
    first = blocks[0].id if blocks else OUTSIDE
    edges += [
        (OUTSIDE, block.id) for block in blocks if block.id == first or block.id not in reached
    ]
    return edges


def _sums(edges: Sequence[Edge], executions: Mapping[int, int]) -> list[EdgeSum]:
    """What enters each block, and what leaves it."""
    sides: dict[tuple[int, str], list[Edge]] = defaultdict(list)
    for edge in edges:
        sides[edge[0], "leaving"].append(edge)
        sides[edge[1], "entering"].append(edge)
    return [
        EdgeSum(executions.get(block, 0), tuple(side))
        for (block, _), side in sides.items()
        if block != OUTSIDE
    ]


def _contradicts(bounds: Mapping[Edge, Bounds], edge_sum: EdgeSum) -> bool:
    least = sum(bounds[edge].least for edge in edge_sum.edges)
    most = sum(bounds[edge].most for edge in edge_sum.edges)
    return not least <= edge_sum.total <= most
