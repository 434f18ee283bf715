"""The layer of scenes: states, limits, and a page that has all without scripts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from app.drawing.scenes.states import (
    MOST_ELEMENTS,
    MOST_JSON_BYTES,
    MOST_STEPS,
    check,
    player_data,
    state_at,
)
from app.drawing.scenes.views.scene import scene_view
from app.serving.templating import environment
from compiler_core.errors import InputError
from tests.drawing.played import played

NAMES = ("a", "b", "c")
VALUES = {
    "x": some.integers(0, 99), "w": some.integers(1, 99),
    "label": some.sampled_from(("", "a", "<b>", "&c")),
    "classes": some.sampled_from(("cell", "cell now", "cell held")),
    "opacity": some.sampled_from((0, 0.5, 1)),
}  # fmt: skip
STEPS = some.lists(
    some.dictionaries(some.sampled_from(NAMES), some.fixed_dictionaries({}, optional=VALUES)),
    min_size=1,
    max_size=4,
)


def scene_of(changes: list[Mapping[str, Mapping[str, Any]]]) -> Scene:
    boxes = tuple(Element(id=name, shape="rect", w=9, h=9, label=name) for name in NAMES)
    return Scene(
        id="try",
        kind="lanes",
        title="Boxes",
        track="loop",
        panels=(Panel(id="only", title="Boxes", width=320, height=20, elements=boxes),),
        start="Nothing yet.",
        basis="computed",
        source="Made up.",
        steps=tuple(SceneStep(say=f"Step {n}.", set=change) for n, change in enumerate(changes, 1)),
    )


@settings(deadline=None)
@given(STEPS)
def test_the_player_has_the_states_of_the_record(
    changes: list[Mapping[str, Mapping[str, Any]]],
) -> None:
    scene = scene_of(changes)
    for number in range(len(changes) + 1):
        state = state_at(scene, number)
        for name, values in played(scene, number).items():
            assert values == {field: getattr(state[name], field) for field in values}


@settings(deadline=None)
@given(STEPS)
def test_the_page_shows_the_first_and_the_last_state_and_says_every_step(
    changes: list[Mapping[str, Mapping[str, Any]]],
) -> None:
    scene = scene_of(changes)
    view = scene_view(scene)
    for number, drawn in ((0, "first"), (len(changes), "last")):
        state = state_at(scene, number)
        for panel in view.panels:
            shapes = [*panel.still, *getattr(panel, drawn)]
            assert {shape.id: shape.label for shape in shapes} == {
                name: one.label for name, one in state.items()
            }
    template = environment.from_string(
        '{% from "partials/scene.html" import scene %}{{ scene(v) }}'
    )
    text = template.render(v=view)
    assert all(f"<li>{step.say}</li>" in text for step in scene.steps)
    data = text.partition("<template data-scene-data>")[2].partition("</template>")[0]
    assert orjson.loads(data) == orjson.loads(player_data(scene))
    assert not set(data) & set("<&")


def wrong(**values: Any) -> Scene:
    return replace(scene_of([{"a": {"x": 1}}]), **values)


def one_step(**values: Any) -> tuple[SceneStep, ...]:
    return (replace(SceneStep(say="So."), **values),)


def panel_of(elements: int) -> tuple[Panel, ...]:
    boxes = tuple(Element(id=f"b{n}", shape="rect") for n in range(elements))
    return (Panel(id="only", title="", width=1, height=1, elements=boxes),)


@pytest.mark.parametrize(
    ("scene", "says"),
    [
        (wrong(panels=panel_of(MOST_ELEMENTS + 1), steps=one_step()), "161 elements; at most 160"),
        (wrong(steps=one_step() * (MOST_STEPS + 1)), "65 steps; at most 64"),
        (wrong(steps=one_step(set={"z": {"x": 1}})), "names 'z', which is no element in step 1"),
        (wrong(steps=one_step(set={"a": {"title": "x"}})), "sets 'title' of 'a'"),
        (wrong(steps=one_step(moves=(("a", "y"),))), "names 'y'"),
        (wrong(steps=one_step(sweeps=("y",))), "names 'y'"),
        (wrong(steps=one_step(focus="y")), "names 'y'"),
        (wrong(steps=one_step(say="")), "says nothing in step 1"),
        (wrong(steps=()), "no step"),
        (wrong(panels=panel_of(2) + panel_of(1), steps=one_step()), "two elements named 'b0'"),
        (wrong(id="no name"), "has the name 'no name'"),
    ],
)  # fmt: skip
def test_a_scene_that_is_wrong_is_refused_by_name(scene: Scene, says: str) -> None:
    with pytest.raises(InputError, match="The scene") as refused:
        check(scene)
    assert repr(scene.id) in str(refused.value)
    assert says in str(refused.value)


def test_more_to_load_than_a_page_has_room_for_is_refused() -> None:
    scene = scene_of([{"a": {"label": "x" * MOST_JSON_BYTES}}])
    with pytest.raises(InputError, match="bytes of steps; at most 24,000"):
        player_data(scene)


def test_values_go_only_to_places_of_the_same_picture() -> None:
    boxes = [Element(id=name, shape="rect") for name in ("a", "b")]
    panels = tuple(
        Panel(id=f"p{box.id}", title="", width=1, height=1, elements=(box,)) for box in boxes
    )
    with pytest.raises(InputError, match="moves 'a' to 'b' of another panel"):
        check(wrong(panels=panels, steps=one_step(moves=(("a", "b"),))))
