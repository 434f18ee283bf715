"""`If` on a condition that is known becomes its branch; else both are computed."""

from __future__ import annotations

import numpy as np
import onnxruntime
import pytest
from onnx import GraphProto, ModelProto, NodeProto, TensorProto, helper, numpy_helper

from compiler_core.errors import InputError
from compiler_core.graph.importing.reader import import_model
from compiler_core.graph.pass_pipeline import run_passes
from compiler_core.graph.validation import run_model
from tests.graph.importing.models import model

node = helper.make_node


def graph(nodes: list[NodeProto], output: str, *constants: TensorProto) -> GraphProto:
    value = helper.make_tensor_value_info(output, TensorProto.FLOAT, None)
    return helper.make_graph(nodes, output, [], [value], list(constants))


def chosen(condition: str, name: str, yes: GraphProto, no: GraphProto, output: str) -> NodeProto:
    return node("If", [condition], [output], name, then_branch=yes, else_branch=no)


def nested(truth: bool) -> ModelProto:
    """A rank asked for at run time; within one branch a second question; names used twice."""
    two = numpy_helper.from_array(np.array(2, np.float32), "factor")
    three = numpy_helper.from_array(np.array(3, np.float32), "factor")
    inner = chosen(
        "is_three",
        "inner",
        graph([node("Exp", ["doubled"], ["deep"])], "deep"),
        graph([node("Abs", ["doubled"], ["deep"])], "deep"),
        "chosen",
    )
    yes = graph([node("Mul", ["x", "factor"], ["doubled"], "scaling"), inner], "chosen", two)
    no = graph([node("Mul", ["x", "factor"], ["chosen"], "scaling")], "chosen", three)
    nodes = [
        node("Shape", ["x"], ["shape"]),
        node("Gather", ["shape", "last"], ["size"]),
        node("Equal", ["size", "three" if truth else "four"], ["is_three"]),
        chosen("is_three", "outer", yes, no, "y"),
        node("Relu", ["x"], ["z"]),
    ]
    constants = {"last": np.array(1), "three": np.array(3), "four": np.array(4)}
    return model(nodes, {"x": (2, 3)}, ["y", "z"], constants)


@pytest.mark.parametrize(("truth", "left"), [(True, ["Mul", "Exp"]), (False, ["Mul"])])
def test_a_known_branch_stands_in_the_place_of_its_node(truth: bool, left: list[str]) -> None:
    content = nested(truth).SerializeToString()
    imported = import_model(content)
    assert any("outer has a condition that is known" in one for one in imported.report.warnings)
    x = np.random.default_rng(1).standard_normal((2, 3)).astype(np.float32)
    (ours,) = run_model(imported.model, ({"x": x},))
    expected = onnxruntime.InferenceSession(content).run(None, {"x": x})
    for our, wanted in zip(ours, expected, strict=True):
        np.testing.assert_array_equal(our, wanted)
    after = run_passes(imported.model, inputs=1).model.graph
    assert sorted(one.op_type for one in after) == sorted([*left, "Relu"])


def test_a_branch_may_give_what_stands_outside() -> None:
    yes = graph([node("Identity", ["x"], ["same"])], "same")
    nodes = [chosen("truth", "outer", yes, graph([node("Neg", ["x"], ["n"])], "n"), "y")]
    made = model(nodes, {"x": (2,)}, ["y"], {"truth": np.array([True])})
    after = run_passes(import_model(made.SerializeToString()).model, inputs=1).model.graph
    assert [one.op_type for one in after] == ["Identity"]


def decided(yes: GraphProto, no: GraphProto, *outputs: str) -> ModelProto:
    """By the sign of the sum of x."""
    nodes = [
        node("ReduceSum", ["x"], ["sum"], keepdims=0),
        node("Greater", ["sum", "zero"], ["up"]),
        node("If", ["up"], list(outputs), "outer", then_branch=yes, else_branch=no),
    ]
    return model(nodes, {"x": (2, 3)}, outputs, {"zero": np.array(0, np.float32)})


def several(nodes: list[NodeProto], *outputs: str) -> GraphProto:
    values = [helper.make_tensor_value_info(output, TensorProto.FLOAT, None) for output in outputs]
    return helper.make_graph(nodes, "several", [], values)


