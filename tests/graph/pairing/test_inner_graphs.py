"""What a node holds inside, as a Loop its body, is part of what two nodes are compared by."""

from __future__ import annotations

import numpy as np
import onnx_ir as ir
import pytest
from onnx import TensorProto, helper, numpy_helper

from compiler_core.graph.pairing.comparison import compare_networks
from compiler_core.graph.pairing.marks import NetworkMarks
from compiler_core.graph.pairing.reading import marks_of
from compiler_core.graph.pairing.records import ComparedNetwork, NetworkComparison


def loop(
    stem: str = "", factor: float = 2.0, slope: float = 0.1, width: int = 4, turned: bool = False
) -> NetworkMarks:
    """Three rounds of LeakyRelu((state - x) * factor)."""
    value, body_names = helper.make_tensor_value_info, (f"{stem}state", f"{stem}x")
    body = helper.make_graph(
        [
            helper.make_node("Identity", [f"{stem}on"], [f"{stem}goes"]),
            helper.make_node("Sub", body_names[:: -1 if turned else 1], [f"{stem}less"]),
            helper.make_node("Mul", [f"{stem}less", f"{stem}w"], [f"{stem}more"]),
            helper.make_node("LeakyRelu", [f"{stem}more"], [f"{stem}next"], alpha=slope),
        ],
        f"{stem}body",
        [
            value(f"{stem}round", TensorProto.INT64, []),
            value(f"{stem}on", TensorProto.BOOL, []),
            value(f"{stem}state", TensorProto.FLOAT, [width]),
        ],
        [
            value(f"{stem}goes", TensorProto.BOOL, []),
            value(f"{stem}next", TensorProto.FLOAT, [width]),
        ],
        [numpy_helper.from_array(np.full(width, factor, np.float32), f"{stem}w")],
    )
    graph = helper.make_graph(
        [helper.make_node("Loop", [f"{stem}n", "", f"{stem}x"], [f"{stem}y"], "loop", body=body)],
        "looped",
        [value(f"{stem}x", TensorProto.FLOAT, [width])],
        [value(f"{stem}y", TensorProto.FLOAT, [width])],
        [numpy_helper.from_array(np.int64(3), f"{stem}n")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    return marks_of(ir.serde.deserialize_model(model))


def compared(right: NetworkMarks) -> NetworkComparison:
    return compare_networks(ComparedNetwork("left", loop()), ComparedNetwork("right", right))


@pytest.mark.parametrize(
    ("right", "kind", "words"),
    [
        (loop(factor=3.0), "weights", "1 of its 2 constants has other values"),
        (loop(slope=0.5), "attributes", "another body"),
        (loop(turned=True), "attributes", "another body"),
        (loop(width=8), "shape", "constant 1 inside: 4 float32 → 8 float32"),
    ],
)
def test_another_body_is_another_node(right: NetworkMarks, kind: str, words: str) -> None:
    comparison = compared(right)
    assert [(place.kind, place.words) for place in comparison.places] == [(kind, words)]


def test_a_body_of_other_names_is_the_same() -> None:
    comparison = compared(loop("other_"))
    assert comparison.places == ()
    assert comparison.left.weight_bytes == 8 + 4 * 4, "the rounds, and what the body holds"
