"""Small models for the catalogue, written node by node."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import onnx_ir as ir
from onnx import TensorProto, helper, numpy_helper

OPERATOR_SET = 17


class ModelBuilder:
    """Collects nodes; every method gives the name of the value it makes.

    Weights are drawn with a fixed seed, so a model is the same each time it is built.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._nodes: list[onnx.NodeProto] = []
        self._inputs: list[onnx.ValueInfoProto] = []
        self._weights: list[onnx.TensorProto] = []
        self._random = np.random.default_rng(7)

    def input(self, name: str, shape: tuple[int, ...], element: str = "float32") -> str:
        """An input of the model."""
        kind = TensorProto.INT8 if element == "int8" else TensorProto.FLOAT
        self._inputs.append(helper.make_tensor_value_info(name, kind, shape))
        return name

    def weights(self, shape: tuple[int, ...], element: str = "float32") -> str:
        """Random weights around zero."""
        if element == "float32":
            return self.constant((self._random.standard_normal(shape) / 8).astype(np.float32))
        return self.constant(self._random.integers(-99, 99, shape).astype(element))

    def constant(self, values: np.ndarray | np.generic) -> str:
        """Given weights, or what an operator takes as a constant input."""
        name = f"weights_{len(self._weights)}"
        self._weights.append(numpy_helper.from_array(np.asarray(values), name))
        return name

    def node(self, operator: str, name: str, *inputs: str, **attributes: Any) -> str:
        """A node with one output, which is called after it."""
        made = f"{name}_out"
        self._nodes.append(helper.make_node(operator, inputs, [made], name=name, **attributes))
        return made

    def split(self, name: str, value: str, sizes: str, axis: int) -> tuple[str, str]:
        """A Split in two; sizes: the constant with the parts' sizes."""
        made = (f"{name}_first", f"{name}_second")
        self._nodes.append(helper.make_node("Split", [value, sizes], made, name=name, axis=axis))
        return made

    def convolution(
        self,
        name: str,
        image: str,
        channels: tuple[int, int],
        kernel: int = 3,
        group: int = 1,
        **attributes: Any,
    ) -> str:
        """A square convolution with bias that keeps the image's size. channels: in, out."""
        weights = self.weights((channels[1], channels[0] // group, kernel, kernel))
        shape = {"kernel_shape": [kernel] * 2, "pads": [kernel // 2] * 4, "group": group}
        bias = self.weights((channels[1],))
        return self.node("Conv", name, image, weights, bias, **(shape | attributes))

    def build(self, *outputs: str) -> ir.Model:
        """The model with these outputs; shapes are inferred."""
        results = [helper.make_empty_tensor_value_info(name) for name in outputs]
        graph = helper.make_graph(self._nodes, self._name, self._inputs, results, self._weights)
        opset = [helper.make_opsetid("", OPERATOR_SET)]
        model = helper.make_model(graph, opset_imports=opset, ir_version=8)
        return ir.serde.deserialize_model(onnx.shape_inference.infer_shapes(model))
