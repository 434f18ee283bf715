"""The cells of a network's graph, drawn: places are the same in every scene of one network.

Data flows down; the second panel goes on where the first ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.drawing.scenes.record import Element, Panel
from app.words import joined
from compiler_core.graph.whole_graph.cells import Cell, CellGraph
from compiler_core.graph.whole_graph.pass_history import CellState

WIDTH = 320
_PITCH, _CELL_W, _CELL_H, _ROW = 107, 98, 19, 26
_LETTERS = 13
_ONE_PANEL_ROWS = 9
_CUT_REACH = 3
_SHORTER = (("Linear", ""), ("Normalization", "Norm"), ("Average", "Avg"), ("Integer", "Int"),
            ("Transpose", "Transp"))  # fmt: skip


def cell_name(index: int) -> str:
    """The element of a cell."""
    return f"c{index}"


@dataclass(frozen=True, slots=True)
class CellPicture:
    """Where cells are drawn: rows up to the cut in the first panel, the others in the second.
    gone: those that are drawn as outlines from the start.
    """

    grid: CellGraph
    gone: frozenset[int] = frozenset()

    def panels(
        self, states: Sequence[CellState], groups: Mapping[str, Sequence[int]] | None = None
    ) -> Iterator[Panel]:
        """groups: cells that an element of this name takes together, under them; none is shown."""
        for number, (first, end) in enumerate(pairwise(sorted({0, self.cut, self.grid.rows}))):
            wires = Element(
                id=f"wires{number}",
                shape="path",
                classes="wire",
                d="".join(self._wires(first, end)),
            )
            cells = tuple(
                self._box(index, states[index], first)
                for index, cell in enumerate(self.grid.cells)
                if first <= cell.row < end
            )
            under = tuple(self._groups(groups or {}, first, end))
            title = "The graph, data flowing down" if not number else "… and on"
            yield Panel(
                id=f"graph{number}",
                title=title,
                width=WIDTH,
                height=_top(end, first),
                elements=(*under, wires, *cells),
            )

    @property
    def cut(self) -> int:
        """The row at which the second panel begins: near the middle, where fewest edges cross."""
        rows = self.grid.rows
        if rows <= _ONE_PANEL_ROWS:
            return rows
        middle = (rows + 1) // 2
        reach = range(middle - _CUT_REACH, middle + _CUT_REACH + 1)
        return min(reach, key=lambda at: (self._crossing(at), abs(at - middle)))

    def _crossing(self, row: int) -> int:
        cells = self.grid.cells
        return sum(cells[start].row < row <= cells[end].row for start, end in self.grid.edges)

    def _groups(
        self, groups: Mapping[str, Sequence[int]], first: int, end: int
    ) -> Iterator[Element]:
        """Broad lines between the cells of each group, as far as they lie between these rows."""
        cells = self.grid.cells
        taken = {(cell.row, cell.lane) for cell in cells}
        for name, members in groups.items():
            inside = {index for index in members if first <= cells[index].row < end}
            parts = [
                _wire(
                    (cells[start].row, cells[start].lane),
                    (cells[to].row, cells[to].lane),
                    first,
                    taken,
                )
                for start, to in self.grid.edges
                if start in inside and to in inside
            ]
            if parts:
                yield Element(
                    id=f"{name}-{int(first > 0)}",
                    shape="path",
                    classes="group",
                    d="".join(parts),
                    opacity=0,
                )

    def _box(self, index: int, state: CellState, first: int) -> Element:
        cell = self.grid.cells[index]
        gone = ("gone",) if index in self.gone else ()
        return Element(
            id=cell_name(index),
            shape="rect",
            x=cell.lane * _PITCH,
            y=_top(cell.row, first),
            w=_CELL_W,
            h=_CELL_H,
            classes=cell_classes(cell, *gone),
            label=cell_label(cell, state),
            title=_all_names(cell),
        )

    def panel_of(self, index: int) -> int:
        return int(self.grid.cells[index].row >= self.cut)

    def _wires(self, first: int, end: int) -> Iterator[str]:
        """Of every edge the part between these rows, and a short line to each box of constants."""
        cells = self.grid.cells
        taken = {(cell.row, cell.lane) for cell in cells}
        for start, target in self.grid.edges:
            node, other = cells[start], cells[target]
            top = (node.row, node.lane) if node.row >= first else (first - 1, other.lane)
            bottom = (other.row, other.lane) if other.row < end else (end, node.lane)
            if node.row < end and other.row >= first:
                yield _wire(top, bottom, first, taken)
        for node in cells:
            reader = cells[node.aside] if node.aside >= 0 else None
            if reader and reader.row == node.row and first <= node.row < end:
                y = _top(node.row, first) + _CELL_H / 2
                left, right = sorted((node.lane, reader.lane))
                yield f"M{left * _PITCH + _CELL_W} {y:g}H{right * _PITCH}"


def _top(row: int, first: int) -> float:
    return 6 + (row - first) * _ROW


def _wire(
    start: tuple[int, int], end: tuple[int, int], first: int, taken: set[tuple[int, int]]
) -> str:
    """Down from one place to another: in the lane of either where nothing stands between, else
    beside the lanes."""
    (row, lane), (target_row, target_lane) = start, end
    x, target_x = (lane * _PITCH + _CELL_W / 2, target_lane * _PITCH + _CELL_W / 2)
    y, target_y = max(_top(row, first) + _CELL_H, 0), _top(target_row, first)
    half = (_ROW - _CELL_H) / 2
    between = range(row + 1, target_row)
    if all((at, lane) not in taken for at in between):
        turn = "" if lane == target_lane else f"V{target_y - half:g}H{target_x:g}"
        return f"M{x:g} {y:g}{turn}V{target_y:g}"
    if all((at, target_lane) not in taken for at in between):
        return f"M{x:g} {y:g}V{y + half:g}H{target_x:g}V{target_y:g}"
    beside = max(lane, target_lane) * _PITCH + (_PITCH + _CELL_W) / 2
    return f"M{x:g} {y:g}V{y + half:g}H{beside:g}V{target_y - half:g}H{target_x:g}V{target_y:g}"


def cell_classes(cell: Cell, *more: str) -> str:
    return " ".join(("node", *(["aside"] if cell.aside >= 0 else []), *more))


def cell_label(cell: Cell, state: CellState) -> str:
    """What stands in the cell; of one that is empty, what stood there."""
    number = f" {state.live}" if state.live else ""
    if cell.aside >= 0:
        return f"···{number}"
    if len(cell.nodes) > 1:
        return short_operator(cell.title, _LETTERS - len(number)) + number
    more = f" +{state.live - 1}" if state.live > 1 else ""
    return short_operator(state.operator or cell.title, _LETTERS - len(more)) + more


def short_operator(name: str, letters: int) -> str:
    for long, short in _SHORTER:
        name = name.replace(long, short) if len(name) > letters else name
    return name if len(name) <= letters else f"{name[: letters - 1]}…"


def _all_names(cell: Cell) -> str:
    return f"{cell.title}: {joined(cell.nodes, 4)}"
