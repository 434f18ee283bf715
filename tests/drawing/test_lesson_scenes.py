"""The scenes of lessons against the records they come from, and within their panels."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import get_args

import pytest

import compiler_core.model_runs as model_runs
from app.drawing.scenes.awq_scales import AwqFacts, awq_scene
from app.drawing.scenes.record import Element, Scene
from app.drawing.scenes.states import state_at
from app.lesson_scenes import SCENE_MAKERS
from app.view_models.scene import scene_view
from compiler_core.lessons.lesson import SceneName
from compiler_core.llm.weight_quantisation.records import AwqChannel, AwqCurve, AwqPoint
from tests.facts.recorded import place_recorded

LETTER, SOFT_LETTER = 7.6, 6.6
# Its search takes as long as all others together; the scene is tried with a curve made up here.
SLOW = ("awq",)
CURVE = AwqCurve(
    ("a.weight",), "norm.weight", (AwqPoint(0.0, 0.004), AwqPoint(0.5, 0.002), AwqPoint(1, 0.006)),
    0.5, 0.004, 0.002, (AwqChannel(3, 9.0, 2.5),), "",
)  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def recorded_runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Runs that scenes show, as they were written down."""
    kept = list(model_runs._shared)
    model_runs.share_runs_of(tmp_path_factory.mktemp("runs"))
    for run in {run for one in SCENE_MAKERS for run in one.runs()}:
        place_recorded(run)
    yield
    model_runs._shared[:] = kept


@cache
def drawn(name: str) -> Scene:
    if name in SLOW:
        return awq_scene(AwqFacts(CURVE, "A model", ""))
    return next(one for one in SCENE_MAKERS if one.name == name).make()


NAMES = [one.name for one in SCENE_MAKERS]


def test_each_name_that_lessons_may_use_has_a_scene() -> None:
    assert sorted(get_args(SceneName)) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_scene_keeps_its_limits_and_its_panels(name: str) -> None:
    scene = drawn(name)
    scene_view(scene)
    for number in range(len(scene.steps) + 1):
        state = state_at(scene, number)
        for panel in scene.panels:
            for one in (state[element.id] for element in panel.elements):
                if one.opacity:
                    assert_inside(one, panel.width, panel.height)


def assert_inside(one: Element, width: float, height: float) -> None:
    assert one.x >= -0.5, one
    assert -0.5 <= one.y <= height, one
    if one.shape == "rect":
        assert one.x + one.w <= width + 1, one
        assert one.y + one.h <= height + 1, one
        assert LETTER * len(one.label) <= max(one.w, 0) + 1 or not one.label, one
    if one.shape == "text" and not {"end", "mid"} & set(one.classes.split()):
        assert one.x + SOFT_LETTER * len(one.label) <= width + 1, one


@pytest.mark.parametrize("name", NAMES)
def test_every_step_changes_what_is_drawn(name: str) -> None:
    """A step that says something and moves nothing is a mistake of the drawing."""
    scene = drawn(name)
    for number, step in enumerate(scene.steps):
        assert state_at(scene, number) != state_at(scene, number + 1), step.say


def numbers(text: str) -> list[float]:
    return [float(one.replace(",", "")) for one in re.findall(r"\d[\d,]*\.?\d*", text)]


def label(scene: Scene, number: int, name: str) -> str:
    return state_at(scene, number)[name].label
