"""Operators that do not care where the channels lie: how each is told that they are last.

A rule looks at a node whose four axes are batch, channels, height, width. It answers the words why
it cannot, or a function that changes the node's constants and attributes.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import onnx_ir as ir

from compiler_core.graph.passes.nhwc_functions import TO_NHWC
from compiler_core.graph.passes.sinking import BROADCASTING, ELEMENTWISE
from compiler_core.graph.rewriting import Rewriter, array_of, integer_of, integers_of, sizes_of

# Where each axis of NCHW lies in NHWC.
PLACE = (0, 3, 1, 2)
Change = Callable[[Rewriter], None]
LayoutRule = Callable[[ir.Node], Change | str]
_REDUCTIONS = ("ReduceL1", "ReduceL2", "ReduceMax", "ReduceMean", "ReduceMin", "ReduceProd",
               "ReduceSum", "ReduceSumSquare", "ReduceLogSum", "ReduceLogSumExp")  # fmt: skip


def four_axes(value: ir.Value | None) -> bool:
    return len(sizes_of(value) or ()) == 4


def channels_last(array: np.ndarray) -> np.ndarray:
    """A constant that broadcasts to NCHW, for NHWC; leading axes of 1 are dropped."""
    if array.size == 1:
        return array
    wide = array.reshape((1,) * (4 - array.ndim) + array.shape)
    turned = np.ascontiguousarray(wide.transpose(TO_NHWC))
    while turned.ndim > 1 and turned.shape[0] == 1:
        turned = turned[0]
    return turned


def _nothing(_rewriter: Rewriter) -> None:
    """The node is the same in both layouts."""


def elementwise(_node: ir.Node) -> Change | str:
    return _nothing


def broadcasting(node: ir.Node) -> Change | str:
    """Constants are turned; other operands need four axes, or one element."""
    if not four_axes(node.outputs[0]):
        return "its result has another number of axes"
    for value in node.inputs:
        sizes = sizes_of(value)
        if sizes is None:
            return "the shape of an operand is not known"
        if (
            value is not None
            and value.const_value is None
            and len(sizes) != 4
            and (int(np.prod(sizes)) != 1)
        ):
            return f"its operand {value.name} has {len(sizes)} axes"

    def change(rewriter: Rewriter) -> None:
        for index, value in enumerate(node.inputs):
            array = array_of(value)
            if array is not None and array.size > 1:
                constant = rewriter.constant(channels_last(array), f"{node.name}_channels_last")
                node.replace_input_with(index, constant)

    return change


def concatenation(node: ir.Node) -> Change | str:
    """Constants among the parts are turned like the others."""
    turn = _axis_rule(1)(node)
    assert not isinstance(turn, str)

    def change(rewriter: Rewriter) -> None:
        turn(rewriter)
        for index, value in enumerate(node.inputs):
            array = array_of(value)
            if array is not None:
                turned = np.ascontiguousarray(array.transpose(TO_NHWC))
                constant = rewriter.constant(turned, f"{node.name}_channels_last")
                node.replace_input_with(index, constant)

    return change


def _axis_rule(default: int) -> LayoutRule:
    """Operators with one attribute `axis`."""

    def rule(node: ir.Node) -> Change | str:
        axis = integer_of(node, "axis", default) % 4

        def change(_rewriter: Rewriter) -> None:
            node.attributes["axis"] = ir.AttrInt64("axis", PLACE[axis])

        return change

    return rule


def quantisation(node: ir.Node) -> Change | str:
    """The axis matters where each channel has its own scale."""
    scale = sizes_of(node.inputs[1])
    if scale is None or (integer_of(node, "block_size", 0)):
        return "its scales come in blocks"
    return _nothing if int(np.prod(scale)) == 1 and not scale else _axis_rule(1)(node)


def splitting(node: ir.Node) -> Change | str:
    return _axis_rule(0)(node)


def padding(node: ir.Node) -> Change | str:
    pads = array_of(node.inputs[1])
    if pads is None or len(pads) != 8:
        return "its pads are no constants for all four axes"

    def change(rewriter: Rewriter) -> None:
        turned = np.concatenate([pads[list(TO_NHWC)], pads[4:][list(TO_NHWC)]])
        node.replace_input_with(1, rewriter.constant(turned, f"{node.name}_pads"))

    return change


def slicing(node: ir.Node) -> Change | str:
    starts = array_of(node.inputs[1])
    axes = array_of(node.inputs[3]) if len(node.inputs) > 3 else None
    if axes is None and starts is not None:
        axes = np.arange(len(starts), dtype=np.int64)
    if axes is None:
        return "its axes are no constants"

    def change(rewriter: Rewriter) -> None:
        turned = np.array([PLACE[int(axis) % 4] for axis in axes], np.int64)
        if len(node.inputs) < 4:
            node.resize_inputs(4)
        node.replace_input_with(3, rewriter.constant(turned, f"{node.name}_axes"))

    return change


def resizing(node: ir.Node) -> Change | str:
    """Scales, sizes and the region follow the axes. Only what copies elements: runtimes interpolate
    along fixed axes.
    """
    if node.attributes.get_string("mode", "nearest") != "nearest":
        return "it interpolates along the last two axes"
    tables = {
        index: array_of(value)
        for index, value in enumerate(node.inputs[1:], 1)
        if value is not None and sizes_of(value) != (0,)
    }
    if any(array is None or array.size % 4 for array in tables.values()) or (
        "axes" in node.attributes
    ):
        return "its sizes are no constants for all four axes"

    def change(rewriter: Rewriter) -> None:
        for index, array in tables.items():
            assert array is not None
            turned = array.reshape(-1, 4)[:, list(TO_NHWC)].reshape(-1)
            constant = rewriter.constant(turned, f"{node.name}_channels_last")
            node.replace_input_with(index, constant)

    return change


def reducing(node: ir.Node) -> Change | str:
    """Without kept axes the rest must lie in the same order as before."""
    as_input = len(node.inputs) > 1 and node.inputs[1] is not None
    given = array_of(node.inputs[1]) if as_input else np.array(integers_of(node, "axes"), np.int64)
    if given is None:
        return "its axes are no constants"
    axes = [int(axis) % 4 for axis in given]
    if not axes:
        return _nothing
    rest = [PLACE[axis] for axis in range(4) if axis not in axes]
    if not integer_of(node, "keepdims", 1) and rest != sorted(rest):
        return "the axes that are left would change places"

    def change(rewriter: Rewriter) -> None:
        turned = sorted(PLACE[axis] for axis in axes)
        if as_input:
            constant = rewriter.constant(np.array(turned, np.int64), f"{node.name}_axes")
            node.replace_input_with(1, constant)
        else:
            node.attributes["axes"] = ir.AttrInt64s("axes", turned)

    return change


_RULES: dict[str, LayoutRule] = {
    **dict.fromkeys(ELEMENTWISE, elementwise),
    **dict.fromkeys(BROADCASTING, broadcasting),
    **dict.fromkeys(_REDUCTIONS, reducing),
    **dict.fromkeys(("Softmax", "LogSoftmax", "Hardmax", "LpNormalization"), _axis_rule(-1)),
    **dict.fromkeys(("QuantizeLinear", "DequantizeLinear"), quantisation),
    "Concat": concatenation,
    "Pad": padding,
    "Resize": resizing,
    "Slice": slicing,
    "Split": splitting,
}


def layout_rule(node: ir.Node) -> LayoutRule | None:
    """The rule of a node of the standard; None if it needs NCHW."""
    return None if node.domain else _RULES.get(node.op_type)
