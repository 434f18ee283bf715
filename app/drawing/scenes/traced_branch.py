"""A program with an if is traced: the way that the example took is all that is left of it.

What tracing did, and by how much its graph is wrong on another picture, was recorded with PyTorch.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.drawing.scenes.pieces import WIDTH, box, number
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from compiler_core.graph.exporting.hazards import HazardOutcome

_HEIGHT = 268
_WIRES = {
    "in": "M 160 36 L 160 56",
    "yes": "M 120 92 L 74 118",
    "no": "M 200 92 L 246 118",
    "yes-out": "M 74 150 L 130 176",
    "no-out": "M 246 150 L 190 176",
}


@dataclass(frozen=True, slots=True)
class TraceFacts:
    """outcome: of the module with the if. torch, date: with which it was recorded."""

    outcome: HazardOutcome
    torch: str
    date: str


def traced_scene(facts: TraceFacts) -> Scene:
    """The example runs, its way is written down, another picture comes."""
    return Scene(
        id="traced",
        kind="blocks",
        title="Tracing keeps one branch",
        track="model",
        panels=(_panel(),),
        start="A program decides by the picture's brightness which way to go. It has two ways.",
        steps=tuple(_steps(facts)),
        basis="recorded",
        source=f"Recorded with PyTorch {facts.torch} on {facts.date}.",
        pace=2600,
    )


def _panel() -> Panel:
    wires = [
        Element(id=f"w-{name}", shape="path", d=path, classes="wire")
        for name, path in _WIRES.items()
    ]
    boxes = [
        box("image", (90, 8), (140, 28), "node", "a picture"),
        box("test", (70, 56), (180, 36), "node", "mean > 0.5 ?"),
        box("bright", (8, 118), (132, 32), "node", "bright: Conv"),
        box("dark", (180, 118), (132, 32), "node", "dark: Conv"),
        box("answer", (90, 176), (140, 28), "node", "the answer"),
    ]
    return Panel(
        id="program",
        title="The program, and what is exported",
        width=WIDTH,
        height=_HEIGHT,
        elements=(
            *wires,
            *boxes,
            *number("off", (0, 214), "–", "difference of the answer"),
            *number("largest", (200, 214), "–", "largest answer"),
        ),
    )


def _steps(facts: TraceFacts) -> Iterator[SceneStep]:
    outcome = facts.outcome
    yield SceneStep(
        say="The example picture comes in. It is bright, so Python goes the bright way.",
        set={
            "image": {"classes": "node now"},
            "test": {"classes": "node held"},
            "bright": {"classes": "node now"},
        },
        moves=(("image", "test"),),
    )
    yield SceneStep(
        say="Tracing writes down the operations that ran, and nothing of Python. The test is gone, "
        "and so is the other way.",
        set={
            "image": {"classes": "node held"}, "test": {"classes": "node gone"},
            "bright": {"classes": "node held"}, "dark": {"classes": "node gone"},
            "w-no": {"opacity": 0.15}, "w-no-out": {"opacity": 0.15},
        },
        focus="test",
    )  # fmt: skip
    yield SceneStep(
        say="A dark picture comes, for which the program would go the other way. The graph does "
        f"as it did before: its answer is off by {outcome.difference:.3f}, where answers reach "
        f"{outcome.largest:.3f}.",
        set={
            "image": {"classes": "node now"}, "answer": {"classes": "node waiting"},
            "off": {"label": f"{outcome.difference:.3f}"},
            "largest": {"label": f"{outcome.largest:.3f}"},
        },
        moves=(("image", "answer"),),
    )  # fmt: skip
