"""Parts inside a whole: arenas near the bound, what lies where, and why a part does not."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import onnx_ir as ir
import pytest

from app.model.views.stage_parts import parts_view
from compiler_core.errors import InputError
from compiler_core.graph.fusion.fuse import fuse
from compiler_core.graph.fusion.model_builder import ModelBuilder
from compiler_core.graph.planning import plan_memory, plan_model
from compiler_core.graph.records import Buffer, MemoryPlan
from tests.graph.planning.checker import complaints
from tests.graph.planning.joined_networks import NETWORKS, two_way_concat
from tests.graph.planning.random_joined import random_joined

IMAGE = (1, 4, 8, 8)
# Bytes at the worst kernel, added up by hand from the shapes: what it reads and writes, float32,
# and the joined tensor as soon as one of its parts is there.
WORST_KERNEL = {
    "two-way": 4 * (32 + 8) * 16 * 16,
    "dense": 4 * (28 + 4) * 12 * 12,
    "skip": 4 * (16 * 16 * 16 + (8 + 16) * 8 * 8),
    "shuffle": 4 * (16 + 24) * 8 * 8,
}


def in_one_piece(value: ir.Value, shape: tuple[int, ...]) -> str:
    """As if every kernel read and wrote whole tensors only."""
    return "its kernels read and write whole tensors only"


def plan_of(model: ir.Model) -> MemoryPlan:
    return plan_model(model, fuse(model).groups)


def reasons(plan: MemoryPlan) -> dict[str, str]:
    return {part.name: part.refused for part in plan.parts}


@pytest.mark.parametrize("name", NETWORKS)
def test_the_arena_meets_the_bound_that_counts_a_part_once(name: str) -> None:
    model = NETWORKS[name]()
    plan, copied = plan_of(model), plan_model(model, fuse(model).groups, refuses=in_one_piece)
    assert complaints(plan, 64) == []
    assert plan.arena_bytes <= 1.05 * plan.lower_bound
    assert plan.arena_bytes <= 1.05 * WORST_KERNEL[name]
    assert plan.arena_bytes <= copied.arena_bytes


def test_both_parts_lie_side_by_side_and_are_placed_there() -> None:
    plan = plan_of(two_way_concat())
    places = {entry.buffer.name: entry.offset for entry in plan.placed}
    assert places["left_out"] == places["join_out"]
    assert places["right_out"] - places["left_out"] == 16 * 16 * 16 * 4
    assert [part.refused for part in plan.parts] == ["", ""]


@pytest.mark.parametrize("seed", range(60))
def test_no_plan_overwrites_what_is_needed(seed: int) -> None:
    model = random_joined(seed, 16)
    plan = plan_of(model)
    assert complaints(plan, 64) == []
    copied = plan_memory(tuple(_whole(entry.buffer) for entry in plan.placed))
    assert plan.lower_bound <= copied.lower_bound


def _whole(buffer: Buffer) -> Buffer:
    return Buffer(buffer.name, buffer.bytes, buffer.first, buffer.last, buffer.shares_with)


def _constant_part() -> ir.Model:
    model = ModelBuilder("constant")
    kept = model.convolution("conv", model.input("x", IMAGE), (4, 4))
    joined = model.node("Concat", "join", kept, model.weights(IMAGE), axis=1)
    return model.build(model.convolution("last", joined, (8, 2)))


def _twice() -> ir.Model:
    model = ModelBuilder("twice")
    kept = model.convolution("conv", model.input("x", IMAGE), (4, 4))
    joined = model.node("Concat", "join", kept, kept, axis=1)
    return model.build(model.convolution("last", joined, (8, 2)))


def _output_in_rows() -> ir.Model:
    model = ModelBuilder("output")
    kept = model.convolution("conv", model.input("x", IMAGE), (4, 4))
    other = model.convolution("other", kept, (4, 4))
    joined = model.node("Concat", "join", kept, other, axis=3)
    return model.build(kept, model.convolution("last", joined, (4, 2)))


def _early_shortcut() -> ir.Model:
    """One number joins a large tensor that is only there at the end."""
    model = ModelBuilder("early")
    image = model.convolution("first", model.input("x", (1, 4, 32, 32)), (4, 1))
    value = model.convolution("wide", image, (1, 24))
    value = model.convolution("narrow", value, (24, 4))
    raised = model.convolution("grow", value, (4, 12))
    joined = model.node("Concat", "join", image, raised, axis=1)
    return model.build(model.convolution("last", joined, (13, 1)))


@pytest.mark.parametrize(
    ("made", "part", "reason"),
    [
        (_constant_part, "weights_2", "constant"),
        (_twice, "conv_out", "twice"),
        (_output_in_rows, "conv_out", "leaves the network"),
        (_early_shortcut, "first_out", "at the largest moment"),
    ],
)
def test_a_part_that_is_copied_has_its_reason(
    made: Callable[[], ir.Model], part: str, reason: str
) -> None:
    plan = plan_of(made())
    assert reason in reasons(plan)[part]
    assert complaints(plan, 64) == []


def test_a_whole_is_not_taken_over_while_a_part_is_read() -> None:
    """The Split's second half is read after the last kernel that reads the whole."""
    model = ModelBuilder("later")
    whole = model.convolution("conv", model.input("x", IMAGE), (4, 4))
    sizes = model.constant(np.array([2, 2], np.int64))
    first, second = model.split("split", whole, sizes, axis=1)
    rectified = model.node("Relu", "relu", whole)
    ends = [model.convolution(name, part, (2, 2)) for name, part in (("a", first), ("b", second))]
    plan = plan_of(model.build(rectified, *ends))
    assert complaints(plan, 64) == []
    assert all(entry.buffer.shares_with != whole for entry in plan.placed)


def test_a_part_outside_its_whole_is_refused() -> None:
    whole = Buffer("whole", 8, 0, 3)
    with pytest.raises(InputError, match="does not lie inside"):
        plan_memory((whole, Buffer("part", 8, 0, 1, inside="whole", inside_at=4)))
    with pytest.raises(InputError, match="is needed when"):
        plan_memory((whole, Buffer("part", 4, 2, 5, inside="whole")))


def test_the_page_says_which_part_lies_where_and_why_another_does_not() -> None:
    view = parts_view(plan_of(_early_shortcut()))
    assert view.sentence.startswith("1 of 2 parts of Concats and Splits lies inside the whole:")
    assert [line.refused for line in view.lines[:1]] == [""]
    assert (view.lines[0].before, view.lines[0].axis) == (1, 1)
    assert view.lines[1].refused.startswith("room for the whole")
    assert parts_view(plan_memory(())).sentence == ""
