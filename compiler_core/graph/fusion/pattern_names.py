"""What people call the fusions: Conv+Bias+ReLU, Conv+Add (residual), and so on.

The rules know no patterns. These names are given to kernels afterwards, by looking at what they
hold.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import onnx_ir as ir

from compiler_core.graph.fusion.convolution_facts import CONVOLUTIONS, POOLINGS, window_facts
from compiler_core.graph.sizes import is_constant

PRODUCTS: tuple[str, ...] = ("MatMul", "MatMulInteger", "Gemm")
ACTIVATIONS: tuple[str, ...] = ("Relu", "Clip", "LeakyRelu", "PRelu", "HardSwish", "Sigmoid")

Nodes = tuple[ir.Node, ...]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A name and what a kernel has to hold for it. idea: one sentence for students."""

    name: str
    idea: str
    matches: Callable[[Nodes], bool]


def patterns_among(nodes: Nodes) -> tuple[str, ...]:
    """Names of all patterns that these nodes show as one kernel."""
    return tuple(pattern.name for pattern in PATTERNS if pattern.matches(nodes))


def _holds(nodes: Nodes, operators: tuple[str, ...]) -> bool:
    return any(node.op_type in operators for node in nodes)


def _has_bias(nodes: Nodes) -> bool:
    """A third input of the convolution itself, or an Add of a constant."""
    return any(_is_bias(node) for node in nodes)


def _is_bias(node: ir.Node) -> bool:
    if node.op_type == "Conv":
        return len(node.inputs) > 2 and node.inputs[2] is not None
    return node.op_type == "Add" and any(value and is_constant(value) for value in node.inputs)


def _is_residual(nodes: Nodes) -> bool:
    """A sum of two tensors that both exist only at run time."""
    return any(
        node.op_type in ("Add", "Sum")
        and sum(value is not None and not is_constant(value) for value in node.inputs) > 1
        for node in nodes
    )


def _is_depthwise_pointwise(nodes: Nodes) -> bool:
    facts = [candidate for node in nodes if (candidate := window_facts(node))]
    return any(fact.is_depthwise for fact in facts) and any(window.is_pointwise for window in facts)


def _matmul_add(nodes: Nodes) -> bool:
    gemm = any(node.op_type == "Gemm" and len(node.inputs) > 2 for node in nodes)
    return gemm or (_holds(nodes, PRODUCTS) and _holds(nodes, ("Add",)))


def _conv_bias_relu(nodes: Nodes) -> bool:
    return _holds(nodes, CONVOLUTIONS) and _has_bias(nodes) and _holds(nodes, ("Relu",))


def _conv_activation(nodes: Nodes) -> bool:
    others = tuple(name for name in ACTIVATIONS if name != "Relu")
    return _holds(nodes, CONVOLUTIONS) and _holds(nodes, others)


PATTERNS: tuple[Pattern, ...] = (
    Pattern(
        "Conv+Bias+ReLU",
        "The bias starts the sum, the activation is applied before it is stored.",
        _conv_bias_relu,
    ),
    Pattern(
        "Conv+activation",
        "The activation is applied to each sum before it is stored.",
        _conv_activation,
    ),
    Pattern(
        "Conv+Add (residual)",
        "The other branch is read where the sum is complete, and added.",
        lambda nodes: _holds(nodes, CONVOLUTIONS) and _is_residual(nodes),
    ),
    Pattern(
        "depthwise+pointwise",
        "A row of the depthwise result is used at once by the 1×1 convolution.",
        _is_depthwise_pointwise,
    ),
    Pattern("MatMul+Add", "The product's sum starts with the bias or ends with it.", _matmul_add),
    Pattern(
        "Conv+requantise",
        "32-bit sums become 8-bit values in a register, before they are stored.",
        lambda nodes: _holds(nodes, ("ConvInteger",)) and _holds(nodes, ("QuantizeLinear",)),
    ),
    Pattern(
        "Pad+Conv",
        "The convolution leaves out the border instead of reading zeros.",
        lambda nodes: _holds(nodes, CONVOLUTIONS) and _holds(nodes, ("Pad",)),
    ),
    Pattern(
        "Conv+Pool",
        "Rows of the convolution are pooled while they are near.",
        lambda nodes: _holds(nodes, CONVOLUTIONS) and _holds(nodes, POOLINGS),
    ),
)  # fmt: skip
