"""Small graphs of operators, written once: our fusion gets them as ONNX, TVM as its own calls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import onnx_ir as ir

from compiler_core.graph.fusion.model_builder import ModelBuilder

Size = str
"""`rows`, `width`, `columns`, or a number."""


@dataclass(frozen=True, slots=True)
class GraphOperator:
    """One operator, by its name in ONNX. reads: inputs of the graph, or operators before it."""

    name: str
    operator: str
    reads: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatorGraph:
    """A graph of operators, on arrays whose sizes a reader chooses."""

    name: str
    title: str
    inputs: tuple[tuple[str, tuple[Size, ...]], ...]
    operators: tuple[GraphOperator, ...]
    outputs: tuple[str, ...]

    def shapes(self, sizes: Mapping[str, int]) -> dict[str, tuple[int, ...]]:
        """Of the inputs."""
        return {
            name: tuple(sizes[axis] if axis in sizes else int(axis) for axis in shape)
            for name, shape in self.inputs
        }


_ROWS: tuple[str, tuple[Size, ...]] = ("x", ("rows", "width"))
_FIRST: tuple[str, tuple[Size, ...]] = ("first", ("width", "columns"))
_SECOND: tuple[str, tuple[Size, ...]] = ("second", ("columns", "width"))


def _operators(text: str) -> tuple[GraphOperator, ...]:
    """`name = Operator(reads)`, one a line."""
    nodes = []
    for line in text.strip().splitlines():
        name, _, call = (part.strip() for part in line.partition("="))
        operator, _, reads = call.rstrip(")").partition("(")
        nodes.append(
            GraphOperator(name, operator, tuple(argument.strip() for argument in reads.split(",")))
        )
    return tuple(nodes)


GRAPHS: tuple[OperatorGraph, ...] = (
    OperatorGraph(
        name="rmsnorm-matmul", title="RMSNorm, then a product", outputs=("product",),
        inputs=(_ROWS, ("gain", ("width",)), ("epsilon", ("1",)), _FIRST),
        operators=_operators("""
            square = Mul(x, x)
            mean = ReduceMean(square)
            shifted = Add(mean, epsilon)
            root = Sqrt(shifted)
            scaled = Mul(x, gain)
            normed = Div(scaled, root)
            product = MatMul(normed, first)
        """),
    ),
    OperatorGraph(
        name="two-layers", title="two layers, and x added at the end", outputs=("residual",),
        inputs=(_ROWS, _FIRST, ("bias_1", ("columns",)), _SECOND, ("bias_2", ("width",))),
        operators=_operators("""
            product_1 = MatMul(x, first)
            biased_1 = Add(product_1, bias_1)
            relu = Relu(biased_1)
            product_2 = MatMul(relu, second)
            biased_2 = Add(product_2, bias_2)
            residual = Add(biased_2, x)
        """),
    ),
    OperatorGraph(
        name="diamond", title="a product times its sigmoid", outputs=("gated",),
        inputs=(_ROWS, _FIRST),
        operators=_operators("""
            product = MatMul(x, first)
            gate = Sigmoid(product)
            gated = Mul(product, gate)
        """),
    ),
    OperatorGraph(
        name="fork", title="one result, read by two products", outputs=("sum",),
        inputs=(_ROWS, _FIRST, _SECOND, ("third", ("columns", "width"))),
        operators=_operators("""
            product = MatMul(x, first)
            relu = Relu(product)
            left = MatMul(relu, second)
            right = MatMul(relu, third)
            sum = Add(left, right)
        """),
    ),
    OperatorGraph(
        name="softmax", title="scores and softmax, step by step", outputs=("share",),
        inputs=(_ROWS, _FIRST),
        operators=_operators("""
            scores = MatMul(x, first)
            largest = ReduceMax(scores)
            less = Sub(scores, largest)
            power = Exp(less)
            total = ReduceSum(power)
            share = Div(power, total)
        """),
    ),
    OperatorGraph(
        name="transposed", title="a product, transposed, and ReLU", outputs=("relu",),
        inputs=(_ROWS, _FIRST),
        operators=_operators("""
            product = MatMul(x, first)
            turned = Transpose(product)
            relu = Relu(turned)
        """),
    ),
)  # fmt: skip
_BY_NAME = {graph.name: graph for graph in GRAPHS}
_ATTRIBUTES: dict[str, dict[str, Any]] = {
    "ReduceMax": {"axes": [-1], "keepdims": 1},
    "ReduceMean": {"axes": [-1], "keepdims": 1},
    "Transpose": {"perm": [1, 0]},
}


def graph_named(name: str) -> OperatorGraph:
    """A name that is none is a KeyError."""
    return _BY_NAME[name]


def model_of(
    graph: OperatorGraph, sizes: Mapping[str, int], given: Mapping[str, np.ndarray] = {}
) -> ir.Model:
    """For our own compiler; all arrays are inputs, weights too, but those given."""
    builder = ModelBuilder(graph.name)
    values = {
        name: builder.constant(given[name]) if name in given else builder.input(name, shape)
        for name, shape in graph.shapes(sizes).items()
    }
    for operator in graph.operators:
        read = [values[name] for name in operator.reads]
        if operator.operator == "ReduceSum":
            read.append(builder.constant(np.array([-1], dtype=np.int64)))
        attributes = _ATTRIBUTES.get(operator.operator, {})
        values[operator.name] = builder.node(operator.operator, operator.name, *read, **attributes)
    return builder.build(*(values[name] for name in graph.outputs))
