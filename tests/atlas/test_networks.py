"""A network as other compilers get it: the nodes that we fuse, whole, and nothing that is free."""

from __future__ import annotations

import json
from base64 import b64decode
from dataclasses import replace
from typing import Any

import numpy as np
import onnx
import onnx_ir as ir
import pytest
from onnx import TensorProto, helper

from compiler_core.atlas.networks import (
    NETWORK_PROGRAMS,
    difference_from,
    drawn_request,
    kernels_of_sources,
    network_bytes,
    network_request,
    read_network,
    reference_outputs,
    refuse_unknown,
)
from compiler_core.errors import LoweringLabError
from compiler_core.graph.fusion.model_builder import ModelBuilder


def small_network(*operators: str) -> bytes:
    """x of 2 × 3, and these on top of each other; behind them what is clipped from above."""
    builder = ModelBuilder("small")
    value = builder.input("x", (2, 3))
    for operator in operators:
        value = builder.node(operator, operator.lower(), value)
    if operators:
        highest = builder.constant(np.array(0.5, np.float32))
        value = builder.node("Clip", "clip", value, "", highest)
    return ir.to_proto(builder.build(value)).SerializeToString()


def nothing_to_compute() -> bytes:
    """What goes in comes out."""
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, (2, 3))
    graph = helper.make_graph([], "nothing", [x], [x])
    return helper.make_model(graph).SerializeToString()


def free_width() -> bytes:
    """ReLU of what has any batch, and any width."""
    x, y = (helper.make_tensor_value_info(one, TensorProto.FLOAT, ("b", "n")) for one in "xy")
    graph = helper.make_graph([helper.make_node("Relu", ["x"], ["y"])], "free", [x], [y])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)]).SerializeToString()


@pytest.mark.parametrize("name", dict(NETWORK_PROGRAMS))
def test_a_request_holds_all_that_its_nodes_read(name: str) -> None:
    network = read_network(network_bytes(name))
    request: dict[str, Any] = json.loads(json.dumps(network_request(network)))
    known = {one["name"] for one in (*request["inputs"], *request["constants"])}
    for node in request["nodes"]:
        assert set(filter(None, node["reads"])) <= known, node["name"]
        known.update(node["writes"])
    assert set(request["outputs"]) <= known <= network.values.keys()
    assert sorted(name for group in network.groups for name in group) == sorted(
        node.name for node in network.nodes
    )
    assert set(kernels_of_sources(network.content)) >= {
        source for node in network.nodes for source in node.sources
    }
    drawn: list[dict[str, Any]] = json.loads(json.dumps(drawn_request(network)))
    for one in (*request["constants"], *drawn):
        array = np.frombuffer(b64decode(one["base64"]), one["type"]).reshape(one["shape"])
        assert np.array_equal(array, {**network.constants, **network.drawn}[one["name"]])


def test_what_is_left_out_stays_a_place_and_the_reference_is_of_the_file() -> None:
    network = read_network(small_network("Sigmoid"))
    request = network_request(network)
    assert request["nodes"][-1]["reads"][1] == ""  # type: ignore[index]
    newer = onnx.load_from_string(network.content)
    newer.ir_version = 99
    (result,) = reference_outputs(replace(network, content=newer.SerializeToString()))
    right = np.minimum(1 / (1 + np.exp(-network.drawn["x"])), 0.5)
    assert difference_from((right,), (result,)) < 1e-6
    assert difference_from((right,), (right + np.float32(0.05),)) == pytest.approx(0.1, rel=1e-3)
    assert difference_from((right,), (np.full_like(right, np.nan),)) == 1
    assert difference_from((right,), (right[:1],)) == 1


def test_unknown_operators_are_named_with_their_nodes() -> None:
    network = read_network(small_network("Sigmoid", "Erf"))
    refuse_unknown(network, {"Sigmoid", "Erf", "Clip"}, "the compiler")
    with pytest.raises(LoweringLabError) as refused:
        refuse_unknown(network, {"Clip"}, "the compiler")
    assert "operators Sigmoid (node sigmoid), Erf (node erf)." in refused.value.message
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"no network", "ONNX"), (b"", "no"), (nothing_to_compute(), "Nothing of this"),
        (small_network("NonZero"), r"NonZero \(node nonzero\)"),
        (bytes((1 << 20) + 1), "bytes in the file"), (free_width(), "size of n open.* fixed ones"),
    ],
    ids=["not ONNX", "empty", "no nodes", "sizes by values", "too large", "free sizes"],
)  # fmt: skip
def test_what_cannot_be_compared_is_refused_in_one_line(content: bytes, words: str) -> None:
    with pytest.raises(LoweringLabError, match=words) as refused:
        read_network(content)
    assert "\n" not in refused.value.message
