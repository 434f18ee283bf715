"""What each stage bought: instructions of one run, from the plain graph to the final program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.drawing.scenes.pieces import WIDTH, Changes, box, number, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from compiler_core.graph.pipeline.run_stage import LadderRung

_ROW, _BAR, _TEXT = 42, 14, 14
_NEARLY = 0.02


@dataclass(frozen=True, slots=True)
class LadderFacts:
    """rungs: in order, the plain graph first, at least two."""

    rungs: Sequence[LadderRung]
    model: str
    command: str


def ladder_scene(facts: LadderFacts) -> Scene:
    """One step for each further program."""
    first = facts.rungs[0]
    return Scene(
        id="ladder",
        kind="bars",
        title="What each stage bought",
        track="model",
        panels=(_panel(facts.rungs),),
        start=f"The graph {first.name}, a plain loop for each node: {first.instructions:,} "
        "instructions for one picture.",
        steps=tuple(_steps(facts.rungs)),
        basis="counted",
        source=f"{facts.model}: six programs, each built and run under the emulator.",
        command=facts.command,
        pace=1800,
    )


def _panel(rungs: Sequence[LadderRung]) -> Panel:
    most = max(rung.instructions for rung in rungs)
    elements: list[Element] = []
    for row, level in enumerate(rungs):
        y, shown = row * _ROW, 0 if row else 1
        wide = max(2.0, round((WIDTH - 96) * level.instructions / most, 1))
        elements += [
            words(f"name{row}", 0, y + _TEXT, level.name, "plain"),
            box(f"bar{row}", (0, y + 20), (wide, _BAR), "bar" if row else "bar now", opacity=shown),
            Element(
                id=f"count{row}",
                shape="text",
                x=wide + 6,
                y=y + 32,
                classes="plain strong",
                label=f"{level.instructions:,}",
                opacity=shown,
            ),
        ]
    y = len(rungs) * _ROW + 4
    elements += number("factor", (0, y), "1", "times fewer in all")
    elements += number("kernels", (190, y), str(rungs[0].kernels), "kernels")
    return Panel(
        id="rungs",
        title="Instructions of one run",
        width=WIDTH,
        height=y + 46,
        elements=tuple(elements),
    )


def _steps(rungs: Sequence[LadderRung]) -> Iterator[SceneStep]:
    for row in range(1, len(rungs)):
        before, rung = rungs[row - 1], rungs[row]
        changes: Changes = {
            f"bar{row - 1}": {"classes": "bar"},
            f"bar{row}": {"opacity": 1, "classes": "bar now"},
            f"count{row}": {"opacity": 1},
            "factor": {"label": f"{rungs[0].instructions / rung.instructions:.1f}"},
            "kernels": {"label": str(rung.kernels)},
        }
        yield SceneStep(say=_say(before, rung), set=changes, focus=f"bar{row}")


def _say(before: LadderRung, rung: LadderRung) -> str:
    ratio = before.instructions / rung.instructions
    if abs(ratio - 1) <= _NEARLY:
        bought = "about as many as before"
    elif ratio > 1:
        bought = f"{ratio:.1f} times fewer"
    else:
        bought = f"{1 / ratio:.2f} times as many"
    name = f"{rung.name[:1].upper()}{rung.name[1:]}"
    return f"{name}: {rung.instructions:,} instructions, {bought}; {rung.kernels} kernels."
