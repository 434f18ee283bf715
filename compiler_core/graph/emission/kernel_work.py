"""What a kernel computes and moves, for the manifest: so much a chip has to do for it.

A multiply-accumulate is two operations; a node without products makes one for each element that it
reads at run time. Each input and constant is read once, each output written once.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import onnx_ir as ir

from compiler_core.graph.emission.facts import bytes_of, constant_of, shape_of
from compiler_core.graph.fusion.convolution_facts import CONVOLUTIONS, window_facts

_OPERATIONS_OF_MAC = 2
_TRANSPOSED = "ConvTranspose"
_DENSE = ("Gemm", "MatMul", "MatMulInteger", "QLinearMatMul")


def kernel_operations(nodes: Sequence[ir.Node]) -> int:
    """Of all nodes of the kernel."""
    return sum(map(_operations, nodes))


def kernel_bytes(nodes: Sequence[ir.Node], outputs: Sequence[ir.Value]) -> int:
    """What crosses the kernel's border, constants included. outputs: what others read of it."""
    inside = {value for node in nodes for value in node.outputs}
    read = dict.fromkeys(value for node in nodes for value in node.inputs if value is not None)
    moved = [*(value for value in read if value not in inside), *outputs]
    return sum(_bytes(value) for value in moved)


def _operations(node: ir.Node) -> int:
    macs = _macs(node)
    if macs:
        return _OPERATIONS_OF_MAC * macs
    read = (value for value in node.inputs if value is not None and constant_of(value) is None)
    return sum(prod(shape_of(value)) for value in read)


def _macs(node: ir.Node) -> int:
    """Of a convolution or a dense product; 0 for anything else."""
    facts = window_facts(node)
    if facts is not None and facts.groups:
        each = facts.channels_in // facts.groups * prod(facts.kernel)
        return prod(shape_of(node.outputs[0])) * each
    if node.op_type in (*CONVOLUTIONS, _TRANSPOSED):
        return _macs_by_weights(node)
    left = node.inputs[0] if node.inputs else None
    if node.op_type not in _DENSE or left is None:
        return 0
    turned = "transA" in node.attributes and node.attributes["transA"].as_int() == 1
    shape = shape_of(left)
    return prod(shape_of(node.outputs[0])) * (shape[0] if turned else shape[-1])


def _macs_by_weights(node: ir.Node) -> int:
    """Each output meets the taps of its channel, or each input of a transposed one."""
    read, weights = node.inputs[0], node.inputs[1]
    if read is None or weights is None:
        return 0
    meets = read if node.op_type == _TRANSPOSED else node.outputs[0]
    window = shape_of(weights)
    return prod(shape_of(meets)) * prod(window[1:])


def _bytes(value: ir.Value) -> int:
    constant = constant_of(value)
    return bytes_of(value) if constant is None else constant.nbytes
