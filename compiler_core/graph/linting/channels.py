"""Channels that do not fill the array: the last group of lanes works for nothing.

The remedy adds channels of zero weights to a convolution and to the convolution that reads it:
zeros times zeros add nothing, so the outputs stay. It shows what the model would cost with the
channels its author could have used.
"""

from __future__ import annotations

import numpy as np
import onnx_ir as ir

from compiler_core.graph.linting.finding import Lanes, LintFinding, LintRule
from compiler_core.graph.passes.linear_operators import read_only_by
from compiler_core.graph.rewriting import (
    Rewriter,
    array_of,
    integer_of,
    is_operator,
    name_of,
    only_reader,
)

# Between the two convolutions, what keeps a channel of zeros one of zeros, by itself.
_KEEPS_ZEROS = ("Relu", "MaxPool", "AveragePool", "LeakyRelu", "Tanh", "Abs", "Neg")


def find_channels(model: ir.Model, lanes: Lanes) -> tuple[LintFinding, ...]:
    findings = []
    for node in model.graph:
        channels = _channels(node)
        if channels and channels % lanes.channels:
            findings.append(_finding(node, channels, lanes))
    return tuple(findings)


def _channels(node: ir.Node) -> int:
    """Output channels of a dense convolution with constant weights, 0 for anything else."""
    weights = array_of(node.inputs[1]) if is_operator(node, "Conv") else None
    return weights.shape[0] if weights is not None and integer_of(node, "group", 1) == 1 else 0


def padded(channels: int, lanes: Lanes) -> int:
    """The next multiple of the lanes."""
    return -(-channels // lanes.channels) * lanes.channels


def _finding(node: ir.Node, channels: int, lanes: Lanes) -> LintFinding:
    full = padded(channels, lanes)
    sentence = (
        f"{channels} output channels on {lanes.channels} lanes: {full - channels} of {full} lanes "
        f"do nothing, {100 * (full - channels) / full:.0f} % of the work of {name_of(node)}."
    )
    has_remedy = _following(node) is not None
    return LintFinding(
        rule="channels",
        node=name_of(node),
        sentence=sentence,
        remedy="channels" if has_remedy else "",
        remedy_title=f"Use {full} channels",
        same_outputs=True,
    )


def _following(node: ir.Node) -> tuple[ir.Node, list[ir.Node]] | None:
    """The convolution that alone reads the result, and the nodes between."""
    between: list[ir.Node] = []
    reader = only_reader(node.outputs[0])
    while reader is not None and is_operator(reader, *_KEEPS_ZEROS) and len(reader.outputs) == 1:
        between.append(reader)
        reader = only_reader(reader.outputs[0])
    if reader is None or not is_operator(reader, "Conv") or not _channels(reader):
        return None
    last = between[-1] if between else node
    return (reader, between) if read_only_by(last, reader) else None


def widen(model: ir.Model, node: ir.Node, lanes: Lanes) -> None:
    """Add channels of zeros, and inputs of zeros to the convolution behind."""
    following = _following(node)
    if following is None:
        return
    reader, _ = following
    rewriter = Rewriter(model)
    extra = padded(_channels(node), lanes) - _channels(node)
    _grow(rewriter, node, 1, 0, extra)
    if len(node.inputs) > 2 and node.inputs[2] is not None:
        _grow(rewriter, node, 2, 0, extra)
    _grow(rewriter, reader, 1, 1, extra)


def _grow(rewriter: Rewriter, node: ir.Node, index: int, axis: int, extra: int) -> None:
    array = array_of(node.inputs[index])
    if array is None:
        return
    pads = [(0, extra if at == axis else 0) for at in range(array.ndim)]
    constant = rewriter.constant(np.pad(array, pads), f"{name_of(node)}_wide")
    node.replace_input_with(index, constant)


CHANNELS = LintRule(
    "channels", "Channels should be a multiple of the array's lanes.", find_channels, widen
)
