"""What holds for every model: random ones against definitions, a large one against the clock."""

from __future__ import annotations

import onnx_ir as ir
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.errors import UnknownName
from compiler_core.graph.fusion import rules
from compiler_core.graph.fusion.extensions import EXTENSIONS
from compiler_core.graph.fusion.fuse import FusionOptions, fuse
from compiler_core.graph.fusion.groups import group_of, in_order
from compiler_core.graph.fusion.model_builder import ModelBuilder
from compiler_core.graph.fusion.records import GROUP_NAMED
from compiler_core.graph.planning import plan_model
from tests.graph.fusion.random_models import random_model
from tests.graph.fusion.reference import immediate_post_dominators, problems
from tests.graph.planning.checker import complaints
from tests.stopwatch import Stopwatch

ALL_EXTENSIONS = tuple(extension.name for extension in EXTENSIONS)
SEEDS = st.integers(0, 10**6)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(SEEDS)
def test_kernels_are_a_partition_that_can_run(seed: int) -> None:
    model = random_model(seed)
    before = ir.serde.serialize_model(model)
    fusion = fuse(model)
    assert list(problems(model, fusion)) == []
    assert fusion.launches_after == len(fusion.groups) <= fusion.launches_before
    assert fusion.dram_bytes_after <= fusion.dram_bytes_before
    assert ir.serde.serialize_model(model) == before


@settings(max_examples=40, deadline=None, derandomize=True)
@given(SEEDS)
def test_the_tree_is_that_of_the_definition(seed: int) -> None:
    model = random_model(seed)
    found = {node.name: node.parent for node in fuse(model).tree}
    assert found == immediate_post_dominators(model)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(SEEDS, st.sampled_from([0, 2000, 1 << 20]))
def test_extensions_keep_kernels_that_can_run(seed: int, sram: int) -> None:
    model = random_model(seed)
    fusion = fuse(model, FusionOptions(extensions=ALL_EXTENSIONS, sram_bytes=sram))
    assert list(problems(model, fusion)) == []
    for decision in fusion.decisions:
        gains = decision.saved_bytes > decision.added_bytes
        assert decision.stage == "rules" or (decision.verdict == "fused") == (
            gains and decision.because == "cost"
        )


@settings(max_examples=40, deadline=None, derandomize=True)
@given(SEEDS, st.integers(1, 6), st.integers(2, 6))
def test_limits_hold(seed: int, nodes: int, arguments: int) -> None:
    groups = fuse(random_model(seed), FusionOptions(nodes=nodes, arguments=arguments)).groups
    assert max(len(group.nodes) for group in groups) <= nodes
    fused = [group for group in groups if len(group.nodes) > 1]
    assert all(len(group.inputs) + len(group.outputs) <= arguments for group in fused)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(SEEDS)
def test_kernels_have_a_sound_memory_plan(seed: int) -> None:
    model = random_model(seed)
    plan = plan_model(model, fuse(model).groups)
    assert complaints(plan, 64) == []


def test_every_decision_names_a_rule() -> None:
    known = {rule.name for rule in vars(rules).values() if isinstance(rule, rules.Rule)} | set(
        ALL_EXTENSIONS
    )
    for seed in range(40):
        fusion = fuse(random_model(seed), FusionOptions(extensions=ALL_EXTENSIONS))
        assert {decision.rule for decision in fusion.decisions} <= known
        assert {decision.subject for decision in fusion.decisions if decision.stage == "rules"} == {
            node.name for node in fusion.tree
        }
        assert all(decision.reason for decision in fusion.decisions)


def test_steps_lead_to_the_kernels() -> None:
    """Committing the fused steps one after the other gives the groups."""
    for seed in range(40):
        fusion = fuse(random_model(seed))
        kernel = {node.name: {node.name} for node in fusion.tree}
        for step in fusion.steps:
            if step.verdict != "fused":
                continue
            together = set().union(*(kernel[name] for name in (step.node, step.parent, *step.path)))
            kernel |= dict.fromkeys(together, together)
            assert set(step.group) <= together
            assert len(step.group) == min(len(together), GROUP_NAMED)
            assert len(step.group) + step.more == len(together)
        assert {frozenset(group.nodes) for group in fusion.groups} == {
            frozenset(group) for group in kernel.values()
        }


def test_the_same_model_gives_the_same_fusion() -> None:
    for seed in (3, 14, 15):
        assert fuse(random_model(seed)) == fuse(random_model(seed))


def test_kernels_in_a_circle_are_noticed() -> None:
    model = ModelBuilder("circle")
    first = model.node("Relu", "a", model.input("x", (4,)))
    middle = model.node("Exp", "b", first)
    built = model.build(model.node("Add", "c", first, middle))
    a, b, c = built.graph
    with pytest.raises(ValueError, match="circle"):
        in_order(built, [group_of((a, c), ""), group_of((b,), "")])


def test_an_unknown_extension_is_refused() -> None:
    with pytest.raises(UnknownName, match="depthwise-pointwise"):
        fuse(random_model(1), FusionOptions(extensions=("flash-attention",)))


def test_eight_thousand_nodes_take_seconds() -> None:
    model = ModelBuilder("large")
    value = model.input("x", (1, 4, 8, 8))
    shortcut = value
    for number in range(2000):
        summed = model.node("Conv", f"conv_{number}", value, model.weights((4, 4, 1, 1)))
        added = model.node("Add", f"add_{number}", summed, shortcut)
        value = model.node("Relu", f"relu_{number}", added)
        value = model.node("Transpose", f"turn_{number}", value, perm=[0, 1, 3, 2])
        shortcut = value if number % 50 else shortcut
    built = model.build(value)
    watch = Stopwatch()
    fusion = fuse(built, FusionOptions(extensions=ALL_EXTENSIONS))
    assert len(fusion.groups) == 4000
    plan = plan_model(built, fusion.groups)
    assert plan.arena_bytes <= 1.05 * plan.lower_bound
    assert watch.seconds() < 8
