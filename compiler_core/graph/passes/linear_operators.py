"""Convolutions and matrix products with constant weights, as what a scale and a shift change.

All of them compute y[m] = sum over c of W[m, c]·x[c] + b[m] for each output channel m; they differ
in where weights keep their channels.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import onnx_ir as ir

from compiler_core.graph.rewriting import (
    Rewriter,
    array_of,
    float_of,
    integer_of,
    integers_of,
    is_operator,
    name_of,
    only_reader,
    sizes_of,
)

LINEAR = ("Conv", "ConvTranspose", "Gemm")


@dataclass(frozen=True, slots=True)
class LinearOperator:
    """bias in float64, zeros if it has none; channels: of the output."""

    node: ir.Node
    weights: np.ndarray
    bias: np.ndarray

    @property
    def channels(self) -> int:
        return len(self.bias)

    def with_scaled_output(self, scale: np.ndarray, shift: np.ndarray) -> LinearOperator:
        """The operator that computes scale[m]·y[m] + shift[m]."""
        weights = self.weights * _along_output(self.node, scale, self.weights).astype(
            self.weights.dtype
        )
        return LinearOperator(self.node, weights, self.bias * scale + shift)

    def with_scaled_input(self, scale: np.ndarray, shift: np.ndarray) -> LinearOperator:
        """The operator on x of what this one is on scale[c]·x[c] + shift[c]. Conv without pads."""
        group = integer_of(self.node, "group", 1)
        outputs, inputs = self.weights.shape[:2]
        per_output = np.repeat(np.arange(group), outputs // group)[:, None] * inputs
        channel = per_output + np.arange(inputs)[None, :]
        spread = (...,) + (None,) * (self.weights.ndim - 2)
        wide = self.weights.astype(np.float64)
        shifted = (wide * shift[channel][spread]).reshape(outputs, -1).sum(axis=1)
        return LinearOperator(self.node, wide * scale[channel][spread], self.bias + shifted)

    def write(self, rewriter: Rewriter) -> None:
        """New constants for the node; the old ones may have other readers."""
        kind = _float_type(self.node)
        for index, array, what in ((1, self.weights, "weights"), (2, self.bias, "bias")):
            constant = rewriter.constant(array.astype(kind), f"{name_of(self.node)}_{what}")
            if len(self.node.inputs) <= index:
                self.node.resize_inputs(index + 1)
            self.node.replace_input_with(index, constant)


def _float_type(node: ir.Node) -> np.dtype:
    weights = array_of(node.inputs[1])
    assert weights is not None
    return weights.dtype


def _along_output(node: ir.Node, scale: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The scale, shaped to lie along the weights' axis of output channels."""
    if node.op_type == "Gemm":
        return scale[:, None] if integer_of(node, "transB", 0) else scale[None, :]
    if node.op_type == "Conv":
        return scale.reshape(-1, *(1,) * (weights.ndim - 1))
    # ConvTranspose keeps C×(M/group): each group's inputs see only its own outputs.
    group = integer_of(node, "group", 1)
    rows = scale.reshape(group, 1, -1)
    rows = np.broadcast_to(rows, (group, weights.shape[0] // group, rows.shape[2]))
    return rows.reshape(weights.shape[0], -1, *(1,) * (weights.ndim - 2))


def linear_operator(node: ir.Node | None) -> LinearOperator | str:
    """The operator, or why a scale cannot be folded into it."""
    if node is None or not is_operator(node, *LINEAR):
        return "What it reads comes from no convolution or matrix product."
    weights = array_of(node.inputs[1])
    if weights is None:
        return f"The weights of {name_of(node)} are no constant."
    if not np.issubdtype(weights.dtype, np.floating):
        return f"The weights of {name_of(node)} are integers."
    if node.op_type == "Gemm" and not _is_plain_product(node):
        return f"{name_of(node)} multiplies its product by numbers of its own."
    channels = _output_channels(node, weights)
    bias = node.inputs[2] if len(node.inputs) > 2 else None
    added = np.zeros(channels) if bias is None else array_of(bias)
    if added is None:
        return f"The bias of {name_of(node)} is no constant."
    if added.size not in (1, channels) or (added.ndim > 1 and added.shape[-1] != added.size):
        return f"The bias of {name_of(node)} is not one number for each channel."
    spread = np.broadcast_to(added.reshape(-1), (channels,)).astype(np.float64)
    return LinearOperator(node, weights, spread)


def _is_plain_product(node: ir.Node) -> bool:
    return float_of(node, "alpha", 1.0) == 1.0 and float_of(node, "beta", 1.0) == 1.0


def _output_channels(node: ir.Node, weights: np.ndarray) -> int:
    if node.op_type == "Conv":
        return weights.shape[0]
    if node.op_type == "Gemm":
        return weights.shape[0] if integer_of(node, "transB", 0) else weights.shape[1]
    return weights.shape[1] * integer_of(node, "group", 1)


def has_pads(node: ir.Node) -> bool:
    """Does a convolution look at zeros beyond the border?"""
    automatic = node.attributes.get("auto_pad")
    if automatic is not None and automatic.as_string().startswith("SAME"):
        return True
    return any(integers_of(node, "pads"))


def read_only_by(node: ir.Node, reader: ir.Node) -> bool:
    """Is the reader the only one, and what it reads no output of the model?"""
    return only_reader(node.outputs[0]) is reader


def per_channel(value: ir.Value | None, reference: ir.Value) -> np.ndarray | None:
    """A constant that broadcasts to one number per channel (axis 1), as a vector in float64.

    None if it is no constant, or varies along another axis of the reference.
    """
    array, sizes = array_of(value), sizes_of(reference)
    if array is None or sizes is None or len(sizes) < 2 or array.ndim > len(sizes):
        return None
    if not np.issubdtype(array.dtype, np.floating):
        return None
    padded = array.reshape((1,) * (len(sizes) - array.ndim) + array.shape)
    if any(size != 1 for axis, size in enumerate(padded.shape) if axis != 1):
        return None
    if padded.shape[1] not in (1, sizes[1]):
        # It makes channels of one channel.
        return None
    return np.broadcast_to(padded.reshape(-1), (sizes[1],)).astype(np.float64)
