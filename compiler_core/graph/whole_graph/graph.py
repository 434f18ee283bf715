"""The graph that a picture shows: nodes in order and edges, live ones and those a stage removed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from compiler_core.kept import remembered
from compiler_core.trace import SnapshotNode

# A name's first parts are modules; what is deeper than so many is one block.
DEEPEST_PATH = 10
GRAPHS_KEPT = 8
"""Of those that were looked at last: every click on a picture asks for the same graph again."""


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """From one node to another, by their places. gone: only before the stage."""

    source: int
    target: int
    gone: bool = False


@dataclass(frozen=True, slots=True)
class WholeGraph:
    """nodes: in an order in which a live one comes after those it reads, wherever the file has
    one. paths: the modules that each node's name puts it in. gone: places of nodes that the stage
    removed; new: of those it made.
    """

    nodes: tuple[SnapshotNode, ...]
    edges: tuple[GraphEdge, ...]
    paths: tuple[tuple[str, ...], ...]
    gone: frozenset[int] = frozenset()
    new: frozenset[int] = frozenset()


def graph_of(nodes: Sequence[SnapshotNode]) -> WholeGraph:
    """The graph as it is at one point."""
    return _graph_of(tuple(nodes))


@remembered(GRAPHS_KEPT)
def _graph_of(nodes: tuple[SnapshotNode, ...]) -> WholeGraph:
    return WholeGraph(nodes, _edges(nodes, range(len(nodes))), _paths(nodes))


def graph_between(before: Sequence[SnapshotNode], after: Sequence[SnapshotNode]) -> WholeGraph:
    """Nodes after a stage, those that it removed where they stood, and those it made where they
    stand now."""
    return _graph_between(tuple(before), tuple(after))


@remembered(GRAPHS_KEPT)
def _graph_between(before: tuple[SnapshotNode, ...], after: tuple[SnapshotNode, ...]) -> WholeGraph:
    places = {node.id: index for index, node in enumerate(before)}
    left = {node.id for node in after}
    rows = [((index, 0, 0), node) for index, node in enumerate(before) if node.id not in left]
    gone_ids = {node.id for _, node in rows}
    anchor = -1
    for number, node in enumerate(after):
        known = places.get(node.id)
        anchor = anchor if known is None else known
        rows.append(((anchor, 1, number) if known is None else (known, 0, 0), node))
    nodes = tuple(node for _, node in sorted(rows, key=lambda row: row[0]))
    gone = frozenset(at for at, node in enumerate(nodes) if node.id in gone_ids)
    new = frozenset(at for at, node in enumerate(nodes) if node.id not in places)
    live = [at for at in range(len(nodes)) if at not in gone]
    edges = _edges(nodes, live) + _gone_edges(before, nodes, gone)
    return WholeGraph(nodes, edges, _paths(nodes), gone, new)


def _edges(nodes: Sequence[SnapshotNode], places: Iterable[int]) -> tuple[GraphEdge, ...]:
    """Between the nodes at these places, by the values that they make and read."""
    chosen = list(places)
    makers = {name: at for at in chosen for name in nodes[at].outputs}
    pairs = (
        (makers[name], at)
        for at in chosen
        for name in nodes[at].inputs
        if name in makers and makers[name] != at
    )
    return tuple(GraphEdge(source, target) for source, target in dict.fromkeys(pairs))


def _gone_edges(
    before: Sequence[SnapshotNode], nodes: Sequence[SnapshotNode], gone: frozenset[int]
) -> tuple[GraphEdge, ...]:
    """Edges of the graph before the stage at nodes that it removed."""
    place_of = {node.id: at for at, node in enumerate(nodes)}
    pairs = (
        (place_of[before[edge.source].id], place_of[before[edge.target].id])
        for edge in _edges(before, range(len(before)))
    )
    touched = dict.fromkeys(pair for pair in pairs if pair[0] in gone or pair[1] in gone)
    return tuple(GraphEdge(source, target, gone=True) for source, target in touched)


def _paths(nodes: Sequence[SnapshotNode]) -> tuple[tuple[str, ...], ...]:
    """The modules of each node. One without any takes those that its neighbours share."""
    own = [_modules(node) for node in nodes]
    following: list[tuple[str, ...]] = [()] * len(own)
    last: tuple[str, ...] = ()
    for at in range(len(own) - 1, -1, -1):
        following[at] = last = own[at] or last
    paths: list[tuple[str, ...]] = []
    earlier: tuple[str, ...] = ()
    for at, path in enumerate(own):
        paths.append(path or _shared(earlier, following[at]))
        earlier = path or earlier
    return tuple(paths)


def _modules(node: SnapshotNode) -> tuple[str, ...]:
    """From its name, or from that of the first source node that it stands for."""
    for name in (node.id, *node.sources[:1]):
        mark = "/" if "/" in name else "."
        parts = name.strip(mark).split(mark, DEEPEST_PATH)
        if len(parts) > 1:
            return tuple(parts[:-1])
    return ()


def _shared(left: tuple[str, ...], right: tuple[str, ...]) -> tuple[str, ...]:
    """What both begin with."""
    length = 0
    for module, other in zip(left, right, strict=False):
        if module != other:
            break
        length += 1
    return left[:length]
