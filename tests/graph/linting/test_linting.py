"""Each rule finds what it should, leaves what is fine, and its remedy does what it promises."""

from __future__ import annotations

import numpy as np
import onnx_ir as ir
import pytest
from onnx import helper

from compiler_core.errors import InputError, UnknownName
from compiler_core.graph.importing.reader import import_model
from compiler_core.graph.linting.channels import padded
from compiler_core.graph.linting.finding import Lanes, LintFinding
from compiler_core.graph.linting.lint import LINT_RULES, apply_remedy, lint
from compiler_core.graph.linting.separable import nearest_separable
from compiler_core.graph.pass_pipeline import run_passes
from compiler_core.graph.soundness import problem_of
from compiler_core.graph.validation import random_inputs, run_model, validate
from tests.graph.importing.models import model

RANDOM = np.random.default_rng(2)


def numbers(*shape: int) -> np.ndarray:
    return RANDOM.standard_normal(shape).astype(np.float32)


def read(nodes: list, constants: dict[str, np.ndarray], channels: int = 3) -> ir.Model:
    made = model(nodes, {"x": (1, channels, 8, 8)}, ["y"], constants, opset=20)
    return import_model(made.SerializeToString()).model


def two_convolutions(channels: int, between: str = "Relu") -> ir.Model:
    nodes = [helper.make_node("Conv", ["x", "w", "b"], ["a"], name="first"),
             helper.make_node(between, ["a"], ["r"], name="between"),
             helper.make_node("Conv", ["r", "v"], ["y"], name="second")]  # fmt: skip
    constants = {
        "w": numbers(channels, 3, 1, 1),
        "b": numbers(channels),
        "v": numbers(8, channels, 3, 3),
    }
    return read(nodes, constants)


def found(given: ir.Model, rule: str) -> list[LintFinding]:
    return [one for one in lint(given) if one.rule == rule]


def operators(given: ir.Model) -> list[str]:
    return [node.op_type for node in given.graph]


def test_channels_that_leave_lanes_idle() -> None:
    given = two_convolutions(13)
    (finding,) = found(given, "channels")
    assert finding.node == "first"
    assert "13 output channels on 8 lanes: 3 of 16 lanes do nothing, 19 %" in finding.sentence
    changed = apply_remedy(given, finding)
    first = changed.graph[0]
    assert first.inputs[1] is not None
    assert first.inputs[1].shape == ir.Shape([16, 3, 1, 1])
    assert validate(given, changed).equal
    assert found(changed, "channels") == []
    assert found(given, "channels") == [finding]


def test_channels_that_fill_the_lanes_are_fine() -> None:
    assert found(two_convolutions(16), "channels") == []
    assert [
        one.node for one in lint(two_convolutions(12), Lanes(4)) if one.rule == "channels"
    ] == []
    assert [padded(count, Lanes(8)) for count in (1, 8, 9)] == [8, 8, 16]


def test_zeros_that_would_not_stay_zeros_have_no_remedy() -> None:
    """Sigmoid of a channel of zeros is a channel of halves."""
    (finding,) = found(two_convolutions(13, "Sigmoid"), "channels")
    assert finding.remedy == ""
    with pytest.raises(InputError, match="no remedy"):
        apply_remedy(two_convolutions(13, "Sigmoid"), finding)


@pytest.mark.parametrize(("operator", "other"), [("HardSwish", "Relu"), ("Elu", "LeakyRelu"),
                                                 ("Gelu", "Relu"), ("Erf", "Tanh")])  # fmt: skip
def test_an_activation_the_fuser_cannot_take(operator: str, other: str) -> None:
    given = two_convolutions(8, operator)
    (finding,) = found(given, "activation")
    assert f"{8 * 8 * 8:,} times" in finding.sentence
    assert not finding.same_outputs
    changed = apply_remedy(given, finding)
    assert operators(changed) == ["Conv", other, "Conv"]
    assert changed.graph[1].name == "between"
    assert problem_of(changed) == ""
    assert found(two_convolutions(8, "Relu"), "activation") == []


