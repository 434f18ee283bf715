"""Activations that do not fit into a convolution's epilogue, or cost much there.

An exponential or an error function for each element takes dozens of instructions where a maximum
takes one. The remedies are what mobile networks use instead; they change what the model computes,
so it must be trained again.
"""

from __future__ import annotations

import numpy as np
import onnx_ir as ir

from compiler_core.graph.linting.finding import Lanes, LintFinding, LintRule
from compiler_core.graph.rewriting import Rewriter, is_operator, name_of

# Operator: what stands for it, and why it costs.
_REPLACEMENTS: dict[str, tuple[str, str]] = {
    "HardSwish": ("Relu", "three elementwise operations: an addition, a clip and a product"),
    "Erf": ("Tanh", "an error function for each element"),
    "Gelu": ("Relu", "an error function for each element"),
    "Mish": ("Relu", "an exponential, a logarithm and a hyperbolic tangent for each element"),
    "Swish": ("Relu", "an exponential and a division for each element"),
    "Elu": ("LeakyRelu", "an exponential for each negative element"),
    "Selu": ("LeakyRelu", "an exponential for each negative element"),
    "Celu": ("LeakyRelu", "an exponential for each negative element"),
    "Softplus": ("Relu", "an exponential and a logarithm for each element"),
}


def find_activations(model: ir.Model, _lanes: Lanes) -> tuple[LintFinding, ...]:
    return tuple(_finding(node) for node in model.graph if is_operator(node, *_REPLACEMENTS))


def _finding(node: ir.Node) -> LintFinding:
    other, cost = _REPLACEMENTS[node.op_type]
    elements = int(np.prod(_sizes(node), dtype=np.int64))
    sentence = (
        f"{node.op_type} is {cost}, {elements:,} times; {other} needs a compare and a select."
    )
    return LintFinding(
        rule="activation",
        node=name_of(node),
        sentence=sentence,
        remedy="activation",
        remedy_title=f"Use {other} instead",
        same_outputs=False,
    )


def _sizes(node: ir.Node) -> tuple[int, ...]:
    shape = node.outputs[0].shape
    return tuple(shape.numpy()) if shape is not None and shape.is_static() else (0,)


def replace_activation(model: ir.Model, node: ir.Node, _lanes: Lanes) -> None:
    """The cheaper operator in its place, under its name."""
    rewriter, name = Rewriter(model), name_of(node)
    other, _ = _REPLACEMENTS[node.op_type]
    attributes = {"alpha": 0.1} if other == "LeakyRelu" else {}
    made = rewriter.node(other, node.inputs[:1], (node,), attributes)
    rewriter.insert_before(node, made)
    rewriter.take_over(node, made)
    made.name = name


ACTIVATIONS = LintRule(
    "activation",
    "An activation should be one the fuser can take into a convolution's epilogue cheaply.",
    find_activations,
    replace_activation,
)
