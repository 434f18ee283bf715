"""Random networks compute the same after every pass, alone and in any order."""

from __future__ import annotations

import numpy as np
import onnx_ir as ir
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from compiler_core.graph.importing.reader import import_model
from compiler_core.graph.pass_pipeline import DEFAULT_PASSES, run_passes
from compiler_core.graph.passes.registry import PASSES
from compiler_core.graph.provenance import sources_of
from compiler_core.graph.validation import amount_of, reference_of
from tests.graph.passes.random_models import Builder, random_model

NAMES = tuple(one.name for one in PASSES)
SEEDS = st.integers(0, 1 << 32)
# Of numbers that come from inputs of about 1 by some fourteen roundings.
_LEAST_AMOUNT = 1e-3


def telling_model(seed: int, steps: int = 9) -> ir.Model:
    """A random model whose outputs are more than what roundings leave, as of equal numbers less
    their mean: any other order of its sums gives others, and no comparison says anything."""
    model = random_model(seed, steps)
    amounts = map(amount_of, reference_of(model, inputs=1).outputs[0])
    assume(all(amount == 0 or amount > _LEAST_AMOUNT for amount in amounts))
    return model


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_every_pass_alone_keeps_the_outputs(seed: int) -> None:
    model = telling_model(seed)
    for name in NAMES:
        run_passes(model, (name,), inputs=1)


@settings(max_examples=100, deadline=None)
@given(SEEDS, st.lists(st.sampled_from(NAMES), min_size=2, max_size=12))
def test_any_order_of_passes_keeps_the_outputs(seed: int, names: list[str]) -> None:
    run_passes(telling_model(seed), tuple(names), inputs=1)


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_the_default_passes_leave_fewer_nodes_and_lose_no_source(seed: int) -> None:
    model = telling_model(seed, steps=14)
    run = run_passes(model, (*DEFAULT_PASSES, "nhwc-layout"), inputs=1)
    after = run_passes(model, DEFAULT_PASSES, inputs=0)
    assert after.model.graph.num_nodes() <= model.graph.num_nodes()
    given_names = {node.name for node in model.graph}
    found = {name for node in run.model.graph for name in sources_of(node)}
    named = {name for step in run.steps for change in step.changes for name in change.before}
    assert found <= given_names
    assert given_names <= found | named


BOUNDS = st.none() | st.sampled_from([-2.0, -0.5, 0.0, 0.5, 2.0])
STEPS = st.sampled_from(["Relu", "Abs", "Neg"]) | st.tuples(BOUNDS, BOUNDS)


@settings(max_examples=100, deadline=None)
@given(st.lists(STEPS, min_size=2, max_size=5))
def test_what_is_known_of_signs_and_bounds_holds(
    steps: list[str | tuple[float | None, float | None]],
) -> None:
    made = Builder(0)
    value = made.add("Neg", ["x"])
    for step in steps:
        bounds = [] if isinstance(step, str) else [_bound(made, one) for one in step]
        value = made.add(step if isinstance(step, str) else "Clip", [value, *bounds])
    made.images[value] = made.images["x"]
    run_passes(import_model(made.proto().SerializeToString()).model, DEFAULT_PASSES, inputs=2)


def _bound(made: Builder, number: float | None) -> str:
    return "" if number is None else made.constant(np.array(number, np.float32))


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_a_second_run_of_the_default_passes_changes_little(seed: int) -> None:
    once = run_passes(random_model(seed), DEFAULT_PASSES, inputs=0).model
    twice = run_passes(once, DEFAULT_PASSES, inputs=0).model
    assert twice.graph.num_nodes() <= once.graph.num_nodes()
