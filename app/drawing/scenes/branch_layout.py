"""Blocks of a function in the order of their addresses, under no profile and under others.

Bars say how often a block ran with one kind of input; the number of jumps is counted.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.drawing.scenes.pieces import WIDTH, Changes, box, number, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from app.words import capitalised, joined
from compiler_core.host.whole_program.profile_record import Layout, ProfileExperiment

MOST_BLOCKS = 12
_ROW, _H, _TOP, _BAR = 34, 28, 26, 200


def layout_scene(experiment: ProfileExperiment, name: str) -> Scene:
    """Each build on each kind of input. The experiment has at least one layout."""
    return Scene(
        id=name,
        kind="blocks",
        title="Where the usual case stands",
        track="loop",
        panels=(_panel(experiment),),
        start=f"The blocks of {experiment.function}, in the order in which they lie in memory. "
        "What comes next is reached without a jump.",
        steps=tuple(_steps(experiment)),
        basis="counted",
        source=f"{experiment.compiler_title}, {' '.join(experiment.flags)}; each build ran on "
        f"{experiment.elements:,} elements of each kind.",
        notes=("A bar is how often the block ran; the fullest one ran for each element.",),
        pace=2200,
    )


def _rows(experiment: ProfileExperiment) -> int:
    return min(MOST_BLOCKS, max(len(layout.blocks) for layout in experiment.layouts))


def _panel(experiment: ProfileExperiment) -> Panel:
    elements: list[Element] = [words("build", 0, 14, "–", "plain strong")]
    rows = _rows(experiment)
    for row in range(rows):
        y = _TOP + row * _ROW
        elements.append(box(f"bar{row}", (0, y), (0, _H), "band", "", 0))
        elements.append(box(f"block{row}", (0, y), (_BAR, _H), "cell", "", 0))
        elements.append(words(f"end{row}", _BAR + 8, y + 18, ""))
    y = _TOP + rows * _ROW + 6
    elements += number("jumps", (0, y), "–", "jumps an element")
    elements += number("ran", (150, y), "–", "instructions an element")
    return Panel(
        id="layout",
        title="Low addresses above, high ones below",
        width=WIDTH,
        height=y + 46,
        elements=tuple(elements),
    )


def _steps(experiment: ProfileExperiment) -> Iterator[SceneStep]:
    rows = _rows(experiment)
    for layout in experiment.layouts:
        for distribution in experiment.distributions:
            yield SceneStep(
                say=_said(layout, distribution.name),
                set=_state(layout, distribution.name, rows),
                focus="jumps",
            )


def _state(layout: Layout, kind: str, rows: int) -> Changes:
    changes: Changes = {"build": {"label": f"{layout.title}"[:38]}}
    most = max((block.flows[kind].executions for block in layout.blocks), default=1) or 1
    for row in range(rows):
        block = layout.blocks[row] if row < len(layout.blocks) else None
        if block is None:
            changes[f"block{row}"] = {"opacity": 0}
            changes[f"bar{row}"] = {"opacity": 0}
            changes[f"end{row}"] = {"label": ""}
            continue
        flow = block.flows[kind]
        often = flow.taken is not None and flow.taken * 2 > flow.executions
        jumps = f"jumps {flow.taken:,.0f} ×" if flow.taken is not None else ""
        changes[f"block{row}"] = {
            "opacity": 1,
            "label": _lines(block.source_lines),
            "classes": "cell now" if often else "cell",
        }
        wide = round(_BAR * flow.executions / most, 1)
        changes[f"bar{row}"] = {"opacity": 1, "w": wide}
        changes[f"end{row}"] = {"label": jumps}
    cost = layout.costs.get(kind)
    changes["jumps"] = {"label": _number(cost.taken_per_element if cost else None)}
    changes["ran"] = {"label": _number(cost.instructions_per_element if cost else None)}
    return changes


def _lines(lines: tuple[int, ...]) -> str:
    if not lines:
        return "no line"
    name = "line" if len(lines) == 1 else "lines"
    return f"{name} {joined([str(line) for line in lines], 5)}"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _said(layout: Layout, kind: str) -> str:
    cost = layout.costs.get(kind)
    jumps = _number(cost.taken_per_element if cost else None)
    return f"{capitalised(layout.title)}, run with {kind}: {jumps} jumps an element."
