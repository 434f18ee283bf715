"""Nodes that change nothing: which of their inputs they give, and why.

A rule looks at one node and answers the input that equals its output with a reason, or None.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import onnx_ir as ir

from compiler_core.graph.importing.tensors import type_text
from compiler_core.graph.rewriting import (
    array_of,
    integers_of,
    name_of,
    shape_words,
    sizes_of,
)

Neutral = tuple[ir.Value, str]
NeutralRule = Callable[[ir.Node], Neutral | None]
# How far back a proof that a value is not negative may look.
_DEEPEST_PROOF = 12
_NEVER_NEGATIVE = ("Relu", "Sigmoid", "Softmax", "Exp", "Abs", "Sqrt", "HardSigmoid", "Softplus",
                   "ReduceL1", "ReduceL2", "ReduceSumSquare", "Shape", "Size")  # fmt: skip
_KEEP_SIGN = ("MaxPool", "AveragePool", "GlobalAveragePool", "GlobalMaxPool", "Reshape", "Flatten",
              "Squeeze", "Unsqueeze", "Transpose", "Slice", "Expand", "Tile", "Identity",
              "ReduceMean", "ReduceMax", "ReduceMin", "ReduceSum", "Dropout")  # fmt: skip


def neutral_operand(node: ir.Node) -> Neutral | None:
    """x + 0, x - 0, x·1, x/1 and x to the power of 1."""
    neutral = {"Add": 0, "Sub": 0, "Mul": 1, "Div": 1, "Pow": 1}.get(node.op_type)
    if neutral is None:
        return None
    left, right = node.inputs[:2]
    pairs = [(left, right)]
    if node.op_type in ("Add", "Mul"):
        pairs.append((right, left))
    for operand, other in pairs:
        array = array_of(other)
        if operand is None or array is None or not (array == neutral).all():
            continue
        if _same_form(operand, node.outputs[0]):
            signs = {"Add": "x + 0", "Sub": "x - 0", "Mul": "x·1", "Div": "x/1", "Pow": "x to 1"}
            return operand, f"{signs[node.op_type]} is x."
    return None


def of_one(node: ir.Node) -> Neutral | None:
    """Sum, Max, Min, Mean or Concat of one input."""
    is_one = node.op_type in ("Sum", "Max", "Min", "Mean", "Concat") and len(node.inputs) == 1
    if not is_one or node.inputs[0] is None:
        return None
    return node.inputs[0], f"{node.op_type} of one value is that value."


def same_shape(node: ir.Node) -> Neutral | None:
    """Operators that move or cut elements, where the shape stays as it was."""
    source = node.inputs[0] if node.inputs else None
    if source is None or not _same_form(source, node.outputs[0]):
        return None
    if node.op_type in ("Reshape", "Flatten", "Squeeze", "Unsqueeze", "Expand", "Tile", "Slice"):
        if node.op_type == "Slice" and not _steps_forward(node):
            return None
        sizes = shape_words(sizes_of(source) or ())
        return source, f"The shape stays {sizes}, and so do the elements."
    if node.op_type == "Pad":
        pads = array_of(node.inputs[1])
        return (source, "All pads are 0.") if pads is not None and not pads.any() else None
    return None


def _steps_forward(node: ir.Node) -> bool:
    steps = array_of(node.inputs[4]) if len(node.inputs) > 4 else None
    return (
        len(node.inputs) <= 4
        or node.inputs[4] is None
        or (steps is not None and bool((steps > 0).all()))
    )


def same_order(node: ir.Node) -> Neutral | None:
    """Transpose to the order there was."""
    if node.op_type != "Transpose" or node.inputs[0] is None:
        return None
    order = integers_of(node, "perm")
    if order and order == tuple(range(len(order))):
        return node.inputs[0], "The axes stay in their order."
    return None


def same_type(node: ir.Node) -> Neutral | None:
    """Cast to the type there was."""
    source = node.inputs[0] if node.inputs else None
    if node.op_type not in ("Cast", "CastLike") or source is None or source.dtype is None:
        return None
    if source.dtype != node.outputs[0].dtype:
        return None
    return source, f"The elements are of type {type_text(source.dtype)} already."


def window_of_one(node: ir.Node) -> Neutral | None:
    """Pooling over one place, and reductions over axes of one element."""
    source = node.inputs[0] if node.inputs else None
    if source is None or not _same_form(source, node.outputs[0]):
        return None
    if node.op_type in ("MaxPool", "AveragePool"):
        small = all(size == 1 for size in integers_of(node, "kernel_shape"))
        still = all(step == 1 for step in integers_of(node, "strides", (1,)))
        unread = not any(output.uses() or output.is_graph_output() for output in node.outputs[1:])
        return (source, "Its window is one element.") if small and still and unread else None
    if node.op_type in (
        "GlobalAveragePool",
        "GlobalMaxPool",
        "ReduceMean",
        "ReduceSum",
        "ReduceMax",
        "ReduceMin",
    ):
        return source, "It reduces axes of one element only."
    return None


def known_sign(node: ir.Node) -> Neutral | None:
    """Relu and Abs of what is never negative."""
    source = node.inputs[0] if node.inputs else None
    if node.op_type not in ("Relu", "Abs") or source is None:
        return None
    if not is_non_negative(source, _DEEPEST_PROOF):
        return None
    return source, f"What {name_of(source.producer())} gives is never negative."


def is_non_negative(value: ir.Value | None, depth: int = _DEEPEST_PROOF) -> bool:
    """Can it be proved that no element is below 0?"""
    if value is None or depth == 0:
        return False
    array = array_of(value)
    if array is not None:
        return bool(array.size) and array.size < 1 << 16 and bool((array >= 0).all())
    node = value.producer()
    if node is None or node.domain:
        return False
    if node.op_type in _NEVER_NEGATIVE:
        return True
    if node.op_type == "Clip":
        return _clips_to_non_negative(node)
    if node.op_type in _KEEP_SIGN and value is node.outputs[0]:
        return is_non_negative(node.inputs[0], depth - 1)
    if node.op_type in ("Concat", "Add", "Mul", "Sum"):
        return all(is_non_negative(operand, depth - 1) for operand in node.inputs)
    return False


def _clips_to_non_negative(node: ir.Node) -> bool:
    """Where the bounds cross, the upper one is what ONNX gives, so it counts as well."""
    low, high = (*(array_of(bound) for bound in node.inputs[1:]), None, None)[:2]
    is_bounded = len(node.inputs) > 2 and node.inputs[2] is not None
    above = high is not None and bool((high >= 0).all())
    return low is not None and bool((low >= 0).all()) and (above or not is_bounded)


def unbounded(node: ir.Node) -> Neutral | None:
    """Clip without bounds."""
    if node.op_type != "Clip" or node.inputs[0] is None:
        return None
    if any(value is not None for value in node.inputs[1:]):
        return None
    return node.inputs[0], "It has no bounds."


def same_size(node: ir.Node) -> Neutral | None:
    """Resize to the size there was."""
    source = node.inputs[0] if node.inputs else None
    if node.op_type != "Resize" or source is None or not _same_form(source, node.outputs[0]):
        return None
    mode = node.attributes.get("coordinate_transformation_mode")
    if mode is not None and mode.as_string() == "tf_crop_and_resize":
        return None
    scales = array_of(node.inputs[2]) if len(node.inputs) > 2 else None
    if scales is not None and scales.size and not np.all(scales == 1):
        return None
    return source, "The picture keeps its size."


def _same_form(value: ir.Value, other: ir.Value) -> bool:
    """Same static shape and element type."""
    sizes = sizes_of(value)
    return sizes is not None and sizes == sizes_of(other) and value.dtype == other.dtype


NEUTRAL_RULES: tuple[NeutralRule, ...] = (
    neutral_operand,
    of_one,
    same_shape,
    same_order,
    same_type,
    window_of_one,
    known_sign,
    unbounded,
    same_size,
)


def neutral_input(node: ir.Node) -> Neutral | None:
    """The input that equals the output, by the first rule that knows."""
    if node.domain:
        return None
    return next((neutral for rule in NEUTRAL_RULES if (neutral := rule(node)) is not None), None)