def test_transposes_that_undo_each_other() -> None:
    nodes = [helper.make_node("Relu", ["x"], ["a"]),
             helper.make_node("Transpose", ["a"], ["t"], perm=[0, 2, 3, 1], name="there"),
             helper.make_node("Tanh", ["t"], ["u"]),
             helper.make_node("Transpose", ["u"], ["v"], perm=[0, 3, 1, 2], name="back"),
             helper.make_node("Abs", ["v"], ["y"])]  # fmt: skip
    given = read(nodes, {})
    findings = found(given, "transpose")
    assert [finding.node for finding in findings] == ["there", "back"]
    assert f"{2 * 4 * 3 * 64:,} bytes" in findings[0].sentence
    changed = apply_remedy(given, findings[0])
    assert operators(changed) == ["Relu", "Tanh", "Abs"]
    assert validate(given, changed).identical


def test_a_transpose_that_is_needed_is_fine() -> None:
    nodes = [helper.make_node("Transpose", ["x"], ["t"], perm=[0, 2, 3, 1]),
             helper.make_node("Softmax", ["t"], ["u"], axis=1),
             helper.make_node("Transpose", ["u"], ["y"], perm=[0, 3, 1, 2])]  # fmt: skip
    assert found(read(nodes, {}), "transpose") == []


def test_an_opaque_operator_in_the_middle() -> None:
    nodes = [helper.make_node("Conv", ["x", "w"], ["a"]),
             helper.make_node("InstanceNormalization", ["a", "s", "b"], ["n"], name="norm"),
             helper.make_node("Relu", ["n"], ["y"])]  # fmt: skip
    given = read(nodes, {"w": numbers(8, 3, 1, 1), "s": numbers(8), "b": numbers(8)})
    (finding,) = found(given, "opaque")
    assert finding.node == "norm"
    changed = apply_remedy(given, finding)
    assert operators(changed) == ["Conv", "Mul", "Add", "Relu"]
    assert operators(run_passes(changed, inputs=1).model) == ["Conv", "Relu"]
    last = read(
        [helper.make_node("Relu", ["x"], ["a"]), helper.make_node("Softmax", ["a"], ["y"], axis=1)],
        {},
    )
    assert found(last, "opaque") == []


def test_a_convolution_that_could_be_separable() -> None:
    weights = numbers(16, 8, 3, 3)
    node = helper.make_node(
        "Conv", ["x", "w", "b"], ["y"], name="c", pads=[1, 1, 1, 1], strides=[2, 2]
    )
    given = read([node], {"w": weights, "b": numbers(16)}, channels=8)
    (finding,) = found(given, "separable")
    assert f"{9 * 8 * 16:,} multiplications" in finding.sentence
    assert f"take {9 * 8 + 8 * 16:,}, {9 * 8 * 16 / (9 * 8 + 8 * 16):.1f} times" in finding.sentence
    changed = apply_remedy(given, finding)
    assert operators(changed) == ["Conv", "Conv"]
    assert changed.graph.outputs[0].shape == given.graph.outputs[0].shape
    assert found(changed, "separable") == []


def test_the_nearest_separable_filters_are_exact_for_separable_ones() -> None:
    depthwise, pointwise = numbers(8, 1, 3, 3), numbers(16, 8, 1, 1)
    weights = pointwise * depthwise[:, 0][None]
    node = helper.make_node("Conv", ["x", "w"], ["y"], name="c", pads=[1, 1, 1, 1])
    given = read([node], {"w": weights}, channels=8)
    changed = apply_remedy(given, found(given, "separable")[0])
    assert validate(given, changed, inputs=2).equal
    first, second = nearest_separable(weights)
    np.testing.assert_allclose(second * first[:, 0][None], weights, atol=1e-5)


def test_a_finding_of_another_model_is_refused() -> None:
    finding = found(two_convolutions(13), "channels")[0]
    with pytest.raises(UnknownName):
        apply_remedy(two_convolutions(16), finding)


def test_every_rule_is_tried_and_remedies_leave_runnable_models() -> None:
    names = {rule.name for rule in LINT_RULES}
    assert names == {"channels", "activation", "transpose", "opaque", "separable"}
    given = two_convolutions(13, "HardSwish")
    for finding in lint(given):
        if finding.remedy:
            changed = apply_remedy(given, finding)
            assert problem_of(changed) == ""
            assert run_model(changed, (random_inputs(changed, 0),))[0][0].shape == (1, 8, 6, 6)
