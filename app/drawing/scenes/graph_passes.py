"""The graph of a network under its passes: what goes leaves its outline, what takes it lights up.

Places are those of the source graph and stay the same. Data flows down; the second panel goes on
where the first ends. Which nodes went where is read from the graphs before and after each pass.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from app.drawing.scenes.cell_graph import (
    WIDTH,
    CellPicture,
    cell_classes,
    cell_label,
    cell_name,
)
from app.drawing.scenes.pieces import words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep, Value
from app.words import count, joined
from compiler_core.graph.whole_graph.cells import Cell
from compiler_core.graph.whole_graph.pass_history import CellState, PassEffect, PassHistory

MOST_STEPS = 20
_BAR_X, _BAR_W, _BAR_H, _BAR_ROW = 0, 250, 12, 38
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
    drawing = CellPicture(history.grid)
    panels = (_left_panel(history, effects), *drawing.panels(history.start))
    return Scene(
        id="passes",
        kind="blocks",
        title=_title(history),
        track="model",
        panels=panels,
        start=f"{count(history.nodes, 'node')} as the file has them. Dots at a box stand for "
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
        yield f"{count(history.idle, 'pass', 'passes')} left all nodes as they were."
    if len(effects) < len(history.effects):
        yield f"The first {len(effects)} of {len(history.effects)} passes are shown."
    if any(len(cell.nodes) > 1 and cell.aside < 0 for cell in history.grid.cells):
        yield "A box with a number stands for so many nodes; the graph below opens it."


def _left_panel(history: PassHistory, effects: tuple[PassEffect, ...]) -> Panel:
    """A bar for the graph as imported, and one for each pass, of the nodes that are left. Passes to
    come stand there by name, and their bars as outlines of all nodes."""
    rows = [("as imported", history.nodes), *((_plain(effect), effect.nodes) for effect in effects)]
    most = max(nodes for _, nodes in rows)
    elements: list[Element] = []
    for index, (name, nodes) in enumerate(rows):
        y = index * _BAR_ROW
        width = _bar_width(nodes, most)
        elements += [
            words(f"name{index}", _BAR_X, y + 14, name, "soft" if index else "plain"),
            Element(id=f"bar{index}", shape="rect", x=_BAR_X, y=y + 20,
                    w=_bar_width(history.nodes, most) if index else width, h=_BAR_H,
                    classes="" if index else "bar"),
            Element(id=f"left{index}", shape="text", x=_BAR_X + width + 6, y=y + 32,
                    classes="plain strong", label=f"{nodes:,}", opacity=0 if index else 1),
        ]  # fmt: skip
    return Panel(
        id="left",
        title="Nodes that are left after each pass",
        width=WIDTH,
        height=len(rows) * _BAR_ROW,
        elements=tuple(elements),
    )


def _bar_width(nodes: int, most: int) -> float:
    return round(_BAR_W * nodes / most, 1)


def _plain(effect: PassEffect) -> str:
    return effect.pass_name.replace("-", " ")


def _steps(
    history: PassHistory, effects: tuple[PassEffect, ...], drawing: CellPicture, words: PassWords
) -> Iterator[SceneStep]:
    cells, before, nodes = history.grid.cells, history.start, history.nodes
    lit: set[int] = set()
    most = max(history.nodes, *(change.nodes for change in effects), 1)
    for number, effect in enumerate(effects, 1):
        takers = {end for _, end in effect.moves} | set(effect.touched)
        changed = (
            takers
            | lit
            | {index for index, state in enumerate(effect.cells) if state != before[index]}
        )
        setting: dict[str, dict[str, Value]] = {
            cell_name(index): {
                "classes": _stands(cells[index], effect.cells[index], now=index in takers),
                "label": cell_label(cells[index], effect.cells[index]),
            }
            for index in sorted(changed)
        }
        setting |= _bars(number, _bar_width(effect.nodes, most))
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


def _bars(number: int, width: float) -> dict[str, dict[str, Value]]:
    """The bar of this pass is lit and as long as it stays; that of the pass before rests."""
    changes: dict[str, dict[str, Value]] = {
        f"name{number}": {"classes": "plain"},
        f"bar{number}": {"w": width, "classes": "bar now"},
        f"left{number}": {"opacity": 1},
    }
    if number > 1:
        changes[f"bar{number - 1}"] = {"classes": "bar"}
    return changes


def _stands(cell: Cell, state: CellState, *, now: bool) -> str:
    if not state.live:
        return cell_classes(cell, "gone")
    return cell_classes(cell, "now") if now else cell_classes(cell, "held")


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
        single = sum(by_operator.values()) == 1
        goes = "goes and leaves its result" if single else "go and leave their results"
        to = (
            f"{goes} to {next(iter(into))}"
            if len(into) == 1 and "" not in into
            else goes.split()[0]
        )
        yield f"{_numbered(by_operator)} {to}"
    if effect.made:
        yield f"{count(effect.made, 'node')} {'is' if effect.made == 1 else 'are'} added"


def _numbered(by_operator: Mapping[str, int]) -> str:
    """How many nodes of each operator; of the operators that are not named, how many nodes."""
    most = _OPERATORS_NAMED if len(by_operator) <= _OPERATORS_NAMED else _OPERATORS_NAMED - 1
    named = [f"{number} {name}" for name, number in by_operator.items()]
    rest = sum(list(by_operator.values())[most:])
    return joined([*named[:most], f"{rest} more"] if rest else named, _OPERATORS_NAMED)
