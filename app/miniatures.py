"""Scenes in small for the first page: a panel of each, recorded, with the way to the whole.

Recordings take seconds of compilers and of the emulator, for which a first page cannot wait. So
they lie in `content/miniatures`, as `script/miniatures` wrote them from runs; a test runs
everything again and compares.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import msgspec

from app.drawing.scenes.record import Scene, SceneStep
from app.settings import PROJECT
from app.view_models.home import MiniatureView
from app.view_models.scene import scene_view
from compiler_core.json_form import plain_json

FOLDER = PROJECT / "content" / "miniatures"


@dataclass(frozen=True, slots=True)
class Miniature:
    """name: of its file. panels: of the scene that are kept. title: above it. link, address: where
    the same runs now.
    """

    name: str
    panels: tuple[str, ...]
    title: str
    link: str
    address: str


MINIATURES = (
    Miniature(
        "lanes", ("machine",), "Your loop, four lanes at a time", "Run it step by step",
        "/loop?example=saxpy&pane=step",
    ),
    Miniature(
        "passes", ("left",), "A network loses nodes", "Watch the graph shrink",
        "/model/residual/passes",
    ),
    Miniature(
        "decode", ("next",), "A model writes, token by token", "Watch it write",
        "/model/workshop/decode",
    ),
)  # fmt: skip


def in_small(scene: Scene, kept: tuple[str, ...]) -> Scene:
    """The scene with these panels only, and what its steps do to them."""
    panels = tuple(panel for panel in scene.panels if panel.id in kept)
    names = {one.id for panel in panels for one in panel.elements}
    steps = tuple(_step_in_small(step, names) for step in scene.steps)
    begins = f"{scene.start.partition('. ')[0].rstrip('.')}."
    return replace(scene, start=begins, panels=panels, steps=steps, command="", notes=())


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
    path.write_bytes(plain_json(in_small(scene, miniature.panels)) + b"\n")
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
            scene_view(replace(read_miniature(one), title=one.title)), one.link, one.address
        )
        for one in MINIATURES
    )
