"""Products of unusual convolutions, beside the counts that their definition gives."""

from __future__ import annotations

from math import prod
from pathlib import Path
from typing import Any

import onnx
import onnx_ir as ir
import pytest
from onnx import TensorProto, helper

from compiler_core.graph.emission.kernel_work import kernel_operations
from compiler_core.soc.networks.named_layers import layers_of

# Operator, shapes of input, weights and result, attributes; products counted from the definition:
# each output of a convolution meets the taps of its group, each input of a transposed one does.
CASES: dict[str, tuple[str, tuple[int, ...], tuple[int, ...], tuple[int, ...], dict[str, Any], int]]
CASES = {
    "a-batch": (
        "Conv", (4, 3, 9, 7), (5, 3, 3, 3), (4, 5, 9, 7), {"pads": [1, 1, 1, 1]},
        4 * 5 * 9 * 7 * 3 * 9,
    ),
    "groups-of-a-batch": (
        "Conv", (2, 6, 8, 8), (9, 2, 1, 5), (2, 9, 8, 4), {"group": 3}, 2 * 9 * 8 * 4 * 2 * 5,
    ),
    "a-signal": ("Conv", (1, 8, 50), (6, 8, 5), (1, 6, 46), {}, 6 * 46 * 8 * 5),
    "a-volume": ("Conv", (1, 2, 8, 8, 8), (4, 2, 3, 3, 3), (1, 4, 6, 6, 6), {}, 4 * 216 * 2 * 27),
    "pads-by-itself": (
        "Conv", (1, 3, 9, 9), (4, 3, 3, 3), (1, 4, 5, 5),
        {"auto_pad": "SAME_UPPER", "strides": [2, 2]}, 4 * 25 * 3 * 9,
    ),
    "transposed-by-two": (
        "ConvTranspose", (1, 9, 9, 9), (9, 5, 2, 2), (1, 5, 18, 18), {"strides": [2, 2]},
        9 * 81 * 5 * 4,
    ),
    "transposed-with-overlap": (
        "ConvTranspose", (2, 6, 5, 5), (6, 2, 3, 3), (2, 4, 11, 11),
        {"strides": [2, 2], "group": 2}, 2 * 6 * 25 * 2 * 9,
    ),
}  # fmt: skip


def _file(folder: Path, name: str) -> str:
    operator, read, window, made, attributes, _ = CASES[name]
    weights = helper.make_tensor("w", TensorProto.FLOAT, window, [0.5] * prod(window))
    graph = helper.make_graph(
        [helper.make_node(operator, ["x", "w"], ["y"], "node", **attributes)],
        "one",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, read)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, made)],
        [weights],
    )
    path = folder / "one.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)]), path)
    return str(path)


@pytest.mark.parametrize("fusion", ["usual", "none"])
@pytest.mark.parametrize("name", CASES)
def test_products_are_those_of_the_definition(tmp_path: Path, name: str, fusion: Any) -> None:
    _, read, window, made, _, products = CASES[name]
    layers = [one for one in layers_of(_file(tmp_path, name), fusion) if one.macs]
    (layer,) = layers
    assert layer.macs == products
    assert layer.output_elements == prod(made)
    assert layer.weight_elements == prod(window)
    assert layer.input_elements >= prod(read)


@pytest.mark.parametrize("name", CASES)
def test_a_bundle_counts_the_same_products(tmp_path: Path, name: str) -> None:
    """Two operations each, as its manifest says."""
    model = ir.load(_file(tmp_path, name))
    (node,) = model.graph
    assert kernel_operations([node]) == 2 * CASES[name][-1]


def test_a_table_that_is_looked_up_is_read(tmp_path: Path) -> None:
    table = helper.make_tensor("table", TensorProto.FLOAT, (40, 8), [0.5] * 320)
    graph = helper.make_graph(
        [helper.make_node("Gather", ["table", "rows"], ["y"], "look-up", axis=0)],
        "one",
        [helper.make_tensor_value_info("rows", TensorProto.INT64, (6,))],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, (6, 8))],
        [table],
    )
    path = tmp_path / "table.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)]), path)
    (layer,) = layers_of(str(path), "none")
    assert (layer.weight_elements, layer.macs) == (320, 0)
