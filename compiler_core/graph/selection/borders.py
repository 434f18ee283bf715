"""Where a picture enters an int8 network: QuantizeLinear and the turn to channels last, at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import onnx_ir as ir

from compiler_core.graph.emission.facts import (
    attribute,
    constant_of,
    needed,
    operand,
    shape_of,
    type_of,
)
from compiler_core.graph.kernels.interleaving import (
    MOST_CHANNELS,
    PlanesShape,
    interleaving_kernel,
)
from compiler_core.graph.passes.nhwc_functions import TO_NHWC
from compiler_core.graph.records import FusedGroup, KernelText


def border_kernels(
    model: ir.Model, groups: Sequence[FusedGroup], names: Mapping[str, str]
) -> dict[str, KernelText]:
    """Kernels of the groups that are a QuantizeLinear and a Transpose of few planes, by group name.

    names: the C name of each group's function.
    """
    nodes = {node.name or "": node for node in model.graph}
    kernels: dict[str, KernelText] = {}
    for group in groups:
        members = [nodes[name] for name in group.nodes]
        shape = _planes(members)
        if shape is not None and len(group.outputs) == 1:
            kernel = interleaving_kernel(names[group.name], shape)
            kernels[group.name] = replace(kernel, reads=(needed(members[0], 0).name or "",))
    return kernels


def _planes(members: Sequence[ir.Node]) -> PlanesShape | None:
    """The planes that the group turns; None where the kernel does not do what it does."""
    if len(members) != 2 or members[1].inputs[0] is not members[0].outputs[0]:
        return None
    by_kind = {node.op_type: node for node in members}
    turn, quantise = by_kind.get("Transpose"), by_kind.get("QuantizeLinear")
    if turn is None or quantise is None or tuple(attribute(turn, "perm", ())) != TO_NHWC:
        return None
    data, scale = needed(members[0], 0), constant_of(needed(quantise, 1))
    sizes, zero = shape_of(data), constant_of(operand(quantise, 2))
    kinds = (type_of(data).numpy, type_of(quantise.outputs[0]).numpy)
    if kinds != ("float32", "int8") or scale is None or scale.size != 1 or zero is None:
        return None
    if zero.size != 1 or not 1 <= sizes[1] <= MOST_CHANNELS:
        return None
    point = int(zero.reshape(-1)[0])
    return PlanesShape(sizes[0], sizes[1], sizes[2] * sizes[3], float(scale.reshape(-1)[0]), point)
