"""The source graph as few cells on a grid: computed once, so that every stage has the same places.

A cell is a node, or a block of nodes where there are more than can be looked at together. Constants
and arithmetic on shapes are no cells in the flow of data: they stand at the cell that reads them.
Rows go down with the data; a cell stands below all that it reads. Work is linear in nodes and
edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.graph.whole_graph.blocks import NodeBlock, folded
from compiler_core.graph.whole_graph.graph import GRAPHS_KEPT, WholeGraph, graph_of
from compiler_core.kept import remembered
from compiler_core.trace import SnapshotNode

MOST_CELLS = 60
LANES = 3
SIDE_TITLE = "constants"
_SIDE_OPERATORS = ("Constant", "ConstantOfShape", "Shape", "Size")
_SIDE_TYPES = ("int64", "int32", "bool")


@dataclass(frozen=True, slots=True)
class Cell:
    """nodes: names of source nodes. title: the operator of a node, else what the block is called.
    row counts from 0, lane from the left. aside: the cell whose constants these are, -1 for one in
    the flow of data.
    """

    nodes: tuple[str, ...]
    title: str
    row: int
    lane: int
    aside: int = -1


@dataclass(frozen=True, slots=True)
class CellGraph:
    """edges: pairs of cells in the flow of data, by their places."""

    cells: tuple[Cell, ...]
    edges: tuple[tuple[int, int], ...]

    @property
    def homes(self) -> dict[str, int]:
        """The cell of each source node."""
        return {name: at for at, cell in enumerate(self.cells) for name in cell.nodes}

    @property
    def rows(self) -> int:
        return max((cell.row for cell in self.cells), default=-1) + 1


def cells_of(nodes: Sequence[SnapshotNode]) -> CellGraph:
    """Of a graph in an order in which each node comes after those it reads."""
    return _cells_of(tuple(nodes))


@remembered(GRAPHS_KEPT)
def _cells_of(nodes: tuple[SnapshotNode, ...]) -> CellGraph:
    whole = graph_of(nodes)
    sides = _sides(whole)
    flow = graph_of([node for at, node in enumerate(nodes) if at not in sides])
    blocks = _few(folded(flow).parts)
    edges = _edges(flow, blocks)
    places = _places(len(blocks), edges)
    cells = [
        Cell(_names(flow, block), block.title, *position)
        for block, position in zip(blocks, places, strict=True)
    ]
    return CellGraph((*cells, *_aside(whole, sides, cells)), edges)


def _sides(graph: WholeGraph) -> dict[int, int]:
    """Nodes that make constants or shapes, each with a node in the flow that reads it at last. One
    that nobody reads stays in the flow."""
    readers: dict[int, list[int]] = {}
    for edge in graph.edges:
        readers.setdefault(edge.source, []).append(edge.target)
    sides: dict[int, int] = {}
    for at in range(len(graph.nodes) - 1, -1, -1):
        read_by = readers.get(at, [])
        if read_by and _is_side(graph.nodes[at]):
            sides[at] = sides.get(read_by[0], read_by[0])
    return sides


def _is_side(node: SnapshotNode) -> bool:
    """Whether it makes a constant, which reads nothing, or a shape."""
    if node.operator in _SIDE_OPERATORS or not node.inputs:
        return True
    kinds = [shape.rpartition(" ")[2] for shape in node.shapes]
    sizes = [shape.count("×") for shape in node.shapes]
    return bool(kinds) and all(kind in _SIDE_TYPES for kind in kinds) and max(sizes) == 0


def _few(parts: Sequence[NodeBlock]) -> list[NodeBlock]:
    """The blocks opened, the largest first, as long as there are at most MOST_CELLS."""
    blocks = list(parts)
    while True:
        opened = [
            (block.nodes, -at)
            for at, block in enumerate(blocks)
            if block.parts and len(blocks) + len(block.parts) - 1 <= MOST_CELLS
        ]
        if not opened:
            return blocks
        at = -max(opened)[1]
        blocks[at : at + 1] = blocks[at].parts


def _names(graph: WholeGraph, block: NodeBlock) -> tuple[str, ...]:
    return tuple(node.id for node in graph.nodes[block.first : block.end])


def _edges(graph: WholeGraph, blocks: Sequence[NodeBlock]) -> tuple[tuple[int, int], ...]:
    """Between cells; each once."""
    cell_of = [0] * len(graph.nodes)
    for number, block in enumerate(blocks):
        cell_of[block.first : block.end] = [number] * block.nodes
    pairs = ((cell_of[edge.source], cell_of[edge.target]) for edge in graph.edges)
    return tuple(dict.fromkeys(pair for pair in pairs if pair[0] != pair[1]))


def _places(number: int, edges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Row and lane of each cell: below what it reads, in the lane of the first of these if that one
    leads on nowhere else yet."""
    reads: list[list[int]] = [[] for _ in range(number)]
    for source, target in edges:
        reads[target].append(source)
    taken: set[tuple[int, int]] = set()
    continued: set[int] = set()
    places: list[tuple[int, int]] = []
    for at in range(number):
        before = [cell for cell in reads[at] if cell < at]
        row = max((places[operand][0] for operand in before), default=-1) + 1
        straight = next((places[parent][1] for parent in before if parent not in continued), None)
        lane = (
            straight
            if len(before) == 1
            else min((places[source][1] for source in before), default=0)
        )
        row, lane = _free(taken, row, lane)
        taken.add((row, lane))
        places.append((row, lane))
        continued.update(before)
    return places


def _free(taken: set[tuple[int, int]], row: int, lane: int | None) -> tuple[int, int]:
    """The lane wished for, else the first free one to the right of lane 0, else the next row."""
    while True:
        wished = range(1, LANES) if lane is None else (lane, *range(LANES))
        for candidate in (*wished, 0):
            if (row, candidate) not in taken:
                return row, candidate
        row += 1


def _aside(graph: WholeGraph, sides: dict[int, int], cells: Sequence[Cell]) -> list[Cell]:
    """One cell for all constants and shapes that one cell reads."""
    cell_of = {name: at for at, cell in enumerate(cells) for name in cell.nodes}
    read_by: dict[int, list[str]] = {}
    for at in sorted(sides):
        reader = cell_of.get(graph.nodes[sides[at]].id)
        if reader is not None:
            read_by.setdefault(reader, []).append(graph.nodes[at].id)
    taken = {(placed.row, placed.lane) for placed in cells}
    side_cells: list[Cell] = []
    for reader, names in read_by.items():
        row, lane = _beside(taken, cells[reader])
        taken.add((row, lane))
        side_cells.append(Cell(tuple(names), SIDE_TITLE, row, lane, reader))
    return side_cells


def _beside(taken: set[tuple[int, int]], reader: Cell) -> tuple[int, int]:
    """The nearest place that is free, in the reader's row if there is one."""
    away = 0
    lanes = sorted(range(LANES), key=lambda lane: (abs(lane - reader.lane), -lane))
    while True:
        for at in (reader.row - away, reader.row + away):
            for lane in lanes:
                if at >= 0 and (at, lane) not in taken:
                    return at, lane
        away += 1
