"""Remedies of lint findings between two runs of the passes: what they leave, and what is said."""

from __future__ import annotations

import numpy as np
import onnx_ir as ir
import pytest
from onnx import helper

from compiler_core.errors import UnknownName
from compiler_core.graph.importing.reader import import_model
from compiler_core.graph.linting.lint import lint
from compiler_core.graph.pass_pipeline import PassRun, run_passes
from compiler_core.graph.pipeline.remedies import PASS_NAME, Remedied, remedied, remedy_id
from compiler_core.graph.validation import validate
from tests.graph.importing.models import model

PASSES = ("constant-folding", "batch-norm-folding", "identity-removal", "dead-code-elimination")
CHANNELS, ACTIVATION = "channels:first", "activation:between"


def read(activation: str) -> ir.Model:
    """A convolution of 13 channels, an Identity to tidy up, an activation, a convolution."""
    stream = np.random.default_rng(4)

    def numbers(*shape: int) -> np.ndarray:
        return stream.standard_normal(shape).astype(np.float32)

    nodes = [helper.make_node("Conv", ["x", "w", "b"], ["a"], name="first"),
             helper.make_node("Identity", ["a"], ["i"], name="same"),
             helper.make_node(activation, ["i"], ["r"], name="between"),
             helper.make_node("Conv", ["r", "v"], ["y"], name="second")]  # fmt: skip
    constants = {"w": numbers(13, 3, 1, 1), "b": numbers(13), "v": numbers(8, 13, 3, 3)}
    made = model(nodes, {"x": (1, 3, 8, 8)}, ["y"], constants, opset=20)
    return import_model(made.SerializeToString()).model


def tidied(activation: str = "HardSwish") -> PassRun:
    return run_passes(read(activation), PASSES, inputs=0)


def operators(given: ir.Model) -> list[str]:
    return [node.op_type for node in given.graph]


def shape_of_first_weights(found: Remedied) -> list[int]:
    weights = found.start.graph[0].inputs[1]
    assert weights is not None
    assert weights.shape is not None
    return [int(one) for one in weights.shape.numpy()]


def test_without_remedies_the_run_stays_as_it_is() -> None:
    run = tidied()
    found = remedied(run, PASSES, ())
    assert found.run is run
    assert found.start is run.model
    assert found.remedies == ()
    assert found.same_outputs


def test_the_names_of_findings_are_those_of_the_settings() -> None:
    for activation, expected in (("Relu", CHANNELS), ("HardSwish", ACTIVATION)):
        findings = lint(tidied(activation).model)
        assert expected in {remedy_id(finding) for finding in findings if finding.remedy}


def test_a_remedy_is_a_step_between_the_passes_before_and_after() -> None:
    run = tidied("Relu")
    found = remedied(run, PASSES, (CHANNELS,))
    names = [step.pass_name for step in found.run.steps]
    assert names[: len(run.steps)] == [step.pass_name for step in run.steps]
    assert names[len(run.steps)] == PASS_NAME
    assert len(found.run.validations) == len(found.run.steps)
    assert found.run.seconds >= run.seconds
    # What follows the remedies and changed nothing is no step of its own.
    assert all(step.changed for step in found.run.steps[len(run.steps) :])


def test_a_remedy_that_keeps_the_outputs_says_so_and_does() -> None:
    run = tidied("Relu")
    found = remedied(run, PASSES, (CHANNELS,))
    assert found.same_outputs
    assert shape_of_first_weights(found) == [16, 3, 1, 1]
    assert validate(run.model, found.run.model).equal
    assert operators(run.model) == ["Conv", "Relu", "Conv"], "the run before it is left alone"


def test_a_remedy_that_changes_the_outputs_says_so() -> None:
    run = tidied()
    found = remedied(run, PASSES, (ACTIVATION,))
    assert not found.same_outputs
    assert operators(found.run.model) == ["Conv", "Relu", "Conv"]
    assert not validate(run.model, found.run.model).equal


def test_several_remedies_are_applied_one_after_the_other() -> None:
    found = remedied(tidied(), PASSES, (ACTIVATION, CHANNELS))
    assert [remedy_id(remedy) for remedy in found.remedies] == [ACTIVATION, CHANNELS]
    assert not found.same_outputs, "one that changes the outputs is enough"
    assert shape_of_first_weights(found) == [16, 3, 1, 1]
    assert operators(found.run.model) == ["Conv", "Relu", "Conv"]


def test_the_step_names_what_was_replaced_by_what_and_why() -> None:
    run = tidied()
    found = remedied(run, PASSES, (ACTIVATION,))
    (step,) = [one for one in found.run.steps if one.pass_name == PASS_NAME]
    (change,) = step.changes
    assert (change.kind, change.subject) == ("replaced", "between")
    assert change.before == change.after == ("between",)
    assert change.reason.endswith(found.remedies[0].sentence)
    assert change.reason.startswith(found.remedies[0].remedy_title)
    assert step.before is not None
    assert step.after is not None
    assert {"between"} <= {line.id for line in step.before.lines}
    assert step.metrics == {"nodes_before": 3.0, "nodes_after": 3.0}
    assert step.before.lines != step.after.lines


@pytest.mark.parametrize("name", ["channels:second", "channels:none", "separable:between", "", ":"])
def test_what_no_finding_names_is_refused(name: str) -> None:
    with pytest.raises(UnknownName, match="nothing to remedy"):
        remedied(tidied(), PASSES, (name,))


def test_a_remedy_is_not_applied_twice() -> None:
    with pytest.raises(UnknownName, match="done already"):
        remedied(tidied("Relu"), PASSES, (CHANNELS, CHANNELS))
