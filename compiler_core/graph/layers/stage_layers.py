"""Layers of a model as a compilation has it at one stage: each node alone, or its fused groups.

A layer has one product. A group that computes two of them in one kernel becomes two layers, with
the tensor between them counted as if it went through memory.
"""

from __future__ import annotations

from collections.abc import Iterator

import onnx_ir as ir

from compiler_core.graph.fusion.groups import group_of
from compiler_core.graph.fusion.kinds import OperatorKind, kind_of
from compiler_core.graph.layers.layer import Layer
from compiler_core.graph.layers.model_layers import model_layers
from compiler_core.graph.records import FusedGroup


def layers_alone(model: ir.Model) -> tuple[Layer, ...]:
    """Of each node as a kernel of its own. Shapes are static."""
    return model_layers(model, tuple(group_of((node,), "") for node in model.graph))


def layers_of_groups(model: ir.Model, groups: tuple[FusedGroup, ...]) -> tuple[Layer, ...]:
    """Of fused groups, in their order. Shapes are static."""
    nodes = {str(node.name): node for node in model.graph}
    parts = (part for group in groups for part in _parts(group, nodes))
    return model_layers(model, tuple(parts))


def _parts(group: FusedGroup, nodes: dict[str, ir.Node]) -> Iterator[FusedGroup]:
    """The group; where it has more than one product, one part for each."""
    members = [nodes[name] for name in group.nodes]
    places = [at for at, node in enumerate(members) if kind_of(node) is OperatorKind.COMPLEX]
    if len(places) < 2:
        yield group
        return
    for start, end in zip([0, *places[1:]], [*places[1:], len(members)], strict=True):
        yield group_of(members[start:end], group.rule)
