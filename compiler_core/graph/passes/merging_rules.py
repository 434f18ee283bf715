"""Two nodes that one can do: what the second becomes, or why it stays.

A rule looks at a node and at the maker of its input. It answers None where it does not apply, a
`Merge` where one node does for both, and a sentence where something forbids it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import onnx_ir as ir

from compiler_core.graph.importing.tensors import type_text
from compiler_core.graph.passes.neutral_rules import is_non_negative
from compiler_core.graph.rewriting import (
    array_of,
    integer_of,
    integers_of,
    is_operator,
    name_of,
    only_reader,
    sizes_of,
)

Input = ir.Value | np.ndarray | None
# Products of two numbers up to it stay far within float32; float16 is checked by the result.
_LARGEST_FACTOR = 1e12
_RESHAPING = ("Reshape", "Flatten", "Squeeze", "Unsqueeze")


@dataclass(frozen=True, slots=True)
class Merge:
    """One node in place of the node and its maker. inputs: arrays become new constants."""

    operator: str
    inputs: tuple[Input, ...]
    reason: str
    attributes: dict[str, int | float | str | tuple[int, ...]] = field(default_factory=dict)


MergingRule = Callable[[ir.Node, ir.Node], Merge | str | None]


def reshapes(node: ir.Node, maker: ir.Node) -> Merge | str | None:
    """Any two of Reshape, Flatten, Squeeze, Unsqueeze."""
    if node.op_type not in _RESHAPING or maker.op_type not in _RESHAPING:
        return None
    sizes = sizes_of(node.outputs[0])
    if sizes is None or 0 in sizes:
        return None
    reason = "Both only give the elements another shape; the second shape is what counts."
    return Merge("Reshape", (maker.inputs[0], np.array(sizes, np.int64)), reason)


def transposes(node: ir.Node, maker: ir.Node) -> Merge | str | None:
    if node.op_type != "Transpose" or maker.op_type != "Transpose":
        return None
    first, second = integers_of(maker, "perm"), integers_of(node, "perm")
    if not first or not second:
        return None
    order = tuple(first[axis] for axis in second)
    reason = f"Orders {list(first)} and {list(second)} one after another are {list(order)}."
    return Merge("Transpose", (maker.inputs[0],), reason, {"perm": order})


def casts(node: ir.Node, maker: ir.Node) -> Merge | str | None:
    """Only if the first cast loses nothing."""
    if node.op_type != "Cast" or maker.op_type != "Cast" or maker.inputs[0] is None:
        return None
    source, middle = maker.inputs[0].dtype, maker.outputs[0].dtype
    if source is None or middle is None:
        return None
    if not np.can_cast(source.numpy(), middle.numpy(), "safe"):
        return f"{name_of(maker)} rounds to {type_text(middle)} first, and that must stay."
    reason = f"{type_text(middle)} holds every {type_text(source)} exactly."
    return Merge("Cast", (maker.inputs[0],), reason, {"to": integer_of(node, "to", 1)})


def concatenations(node: ir.Node, maker: ir.Node) -> Merge | str | None:
    """A Concat whose first input is a Concat along the same axis."""
    if node.op_type != "Concat" or maker.op_type != "Concat":
        return None
    rank = len(sizes_of(node.outputs[0]) or ())
    axes = [integer_of(concat, "axis", 0) % max(rank, 1) for concat in (node, maker)]
    if axes[0] != axes[1] or not rank:
        return None
    inputs = (*maker.inputs, *node.inputs[1:])
    return Merge("Concat", inputs, "Both join along the same axis.", {"axis": axes[0]})


def pad_and_window(node: ir.Node, maker: ir.Node) -> Merge | str | None:
    """Pad becomes the pads of a convolution or pooling where its value makes no difference."""
    if maker.op_type != "Pad" or node.op_type not in ("Conv", "AveragePool", "MaxPool"):
        return None
    pads = _spatial_pads(maker)
    if isinstance(pads, str):
        return pads
    automatic = node.attributes.get("auto_pad")
    if automatic is not None and automatic.as_string() not in ("NOTSET", "VALID"):
        return f"{name_of(node)} chooses its own pads from the size it sees."
    reason = _pad_reason(node, maker, pads)
    if reason.startswith("!"):
        return reason[1:]
    attributes = _copied(node, "auto_pad")
    own = integers_of(node, "pads", (0,) * len(pads))
    attributes["pads"] = tuple(pad + other for pad, other in zip(pads, own, strict=True))
    if node.op_type == "AveragePool":
        attributes["count_include_pad"] = 1
    return Merge(node.op_type, (maker.inputs[0], *node.inputs[1:]), reason, attributes)


def _spatial_pads(maker: ir.Node) -> tuple[int, ...] | str:
    """Pads of the picture's axes, or why they are no pads of a window."""
    mode = maker.attributes.get("mode")
    if mode is not None and mode.as_string() != "constant":
        return f"{name_of(maker)} pads with copies of the picture, not with a constant."
    given, sizes = array_of(maker.inputs[1]), sizes_of(maker.inputs[0])
    has_axes = len(maker.inputs) > 3 and maker.inputs[3] is not None
    if given is None or sizes is None or has_axes:
        return f"The pads of {name_of(maker)} are not plain constants."
    pads, rank = given.tolist(), len(sizes)
    if min(pads) < 0:
        return f"{name_of(maker)} cuts off."
    if any((*pads[:2], *pads[rank : rank + 2])):
        return f"{name_of(maker)} pads batch or channels too."
    return (*pads[2:rank], *pads[rank + 2 :])


