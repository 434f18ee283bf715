"""From one element back through the graph: its region in every tensor."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import onnx_ir as ir

from compiler_core.graph.quantisation.reference import Values
from compiler_core.graph.slicing.regions import region_of
from compiler_core.graph.slicing.step import BackwardStep, Mask
from compiler_core.graph.slicing.titles import node_name


@dataclass(frozen=True, slots=True)
class GraphRegion:
    """masks: of every tensor of which anything is needed, weights among them. nodes: those that
    compute any of it, in the graph's order. opaque: nodes that read everything, each with the
    reason."""

    masks: dict[str, Mask]
    nodes: tuple[ir.Node, ...]
    opaque: tuple[tuple[str, str], ...]


def region_behind(
    model: ir.Model, values: Values, tensor: str, index: tuple[int, ...]
) -> GraphRegion:
    """values: of every tensor in this run."""
    masks: dict[str, Mask] = {tensor: np.zeros(values[tensor].shape, bool)}
    masks[tensor][index] = True
    nodes: list[ir.Node] = []
    opaque: list[tuple[str, str]] = []
    for node in reversed(list(model.graph)):
        wanted = [masks.get(value.name or "") for value in node.outputs]
        if not any(mask is not None and mask.any() for mask in wanted):
            continue
        operands = [None if value is None else values[value.name or ""] for value in node.inputs]
        region = region_of(BackwardStep(model, node, operands, wanted))
        nodes.append(node)
        if region.opaque:
            opaque.append((node_name(model, node), region.opaque))
        for value, mask in zip(node.inputs, region.operands, strict=True):
            if value is not None and mask is not None:
                _add(masks, value.name or "", mask)
    nonempty = {name: mask for name, mask in masks.items() if mask.any()}
    return GraphRegion(nonempty, tuple(reversed(nodes)), tuple(reversed(opaque)))


def _add(masks: dict[str, Mask], name: str, mask: Mask) -> None:
    known = masks.get(name)
    masks[name] = np.asarray(mask if known is None else known | mask)
