"""Small models for the tests, made by code."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from onnx import ModelProto, NodeProto, TensorProto, helper, numpy_helper

Shape = Sequence[int | str | None]


def tensor(name: str, array: np.ndarray) -> TensorProto:
    return numpy_helper.from_array(np.asarray(array, order="C"), name)


def model(
    nodes: Sequence[NodeProto],
    inputs: dict[str, Shape],
    outputs: Sequence[str],
    constants: dict[str, np.ndarray] | None = None,
    opset: int = 17,
    element_type: int = TensorProto.FLOAT,
) -> ModelProto:
    """A model of float32 inputs, whose outputs' shapes are left open."""
    graph = helper.make_graph(
        list(nodes),
        "made",
        [
            helper.make_tensor_value_info(name, element_type, shape)
            for name, shape in inputs.items()
        ],
        [helper.make_tensor_value_info(name, element_type, None) for name in outputs],
        [tensor(name, array) for name, array in (constants or {}).items()],
    )
    return helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8, producer_name="tests"
    )


def one_node(
    operator: str,
    shape: Shape = (1, 4, 8, 8),
    constants: dict[str, np.ndarray] | None = None,
    opset: int = 17,
    **attributes: object,
) -> ModelProto:
    """x → operator(x, constants in their order) → y."""
    node = helper.make_node(operator, ["x", *(constants or {})], ["y"], **attributes)
    return model([node], {"x": shape}, ["y"], constants, opset)


def convolution_model(opset: int = 17) -> ModelProto:
    """Conv, BatchNormalization, Relu, GlobalAveragePool, Flatten, Gemm."""
    random = np.random.default_rng(3)
    constants = {
        "w": random.standard_normal((6, 3, 3, 3)).astype(np.float32),
        "s": random.uniform(0.5, 1.5, 6).astype(np.float32),
        "b": random.standard_normal(6).astype(np.float32),
        "m": random.standard_normal(6).astype(np.float32),
        "v": random.uniform(0.5, 1.5, 6).astype(np.float32),
        "g": random.standard_normal((6, 5)).astype(np.float32),
    }
    nodes = [
        helper.make_node("Conv", ["x", "w"], ["c"], name="first", pads=[1, 1, 1, 1]),
        helper.make_node("BatchNormalization", ["c", "s", "b", "m", "v"], ["n"]),
        helper.make_node("Relu", ["n"], ["r"]),
        helper.make_node("GlobalAveragePool", ["r"], ["p"]),
        helper.make_node("Flatten", ["p"], ["f"]),
        helper.make_node("Gemm", ["f", "g"], ["y"], name="last"),
    ]
    return model(nodes, {"x": ("N", 3, 8, 8)}, ["y"], constants, opset)
