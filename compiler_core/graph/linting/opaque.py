"""Opaque operators in the middle of a network: nothing fuses across them.

A normalisation over the picture, for one, needs a mean before it can write its first element. Where
something does nearly the same element by element, the remedy puts it there; the model must then be
trained again.
"""

from __future__ import annotations

import numpy as np
import onnx_ir as ir

from compiler_core.graph.linting.finding import Lanes, LintFinding, LintRule
from compiler_core.graph.rewriting import Rewriter, array_of, is_operator, name_of, sizes_of

_OPAQUE = ("InstanceNormalization", "LRN", "LpNormalization", "MeanVarianceNormalization",
           "NonZero", "TopK", "Softmax", "CumSum", "GroupNormalization")  # fmt: skip
_HAS_REMEDY = ("InstanceNormalization", "LRN", "LpNormalization", "MeanVarianceNormalization")


def find_opaque(model: ir.Model, _lanes: Lanes) -> tuple[LintFinding, ...]:
    return tuple(
        _finding(node)
        for node in model.graph
        if is_operator(node, *_OPAQUE) and _is_in_the_middle(node)
    )


def _is_in_the_middle(node: ir.Node) -> bool:
    """Something is computed before it and behind it."""
    source = node.inputs[0]
    return (
        source is not None
        and source.producer() is not None
        and any(value.uses() for value in node.outputs)
    )


def _finding(node: ir.Node) -> LintFinding:
    source = node.inputs[0]
    before = name_of(source.producer()) if source is not None else ""
    behind = next(name_of(use.node) for value in node.outputs for use in value.uses())
    sentence = (
        f"{node.op_type} needs many elements of its input before it gives one, so {before} and "
        f"{behind} cannot be one kernel, and both tensors go through memory."
    )
    remedy = "opaque" if node.op_type in _HAS_REMEDY and sizes_of(source) else ""
    return LintFinding(
        rule="opaque",
        node=name_of(node),
        sentence=sentence,
        remedy=remedy,
        remedy_title="Scale each channel by a constant instead",
        same_outputs=False,
    )


def replace_opaque(model: ir.Model, node: ir.Node, _lanes: Lanes) -> None:
    """A product and a sum with one constant per channel, as batch normalisation would be."""
    rewriter, name = Rewriter(model), name_of(node)
    source = node.inputs[0]
    sizes = sizes_of(source)
    if sizes is None or source is None or source.dtype is None:
        return
    kind = source.dtype.numpy()
    shape = (1, sizes[1], *(1,) * (len(sizes) - 2))
    scale, shift = (_parameter(node, index, sizes[1], kind).reshape(shape) for index in (1, 2))
    product = rewriter.node("Mul", [source, rewriter.constant(scale, f"{name}_scale")], (node,))
    total = rewriter.node(
        "Add", [product.outputs[0], rewriter.constant(shift, f"{name}_shift")], (node,)
    )
    rewriter.insert_before(node, product, total)
    rewriter.take_over(node, total)
    total.name = name


def _parameter(node: ir.Node, index: int, channels: int, kind: np.dtype) -> np.ndarray:
    """The node's own scale or bias where it has one, else 1 or 0."""
    given = array_of(node.inputs[index]) if len(node.inputs) > index else None
    if given is not None and given.size == channels:
        return given.astype(kind)
    return np.full(channels, 1 if index == 1 else 0, kind)


OPAQUE = LintRule(
    "opaque",
    "An operator that fuses with nothing should not stand in the middle.",
    find_opaque,
    replace_opaque,
)
