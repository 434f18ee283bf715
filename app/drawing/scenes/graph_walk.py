"""A graph as its file has it: the tensor goes through it from the top, row by row.

A row is what may run at the same time; shapes are those of the file, or were inferred from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import prod

from app.drawing.scenes.cell_graph import CellPicture, cell_classes, cell_name
from app.drawing.scenes.pieces import Changes, number, words
from app.drawing.scenes.record import Panel, Scene, SceneStep
from app.words import count, joined
from compiler_core.graph.whole_graph.cells import Cell, CellGraph, cells_of
from compiler_core.graph.whole_graph.pass_history import states_of
from compiler_core.trace import SnapshotNode

_MOST_NAMED = 3
_PANEL_WIDTH = 320


@dataclass(frozen=True, slots=True)
class WalkFacts:
    """nodes: as imported, each after those it reads; at least one."""

    nodes: Sequence[SnapshotNode]
    model: str
    command: str


def walk_scene(facts: WalkFacts) -> Scene:
    """One step a row of the graph."""
    drawing = _Drawing(facts)
    total = len(facts.nodes)
    return Scene(
        id="walk",
        kind="blocks",
        title="A tensor goes through the graph",
        track="model",
        panels=(drawing.tensor(), *drawing.graph()),
        start=f"{count(total, 'node')} as the file has them. A box is an operation; a line is a "
        "tensor that one computes and another reads.",
        steps=tuple(drawing.steps()),
        basis="computed",
        source=f"The graph of {facts.model}, with the shapes of its tensors.",
        command=facts.command,
        notes=tuple(drawing.notes()),
        pace=900,
    )


@dataclass(slots=True)
class _Drawing:
    facts: WalkFacts
    grid: CellGraph = field(init=False)
    by_name: dict[str, SnapshotNode] = field(init=False)

    def __post_init__(self) -> None:
        self.grid = cells_of(self.facts.nodes)
        self.by_name = {node.id: node for node in self.facts.nodes}

    def graph(self) -> Iterator[Panel]:
        nodes = self.facts.nodes
        return CellPicture(self.grid).panels(states_of(nodes, self.grid, self.grid.homes))

    def tensor(self) -> Panel:
        """What the box that was lit last leaves."""
        elements = (
            *number("operator", (0, 0), "–", "the box that runs"),
            *number("shape", (0, 52), "–", "shape of what comes out"),
            *number("values", (0, 104), "–", "numbers in that"),
            *number("done", (160, 104), "0", "nodes so far"),
            words("reading", 0, 172, "filled: runs now. pale: has run."),
        )
        return Panel(
            id="tensor", title="On its way", width=_PANEL_WIDTH, height=180, elements=elements
        )

    def notes(self) -> Iterator[str]:
        cells = self.grid.cells
        if any(cell.aside >= 0 for cell in cells):
            yield "··· with a number: so many constants, which the box beside it reads."
        if any(len(box.nodes) > 1 and box.aside < 0 for box in cells):
            yield "A box with a number stands for so many nodes; the graph below opens it."

    def steps(self) -> Iterator[SceneStep]:
        before: list[int] = []
        done = 0
        for row in range(self.grid.rows):
            lit = [at for at, cell in enumerate(self.grid.cells) if cell.row == row]
            flow = [at for at in lit if self.grid.cells[at].aside < 0]
            done += sum(len(self.grid.cells[at].nodes) for at in lit)
            yield SceneStep(
                say=self._said([self.grid.cells[at] for at in flow]),
                set=self._looks(before, "held") | self._looks(lit, "now") | self._told(flow, done),
                focus=cell_name(flow[0]),
            )
            before = lit

    def _looks(self, places: Sequence[int], look: str) -> Changes:
        """Constants never run: they turn pale with the box that reads them."""
        cells = self.grid.cells
        return {
            cell_name(at): {"classes": cell_classes(cells[at], look)}
            for at in places
            if cells[at].aside < 0
        }

    def _told(self, flow: Sequence[int], done: int) -> Changes:
        cell = self.grid.cells[flow[0]]
        shape = self._shape(cell)
        return {
            "operator": {"label": cell.title},
            "shape": {"label": shape or "not known"},
            "values": {"label": _values(shape)},
            "done": {"label": f"{done:,}"},
        }

    def _shape(self, cell: Cell) -> str:
        """Of the first output of the cell's last node, without its type; "" if it is not known."""
        shapes = self.by_name[cell.nodes[-1]].shapes
        return shapes[0].split(" ")[0] if shapes else ""

    def _said(self, cells: Sequence[Cell]) -> str:
        alike = Counter((f"{cell.title}{_of(cell)}", self._shape(cell)) for cell in cells)
        parts = [
            f"{name} gives {shape or 'a tensor'}"
            if times == 1
            else f"{times} × {name} give {shape or 'a tensor'} each"
            for (name, shape), times in alike.items()
        ]
        together = "" if len(cells) == 1 else " None of them waits for another."
        return f"{joined(parts, _MOST_NAMED)}.{together}"


def _of(cell: Cell) -> str:
    return f" ({count(len(cell.nodes), 'node')})" if len(cell.nodes) > 1 else ""


def _values(shape: str) -> str:
    """How many numbers a tensor of this shape has; sizes that stay open have no number."""
    sizes = shape.split("×")
    if not all(size.isdigit() for size in sizes):
        return "–"
    return f"{prod(int(size) for size in sizes):,}"
