"""Chosen passes in order: steps, metrics, comparisons, and the name of a pass that fails."""

from __future__ import annotations

import numpy as np
import onnx_ir as ir
import pytest

from compiler_core.errors import InputError, UnknownName
from compiler_core.graph import pass_pipeline
from compiler_core.graph.importing.reader import import_model
from compiler_core.graph.model_text import snapshot_of
from compiler_core.graph.pass_base import GraphPass, PassResult
from compiler_core.graph.pass_pipeline import DEFAULT_PASSES, GraphPassFailed, run_passes
from compiler_core.graph.provenance import sources_of
from compiler_core.graph.validation import random_inputs, reference_of, validate, validate_against
from compiler_core.trace import Change
from tests.graph.importing.models import convolution_model
from tests.graph.importing.test_reading import large_graph
from tests.graph.light_models import light_model
from tests.stopwatch import Stopwatch


def model() -> ir.Model:
    return import_model(convolution_model().SerializeToString()).model


def test_each_step_has_its_texts_metrics_and_a_comparison_on_eight_inputs() -> None:
    given = model()
    before = snapshot_of(given, "").lines
    run = run_passes(given)
    assert tuple(step.pass_name for step in run.steps) == DEFAULT_PASSES
    folding = run.steps[DEFAULT_PASSES.index("batch-norm-folding")]
    assert folding.metrics == {"nodes_before": 6, "nodes_after": 5}
    assert folding.before is not None
    assert folding.after is not None
    assert len(folding.before.lines) - len(folding.after.lines) == 1
    for step, validation in zip(run.steps, run.validations, strict=True):
        assert (validation is not None) is step.changed
        assert validation is None or (validation.inputs == 8 and validation.equal)
        assert validation is None or step.remarks[0].message == validation.sentence
    assert snapshot_of(given, "").lines == before


def test_a_pass_that_is_left_out_or_moved_changes_the_later_ones() -> None:
    assert run_passes(model(), ("dead-code-elimination",)).model.graph.num_nodes() == 6
    moved = run_passes(model(), ("nhwc-layout", "batch-norm-folding"))
    assert not any(change.kind == "folded" for change in moved.steps[1].changes)


def test_what_was_removed_is_found_in_what_is_left() -> None:
    run = run_passes(model())
    found = {name for node in run.model.graph for name in sources_of(node)}
    assert found == {node.name for node in model().graph}


def test_the_same_model_gives_the_same_text_and_file() -> None:
    files = {
        ir.serde.serialize_model(run_passes(model(), inputs=0).model).SerializeToString(
            deterministic=True
        )
        for _ in range(2)
    }
    assert len(files) == 1


def wrong_numbers(changed: ir.Model) -> PassResult:
    for value in changed.graph.initializers.values():
        assert value.const_value is not None
        value.const_value = ir.Tensor(value.const_value.numpy() * np.float32(1.001))
    return PassResult((Change("replaced", "weights", "a mistake"),))


def lost_node(changed: ir.Model) -> PassResult:
    node = changed.graph[2]
    node.replace_input_with(0, ir.Value(name="nowhere"))
    return PassResult((Change("replaced", "node", "a mistake"),))


def same_names(changed: ir.Model) -> PassResult:
    changed.graph[1].name = changed.graph[0].name
    return PassResult((Change("replaced", "node", "a mistake"),))


def raises(_changed: ir.Model) -> PassResult:
    raise KeyError("a mistake")


@pytest.mark.parametrize(
    ("mistake", "words"),
    [(wrong_numbers, "Other outputs"), (lost_node, "before it is made"),
     (same_names, "two nodes are called"), (raises, "KeyError")],
)  # fmt: skip
def test_a_wrong_pass_is_named_with_those_before_it(
    mistake: object, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = GraphPass("wrong", "A mistake.", mistake)  # type: ignore[arg-type]
    known = pass_pipeline.pass_named
    monkeypatch.setattr(
        pass_pipeline, "pass_named", lambda name: wrong if name == "wrong" else known(name)
    )
    with pytest.raises(GraphPassFailed, match=words) as caught:
        run_passes(model(), ("identity-removal", "sinking", "wrong"))
    assert caught.value.pass_name == "wrong"
    assert caught.value.earlier == ("identity-removal", "sinking")
    assert "after identity-removal, sinking" in str(caught.value)


def test_unknown_and_too_many_passes_are_refused() -> None:
    with pytest.raises(UnknownName, match="constant-folding"):
        run_passes(model(), ("magic",))
    with pytest.raises(InputError, match="more than"):
        run_passes(model(), ("sinking",) * 100)


def test_inputs_are_those_of_the_seed_and_differences_are_measured() -> None:
    one, other = random_inputs(model(), 3)["x"], random_inputs(model(), 3)["x"]
    assert (one == other).all()
    assert not (one == random_inputs(model(), 4)["x"]).all()
    assert validate(model(), model()).identical
    reference = reference_of(model(), inputs=1)
    changed = model()
    wrong_numbers(changed)
    validation = validate_against(reference, changed)
    assert 1e-4 < validation.largest < 1e-1
    assert not validation.equal
    assert validation.output == "y"


def test_resnet_50_loses_its_constants_and_normalisations() -> None:
    """The 239 fills are folded, the 53 normalisations go into the 53 convolutions."""
    given = import_model(light_model("resnet50").content())
    run = run_passes(given.model, inputs=0)
    assert given.report.nodes == 415
    assert run.model.graph.num_nodes() == 123
    assert sum(change.kind == "folded" for step in run.steps for change in step.changes) == 292


def test_8000_nodes_through_all_passes_and_the_layout() -> None:
    model = import_model(large_graph(1600).SerializeToString()).model
    watch = Stopwatch()
    run = run_passes(model, (*DEFAULT_PASSES, "nhwc-layout"), inputs=0)
    assert watch.seconds() < 4
    assert (model.graph.num_nodes(), run.model.graph.num_nodes()) == (8002, 4804)


def test_shuffles_of_channels_need_no_transposes_at_their_borders() -> None:
    model = run_passes(import_model(light_model("shufflenet").content()).model, inputs=0).model
    run = run_passes(model, ("nhwc-layout",), inputs=0)
    metrics = [change.reason for change in run.steps[-1].changes if change.kind == "metric"]
    assert ["layout 1 are left" in reason for reason in metrics] == [True]
