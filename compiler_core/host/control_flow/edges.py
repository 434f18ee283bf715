"""Edges between the blocks of a function, each with its count or the bounds of it.

The plugin counts instructions. An edge is measured where a block at one of its ends has no other
way on that side: the block's count is the edge's. Other counts follow from what enters and leaves
each block (`counting/edge_bounds.py`). Where that leaves a choice, one more run counts the edges by
themselves (`measured.py`); where that cannot be, the bounds stay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from compiler_core.host.compilation import BasicBlock
from compiler_core.host.control_flow.record import Basis, EdgeKind, FlowEdge
from compiler_core.host.counting.edge_bounds import Bounds, Edge
from compiler_core.host.counting.flow import NOTHING, OUTSIDE, edge_bounds, flow_of


def flow_edges(
    blocks: Sequence[BasicBlock],
    executions: Mapping[int, int],
    back: frozenset[Edge],
    measured: Mapping[Edge, int] = NOTHING,
) -> tuple[FlowEdge, ...]:
    """All edges. executions: by block id. back: those that close a loop. measured: edges that were
    counted by themselves.

    Where the counts contradict the graph, only what was measured is determined.
    """
    every_edge = flow_of(blocks, executions).all_edges
    bounds = edge_bounds(blocks, executions, measured)
    bounds = bounds or {edge: Bounds(count, count) for edge, count in measured.items()}
    leaving = Counter(edge[0] for edge in every_edge)
    entering = Counter(edge[1] for edge in every_edge)
    most = max(executions.values(), default=0)
    return tuple(
        _edge(
            edge,
            bounds.get(edge, Bounds(0, most)),
            is_measured=edge in measured or _is_alone(edge, leaving, entering),
            is_known=edge in bounds,
            is_back=edge in back,
        )
        for edge in every_edge
    )


def _is_alone(edge: Edge, leaving: Counter[int], entering: Counter[int]) -> bool:
    """True if one of its blocks has no other edge on that side."""
    tail, head = edge
    only_way_out = tail != OUTSIDE and leaving[tail] == 1
    return only_way_out or (head != OUTSIDE and entering[head] == 1)


def _edge(
    edge: Edge, bounds: Bounds, *, is_measured: bool, is_known: bool, is_back: bool
) -> FlowEdge:
    tail, head = edge
    is_settled = is_known and bounds.least == bounds.most
    basis: Basis = "not determined"
    if is_settled:
        basis = "measured" if is_measured else "derived"
    return FlowEdge(
        tail=None if tail == OUTSIDE else tail,
        head=None if head == OUTSIDE else head,
        kind=_kind(tail, head),
        back=is_back,
        basis=basis,
        executions=bounds.least if is_settled else None,
        least=bounds.least,
        most=bounds.most,
    )


def _kind(tail: int, head: int) -> EdgeKind:
    if tail == OUTSIDE:
        return "entry"
    if head == OUTSIDE:
        return "exit"
    # Blocks are numbered in the order of their lines, so that what follows has the next number.
    return "next" if head == tail + 1 else "jump"
