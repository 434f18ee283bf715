"""What a counted control-flow graph says, in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from compiler_core.host.control_flow.record import ControlFlow, FlowEdge

_MOST_NAMED = 4


def flow_sentences(flow: ControlFlow) -> Iterator[str]:
    """How large the graph is, where its edges' counts are from, and what ran most and never."""
    blocks, edges = _many(flow.size, "block"), _many(len(flow.edges), "edge")
    loops = f"; {_many(len(flow.loops), 'loop')}" if flow.loops else ""
    yield f"{flow.function} has {blocks} and {edges}{loops}."
    if not flow.agrees:
        yield (
            "The counts of its blocks contradict the graph: a call did not return, or code jumped "
            "where the listing does not say. So no count of an edge follows from them."
        )
    yield from _where_from(flow.edges)
    yield from _open_edges(flow.edges)
    yield from _never(flow)


def _where_from(edges: tuple[FlowEdge, ...]) -> Iterator[str]:
    bases = Counter(edge.basis for edge in edges)
    measured, derived = bases["measured"], bases["derived"]
    parts = [
        f"{measured:,} measured" if measured else "",
        f"{derived:,} derived (what enters a block leaves it)" if derived else "",
    ]
    if measured or derived:
        yield f"Counts of edges: {', '.join(part for part in parts if part)}."


def _open_edges(edges: tuple[FlowEdge, ...]) -> Iterator[str]:
    open_edges = [edge for edge in edges if edge.basis == "not determined"]
    if not open_edges:
        return
    named = [f"{edge_name(edge)} ({edge.least:,} to {edge.most:,} times)" for edge in open_edges]
    rest = len(named) - _MOST_NAMED
    more = f" and {rest:,} more" if rest > 0 else ""
    yield f"Not determined by the blocks' counts: {', '.join(named[:_MOST_NAMED])}{more}."


def _never(flow: ControlFlow) -> Iterator[str]:
    never = [block.id for block in flow.blocks if block.executions == 0]
    if never:
        verb = "was" if len(never) == 1 else "were"
        yield f"In this run {_many(len(never), 'block')} {verb} never reached."


def edge_name(edge: FlowEdge) -> str:
    """`block 2 to block 5`, with the function's ends in words."""
    tail = "entry" if edge.tail is None else f"block {edge.tail}"
    head = "exit" if edge.head is None else f"block {edge.head}"
    return f"{tail} to {head}"


def _many(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
