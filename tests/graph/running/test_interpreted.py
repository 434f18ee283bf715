"""The plan that a runtime interprets computes what the compiled program does, at a higher cost."""

from __future__ import annotations

import numpy as np
import pytest
from onnx import helper

from compiler_core.errors import InputError
from compiler_core.graph.emission.interpreted_plan import interpreted_plan
from compiler_core.graph.emission.program import one_group_per_node
from compiler_core.graph.evaluation.shipped import shipped_model
from compiler_core.graph.importing.reader import import_model
from compiler_core.graph.pass_pipeline import run_passes
from compiler_core.graph.planning.plan import plan_model
from compiler_core.graph.running.comparison import reference_outputs
from compiler_core.graph.running.interpreted import run_interpreted
from compiler_core.graph.running.run import run_artifact
from tests.graph.emission.small_models import imported, model_proto, numbers
from tests.graph.running.small_bundles import PICTURE, bundle, network

pytestmark = pytest.mark.usefixtures("emulator")


def test_both_back_ends_agree_and_the_compiled_one_executes_less() -> None:
    found = run_interpreted(interpreted_plan(imported(network())), PICTURE)
    compiled = run_artifact(bundle(), PICTURE)
    assert np.allclose(found.outputs["scores"], compiled.outputs["scores"], atol=1e-5)
    assert found.instructions > 2 * compiled.instructions


@pytest.mark.parametrize("name", ["plain", "residual", "depthwise"])
def test_the_shipped_networks(name: str) -> None:
    """With and without the planned arena, channels last."""
    content = shipped_model(name).content()
    model = run_passes(import_model(content).model, inputs=0).model
    inputs = {"image": numbers(1, 3, 32, 32)}
    wanted, _ = reference_outputs(content, inputs)
    groups = one_group_per_node(model)
    found = run_interpreted(interpreted_plan(model, plan_model(model, groups)), inputs)
    assert np.allclose(found.outputs["scores"], wanted["scores"], rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("operator", ["Sigmoid", "Tanh"])
def test_what_the_runtime_lacks_is_named(operator: str) -> None:
    node = helper.make_node(operator, ["x"], ["y"], name="n")
    model = imported(model_proto([node], {"x": numbers(2)}, ["y"]))
    with pytest.raises(InputError, match=f"{operator} 'n': the runtime has no such operation"):
        interpreted_plan(model)


@pytest.mark.parametrize(
    ("operator", "others"),
    [
        ("MatMul", {"w": numbers(4)}),
        ("MatMul", {"w": numbers(2, 4, 4)}),
        # A number for each row, of which there are as many as columns.
        ("Gemm", {"w": numbers(4, 4), "b": numbers(4, 1)}),
    ],
)
def test_products_of_other_forms_are_refused(operator: str, others: dict[str, np.ndarray]) -> None:
    node = helper.make_node(operator, ["x", *others], ["y"], name="n")
    model = imported(model_proto([node], {"x": numbers(4, 4)}, ["y"], others))
    with pytest.raises(InputError, match=f"{operator} 'n': "):
        interpreted_plan(model)


def test_other_inputs_are_refused() -> None:
    plan = interpreted_plan(imported(network()))
    with pytest.raises(InputError, match="must be float32 of shape"):
        run_interpreted(plan, {"x": numbers(1, 3, 8, 9)})
