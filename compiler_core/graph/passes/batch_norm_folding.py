"""Batch normalisation folding: its scale and shift become part of the weights beside it.

In inference, y = gamma·(x - mean)/sqrt(var + eps) + beta is s·x + t with s = gamma/sqrt(var + eps)
and t = beta - mean·s. Behind a convolution W·x + b that is W' = W·s and b' = (b - mean)·s + beta.
In front of one, W' = W·s and b' = b + sum W·t, which is legal only without pads: the zeros beyond
the border would not be shifted. Source: Jacob et al., arXiv 1712.05877, section 3.2.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import onnx_ir as ir

from compiler_core.graph.pass_base import GraphPass, PassResult
from compiler_core.graph.passes.linear_operators import (
    has_pads,
    linear_operator,
    read_only_by,
)
from compiler_core.graph.rewriting import (
    Rewriter,
    array_of,
    float_of,
    integer_of,
    is_operator,
    name_of,
    only_reader,
)

DEFAULT_EPSILON = 1e-5


@dataclass(frozen=True, slots=True)
class ScaleAndShift:
    """A batch normalisation as s·x + t, one of each per channel, in float64."""

    scale: np.ndarray
    shift: np.ndarray


def fold_batch_norms(model: ir.Model) -> PassResult:
    rewriter = Rewriter(model)
    for node in list(model.graph):
        if is_operator(node, "BatchNormalization"):
            _fold(rewriter, node)
    return rewriter.result


def scale_and_shift(node: ir.Node) -> ScaleAndShift | None:
    """The two vectors; None if a parameter is no constant."""
    arrays = [array_of(value) for value in node.inputs[1:5]]
    if any(array is None for array in arrays):
        return None
    gamma, beta, mean, variance = (term.astype(np.float64) for term in arrays if term is not None)
    # A negative variance gives no number; who folds refuses it.
    with np.errstate(invalid="ignore", divide="ignore"):
        scale = gamma / np.sqrt(variance + float_of(node, "epsilon", DEFAULT_EPSILON))
    return ScaleAndShift(scale, beta - mean * scale)


def _fold(rewriter: Rewriter, node: ir.Node) -> None:
    affine = scale_and_shift(node)
    if affine is None:
        rewriter.refuse(node, "Its scale, bias, mean or variance is no constant.")
    elif integer_of(node, "training_mode", 0) or len(node.outputs) > 1:
        rewriter.refuse(
            node, "It is in training mode, where mean and variance come from the input."
        )
    elif not (np.isfinite(affine.scale).all() and np.isfinite(affine.shift).all()):
        rewriter.refuse(node, "A variance is negative: its scale is no number.")
    else:
        reasons = [_fold_into_maker(rewriter, node, affine)]
        if reasons[0]:
            reasons.append(_fold_into_reader(rewriter, node, affine))
        if all(reasons):
            rewriter.refuse(node, " ".join(reasons))


def _fold_into_maker(rewriter: Rewriter, node: ir.Node, scaling: ScaleAndShift) -> str:
    """Fold into what makes the input; empty if done, else why not."""
    source = node.inputs[0]
    maker = source.producer() if source is not None else None
    operator = linear_operator(maker)
    if isinstance(operator, str):
        return operator
    if not read_only_by(operator.node, node):
        return f"The result of {name_of(maker)} is also read elsewhere, without this scale."
    operator.with_scaled_output(scaling.scale, scaling.shift).write(rewriter)
    rewriter.bypass(node, operator.node.outputs[0])
    rewriter.change(
        "folded",
        name_of(node),
        _algebra(operator.node, scaling, operator.bias),
        (name_of(maker), name_of(node)),
        (name_of(maker),),
    )
    return ""


def _fold_into_reader(rewriter: Rewriter, node: ir.Node, scaling: ScaleAndShift) -> str:
    """Fold into the convolution behind; empty if done, else why not."""
    reader = only_reader(node.outputs[0])
    if reader is None or not is_operator(reader, "Conv") or reader.inputs[0] is not node.outputs[0]:
        return "What reads it is not one convolution."
    operator = linear_operator(reader)
    if isinstance(operator, str):
        return operator
    if has_pads(reader) and scaling.shift.any():
        return f"{name_of(reader)} pads with zeros, which the shift would have to change too."
    source = node.inputs[0]
    assert source is not None
    legal = "t = 0, so padded zeros stay zeros" if has_pads(reader) else "it has no pads"
    operator.with_scaled_input(scaling.scale, scaling.shift).write(rewriter)
    rewriter.hand_to_reader(node, source, reader)
    rewriter.change(
        "folded",
        name_of(node),
        f"W' = W·s and b' = b + sum of W·t in the convolution behind it; {legal}: "
        f"{_scale_words(scaling)}.",
        (name_of(node), name_of(reader)),
        (name_of(reader),),
    )
    return ""


def _algebra(maker: ir.Node, scaling: ScaleAndShift, bias: np.ndarray) -> str:
    """The formula, and the first channel's numbers in it."""
    after = bias[0] * scaling.scale[0] + scaling.shift[0]
    return (
        f"s = gamma/sqrt(var + eps), W' = W·s, b' = (b - mean)·s + beta for each of the "
        f"{len(scaling.scale)} output channels of {name_of(maker)}: {_scale_words(scaling)}, "
        f"b' = {after:.4g} in channel 0."
    )


def _scale_words(scaling: ScaleAndShift) -> str:
    low, high = float(np.min(scaling.scale)), float(np.max(scaling.scale))
    return f"s = {scaling.scale[0]:.4g} in channel 0, {low:.4g} to {high:.4g} in all"


BATCH_NORM_FOLDING = GraphPass(
    "batch-norm-folding",
    "Multiply the scale of a batch normalisation into the weights beside it.",
    fold_batch_norms,
)
