"""A large graph as few items: blocks that repeat are found and shown once, with how often.

Nodes in their order are letters: operator and size of the picture. Where the same word follows
itself, as the blocks of one stage of a ResNet do, the repeats become one item.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from compiler_core.graph.repeats import repeats_in
from compiler_core.trace import Snapshot, SnapshotNode

_LARGEST_ITEM = 60


@dataclass(frozen=True, slots=True)
class OutlineItem:
    """Nodes shown as one. block: how many make one repeat; count: how many repeats, 1 for none."""

    title: str
    nodes: tuple[str, ...]
    block: int
    count: int


@dataclass(frozen=True, slots=True)
class Outline:
    """All nodes of a snapshot in order, as items."""

    items: tuple[OutlineItem, ...]

    @property
    def nodes(self) -> int:
        return sum(len(item.nodes) for item in self.items)


def outline_of(snapshot: Snapshot) -> Outline:
    """The items of a graph, in the order of its nodes."""
    letters = _letters(snapshot.nodes)
    chosen = repeats_in(letters)
    items: list[OutlineItem] = []
    at = 0
    for repeat in chosen:
        items += _plain_items(snapshot.nodes[at : repeat.start])
        block = snapshot.nodes[repeat.start : repeat.start + repeat.block]
        nodes = tuple(node.id for node in snapshot.nodes[repeat.start : repeat.end])
        items.append(OutlineItem(operators_title(block), nodes, repeat.block, repeat.count))
        at = repeat.end
    items += _plain_items(snapshot.nodes[at:])
    return Outline(tuple(items))


def nodes_matching(snapshot: Snapshot, text: str) -> tuple[str, ...]:
    """Ids of nodes whose name, operator, values or sources contain the text, in any case."""
    wanted = text.casefold().strip()
    if not wanted:
        return ()
    return tuple(
        node.id
        for node in snapshot.nodes
        if any(
            wanted in name.casefold()
            for name in (node.id, node.operator, *node.outputs, *node.inputs, *node.sources)
        )
    )


def _letters(nodes: tuple[SnapshotNode, ...]) -> np.ndarray:
    """One number for each operator on a picture size."""
    numbers: dict[tuple[str, str], int] = {}
    letters = [
        numbers.setdefault((node.operator, picture_size(node)), len(numbers)) for node in nodes
    ]
    return np.array(letters, np.int64)


def picture_size(node: SnapshotNode) -> str:
    """Height and width; channels grow inside one stage of some networks."""
    sizes = node.shapes[0].split(" ")[0].split("×") if node.shapes else []
    return "×".join(sizes[2:]) if len(sizes) == 4 else ""


def _plain_items(nodes: tuple[SnapshotNode, ...]) -> list[OutlineItem]:
    """What repeats nothing, in pieces that fit a picture."""
    pieces = [nodes[at : at + _LARGEST_ITEM] for at in range(0, len(nodes), _LARGEST_ITEM)]
    return [
        OutlineItem(operators_title(piece), tuple(node.id for node in piece), len(piece), 1)
        for piece in pieces
    ]


def operators_title(nodes: tuple[SnapshotNode, ...]) -> str:
    """The operators, the most frequent first: `Conv ×3, Relu ×3, Add`."""
    counts = Counter(node.operator for node in nodes).most_common(4)
    return ", ".join(f"{name} ×{count}" if count > 1 else name for name, count in counts)
