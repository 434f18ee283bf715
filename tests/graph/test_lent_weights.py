"""A session that reads weights where they lie computes what one does that has them in its bytes."""

from __future__ import annotations

import gc

import numpy as np
import onnx
import onnx_ir as ir
import pytest
from onnx import TensorProto, helper, numpy_helper

from compiler_core.graph.lent_weights import lent_model
from compiler_core.graph.runtime_options import lent_session, runtime_options, runtime_session

SIDE = 40
RANDOM = np.random.default_rng(3)


def weight(name: str, kind: str = "f4") -> onnx.TensorProto:
    return numpy_helper.from_array((RANDOM.standard_normal((SIDE, SIDE)) * 9).astype(kind), name)


def model_of(
    nodes: list[onnx.NodeProto], weights: list[onnx.TensorProto], outputs: tuple[str, ...] = ("y",)
) -> onnx.ModelProto:
    shape = [SIDE, SIDE]
    made = helper.make_graph(
        nodes,
        "made",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name in outputs],
        weights,
    )
    return helper.make_model(made, opset_imports=[helper.make_opsetid("", 20)], ir_version=10)


def branches() -> onnx.ModelProto:
    """A weight that only the body of an If reads."""
    inside = [
        helper.make_graph(
            [helper.make_node(operator, ["x", "w"], ["inner"])],
            operator,
            [],
            [helper.make_tensor_value_info("inner", TensorProto.FLOAT, [SIDE, SIDE])],
        )
        for operator in ("Add", "Mul")
    ]
    node = helper.make_node("If", ["which"], ["y"], then_branch=inside[0], else_branch=inside[1])
    which = numpy_helper.from_array(np.array(True), "which")
    return model_of([node], [weight("w"), which])


def products() -> list[onnx.NodeProto]:
    return [helper.make_node("MatMul", ["x", "w"], ["y"])]


def integers() -> onnx.ModelProto:
    """Weights of a product that may have to be moved up, which lending must leave in the model."""
    nodes = [
        helper.make_node("DynamicQuantizeLinear", ["x"], ["q", "s", "z"]),
        helper.make_node("MatMulInteger", ["q", "w", "z"], ["sums"]),
        helper.make_node("Cast", ["sums"], ["y"], to=TensorProto.FLOAT),
    ]
    return model_of(nodes, [weight("w", "i1")])


CASES = {
    "read": lambda: model_of(products(), [weight("w")]),
    "never read": lambda: model_of(products(), [weight("w"), weight("idle")]),
    "an output too": lambda: model_of(products(), [weight("w")], ("y", "w")),
    "read twice": lambda: model_of(
        [helper.make_node("Gemm", ["x", "w", "w"], ["y"])], [weight("w")]
    ),
    "read in a branch": branches,
    "half floats": lambda: model_of(
        [helper.make_node("Cast", ["w"], ["f"], to=1), helper.make_node("Add", ["x", "f"], ["y"])],
        [weight("w", "f2")],
    ),
    "bytes": lambda: model_of(
        [helper.make_node("Cast", ["w"], ["f"], to=1), helper.make_node("Add", ["x", "f"], ["y"])],
        [weight("w", "i1")],
    ),
    "products of integers": integers,
}


@pytest.mark.parametrize("renamed", [False, True], ids=["its name", "another name"])
@pytest.mark.parametrize("case", CASES)
def test_lent_weights_are_those_of_the_file(case: str, renamed: bool) -> None:
    made = CASES[case]()
    fed = {"x": RANDOM.standard_normal((SIDE, SIDE)).astype(np.float32)}
    model = ir.from_proto(made)
    if renamed:  # A value may be called other than the tensor in it.
        for value in model.graph.initializers.values():
            assert value.const_value is not None
            value.const_value = ir.Tensor(value.const_value.numpy(), name="other")
    before = ir.to_proto(model).SerializeToString()
    session = lent_session(lent_model(model), runtime_options())
    assert ir.to_proto(model).SerializeToString() == before
    del model
    gc.collect()
    wanted = runtime_session(made.SerializeToString(), runtime_options()).run(None, fed)
    for got, expected in zip(session.run(None, fed), wanted, strict=True):
        assert np.asarray(got).tobytes() == np.asarray(expected).tobytes()


def test_large_weights_are_lent_and_small_ones_and_those_of_integers_written() -> None:
    assert set(lent_model(ir.from_proto(CASES["read"]())).weights) == {"w"}
    assert set(lent_model(ir.from_proto(branches())).weights) == {"w"}
    assert not lent_model(ir.from_proto(integers())).weights