def _pad_reason(node: ir.Node, maker: ir.Node, pads: tuple[int, ...]) -> str:
    """Why the merge is legal; with a leading "!" why it is not."""
    value = array_of(maker.inputs[2]) if len(maker.inputs) > 2 else np.zeros(1)
    number = 0.0 if value is None or not value.size else float(value.reshape(-1)[0])
    if node.op_type == "Conv":
        if number != 0:
            return f"!{name_of(maker)} pads with {number:g}; a convolution pads with 0."
        return "A convolution pads with the same zeros."
    kernel, dilations = integers_of(node, "kernel_shape"), integers_of(node, "dilations")
    own = integers_of(node, "pads", (0,) * len(pads))
    total = [extra + other for extra, other in zip(pads, own, strict=True)]
    if any(pad >= kernel[at % len(kernel)] for at, pad in enumerate(total)) or any(
        step != 1 for step in dilations
    ):
        return "!A window could lie in the padding alone."
    if integer_of(node, "ceil_mode", 0):
        return f"!{name_of(node)} rounds its number of places up, which depends on the pads."
    if node.op_type == "AveragePool":
        counts = integer_of(node, "count_include_pad", 0) or not any(own)
        if number != 0 or not counts:
            return "!The mean would count other elements."
        return "The mean counts the zeros of the border, as it did."
    if number == 0 and is_non_negative(maker.inputs[0]):
        return "No element is below the zeros of the border, so they never win."
    if number == float("-inf"):
        return "A maximum pads with minus infinity itself."
    return f"!{number:g} in the border may be larger than the elements, and would win."


def relu_and_clip(node: ir.Node, maker: ir.Node) -> Merge | str | None:
    """Relu and Clip in either order are one Clip from 0 or more."""
    if {node.op_type, maker.op_type} != {"Relu", "Clip"}:
        return None
    clip = node if node.op_type == "Clip" else maker
    bounds = [array_of(clip.inputs[at]) if len(clip.inputs) > at else None for at in (1, 2)]
    given = [len(clip.inputs) > at and clip.inputs[at] is not None for at in (1, 2)]
    if any(is_given and bound is None for is_given, bound in zip(given, bounds, strict=True)):
        return "The bounds are no constants."
    source = maker.inputs[0]
    if source is None or source.dtype is None:
        return None
    kind = source.dtype.numpy()
    low = np.array(0 if bounds[0] is None else max(bounds[0].item(), 0), kind)
    high = None if bounds[1] is None else np.array(max(bounds[1].item(), 0), kind)
    if node.op_type == "Clip" and high is not None and bounds[1] is not None:
        high = np.array(bounds[1].item(), kind)
    inputs: tuple[Input, ...] = (source, low) if high is None else (source, low, high)
    return Merge("Clip", inputs, "Relu cuts at 0, which Clip can do with its lower bound.")


def constant_operands(node: ir.Node, maker: ir.Node) -> Merge | str | None:
    """(x + a) + b is x + (a + b), (x·a)·b is x·(a·b), for floating-point constants."""
    if node.op_type != maker.op_type or node.op_type not in ("Add", "Mul"):
        return None
    outer, inner = _constant_operand(node), _constant_operand(maker)
    if outer is None or inner is None:
        return None
    with np.errstate(over="ignore"):
        joined = inner[1] + outer[1] if node.op_type == "Add" else inner[1] * outer[1]
    joined = np.asarray(joined)
    reason = _rounds_first(node.op_type, inner[1], outer[1], joined)
    if reason:
        return reason
    if joined.size > max(inner[1].size, outer[1].size) or not np.isfinite(joined).all():
        return None
    sign = "+" if node.op_type == "Add" else "·"
    return Merge(
        node.op_type, (inner[0], joined), f"(x {sign} a) {sign} b is x {sign} (a {sign} b)."
    )


