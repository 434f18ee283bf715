"""Constants where a pass does not look for them, and nodes that only look alike."""

from __future__ import annotations

import numpy as np
import pytest
from onnx import ModelProto, TensorProto, helper

from compiler_core.graph.importing.reader import import_model
from compiler_core.graph.pass_pipeline import DEFAULT_PASSES, run_passes
from tests.graph.importing.models import Shape, model

node = helper.make_node


def numbers(*shape: int) -> np.ndarray:
    return np.random.default_rng(len(shape)).standard_normal(shape).astype(np.float32)


def scalars() -> ModelProto:
    nodes = [node("Mul", ["x", "a"], ["t"]), node("Mul", ["t", "b"], ["y"])]
    return model(
        nodes, {"x": (2, 3)}, ["y"], {"a": np.array(2, np.float32), "b": np.array(3, np.float32)}
    )


def broadcast_up(operator: str) -> ModelProto:
    """One channel of a convolution becomes five."""
    nodes = [node("Conv", ["x", "w"], ["t"]), node(operator, ["t", "b"], ["y"])]
    constants = {"w": numbers(1, 3, 3, 3), "b": numbers(1, 5, 1, 1)}
    return model(nodes, {"x": (1, 3, 8, 8)}, ["y"], constants)


def transposed_parts(order: tuple[str, ...]) -> ModelProto:
    nodes = [node("Transpose", ["x"], ["a"], perm=[0, 2, 3, 1]),
             node("Transpose", ["z"], ["b"], perm=[0, 2, 3, 1]),
             node("Concat", order, ["y"], axis=3)]  # fmt: skip
    return model(nodes, {"x": (1, 3, 4, 5), "z": (1, 2, 4, 5)}, ["y"], {"c": numbers(1, 4, 5, 2)})


def convolved_parts(order: tuple[str, ...], axis: int) -> ModelProto:
    nodes = [node("Conv", ["x", "w"], ["t"]), node("Concat", order, ["y"], axis=axis)]
    constants = {"w": numbers(2, 3, 1, 1), "c": numbers(1, 2, 4, 5)}
    return model(nodes, {"x": (1, 3, 4, 5)}, ["y"], constants)


def padded_positions() -> ModelProto:
    nodes = [node("Relu", ["x"], ["r"]), node("Pad", ["r", "p"], ["t"]),
             node("MaxPool", ["t"], ["y", "i"], kernel_shape=[3, 3])]  # fmt: skip
    made = model(nodes, {"x": (1, 2, 6, 6)}, ["y", "i"], {"p": np.array([0, 0, 1, 1, 0, 0, 1, 1])})
    made.graph.output[1].type.tensor_type.elem_type = TensorProto.INT64
    return made


def one_after_another(operators: tuple[str, str], constants: tuple[float, float]) -> ModelProto:
    nodes = [node(operators[0], ["x", "a"], ["t"]), node(operators[1], ["t", "b"], ["y"])]
    values = {name: np.array(one, np.float32) for name, one in zip("ab", constants, strict=True)}
    return model(nodes, {"x": (3, 4)}, ["y"], values)


def rounded_convolution() -> ModelProto:
    """The rounding idiom behind a convolution, whose bias could take the first summand."""
    nodes = [node("Conv", ["x", "w"], ["t"]), node("Add", ["t", "a"], ["u"]),
             node("Sub", ["u", "a"], ["y"])]  # fmt: skip
    constants = {"w": numbers(4, 3, 3, 3), "a": np.array(12582912, np.float32)}
    return model(nodes, {"x": (1, 3, 8, 8)}, ["y"], constants)


def computed_weights() -> ModelProto:
    """Weights that another convolution made: their layout is not that of a picture."""
    nodes = [node("Conv", ["x", "w"], ["t"]), node("Conv", ["z", "w"], ["u"]),
             node("Relu", ["u"], ["k"]), node("Conv", ["t", "k"], ["y"])]  # fmt: skip
    inputs: dict[str, Shape] = {"x": (1, 3, 6, 6), "z": (2, 3, 3, 3)}
    return model(nodes, inputs, ["y"], {"w": numbers(4, 3, 1, 1)})


