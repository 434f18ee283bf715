"""Writes the nodes of a block; each says its output's shape, so nothing has to be inferred."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import onnx_ir as ir

from compiler_core.graph.provenance import set_sources
from compiler_core.llm.block_graph.kernels import VIEWS, QuerySpan, kernel_of, set_kernel, set_span
from compiler_core.llm.block_graph.weights import Weights

# RMSNormalization and RotaryEmbedding are of this set, and so is what ONNX Runtime runs.
OPERATOR_SET = 23
FILE_FORMAT = 10
Shape = tuple[int, ...]
Attribute = int | float | str | Sequence[int]


class BlockWriter:
    """Nodes, inputs and constants of the graph while it is written.

    Weights are drawn or read only when someone asks for their values.
    """

    def __init__(self, layer: int, weights: Weights) -> None:
        self._layer = layer
        self._weights = weights
        self._inputs: list[ir.Value] = []
        self._nodes: list[ir.Node] = []
        self._constants: dict[str, ir.Value] = {}

    def input(self, name: str, shape: Shape) -> ir.Value:
        value = _value(name, shape)
        self._inputs.append(value)
        return value

    def matrix(self, name: str, shape: Shape) -> ir.Value:
        """A weight matrix [out, in] of this GGUF name, turned as MatMul reads it: [in, out]."""
        full = f"blk.{self._layer}.{name}"
        return self.constant(full, shape[::-1], lambda: self._weights(full).T)

    def vector(self, name: str, shape: Shape) -> ir.Value:
        """The weights of a norm, or a bias."""
        full = f"blk.{self._layer}.{name}"
        return self.constant(full, shape, lambda: self._weights(full))

    def constant(self, name: str, shape: Shape, values: Callable[[], np.ndarray]) -> ir.Value:
        """A float32 constant whose values are computed when asked for."""
        if name not in self._constants:
            value = _value(name, shape)
            value.const_value = lazy_tensor(name, shape, values)
            self._constants[name] = value
        return self._constants[name]

    def numbers(self, name: str, values: Sequence[int]) -> ir.Value:
        """Sizes or axes: a constant of int64."""
        array = np.array(values, np.int64)
        value = ir.Value(name=name, const_value=ir.Tensor(array, name=name))
        value.shape, value.dtype = ir.Shape(array.shape), ir.DataType.INT64
        self._constants[name] = value
        return value

    def node(
        self,
        operator: str,
        name: str,
        inputs: Sequence[ir.Value],
        shape: Shape,
        **attributes: Attribute,
    ) -> ir.Value:
        """A node with one output of this shape; its sources are the weights that it reads."""
        output = _value(f"{name}_out", shape)
        made = ir.Node(
            "",
            operator,
            inputs,
            ir.convenience.convert_attributes(attributes),
            outputs=[output],
            name=name,
        )
        read = tuple(str(value.name) for value in inputs if str(value.name).startswith("blk."))
        set_sources(made, read or (name,))
        self._nodes.append(made)
        maker = inputs[0].producer() if operator in VIEWS else None
        set_kernel(made, name if maker is None else kernel_of(maker))
        return output

    def softmax(self, name: str, scores: ir.Value, span: QuerySpan) -> ir.Value:
        """The softmax of scores along keys, of which each query sees the span."""
        assert scores.shape is not None
        result = self.node("Softmax", name, (scores,), tuple(scores.shape.numpy()), axis=-1)
        set_span(self._nodes[-1], span)
        return result

    def reshape(self, name: str, value: ir.Value, shape: Shape) -> ir.Value:
        sizes = self.numbers(f"{name}_shape", shape)
        return self.node("Reshape", name, (value, sizes), shape)

    def build(self, title: str, outputs: Sequence[tuple[str, ir.Value]]) -> ir.Model:
        """The model whose outputs have these names."""
        for name, value in outputs:
            value.name = name
        graph = ir.Graph(
            self._inputs,
            [value for _, value in outputs],
            nodes=self._nodes,
            initializers=tuple(self._constants.values()),
            opset_imports={"": OPERATOR_SET},
            name=title,
        )
        return ir.Model(graph, ir_version=FILE_FORMAT)


def lazy_tensor(name: str, shape: Shape, values: Callable[[], np.ndarray]) -> ir.LazyTensor:
    """A float32 tensor whose values are computed when asked for, and not kept."""

    def made() -> ir.Tensor:
        array = np.asarray(values(), np.float32, order="C")
        if array.shape != shape:
            raise ValueError(f"{name} has shape {array.shape} instead of {shape}")
        return ir.Tensor(array, name=name)

    return ir.LazyTensor(made, ir.DataType.FLOAT, ir.Shape(shape), name=name)


def _value(name: str, shape: Shape) -> ir.Value:
    return ir.Value(name=name, shape=ir.Shape(shape), type=ir.TensorType(ir.DataType.FLOAT))