def _rounds_first(operator: str, inner: np.ndarray, outer: np.ndarray, joined: np.ndarray) -> str:
    """Why floating-point numbers must be taken one after the other; empty if they need not.

    (x + 1.5·2^23) - 1.5·2^23 rounds x to a whole number: the constants are there for what the
    first sum loses. Source: Hacker's Delight, second edition, section 2-17.
    """
    if operator == "Add":
        largest = np.maximum(np.abs(inner), np.abs(outer))
        if (2 * np.abs(joined) < largest).any():
            return "The second constant takes the first away again: what the sum rounds is meant."
        return ""
    given = np.abs(np.concatenate([inner.reshape(-1), outer.reshape(-1)]).astype(np.float64))
    given = given[given > 0]
    if given.size and (given.min() < 1 / _LARGEST_FACTOR or given.max() > _LARGEST_FACTOR):
        return "A factor is so large or small that the first product may leave the numbers' range."
    return ""


def _constant_operand(node: ir.Node) -> tuple[ir.Value, np.ndarray] | None:
    left, right = node.inputs[:2]
    for value, other in ((left, right), (right, left)):
        array = array_of(other)
        if value is not None and value.const_value is None and array is not None:
            return (value, array) if np.issubdtype(array.dtype, np.floating) else None
    return None


def product_and_sum(node: ir.Node, maker: ir.Node) -> Merge | str | None:
    """MatMul of matrices and Add of a bias are one Gemm."""
    if node.op_type != "Add" or maker.op_type != "MatMul":
        return None
    product = sizes_of(maker.outputs[0])
    bias = next((addend for addend in node.inputs if addend is not maker.outputs[0]), None)
    added = array_of(bias)
    if product is None or bias is None or added is None:
        return None
    matrices = [sizes_of(operand) for operand in maker.inputs]
    if any(matrix is None or len(matrix) != 2 for matrix in matrices):
        return f"Gemm multiplies matrices; {name_of(maker)} has more axes."
    if not np.issubdtype(added.dtype, np.floating):
        return None
    if np.broadcast_shapes(added.shape, product) != product:
        return "What is added is larger than the product."
    return Merge("Gemm", (*maker.inputs, bias), "Gemm is a product and a sum.")


def transpose_and_product(node: ir.Node, maker: ir.Node) -> Merge | str | None:
    """Gemm can read its first matrix transposed."""
    if node.op_type != "Gemm" or maker.op_type != "Transpose":
        return None
    if integers_of(maker, "perm") != (1, 0):
        return None
    attributes = _copied(node, "transA")
    attributes["transA"] = 1 - integer_of(node, "transA", 0)
    return Merge(
        "Gemm",
        (maker.inputs[0], *node.inputs[1:]),
        "Gemm reads a matrix either way round.",
        attributes,
    )


def _copied(node: ir.Node, without: str) -> dict[str, int | float | str | tuple[int, ...]]:
    """The node's attributes as plain values."""
    plain: dict[str, int | float | str | tuple[int, ...]] = {}
    for name, attribute in node.attributes.items():
        if name == without:
            continue
        value = attribute.value
        plain[name] = tuple(value) if isinstance(value, (list, tuple)) else value
    return plain


MERGING_RULES: tuple[MergingRule, ...] = (
    reshapes,
    transposes,
    casts,
    concatenations,
    pad_and_window,
    relu_and_clip,
    constant_operands,
    product_and_sum,
    transpose_and_product,
)


def merge_of(node: ir.Node) -> tuple[ir.Node, Merge | str] | None:
    """The maker to merge with, and the merge or what forbids it; None where no rule applies."""
    if node.domain:
        return None
    for index in _merged_inputs(node):
        value = node.inputs[index]
        maker = value.producer() if value is not None else None
        if maker is None or maker.domain:
            continue
        verdict = next(
            (answer for rule in MERGING_RULES if (answer := rule(node, maker)) is not None), None
        )
        if isinstance(verdict, Merge) and len(node.outputs) > 1:
            verdict = f"{name_of(node)} has further outputs, which the merged node would not give."
        if isinstance(verdict, Merge) and only_reader(maker.outputs[0]) is not node:
            verdict = f"The result of {name_of(maker)} is also read elsewhere."
        if verdict is not None:
            return maker, verdict
    return None


def _merged_inputs(node: ir.Node) -> tuple[int, ...]:
    """Rules look at the first input; of sums and products at both."""
    if not node.inputs:
        return ()
    return (0, 1) if is_operator(node, "Add", "Mul") else (0,)
