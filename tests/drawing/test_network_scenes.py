"""Scenes of the lessons on networks against the records they are drawn from, state by state."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

import pytest

import compiler_core.pipelines.model_runs as model_runs
from app.drawing.scenes.pieces import WIDTH
from app.drawing.scenes.record import Element, Scene
from app.drawing.scenes.states import state_at
from app.lesson.network import network_run
from app.lesson.scenes import SCENE_MAKERS
from compiler_core.claims.facts.networks import FIRST_RELU
from compiler_core.graph.exporting.hazards import recorded_hazards
from compiler_core.graph.kernels.four_ways import four_ways
from compiler_core.graph.pipeline.engine_stage import EngineDetails
from compiler_core.graph.pipeline.input_stage import InputDetails
from compiler_core.graph.pipeline.quantise_stage import QuantiseDetails
from compiler_core.graph.pipeline.run_stage import RunDetails
from compiler_core.graph.records import MemoryPlan, PlacedBuffer
from compiler_core.pipelines.model_runs import stage_result
from tests.facts.recorded import place_recorded


@pytest.fixture(scope="module", autouse=True)
def recorded_runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    kept = list(model_runs._shared)
    model_runs.share_runs_of(tmp_path_factory.mktemp("runs"))
    place_recorded(network_run())
    yield
    model_runs._shared[:] = kept


HEIGHT = 200
"""Of the arena as it is drawn."""


def drawn(name: str) -> Scene:
    return next(maker for maker in SCENE_MAKERS if maker.name == name).make()


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
    box_of = {one.buffer.name: box_over(scene, one, engine.plan) for one in placed}
    boxes = set(box_of.values())
    assert len(boxes) == len(placed) - sum(bool(one.buffer.shares_with) for one in placed)
    assert f"{engine.manifest.arena_bytes:,}" in scene.start
    for number, kernel in enumerate(engine.picture.kernels, 1):
        state = state_at(scene, number)
        assert state["alive"].label == f"{kernel.alive_bytes:,}"
        assert f"{kernel.alive_bytes:,} bytes" in scene.steps[number - 1].say
        lit = {name for name in boxes if {"now", "held"} & words_of(state[name])}
        alive = [one for one in placed if one in kernel.buffers]
        assert lit == {box_of[one.buffer.name] for one in alive}
        began = {name for name in boxes if "now" in words_of(state[name])}
        written = [one for one in alive if one.buffer.first == kernel.kernel]
        assert began == {box_of[one.buffer.name] for one in written}


def box_over(scene: Scene, one: PlacedBuffer, plan: MemoryPlan) -> str:
    """The box at the buffer's place that is as wide as it lives, or wider."""
    kernel = WIDTH / (max(other.buffer.last for other in plan.placed) + 1)
    top = HEIGHT - (one.offset + one.buffer.bytes) * HEIGHT / plan.arena_bytes
    (found,) = [
        box.id
        for box in scene.elements()
        if re.fullmatch(r"t\d+", box.id)
        and box.y == pytest.approx(top, abs=0.1)
        and box.x <= one.buffer.first * kernel + 0.5
        and box.x + box.w >= (one.buffer.last + 1) * kernel - 1.5
    ]
    return found


def test_boxes_of_the_arena_have_names_where_they_fit_and_two_where_one_takes_over() -> None:
    labels = [element.label for element in drawn("arena").elements() if element.id[0] == "t"]
    assert "Relu, 0 Relu_1" in labels
    assert "0 Relu" in labels
    assert "Conv, Relu_1" in labels
    titles = [one.title for one in drawn("arena").elements() if one.id[0] == "t"]
    assert sum(", then " in title for title in titles) == 4


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


def test_what_each_way_over_the_patch_pays_is_what_was_counted() -> None:
    scene, ways = drawn("ways"), four_ways()
    end = state_at(scene, len(scene.steps))
    for row, way in enumerate(ways):
        told = [end[f"n{row}-{at}"].label for at in range(3)]
        assert told == [f"{one:,}" for one in (way.multiplications, way.additions, way.bytes_aside)]
        (paid,) = [number for number, step in enumerate(scene.steps, 1) if f"n{row}-0" in step.set]
        assert f"{way.multiplications:,} products" in scene.steps[paid - 1].say or (
            f"products, {way.multiplications:,}," in scene.steps[paid - 1].say
            or f"{ways[0].multiplications - way.multiplications:,} products are saved"
            in scene.steps[paid - 1].say
        )
        assert state_at(scene, paid - 1)[f"n{row}-0"].label == "–"


def test_each_window_is_a_row_of_the_matrix() -> None:
    scene = drawn("ways")
    for row in range(4):
        under = {
            one.label
            for one in state_at(scene, row + 1).values()
            if one.id[0] == "p" and "now" in words_of(one)
        }
        state = state_at(scene, 5 + row)
        copied = [state[f"c{row}-{at}"] for at in range(9)]
        assert all(one.opacity == 1 and "now" in words_of(one) for one in copied)
        assert {one.label for one in copied} == under
        window = state_at(scene, row + 1)["window"]
        inside = {
            element.label
            for element in scene.elements()
            if re.fullmatch(r"p\d+", element.id)
            and window.x <= element.x < window.x + window.w
            and window.y <= element.y < window.y + window.h
        }
        assert inside == under


def test_one_lane_of_each_sdot_is_idle_for_a_depthwise_column() -> None:
    scene = drawn("ways")
    lanes = [one for one in state_at(scene, len(scene.steps)).values() if one.id[0] == "l"]
    idle = [lane for lane in lanes if "gone" in words_of(lane)]
    assert (len(lanes), len(idle)) == (12, 3)
    assert {one.label for one in idle} == {"0"}
    way = four_ways()[3]
    assert way.multiplications / way.places == 1 - len(idle) / len(lanes)
