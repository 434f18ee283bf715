"""Scenes of the lessons on networks against the records they are drawn from, state by state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest

import compiler_core.pipelines.model_runs as model_runs
from app.drawing.scenes.record import Element, Scene
from app.drawing.scenes.states import state_at
from app.lesson.network import network_run
from app.lesson.scenes import SCENE_MAKERS
from compiler_core.claims.facts.networks import FIRST_RELU
from compiler_core.graph.exporting.hazards import recorded_hazards
from compiler_core.graph.pipeline.engine_stage import EngineDetails
from compiler_core.graph.pipeline.input_stage import InputDetails
from compiler_core.graph.pipeline.quantise_stage import QuantiseDetails
from compiler_core.graph.pipeline.run_stage import RunDetails
from compiler_core.pipelines.model_runs import stage_result
from tests.facts.recorded import place_recorded


@pytest.fixture(scope="module", autouse=True)
def recorded_runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    kept = list(model_runs._shared)
    model_runs.share_runs_of(tmp_path_factory.mktemp("runs"))
    place_recorded(network_run())
    yield
    model_runs._shared[:] = kept


def drawn(name: str) -> Scene:
    return next(one for one in SCENE_MAKERS if one.name == name).make()


def details(stage: str) -> object:
    return stage_result(network_run(), stage).details


def cells(state: dict[str, Element]) -> list[str]:
    """The numbers of the patch in the order in which they lie, by the rows and columns drawn."""
    found = [one for name, one in state.items() if name[0] == "c" and name.count("-") == 2]
    return [one.id for one in sorted(found, key=lambda one: (one.y, one.x))]


def test_numbers_lie_where_each_order_puts_them() -> None:
    scene, read = drawn("layouts"), cast("InputDetails", details("input"))
    for step, layout in enumerate(read.layouts):
        state = state_at(scene, step)
        wanted = [f"c{one.channel}-{one.row}-{one.column}" for one in layout.elements]
        assert cells(state) == wanted
        said = scene.steps[step - 1].say if step else scene.start
        places = [str(one.offset) for one in layout.elements if (one.row, one.column) == (1, 2)]
        assert f"{', '.join(places[:-1])} and {places[-1]}" in said
    end = state_at(scene, len(scene.steps))
    for row, option in enumerate(read.buffers):
        assert end[f"bytes{row}"].label == f"{option.memory_traffic:,} B"
        assert end[f"bytes{row}"].opacity == 1
        assert f"{option.memory_traffic:,} bytes" in scene.steps[len(read.layouts) - 1 + row].say


def test_each_rung_is_said_and_drawn_as_counted() -> None:
    scene, run = drawn("ladder"), cast("RunDetails", details("run"))
    for number, rung in enumerate(run.ladder):
        state = state_at(scene, number)
        said = scene.steps[number - 1].say if number else scene.start
        assert f"{rung.instructions:,} instructions" in said
        assert state[f"count{number}"].label == f"{rung.instructions:,}"
        assert state["kernels"].label == str(rung.kernels)
        shown = [state[f"bar{row}"].opacity for row in range(len(run.ladder))]
        assert shown == [1] * (number + 1) + [0] * (len(run.ladder) - number - 1)
        now = [row for row in range(len(run.ladder)) if "now" in state[f"bar{row}"].classes]
        assert now == [number]
    ratio = run.ladder[0].instructions / run.ladder[-1].instructions
    assert state_at(scene, len(scene.steps))["factor"].label == f"{ratio:.1f}"


def test_the_best_end_is_the_one_that_calibration_chose() -> None:
    scene, quantised = drawn("threshold"), cast("QuantiseDetails", details("quantise"))
    chosen = quantised.calibration.range_of(FIRST_RELU, "mse").high
    best = [number for number, step in enumerate(scene.steps, 1) if "No other end" in step.say]
    assert len(best) == 1
    state = state_at(scene, best[0])
    assert state["value"].label == f"{chosen:.2f}"
    assert state["step"].label == f"{chosen / 255:.4f}"
    assert state["e-sum"].classes == "bar now"
    sums = [state_at(scene, number)["e-sum"].w for number in range(len(scene.steps) + 1)]
    assert sums[best[0]] == min(sums)
    ends = [state_at(scene, number)["end"].x for number in range(len(scene.steps) + 1)]
    assert ends == sorted(ends, reverse=True)
    for number in range(1, len(scene.steps) + 1):
        assert f"End at {state_at(scene, number)['value'].label}:" in scene.steps[number - 1].say


def test_who_is_alive_at_each_kernel_is_lit() -> None:
    scene, engine = drawn("arena"), cast("EngineDetails", details("engine"))
    placed = engine.plan.placed
    assert f"{engine.manifest.arena_bytes:,}" in scene.start
    for number, kernel in enumerate(engine.picture.kernels, 1):
        state = state_at(scene, number)
        assert state["alive"].label == f"{kernel.alive_bytes:,}"
        assert f"{kernel.alive_bytes:,} bytes" in scene.steps[number - 1].say
        lit = {at for at in range(len(placed)) if {"now", "held"} & words_of(state[f"t{at}"])}
        alive = {at for at, one in enumerate(placed) if one in kernel.buffers}
        assert lit == alive
        began = {at for at in range(len(placed)) if "now" in words_of(state[f"t{at}"])}
        assert began == {at for at in alive if placed[at].buffer.first == kernel.kernel}


def words_of(one: Element) -> set[str]:
    return set(one.classes.split())


def test_the_traced_answer_is_the_recorded_one() -> None:
    scene = drawn("traced")
    outcome = next(one for one in recorded_hazards().outcomes if one.id == "control_flow")
    end = state_at(scene, len(scene.steps))
    assert end["off"].label == f"{outcome.difference:.3f}"
    assert end["largest"].label == f"{outcome.largest:.3f}"
    assert end["off"].label in scene.steps[-1].say
    assert {name for name, one in end.items() if "gone" in one.classes} == {"test", "dark"}
