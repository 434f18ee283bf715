"""A graph as a drawing: boxes with an operator and a shape, and the tensors between them.

Only what a reader can take in is drawn: the nodes asked for and those next to them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from app.drawing.views.edge_line import EdgeLine, edge_line
from app.drawing.views.node_box import NodeBox
from compiler_core.toolchain.graph_layout import (
    BoxSize,
    PlacedBox,
    PlacedGraph,
    place_graph,
)
from compiler_core.trace import SnapshotNode

MOST_NODES = 28
MARGIN = 6
LINE_HEIGHT = 17
SMALL_CHARACTER = 6.6
CHARACTER = 7.8
PADDING = 12
LONGEST_TEXT = 26


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphPicture:
    """A drawing of a graph, or of a part of one."""

    title: str
    """Above the drawing."""
    box: str
    """The SVG's viewBox."""
    width: int
    """In pixels."""
    height: int
    """In pixels."""
    nodes: tuple[NodeBox, ...]
    """A box for each node that is drawn, at most 28."""
    edges: tuple[EdgeLine, ...]
    """Tensors between drawn nodes."""
    items: tuple[str, ...]
    """Each drawn node in a sentence, for those who do not see the picture."""
    note: str
    """What is left out, "" if nothing."""


AddressOf = Callable[[str], str]
"""Of the page about a node by its id; "" for none. Asked for what is drawn only."""


def _nowhere(_node: str) -> str:
    return ""


def graph_picture(
    title: str,
    nodes: Sequence[SnapshotNode],
    subjects: Collection[str],
    address: AddressOf = _nowhere,
) -> GraphPicture | None:
    """The subjects among these nodes with their neighbours; None when no subject is here."""
    chosen, left_out = _around(nodes, subjects)
    return _drawn(title, chosen, left_out, subjects, address)


def whole_picture(
    title: str,
    nodes: Sequence[SnapshotNode],
    subjects: Collection[str],
    address: AddressOf = _nowhere,
) -> GraphPicture | None:
    """All nodes of a small graph; None when there is none."""
    left_out = max(0, len(nodes) - MOST_NODES)
    return _drawn(title, tuple(nodes[:MOST_NODES]), left_out, subjects, address)


def _drawn(
    title: str,
    chosen: tuple[SnapshotNode, ...],
    left_out: int,
    subjects: Collection[str],
    address: AddressOf,
) -> GraphPicture | None:
    if not chosen:
        return None
    links = _links(chosen)
    sizes = [_size(node) for node in chosen]
    placed = place_graph(sizes, links)
    boxes = tuple(
        _box(node, size, placed.boxes[number], subjects, address)
        for number, (node, size) in enumerate(zip(chosen, sizes, strict=True))
    )
    edges = tuple(edge_line(edge) for edge in placed.edges)
    items = tuple(_sentence(node) for node in chosen)
    return _picture(title, placed, boxes, edges, items, left_out)


def _picture(
    title: str,
    placed: PlacedGraph,
    boxes: tuple[NodeBox, ...],
    edges: tuple[EdgeLine, ...],
    items: tuple[str, ...],
    left_out: int,
) -> GraphPicture:
    width, height = round(placed.width + 2 * MARGIN), round(placed.height + 2 * MARGIN)
    note = f"{left_out} more nodes are not drawn." if left_out else ""
    box = f"{-MARGIN} {-MARGIN} {width} {height}"
    return GraphPicture(
        title=title,
        box=box,
        width=width,
        height=height,
        nodes=boxes,
        edges=edges,
        items=items,
        note=note,
    )


def _around(
    nodes: Sequence[SnapshotNode], subjects: Collection[str]
) -> tuple[tuple[SnapshotNode, ...], int]:
    """Subjects first, then neighbours while there is room; in the order of the graph."""
    matches = [node for node in nodes if node.id in subjects]
    drawn = matches[:MOST_NODES]
    made = {name for node in drawn for name in node.outputs}
    read = {name for node in drawn for name in node.inputs}
    near = [
        node
        for node in nodes
        if node.id not in subjects
        and (not made.isdisjoint(node.inputs) or not read.isdisjoint(node.outputs))
    ]
    room = MOST_NODES - len(drawn)
    chosen = {node.id for node in (*drawn, *near[:room])} if drawn else set()
    return tuple(node for node in nodes if node.id in chosen), len(matches) - len(drawn)


def _links(nodes: Sequence[SnapshotNode]) -> list[tuple[int, int]]:
    makers = {name: number for number, node in enumerate(nodes) for name in node.outputs}
    edges = (
        (makers[name], number)
        for number, node in enumerate(nodes)
        for name in node.inputs
        if name in makers
    )
    return list(dict.fromkeys(edges))


def _size(node: SnapshotNode) -> BoxSize:
    name = len(node.operator) * CHARACTER
    text = len(_short(_shape(node))) * SMALL_CHARACTER
    return BoxSize(max(72.0, name, text) + PADDING, 2 * LINE_HEIGHT + PADDING)


def _shape(node: SnapshotNode) -> str:
    return node.shapes[0] if node.shapes else ""


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"


def _box(
    node: SnapshotNode,
    size: BoxSize,
    position: PlacedBox,
    subjects: Collection[str],
    address: AddressOf,
) -> NodeBox:
    x, top = position.x, position.y - size.height / 2
    return NodeBox(
        x=round(x - size.width / 2, 1),
        y=round(top, 1),
        width=round(size.width, 1),
        height=round(size.height, 1),
        centre=x,
        name=node.operator,
        name_y=round(top + PADDING / 2 + 13, 1),
        text=_short(_shape(node)),
        text_y=round(top + PADDING / 2 + 13 + LINE_HEIGHT, 1),
        title=_sentence(node),
        classes="is-subject" if node.id in subjects else "",
        address=address(node.id),
    )


def _sentence(node: SnapshotNode) -> str:
    shape = f", {_shape(node)}" if _shape(node) else ""
    sources = ", ".join(node.sources)
    origin = f", from {sources}" if sources and sources != node.id else ""
    return f"{node.operator} {node.id}{shape}{origin}"
