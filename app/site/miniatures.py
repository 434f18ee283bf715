"""Scenes in small for the first page: a panel of each, recorded, with the way to the whole.

Recordings take seconds of compilers and of the emulator, for which a first page cannot wait. So
they lie in `content/miniatures`, as `script/miniatures` wrote them from runs; a test runs
everything again and compares.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf
from pathlib import Path

import msgspec

from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from app.drawing.scenes.states import MOST_STEPS, panel_at, state_at
from app.drawing.scenes.views.scene import scene_view
from app.settings import PROJECT
from app.site.views.home import MiniatureView
from compiler_core.json_form import plain_json

FOLDER = PROJECT / "content" / "miniatures"
# Below the last line of a panel that was cut.
_BELOW = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Miniature:
    """A scene in small on the first page."""

    name: str
    """Of its recording, `lanes` for `lanes.json`."""
    panels: tuple[str, ...]
    """Ids of the scene's panels that are kept."""
    title: str
    """The heading above it."""
    link: str
    """Words of the link to the page where the same runs now."""
    address: str
    """Of the page where the same runs now."""
    done: int = 0
    """Steps that lie behind the first picture, so that it shows something."""
    steps: int = MOST_STEPS
    """At most so many steps are kept after `done`."""
    tall: float = inf
    """What begins lower in a panel is left out, in pixels."""


MINIATURES = (
    Miniature(
        name="lanes",
        panels=("machine",),
        title="Your loop, four lanes at a time",
        link="Run it step by step",
        address="/loop?example=saxpy&pane=step",
    ),
    Miniature(
        name="passes",
        panels=("left",),
        title="A network loses nodes",
        link="Watch the graph shrink",
        address="/model/residual/passes",
    ),
    Miniature(
        name="decode",
        panels=("text", "next"),
        title="A model writes, token by token",
        link="Watch it write",
        address="/model/workshop/decode",
        done=1,
        steps=14,
        tall=150,
    ),
)


def in_small(scene: Scene, miniature: Miniature) -> Scene:
    """The scene with these panels and steps only, and what its steps do to them."""
    steps = scene.steps[miniature.done :][: miniature.steps]
    ends = miniature.done + len(steps)
    states = [state_at(scene, number) for number in range(miniature.done, ends + 1)]
    seen = {name for state in states for name, look in state.items() if look.opacity}
    panels = tuple(
        _panel_in_small(panel_at(panel, states[0]), panel, seen, miniature.tall)
        for panel in scene.panels
        if panel.id in miniature.panels
    )
    names = {element.id for panel in panels for element in panel.elements}
    begins = f"{scene.start.partition('. ')[0].rstrip('.')}."
    return replace(
        scene,
        start=scene.steps[miniature.done - 1].say if miniature.done else begins,
        start_name=scene.steps[miniature.done - 1].name if miniature.done else scene.start_name,
        panels=panels,
        steps=tuple(_step_in_small(step, names) for step in steps),
        command="",
        notes=(),
    )


def _panel_in_small(
    elements: Iterable[Element], panel: Panel, seen: set[str], tall: float
) -> Panel:
    """Without what is never seen, and no taller than what is left."""
    visible = tuple(element for element in elements if element.id in seen and element.y < tall)
    if len(visible) == len(panel.elements):
        return replace(panel, elements=visible)
    return replace(panel, elements=visible, height=max(box.y + box.h for box in visible) + _BELOW)


def _step_in_small(step: SceneStep, names: set[str]) -> SceneStep:
    return replace(
        step,
        set={name: values for name, values in step.set.items() if name in names},
        moves=tuple(pair for pair in step.moves if names.issuperset(pair)),
        sweeps=tuple(name for name in step.sweeps if name in names),
        focus=step.focus if step.focus in names else "",
    )


def write_miniature(miniature: Miniature, scene: Scene) -> Path:
    """Keep a recording."""
    path = recording_of(miniature)
    path.write_bytes(plain_json(in_small(scene, miniature)) + b"\n")
    return path


def recording_of(miniature: Miniature) -> Path:
    """Its file."""
    return FOLDER / f"{miniature.name}.json"


def read_miniature(miniature: Miniature) -> Scene:
    """Raises msgspec.ValidationError for a file that is no scene."""
    return msgspec.json.decode(recording_of(miniature).read_bytes(), type=Scene)


@lru_cache(maxsize=1)
def miniature_views() -> tuple[MiniatureView, ...]:
    """All three, read once."""
    return tuple(
        MiniatureView(
            scene_view(replace(read_miniature(miniature), title=miniature.title)),
            miniature.link,
            miniature.address,
        )
        for miniature in MINIATURES
    )
