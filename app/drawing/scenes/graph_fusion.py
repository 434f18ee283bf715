"""The same graph under fusion: kernels close one by one, and bytes between kernels fall.

Before a kernel closes, the walk up the post-dominator tree is shown that says how far it reaches;
before the first one of its kind, the rule that allows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.drawing.scenes.cell_graph import WIDTH, CellPicture, cell_classes, cell_name
from app.drawing.scenes.pieces import words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep, Value
from app.words import count, joined
from compiler_core.graph.whole_graph.fusion_history import (
    ClosedKernel,
    DominatorWalk,
    FusionHistory,
)

MOST_STEPS = 24
_BAR_W, _BAR_H = 300, 16
_OPERATORS_NAMED = 6
_BETWEEN_SENTENCES = re.compile(r"(?<=\.) ")


@dataclass(frozen=True, slots=True)
class FusionWords:
    """model: its title. command: does the same."""

    model: str
    command: str


def fusion_scene(history: FusionHistory, words: FusionWords) -> Scene:
    """Two steps a kernel of several nodes, the walk and the closing, and one for each new rule;
    with more kernels than steps, several close in one."""
    batches = _batches(history.closed)
    last = history.closed[-1]
    empty = frozenset(at for at, state in enumerate(history.states) if not state.live)
    drawing = CellPicture(history.grid, empty)
    groups = {
        f"k{number}": sorted({cell for kernel in batch for cell in kernel.cells})
        for number, batch in enumerate(batches, 1)
    }
    panels = (_meters(history), *drawing.panels(history.states, groups))
    return Scene(
        id="fusion",
        kind="blocks",
        title=f"{count(history.kernels, 'kernel')} become {last.kernels:,}",
        track="model",
        panels=panels,
        start=f"One kernel for each of {history.kernels:,} operators: every result goes to memory "
        f"and comes back, {history.bytes_moved:,} bytes in all. Dashed boxes went earlier.",
        steps=tuple(_steps(history, batches, groups, panels)),
        basis="computed",
        source=f"{words.model}: bytes of activations that kernels read and write; no weights.",
        command=words.command,
        notes=tuple(_notes(history)),
        pace=1400,
    )


def _notes(history: FusionHistory) -> Iterator[str]:
    yield (
        "Framed: from an operator to its post-dominator, the later one that all its ways to the "
        "output share; then on, until one may not join. Complex: with loops of its own, as a "
        "convolution."
    )
    yield "Broad lines stay inside a kernel; thin ones go through memory."
    yield "+2: two more operators share the box."
    if history.alone:
        stay = "stays as it is" if history.alone == 1 else "stay as they are"
        yield f"{count(history.alone, 'kernel')} of one operator {stay}."
    if any(len(cell.nodes) > 1 and cell.aside < 0 for cell in history.grid.cells):
        yield "A box with a number stands for so many nodes; the graph below opens it."


def _batches(closed: tuple[ClosedKernel, ...]) -> list[tuple[ClosedKernel, ...]]:
    size = -(-len(closed) // MOST_STEPS)
    return [closed[at : at + size] for at in range(0, len(closed), size)]


def _meters(history: FusionHistory) -> Panel:
    elements = (
        words("kernels", 0, 24, f"{history.kernels:,}", "figure"),
        words("kernels-name", 0, 44, "kernels"),
        words("bytes", 0, 84, f"{history.bytes_moved:,}", "figure"),
        words("bytes-name", 0, 104, "bytes between kernels and memory"),
        Element(id="meter-all", shape="rect", x=0, y=114, w=_BAR_W, h=_BAR_H, classes="frame"),
        Element(id="meter", shape="rect", x=0, y=114, w=_BAR_W, h=_BAR_H, classes="bar"),
    )  # fmt: skip
    return Panel(
        id="meters", title="What every run pays", width=WIDTH, height=136, elements=elements
    )


def _steps(
    history: FusionHistory,
    batches: list[tuple[ClosedKernel, ...]],
    groups: dict[str, list[int]],
    panels: Sequence[Panel],
) -> Iterator[SceneStep]:
    moved = history.bytes_moved
    seen_rules: set[str] = set()
    drawn = {element.id for panel in panels for element in panel.elements}
    lit: list[int] = []
    for number, batch in enumerate(batches, 1):
        members = groups[f"k{number}"]
        walk = batch[0].walk if len(batch) == 1 else None
        if walk and any(history.states[at].live for at in walk.cells):
            yield _walked(history, walk, lit)
            lit = [*lit, *walk.cells]
        looks = _looks(history, lit, "held") | _looks(history, members, "now")
        focus = cell_name(min(members, default=0))
        is_seen = any(history.states[at].live for at in members)
        if is_seen and (allowed := _allowed(batch, seen_rules)):
            yield SceneStep(say=allowed, set=looks, focus=focus)
        inside = (f"k{number}-{panel}" for panel in range(len(panels)))
        setting = looks | {name: {"opacity": 1} for name in inside if name in drawn}
        setting |= _metered(history, batch[-1])
        yield SceneStep(say=_say(batch, moved, is_first=number == 1), set=setting, focus=focus)
        lit, moved = members, batch[-1].bytes_moved


def _walked(history: FusionHistory, walk: DominatorWalk, lit: Sequence[int]) -> SceneStep:
    """The way from post-dominator to post-dominator, framed."""
    end = f"ends before {walk.next_operator}" if walk.next_operator else "reaches the graph's end"
    return SceneStep(
        say=f"From {walk.operators[0]}, the framed walk {end}. {walk.reason}",
        set=_looks(history, lit, "held") | _looks(history, walk.cells, "read"),
        focus=cell_name(min(walk.cells, default=0)),
    )


def _allowed(batch: Sequence[ClosedKernel], seen_rules: set[str]) -> str:
    """Why the kernel may close, each sentence once, "" if all were told. It has a step of its own,
    so that a narrow page has room for what is said."""
    if len(batch) > 1:
        return ""
    sentences = _BETWEEN_SENTENCES.split(batch[0].rule)
    unsaid = " ".join(sentence for sentence in sentences if sentence not in seen_rules)
    seen_rules.update(sentences)
    return unsaid


def _metered(history: FusionHistory, closed: ClosedKernel) -> dict[str, dict[str, Value]]:
    """The numbers of the whole network once this kernel is closed."""
    share = closed.bytes_moved / history.bytes_moved if history.bytes_moved else 0
    return {
        "kernels": {"label": f"{closed.kernels:,}"},
        "bytes": {"label": f"{closed.bytes_moved:,}"},
        "meter": {"w": round(_BAR_W * share, 1)},
    }


def _looks(history: FusionHistory, places: Sequence[int], look: str) -> dict[str, dict[str, Value]]:
    """Cells that stand look so; those that went stay gone."""
    cells = history.grid.cells
    return {
        cell_name(at): {
            "classes": cell_classes(cells[at], look if history.states[at].live else "gone")
        }
        for at in places
    }


def _say(batch: tuple[ClosedKernel, ...], moved: int, *, is_first: bool) -> str:
    last = batch[-1]
    unmoved = ", neither written to memory nor read back" if is_first else ""
    saved = (
        f"{moved - last.bytes_moved:,} bytes stay inside{unmoved}; "
        f"{count(last.kernels, 'kernel')} left."
    )
    if len(batch) > 1:
        return f"{count(len(batch), 'kernel')} close, each of several operators. {saved}"
    return f"{joined(last.operators, _OPERATORS_NAMED)} become one kernel: {saved}"
