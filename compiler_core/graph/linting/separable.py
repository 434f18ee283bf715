"""Standard convolutions that could be separable: a filter per channel, then a mix of channels.

k×k×C×M multiplications for each place become k×k×C + C×M (Howard et al., MobileNets, arXiv
1704.04861, section 3.1). The remedy takes the nearest separable filters, the first term of a
singular value decomposition for each input channel; the model must be trained again.
"""

from __future__ import annotations

import numpy as np
import onnx_ir as ir

from compiler_core.graph.linting.finding import Lanes, LintFinding, LintRule
from compiler_core.graph.passes.linear_operators import has_pads
from compiler_core.graph.rewriting import (
    Rewriter,
    array_of,
    integer_of,
    integers_of,
    is_operator,
    name_of,
)

_SMALLEST_GAIN = 2.0
_FEWEST_CHANNELS = 8


def find_separable(model: ir.Model, _lanes: Lanes) -> tuple[LintFinding, ...]:
    return tuple(
        _finding(node, weights)
        for node in model.graph
        if (weights := _dense_weights(node)) is not None and _gain(weights) >= _SMALLEST_GAIN
    )


def _dense_weights(node: ir.Node) -> np.ndarray | None:
    """Weights of a dense two-dimensional convolution with a window and enough channels."""
    weights = array_of(node.inputs[1]) if is_operator(node, "Conv") else None
    if weights is None or weights.ndim != 4 or integer_of(node, "group", 1) != 1:
        return None
    small = weights.shape[2] * weights.shape[3] == 1 or weights.shape[1] < _FEWEST_CHANNELS
    return None if small else weights


def _gain(weights: np.ndarray) -> float:
    outputs, inputs, height, width = weights.shape
    window = height * width
    return window * inputs * outputs / (window * inputs + inputs * outputs)


def _finding(node: ir.Node, weights: np.ndarray) -> LintFinding:
    outputs, inputs, height, width = weights.shape
    window = height * width
    before, after = window * inputs * outputs, window * inputs + inputs * outputs
    sentence = (
        f"{before:,} multiplications for each place; a depthwise {height}×{width} and a 1×1 "
        f"convolution take {after:,}, {_gain(weights):.1f} times fewer."
    )
    return LintFinding(
        rule="separable",
        node=name_of(node),
        sentence=sentence,
        remedy="separable",
        remedy_title="Use a depthwise and a 1×1 convolution",
        same_outputs=False,
    )


def separate(model: ir.Model, node: ir.Node, _lanes: Lanes) -> None:
    """W[m, c] is nearly D[c]·P[m, c]: D keeps the window, P the mix."""
    weights, source = _dense_weights(node), node.inputs[0]
    if weights is None or source is None:
        return
    rewriter, name = Rewriter(model), name_of(node)
    depthwise, pointwise = nearest_separable(weights)
    attributes = {
        "group": weights.shape[1],
        "kernel_shape": weights.shape[2:],
        "strides": integers_of(node, "strides", (1, 1)),
        "dilations": integers_of(node, "dilations", (1, 1)),
    }
    if "auto_pad" in node.attributes:
        attributes["auto_pad"] = node.attributes["auto_pad"].as_string()
    elif has_pads(node):
        attributes["pads"] = integers_of(node, "pads")
    first = rewriter.node(
        "Conv",
        [source, rewriter.constant(depthwise, f"{name}_depthwise")],
        (node,),
        attributes,
        f"{name}_depthwise",
    )
    mix = rewriter.constant(pointwise, f"{name}_pointwise")
    second = rewriter.node(
        "Conv", [first.outputs[0], mix, *node.inputs[2:3]], (node,), {"kernel_shape": (1, 1)}
    )
    rewriter.insert_before(node, first, second)
    rewriter.take_over(node, second)
    second.name = name


def nearest_separable(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Depthwise C×1×kh×kw and pointwise M×C×1×1 with the least squared error to M×C×kh×kw."""
    outputs, inputs, height, width = weights.shape
    matrices = weights.transpose(1, 0, 2, 3).reshape(inputs, outputs, height * width)
    left, size, right = np.linalg.svd(matrices.astype(np.float64), full_matrices=False)
    root = np.sqrt(size[:, 0])[:, None]
    pointwise = (left[:, :, 0] * root).T.reshape(outputs, inputs, 1, 1)
    depthwise = (right[:, 0, :] * root).reshape(inputs, 1, height, width)
    return depthwise.astype(weights.dtype), pointwise.astype(weights.dtype)


SEPARABLE = LintRule(
    "separable",
    "A dense convolution with a window may be a depthwise and a 1×1 convolution.",
    find_separable,
    separate,
)
