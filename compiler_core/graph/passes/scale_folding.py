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
    has_pads,
    linear_operator,
    per_channel,
    read_only_by,
)
from compiler_core.graph.rewriting import (
    Rewriter,
    is_operator,
    name_of,
    only_reader,
    sizes_of,
)

Effect = tuple[np.ndarray, np.ndarray]
# A summand that is larger than all weights together by this takes the last bits of every product.
_LARGEST_RATIO = 1 << 12
_ROUNDS = "The summand is so large that the products would lose their last digits in it."
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
        _fold_into_reader(rewriter, node, source, effect)
        return
    reason = _why_not(maker, node, *effect)
    if not reason:
        _fold_into_maker(rewriter, node, maker, effect)
    elif not _fold_into_reader(rewriter, node, source, effect):
        rewriter.refuse(node, reason)


def _fold_into_reader(rewriter: Rewriter, node: ir.Node, source: ir.Value, effect: Effect) -> bool:
    """Into the convolution behind, whose weights see the channels one by one."""
    scale, shift = effect
    reader = only_reader(node.outputs[0])
    if reader is None or not is_operator(reader, "Conv"):
        return False
    if reader.inputs[0] is not node.outputs[0] or sizes_of(source) != sizes_of(node.outputs[0]):
        return False
    operator = linear_operator(reader)
    if isinstance(operator, str) or not (np.isfinite(scale).all() and np.isfinite(shift).all()):
        return False
    if has_pads(reader) and shift.any():
        rewriter.refuse(node, f"{name_of(reader)} pads with zeros, to which nothing is added.")
        return True
    if _drowns(operator, shift):
        return False
    operator.with_scaled_input(scale, shift).write(rewriter)
    rewriter.hand_to_reader(node, source, reader)
    rewriter.change(
        "folded",
        name_of(node),
        "One constant per channel: W' = W·s and b' = b + sum "
        f"of W·t in {name_of(reader)} behind it.",
        (name_of(node), name_of(reader)),
        (name_of(reader),),
    )
    return True


def _fold_into_maker(rewriter: Rewriter, node: ir.Node, maker: ir.Node, effect: Effect) -> None:
    scale, shift = effect
    if maker.op_type == "BatchNormalization":
        _write_batch_norm(rewriter, maker, scale, shift)
    else:
        operator = linear_operator(maker)
        assert isinstance(operator, LinearOperator)
        operator.with_scaled_output(scale, shift).write(rewriter)
    rewriter.bypass(node, maker.outputs[0])
    words = _WORDS[maker.op_type == "BatchNormalization", node.op_type in ("Mul", "Div")]
    rewriter.change(
        "folded",
        name_of(node),
        f"One constant per channel: {words} in {name_of(maker)}.",
        (name_of(maker), name_of(node)),
        (name_of(maker),),
    )


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
    if isinstance(operator, str):
        return operator
    return _ROUNDS if _drowns(operator, shift) else ""


def _drowns(operator: LinearOperator, shift: np.ndarray) -> bool:
    """Is a summand so large that products added to it would be rounded away one by one?"""
    weights = np.abs(operator.weights.astype(np.float64)).max(initial=0.0)
    usual = max(weights * operator.weights.size, np.abs(operator.bias).max(initial=0.0))
    return bool(np.abs(shift).max(initial=0.0) > _LARGEST_RATIO * usual)


def _write_batch_norm(
    rewriter: Rewriter, maker: ir.Node, scale: np.ndarray, shift: np.ndarray
) -> None:
    """gamma' = gamma·s, beta' = beta·s + t; mean, variance and epsilon stay."""
    for index, change in ((1, lambda term: term * scale), (2, lambda term: term * scale + shift)):
        value = maker.inputs[index]
        assert value is not None
        assert value.const_value is not None
        array = value.const_value.numpy()
        what = "scale" if index == 1 else "bias"
        new = rewriter.constant(
            change(array.astype(np.float64)).astype(array.dtype), f"{name_of(maker)}_{what}"
        )
        maker.replace_input_with(index, new)


SCALE_FOLDING = GraphPass(
    "scale-folding",
    "Give a factor or summand per channel to the weights before it.",
    fold_scales,
)
