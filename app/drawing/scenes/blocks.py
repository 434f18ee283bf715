"""The graph of a network under its passes: what goes leaves its outline, what takes it lights up.

Places are those of the source graph and stay the same. Data flows down; the second panel goes on
where the first ends. Which nodes went where is read from the graphs before and after each pass.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from app.drawing.scenes.record import Element, Panel, Scene, SceneStep, Value
from app.view_models.words import count, joined
from compiler_core.graph.whole_graph.cells import Cell, CellGraph
from compiler_core.graph.whole_graph.pass_history import CellState, PassEffect, PassHistory

WIDTH = 320
MOST_STEPS = 20
_PITCH, _CELL_W, _CELL_H, _ROW = 107, 98, 19, 27
_LETTERS = 14
_ONE_PANEL_ROWS = 9
_CUT_REACH = 3
_BAR_X, _BAR_W, _BAR_H, _BAR_ROW = 4, 240, 14, 44
_SHORTER = (("Normalization", "Norm"), ("Average", "Avg"), ("Quantize", "Quant"),
            ("Transpose", "Transp"))  # fmt: skip
_OPERATORS_NAMED = 4


@dataclass(frozen=True, slots=True)
class PassWords:
    """ideas: what a pass does, in a sentence, by its name. model: its title. command: does the
    same."""

    ideas: Mapping[str, str]
    model: str
    command: str


def passes_scene(history: PassHistory, words: PassWords) -> Scene:
    """One step a pass that changed a node."""
    effects = history.effects[:MOST_STEPS]
    drawing = _Graph(history.grid)
    panels = (_left_panel(history, effects), *drawing.panels(history.start))
    return Scene(
        id="passes",
        kind="blocks",
        title=_title(history),
        track="model",
        panels=panels,
        start=f"{count(history.nodes, 'node')} as the file has them. A box with dots stands for "
        "constants and the arithmetic of shapes that one node reads.",
        steps=tuple(_steps(history, effects, drawing, words)),
        basis="recorded",
        source=f"{words.model}: the graph before and after each pass of this compilation.",
        command=words.command,
        notes=tuple(_notes(history, effects)),
        pace=2400,
    )


def _title(history: PassHistory) -> str:
    left = history.effects[-1].nodes if history.effects else history.nodes
    return f"{count(history.nodes, 'node')} become {left:,}"


def _notes(history: PassHistory, effects: tuple[PassEffect, ...]) -> Iterator[str]:
    if history.idle:
        yield f"{count(history.idle, 'pass', 'passes')} found nothing to change in a node."
    if len(effects) < len(history.effects):
        yield f"The first {len(effects)} of {len(history.effects)} passes are shown."
    if any(len(one.nodes) > 1 and one.aside < 0 for one in history.grid.cells):
        yield "A box with a number stands for so many nodes; the graph below opens it."


def _left_panel(history: PassHistory, effects: tuple[PassEffect, ...]) -> Panel:
    """A bar for the graph as imported, and one for each pass, of the nodes that are left."""
    rows = [("as imported", history.nodes), *((_plain(one), one.nodes) for one in effects)]
    most = max(nodes for _, nodes in rows)
    elements: list[Element] = []
    for place, (name, nodes) in enumerate(rows):
        y = place * _BAR_ROW
        shown = 0 if place else 1
        width = round(_BAR_W * nodes / most, 1)
        elements += [
            Element(id=f"name{place}", shape="text", x=_BAR_X, y=y + 14, classes="plain",
                    label=name, opacity=shown),
            Element(id=f"bar{place}", shape="rect", x=_BAR_X, y=y + 20, w=width, h=_BAR_H,
                    classes="bar", opacity=shown),
            Element(id=f"left{place}", shape="text", x=_BAR_X + width + 6, y=y + 32,
                    classes="plain strong", label=f"{nodes:,}", opacity=shown),
        ]  # fmt: skip
    return Panel(id="left", title="Nodes that are left after each pass", width=WIDTH,
                 height=len(rows) * _BAR_ROW, elements=tuple(elements))  # fmt: skip


def _plain(effect: PassEffect) -> str:
    return effect.pass_name.replace("-", " ")


def cell_name(place: int) -> str:
    """The element of a cell."""
    return f"c{place}"


@dataclass(frozen=True, slots=True)
class _Graph:
    """Where cells are drawn: rows up to the cut in the first panel, the others in the second."""

    grid: CellGraph

    def panels(self, states: tuple[CellState, ...]) -> Iterator[Panel]:
        for number, (first, end) in enumerate(pairwise(sorted({0, self.cut, self.grid.rows}))):
            wires = Element(id=f"wires{number}", shape="path", classes="wire",
                            d="".join(self._wires(first, end)))  # fmt: skip
            cells = tuple(
                _box(place, cell, states[place], first)
                for place, cell in enumerate(self.grid.cells)
                if first <= cell.row < end
            )
            title = "The graph, data flowing down" if not number else "… and on"
            yield Panel(id=f"graph{number}", title=title, width=WIDTH,
                        height=_top(end, first), elements=(wires, *cells))  # fmt: skip

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

    def panel_of(self, place: int) -> int:
        return int(self.grid.cells[place].row >= self.cut)

    def _wires(self, first: int, end: int) -> Iterator[str]:
        """Of every edge the part between these rows, and a short line to each box of constants."""
        cells = self.grid.cells
        taken = {(one.row, one.lane) for one in cells}
        for start, target in self.grid.edges:
            one, other = cells[start], cells[target]
            top = (one.row, one.lane) if one.row >= first else (first - 1, other.lane)
            bottom = (other.row, other.lane) if other.row < end else (end, one.lane)
            if one.row < end and other.row >= first:
                yield _wire(top, bottom, first, taken)
        for one in cells:
            reader = cells[one.aside] if one.aside >= 0 else None
            if reader and reader.row == one.row and first <= one.row < end:
                y = _top(one.row, first) + _CELL_H / 2
                left, right = sorted((one.lane, reader.lane))
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


def _box(place: int, cell: Cell, state: CellState, first: int) -> Element:
    return Element(
        id=cell_name(place), shape="rect", x=cell.lane * _PITCH, y=_top(cell.row, first),
        w=_CELL_W, h=_CELL_H, classes=_classes(cell), label=_label(cell, state),
        title=_all_names(cell),
    )  # fmt: skip


def _classes(cell: Cell, *more: str) -> str:
    return " ".join(("node", *(["aside"] if cell.aside >= 0 else []), *more))


def _label(cell: Cell, state: CellState) -> str:
    """What stands in the cell; of one that is empty, what stood there."""
    if cell.aside >= 0:
        return f"··· {state.live}"
    if len(cell.nodes) > 1:
        number = f" {state.live}"
        return _short(cell.title, _LETTERS - len(number)) + number
    more = f" +{state.live - 1}" if state.live > 1 else ""
    return _short(state.operator or cell.title, _LETTERS - len(more)) + more


def _short(name: str, letters: int) -> str:
    for long, short in _SHORTER:
        name = name.replace(long, short) if len(name) > letters else name
    return name if len(name) <= letters else f"{name[: letters - 1]}…"


def _all_names(cell: Cell) -> str:
    return f"{cell.title}: {joined(cell.nodes, 4)}"


def _steps(
    history: PassHistory, effects: tuple[PassEffect, ...], drawing: _Graph, words: PassWords
) -> Iterator[SceneStep]:
    cells, before, nodes = history.grid.cells, history.start, history.nodes
    lit: set[int] = set()
    for number, effect in enumerate(effects, 1):
        takers = {end for _, end in effect.moves} | set(effect.touched)
        changed = (
            takers
            | lit
            | {place for place, state in enumerate(effect.cells) if state != before[place]}
        )
        setting: dict[str, dict[str, Value]] = {
            cell_name(place): {
                "classes": _stands(cells[place], effect.cells[place], now=place in takers),
                "label": _label(cells[place], effect.cells[place]),
            }
            for place in sorted(changed)
        }
        setting |= _bars(number)
        yield SceneStep(
            say=_say(effect, nodes, words),
            set=setting,
            moves=tuple(
                (cell_name(start), cell_name(end))
                for start, end in effect.moves
                if drawing.panel_of(start) == drawing.panel_of(end)
            ),
            focus=cell_name(min(changed, default=0)),
        )
        before, nodes, lit = effect.cells, effect.nodes, takers


def _bars(number: int) -> dict[str, dict[str, Value]]:
    found: dict[str, dict[str, Value]] = {
        f"{name}{number}": {"opacity": 1} for name in ("name", "bar", "left")
    }
    return found


def _stands(cell: Cell, state: CellState, *, now: bool) -> str:
    if not state.live:
        return _classes(cell, "gone")
    return _classes(cell, "now") if now else _classes(cell, "held")


def _say(effect: PassEffect, before: int, words: PassWords) -> str:
    title = _plain(effect).capitalize()
    idea = words.ideas.get(effect.pass_name, "")
    parts = " and ".join(_parts(effect)) or f"{count(len(effect.touched), 'node')} changed"
    same = effect.nodes == before
    left = f"still {before:,} nodes" if same else f"{before:,} nodes become {effect.nodes:,}"
    return f"{title}. {parts}: {left}. {idea}"


def _parts(effect: PassEffect) -> Iterator[str]:
    by_operator: dict[str, int] = {}
    for (operator, _), number in effect.went:
        by_operator[operator] = by_operator.get(operator, 0) + number
    into = {taker for (_, taker), _ in effect.went}
    if by_operator:
        names = joined([f"{number} {name}" for name, number in by_operator.items()],
                       _OPERATORS_NAMED)  # fmt: skip
        one = sum(by_operator.values()) == 1
        where = f" into {next(iter(into))}" if len(into) == 1 and "" not in into else ""
        yield f"{names} {'goes' if one else 'go'}{where}"
    if effect.made:
        yield f"{count(effect.made, 'node')} {'is' if effect.made == 1 else 'are'} added"
