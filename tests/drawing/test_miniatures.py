"""The first page's scenes: recorded as they would be drawn now, small, and leading to the whole."""

from __future__ import annotations

import pytest

from app.drawing.scenes.record import Scene
from app.drawing.scenes.states import state_at
from app.site.miniatures import MINIATURES, Miniature, in_small, read_miniature
from script.first_page.scenes import SCENES

BY_NAME = {one.name: one for one in MINIATURES}


def check_recorded(miniature: Miniature) -> None:
    """Else `script/miniatures` was not run after a change."""
    assert read_miniature(miniature) == in_small(SCENES[miniature.name](), miniature)


def test_the_passes_are_recorded_as_they_are_now() -> None:
    check_recorded(BY_NAME["passes"])


def test_the_lanes_are_recorded_as_they_are_now(emulator: None) -> None:
    check_recorded(BY_NAME["lanes"])


def test_the_tokens_are_recorded_as_they_are_now(emulator: None) -> None:
    check_recorded(BY_NAME["decode"])


@pytest.mark.parametrize("miniature", MINIATURES, ids=lambda one: one.name)
def test_a_scene_in_small_moves_and_keeps_its_own_elements_only(miniature: Miniature) -> None:
    scene: Scene = read_miniature(miniature)
    names = {element.id for element in scene.elements()}
    assert tuple(panel.id for panel in scene.panels) == miniature.panels
    named = {
        name for step in scene.steps for name in (*step.set, *step.sweeps, *sum(step.moves, ()))
    }
    assert named <= names
    assert state_at(scene, 0) != state_at(scene, len(scene.steps))
