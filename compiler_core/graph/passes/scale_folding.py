"""Scale folding: a number per channel that is multiplied or added goes into the weights before it.

Behind a convolution, a matrix product or a batch normalisation, x·s and x + t with one constant per
channel are what the operator could have computed itself: W' = W·s, b' = b·s + t.
"""

from __future__ import annotations

import numpy as np
import onnx_ir as ir

from compiler_core.graph.pass_base import GraphPass, PassResult
from compiler_core.graph.passes.batch_norm_folding import scale_and_shift
from compiler_core.graph.passes.linear_operators import (
    LinearOperator,
    linear_operator,
    per_channel,
    read_only_by,
)
from compiler_core.graph.rewriting import Rewriter, is_operator, name_of

_SCALING = ("Mul", "Div", "Add", "Sub")

# The formula: into a normalisation or into weights; a factor or a summand.
_WORDS = {
    (True, True): "gamma' = gamma·s and beta' = beta·s",
    (True, False): "beta' = beta + t",
    (False, True): "W' = W·s and b' = b·s",
    (False, False): "b' = b + t",
}


def fold_scales(model: ir.Model) -> PassResult:
    rewriter = Rewriter(model)
    for node in list(model.graph):
        if is_operator(node, *_SCALING):
            _fold(rewriter, node)
    return rewriter.result


def _fold(rewriter: Rewriter, node: ir.Node) -> None:
    source, effect = _effect_of(node)
    if source is None or effect is None:
        return
    maker = source.producer()
    if maker is None or not _is_scalable(maker):
        return
    reason = _why_not(maker, node, *effect)
    if reason:
        rewriter.refuse(node, reason)
        return
    scale, shift = effect
    if maker.op_type == "BatchNormalization":
        _write_batch_norm(rewriter, maker, scale, shift)
    else:
        operator = linear_operator(maker)
        assert isinstance(operator, LinearOperator)
        operator.with_scaled_output(scale, shift).write(rewriter)
    rewriter.bypass(node, source)
    words = _WORDS[maker.op_type == "BatchNormalization", node.op_type in ("Mul", "Div")]
    rewriter.change("folded", name_of(node), f"One constant per channel: {words} in "
                    f"{name_of(maker)}.", (name_of(maker), name_of(node)),
                    (name_of(maker),))  # fmt: skip


def _effect_of(
    node: ir.Node,
) -> tuple[ir.Value | None, tuple[np.ndarray, np.ndarray] | None]:
    """The changing operand, and scale and shift per channel of what the node does to it."""
    left, right = node.inputs[:2]
    if left is None or right is None:
        return None, None
    if left.const_value is not None and node.op_type in ("Mul", "Add"):
        left, right = right, left
    numbers = per_channel(right, left)
    if left.const_value is not None or numbers is None:
        return None, None
    zeros, ones = np.zeros_like(numbers), np.ones_like(numbers)
    with np.errstate(divide="ignore"):
        effects = {"Mul": (numbers, zeros), "Div": (1 / numbers, zeros),
                   "Add": (ones, numbers), "Sub": (ones, -numbers)}  # fmt: skip
    return left, effects[node.op_type]


def _is_scalable(maker: ir.Node) -> bool:
    return is_operator(maker, "Conv", "ConvTranspose", "Gemm", "BatchNormalization")


def _why_not(maker: ir.Node, node: ir.Node, scale: np.ndarray, shift: np.ndarray) -> str:
    if not read_only_by(maker, node):
        return f"The result of {name_of(maker)} is also read elsewhere, without this change."
    if not (np.isfinite(scale).all() and np.isfinite(shift).all()):
        return "It divides by zero."
    if maker.op_type == "BatchNormalization":
        return "" if scale_and_shift(maker) else f"{name_of(maker)} has no constant parameters."
    operator = linear_operator(maker)
    return operator if isinstance(operator, str) else ""


def _write_batch_norm(
    rewriter: Rewriter, maker: ir.Node, scale: np.ndarray, shift: np.ndarray
) -> None:
    """gamma' = gamma·s, beta' = beta·s + t; mean, variance and epsilon stay."""
    for index, change in ((1, lambda one: one * scale), (2, lambda one: one * scale + shift)):
        value = maker.inputs[index]
        assert value is not None
        assert value.const_value is not None
        array = value.const_value.numpy()
        what = "scale" if index == 1 else "bias"
        new = rewriter.constant(change(array.astype(np.float64)).astype(array.dtype),
                                f"{name_of(maker)}_{what}")  # fmt: skip
        maker.replace_input_with(index, new)


SCALE_FOLDING = GraphPass(
    "scale-folding",
    "Give a factor or summand per channel to the weights before it.",
    fold_scales,
)
