"""How often each edge between basic blocks was taken, from how often each block ran.

What enters a block leaves it again (Kirchhoff's law); wherever all edges on one side of a block but
one are known, so is the last. In most code that settles every edge without counting a single one:
Knuth and Stevenson, "Optimal measurement points for program frequency counts" (1973).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from compiler_core.host.compilation import Block

OUTSIDE = -1
Edge = tuple[int, int]


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


def flow_of(blocks: Sequence[Block], executions: Mapping[int, int]) -> Flow:
    """The flow through blocks that ran this often (executions has every block)."""
    return Flow(executions, edge_counts(blocks, executions), tuple(_edges(blocks)))


def edge_counts(blocks: Sequence[Block], executions: Mapping[int, int]) -> dict[Edge, int]:
    """Executions of edges (from block, to block) that follow from those of the blocks.

    An edge from OUTSIDE is an entry into the function, one to OUTSIDE leaves it. Edges that stay
    undetermined are left out, and so is everything when the counts contradict the graph (a call
    that did not return, a program that was stopped).
    """
    edges = _edges(blocks)
    leaving: dict[int, list[Edge]] = defaultdict(list)
    entering: dict[int, list[Edge]] = defaultdict(list)
    for edge in edges:
        leaving[edge[0]].append(edge)
        entering[edge[1]].append(edge)
    known: dict[Edge, int] = {}
    pending = True
    while pending:
        pending = False
        for block in blocks:
            for side in (entering[block.id], leaving[block.id]):
                pending |= _settle(side, executions.get(block.id, 0), known)
    return {} if _contradicted(blocks, executions, entering, leaving, known) else known


def _edges(blocks: Sequence[Block]) -> list[Edge]:
    """All edges. Blocks nothing leads to (the first, landing pads) are entered from outside."""
    reached = {successor for block in blocks for successor in block.successors}
    edges = [(block.id, to) for block in blocks for to in dict.fromkeys(block.successors)]
    edges += [(block.id, OUTSIDE) for block in blocks if not block.successors]
    first = blocks[0].id if blocks else OUTSIDE
    edges += [
        (OUTSIDE, block.id) for block in blocks if block.id == first or block.id not in reached
    ]
    return edges


def _settle(side: Sequence[Edge], total: int, known: dict[Edge, int]) -> bool:
    """Find the one unknown edge of a side; True if there was one."""
    unknown = [edge for edge in side if edge not in known]
    if len(unknown) != 1:
        return False
    known[unknown[0]] = total - sum(known[edge] for edge in side if edge in known)
    return True


def _contradicted(
    blocks: Sequence[Block],
    executions: Mapping[int, int],
    entering: Mapping[int, Sequence[Edge]],
    leaving: Mapping[int, Sequence[Edge]],
    known: Mapping[Edge, int],
) -> bool:
    if any(count < 0 for count in known.values()):
        return True
    for block in blocks:
        for side in (entering.get(block.id, ()), leaving.get(block.id, ())):
            whole = all(edge in known for edge in side)
            if side and whole and sum(known[edge] for edge in side) != executions.get(block.id, 0):
                return True
    return False
