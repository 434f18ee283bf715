"""Pools that stand alone in a group: the largest of each window, by vectors over channels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import onnx_ir as ir

from compiler_core.graph.emission.facts import (
    attribute,
    is_channels_last,
    needed,
    shape_of,
    type_of,
)
from compiler_core.graph.emission.windows import window_of
from compiler_core.graph.kernels.row_pooling import LOWEST, PoolShape, max_pool_kernel
from compiler_core.graph.records import ElementType, FusedGroup, KernelText
from compiler_core.graph.selection.records import DENSE_STEPS, Steps

NO_STEPS: Mapping[str, Steps] = {}


def pool_shape(node: ir.Node) -> PoolShape | None:
    """The windows of a MaxPool on one picture; None where the kernel does not take them."""
    given, made = shape_of(needed(node, 0)), shape_of(node.outputs[0])
    kind = type_of(needed(node, 0)).numpy
    window = window_of(node, tuple(attribute(node, "kernel_shape", [])))
    if kind not in LOWEST or given[0] != 1 or window.rank != 2 or set(window.dilations) != {1}:
        return None
    element: ElementType = "int8" if kind == "int8" else "float32"
    return PoolShape(
        channels=given[3],
        width_in=given[2],
        width_out=made[2],
        kernel=(window.kernel[0], window.kernel[1]),
        strides=(window.strides[0], window.strides[1]),
        left=window.before[1],
        element_type=element,
        top=window.before[0],
        height_in=given[1],
    )


def pool_kernels(
    model: ir.Model,
    groups: Sequence[FusedGroup],
    names: Mapping[str, str],
    steps: Mapping[str, Steps] = NO_STEPS,
) -> dict[str, KernelText]:
    """Kernels of the groups that are one MaxPool with channels last, by group name.

    names: the C name of each group's function. steps: of groups whose input or output lies inside
    a larger tensor, by group name.
    """
    nodes = {node.name or "": node for node in model.graph}
    kernels: dict[str, KernelText] = {}
    for group in groups:
        node = nodes[group.nodes[0]]
        if len(group.nodes) != 1 or not _stands_alone(node):
            continue
        shape = pool_shape(node)
        if shape is not None:
            taken = steps.get(group.name, DENSE_STEPS)
            shape = replace(shape, input_step=taken.input, output_step=taken.output)
            rows = shape_of(node.outputs[0])[1]
            kernel = max_pool_kernel(names[group.name], shape, rows)
            kernels[group.name] = replace(kernel, reads=(needed(node, 0).name or "",))
    return kernels


def _stands_alone(node: ir.Node) -> bool:
    """With its values alone: where the largest stood is a second result."""
    return node.op_type == "MaxPool" and is_channels_last(node) and len(node.outputs) == 1