def test_of_a_condition_of_the_run_both_branches_are_computed() -> None:
    """Two results; a further question, of the run too, inside; values of the same name in both."""
    inner = node(
        "If",
        ["late"],
        ["deep"],
        "inner",
        then_branch=graph([node("Exp", ["t"], ["v"])], "v"),
        else_branch=graph([node("Abs", ["t"], ["v"])], "v"),
    )
    yes = several([node("Neg", ["x"], ["t"]), node("ReduceMax", ["x"], ["most"], keepdims=0),
                   node("Greater", ["most", "sum"], ["late"]), inner,
                   node("Relu", ["x"], ["side"])], "deep", "side")  # fmt: skip
    no = several([node("Mul", ["x", "sum"], ["t"]), node("Sin", ["x"], ["side"])], "t", "side")
    content = decided(yes, no, "y", "z").SerializeToString()
    imported = import_model(content)
    assert not any(one.op_type == "If" for one in imported.model.graph)
    assert any("outer is decided in each run" in warning for warning in imported.report.warnings)
    reference = onnxruntime.InferenceSession(content)
    chance = np.random.default_rng(3)
    for shift in (-1.0, 0.0, 1.0, 5.0):
        x = (chance.standard_normal((2, 3)) + shift).astype(np.float32)
        (ours,) = run_model(imported.model, ({"x": x},))
        for our, wanted in zip(ours, reference.run(None, {"x": x}), strict=True):
            np.testing.assert_array_equal(our, wanted)


@pytest.mark.parametrize(
    "other",
    [node("ReduceSum", ["x"], ["n"], keepdims=0), node("Cast", ["x"], ["n"], to=TensorProto.INT32)],
)
def test_branches_that_give_other_shapes_or_types_are_refused_by_name(other: NodeProto) -> None:
    yes = graph([node("Relu", ["x"], ["r"])], "r")
    no = several([other], "n")
    no.output[0].type.tensor_type.elem_type = 6 if other.op_type == "Cast" else 1
    with pytest.raises(InputError, match="outer") as refused:
        import_model(decided(yes, no, "y").SerializeToString())
    assert "float" in str(refused.value)


def of_shape(condition: list[int]) -> bytes:
    """Two scalars to choose from, by a condition of this shape."""
    yes = graph([node("ReduceSum", ["x"], ["a"], keepdims=0)], "a")
    no = graph([node("ReduceMax", ["x"], ["b"], keepdims=0)], "b")
    nodes = [node("Greater", ["x", "zero"], ["signs"]),
             node("Slice", ["signs", "from", "to"], ["few"]),
             node("Reshape", ["few", "shape"], ["up"]),
             chosen("up", "outer", yes, no, "y")]  # fmt: skip
    constants = {"zero": np.array(0, np.float32), "from": np.array([0]),
                 "to": np.array([max(condition, default=1)]),
                 "shape": np.array(condition, np.int64)}  # fmt: skip
    return model(nodes, {"x": (4,)}, ["y"], constants).SerializeToString()


@pytest.mark.parametrize("condition", [[], [1]])
def test_a_condition_of_one_element_adds_no_axis(condition: list[int]) -> None:
    content = of_shape(condition)
    imported = import_model(content)
    for sign in (-1, 1):
        x = np.array([1, 2, -3, 4], np.float32) * sign
        (ours,) = run_model(imported.model, ({"x": x},))
        (wanted,) = map(np.asarray, onnxruntime.InferenceSession(content).run(None, {"x": x}))
        assert ours[0].shape == wanted.shape == ()
        assert ours[0] == wanted


def test_a_condition_of_several_elements_is_refused_by_name() -> None:
    with pytest.raises(InputError, match=r"outer.*one truth value"):
        import_model(of_shape([2]))


def test_a_value_that_is_no_tensor_is_named_with_its_operator() -> None:
    made = model([node("SplitToSequence", ["x"], ["y"], "cut")], {"x": (2, 3)}, ["y"])
    made.graph.output[0].type.CopyFrom(
        helper.make_sequence_type_proto(helper.make_tensor_type_proto(TensorProto.FLOAT, None))
    )
    with pytest.raises(InputError, match="sequence, made by SplitToSequence cut"):
        import_model(made.SerializeToString())


def test_branches_too_deep_in_one_another_are_refused() -> None:
    inner = graph([node("Relu", ["x"], ["v"])], "v")
    for depth in range(4):
        other = graph([node("Relu", ["x"], [f"o{depth}"])], f"o{depth}")
        inner = graph([chosen("truth", f"if{depth}", inner, other, f"v{depth}")], f"v{depth}")
    other = graph([node("Neg", ["x"], ["n"])], "n")
    nodes = [chosen("truth", "outer", inner, other, "y")]
    made = model(nodes, {"x": (2,)}, ["y"], {"truth": np.array(True)})
    with pytest.raises(InputError, match="levels of graphs"):
        import_model(made.SerializeToString())
