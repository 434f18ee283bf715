"""How many multiply-accumulates a node takes."""

from __future__ import annotations

from compiler_core.graph.importing.value_facts import Fact, NodeFacts

_WEIGHTS_AT = {"Conv": 1, "ConvInteger": 1, "QLinearConv": 3}
_PRODUCTS = ("MatMul", "MatMulInteger", "QLinearMatMul", "Gemm")
_WINDOWS = ("MaxPool", "AveragePool", "LpPool")


def multiplies_of(node: NodeFacts, output: Fact) -> int:
    """Multiply-accumulates of the direct algorithm; for pooling, elements read."""
    operator = node.node.op_type
    if operator in _WEIGHTS_AT:
        weights = node.input(_WEIGHTS_AT[operator])
        return output.elements * (weights.elements // max(weights.shape[0], 1))
    if operator == "ConvTranspose":
        weights, image = node.input(1), node.input(0)
        return image.elements * (weights.elements // max(weights.shape[0], 1))
    if operator in _PRODUCTS:
        left = node.input(0).shape
        depth = left[0] if node.integer("transA", 0) and operator == "Gemm" else left[-1]
        return output.elements * depth
    if operator in _WINDOWS:
        window = 1
        for size in node.integers("kernel_shape"):
            window *= size
        return output.elements * window
    return 0