def constant_first(operator: str) -> ModelProto:
    nodes = [node(operator, ["w", "x"], ["t"]), node("Relu", ["w"], ["r"]),
             node("Relu", ["t"], ["y"])]  # fmt: skip
    return model(nodes, {"x": (3, 3)}, ["y", "r"], {"w": numbers(3, 3)})


def five_axes() -> ModelProto:
    nodes = [node("Conv", ["x", "w"], ["t"]), node("Add", ["t", "c"], ["y"])]
    constants = {"w": numbers(4, 3, 1, 1), "c": numbers(2, 1, 4, 5, 5)}
    return model(nodes, {"x": (1, 3, 5, 5)}, ["y"], constants)


def scaled_reader(operator: str, pads: list[int], groups: int) -> ModelProto:
    """A factor or summand that only the convolution behind could take."""
    nodes = [node("Sigmoid", ["x"], ["t"]), node(operator, ["t", "c"], ["u"]),
             node("Conv", ["u", "w"], ["y"], pads=pads, group=groups)]  # fmt: skip
    constants = {"c": numbers(4, 1, 1), "w": numbers(2, 4 // groups, 3, 3)}
    return model(nodes, {"x": (1, 4, 6, 6)}, ["y"], constants)


BORDER, NONE = [1, 1, 1, 1], [0, 0, 0, 0]
NETS: dict[str, ModelProto] = {
    "scalars": scalars(),
    **{f"{one} to more channels": broadcast_up(one) for one in ("Mul", "Add", "Div", "Sub")},
    **{f"transposed {' '.join(one)}": transposed_parts(one)
       for one in (("a", "b", "c"), ("c", "a", "b"))},
    **{f"convolved {' '.join(one)} {axis}": convolved_parts(one, axis)
       for one in (("t", "c"), ("c", "t")) for axis in (1, 2)},
    "positions in a padded picture": padded_positions(),
    "rounding": one_after_another(("Add", "Add"), (12582912, -12582912)),
    "rounding by difference": one_after_another(("Add", "Sub"), (12582912, 12582912)),
    "beyond the range": one_after_another(("Mul", "Mul"), (1e30, 1e-30)),
    "rounded convolution": rounded_convolution(),
    "computed weights": computed_weights(),
    **{f"constant first in {one}": constant_first(one) for one in ("MatMul", "Sub", "Add")},
    "five axes": five_axes(),
    **{f"{one} before {pads} {groups}": scaled_reader(one, pads, groups)
       for one in ("Mul", "Div", "Add") for pads in (BORDER, NONE) for groups in (1, 2)},
}  # fmt: skip


@pytest.mark.parametrize("name", NETS)
def test_every_pass_keeps_the_outputs(name: str) -> None:
    given = import_model(NETS[name].SerializeToString()).model
    run_passes(given, (*DEFAULT_PASSES, "nhwc-layout"), inputs=2)


@pytest.mark.parametrize(
    ("name", "left"),
    [("scalars", 1), ("rounding", 2), ("transposed a b c", 2), (f"Mul before {BORDER} 2", 2),
     (f"Add before {BORDER} 1", 3), (f"Add before {NONE} 1", 2)],
)  # fmt: skip
def test_so_many_nodes_are_left(name: str, left: int) -> None:
    given = import_model(NETS[name].SerializeToString()).model
    assert run_passes(given, inputs=0).model.graph.num_nodes() == left


def test_a_double_of_half_a_number_is_the_number() -> None:
    nodes = [node("Add", ["x", "x"], ["t"]), node("Mul", ["t", "half"], ["u"]),
             node("Relu", ["u"], ["y"])]  # fmt: skip
    proto = model(nodes, {"x": (2, 3)}, ["y"], {"half": np.array(0.5, np.float32)})
    left = run_passes(import_model(proto.SerializeToString()).model, inputs=1).model.graph
    assert [one.op_type for one in left] == ["Relu"]
