"""Weights count the same however a file gives them: stored, as a node, or by shape alone."""

from __future__ import annotations

import numpy as np
import onnx_ir as ir
import pytest
from onnx import NodeProto, TensorProto, helper, numpy_helper

from compiler_core.graph.pairing.comparison import compare_networks
from compiler_core.graph.pairing.marks import NetworkMarks
from compiler_core.graph.pairing.reading import marks_of
from compiler_core.graph.pairing.records import ComparedNetwork

SHAPE = (64, 32)
WEIGHTS = np.full(SHAPE, 0.5, np.float32)
HALF = numpy_helper.from_array(np.array([0.5], np.float32))
SIDES = numpy_helper.from_array(np.array(SHAPE, np.int64), "sides")
SMALL = 64


def network(*makers: NodeProto, stored: tuple[TensorProto, ...] = ()) -> NetworkMarks:
    """x times w, w by whatever nodes or tensors give it."""
    graph = helper.make_graph(
        [*makers, helper.make_node("MatMul", ["x", "w"], ["y"], name="product")],
        "made",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, (1, 64))],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
        list(stored),
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    return marks_of(ir.serde.deserialize_model(model))


STORED = network(stored=(numpy_helper.from_array(WEIGHTS, "w"),))
HELD = network(helper.make_node("Constant", [], ["w"], value=numpy_helper.from_array(WEIGHTS, "v")))
FILLED = network(
    helper.make_node("ConstantOfShape", ["sides"], ["w"], name="f", value=HALF), stored=(SIDES,)
)
FILLED_BY_NODES = network(
    helper.make_node("Constant", [], ["s"], value=SIDES),
    helper.make_node("ConstantOfShape", ["s"], ["w"], name="f"),
)
EXPANDED = network(
    helper.make_node("Expand", ["half", "sides"], ["w"], name="e"),
    stored=(SIDES, numpy_helper.from_array(np.full((1, 32), 0.5, np.float32), "half")),
)
COMPUTED = network(
    helper.make_node("Shape", ["x"], ["s"], name="s"),
    helper.make_node("ConstantOfShape", ["s"], ["w"], name="f"),
)


@pytest.mark.parametrize("marks", [STORED, HELD, FILLED, FILLED_BY_NODES, EXPANDED])
def test_weights_take_as_much_however_the_file_gives_them(marks: NetworkMarks) -> None:
    """But for the few bytes that say the shape and the element."""
    assert 0 <= marks.bytes - WEIGHTS.nbytes <= SMALL * 4
    assert marks.made in (0, WEIGHTS.nbytes)
    assert (marks.made == 0) == (marks in (STORED, HELD))


def test_what_a_run_computes_is_no_weight() -> None:
    assert COMPUTED.bytes == COMPUTED.made == 0


def test_elements_of_another_type_have_their_own_size() -> None:
    byte = numpy_helper.from_array(np.array([1], np.int8))
    narrow = network(
        helper.make_node("ConstantOfShape", ["sides"], ["w"], name="f", value=byte),
        stored=(SIDES,),
    )
    assert narrow.made == WEIGHTS.size


def test_the_comparison_says_what_no_file_holds() -> None:
    pair = (ComparedNetwork("a", STORED), ComparedNetwork("b", FILLED))
    found = compare_networks(*pair)
    assert found.right.made_bytes == WEIGHTS.nbytes
    assert "8 KiB on the right from a shape alone: no file holds them." in found.sentence
    plain = compare_networks(ComparedNetwork("a", STORED), ComparedNetwork("b", NetworkMarks()))
    assert "from a shape" not in plain.sentence
