"""Values that must have one scale: the inputs and the output of a node that only moves data.

MaxPool, Reshape or Concat copy int8 integers as they are; that is right only if an integer means
the same before and after. Such values form a class. A class with a Concat takes the union of the
ranges of its outermost Concat results, which hold all other values; any other class takes the range
of the value computed first, of which the others are parts.
"""

from __future__ import annotations

import onnx_ir as ir

from compiler_core.graph.observing.records import Calibration, Range
from compiler_core.graph.quantisation.parameters import ActivationParameters, activation_parameters
from compiler_core.graph.quantisation.placement import Placement, data_inputs, name_of


def activation_scales(
    model: ir.Model, placement: Placement, calibration: Calibration, method: str
) -> dict[str, ActivationParameters]:
    """Scale and zero point of every int8 value. UnknownName when one was not calibrated."""
    parameters: dict[str, ActivationParameters] = {}
    for members, sources in _classes_with_sources(model, placement):
        shared = _shared(sources, {name: calibration.range_of(name, method) for name in sources})
        for name in members:
            parameters[name] = _of_member(name, sources, members, shared)
    return parameters


def scale_sources(model: ir.Model, placement: Placement) -> set[str]:
    """The values whose ranges decide the scales of all int8 values."""
    return {name for _, sources in _classes_with_sources(model, placement) for name in sources}


def scale_classes(model: ir.Model, placement: Placement) -> tuple[tuple[str, ...], ...]:
    """The int8 values in classes of one scale, each in order of computation."""
    values = [*model.graph.inputs, *(value for node in model.graph for value in node.outputs)]
    parent = {name_of(value): name_of(value) for value in values if value.name in placement.int8}
    for node in model.graph:
        if placement.roles.get(name_of(node)) != "move":
            continue
        stored = [end for end in (*node.outputs, *data_inputs(node, "move")) if end.name in parent]
        if not any(output in stored for output in node.outputs):
            continue
        for value in stored[1:]:
            parent[_root(parent, name_of(value))] = _root(parent, name_of(stored[0]))
    classes: dict[str, list[str]] = {}
    for name in parent:
        classes.setdefault(_root(parent, name), []).append(name)
    return tuple(tuple(members) for members in classes.values())


def _root(parent: dict[str, str], name: str) -> str:
    while parent[name] != name:
        name = parent[name]
    return name


def _classes_with_sources(
    model: ir.Model, placement: Placement
) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Each class, and those of its members whose ranges decide."""
    concatenations = {
        name_of(node.outputs[0]): node for node in model.graph if node.op_type == "Concat"
    }
    return [
        (members, _outermost(members, concatenations) or members[:1])
        for members in scale_classes(model, placement)
    ]


def _outermost(members: tuple[str, ...], concatenations: dict[str, ir.Node]) -> tuple[str, ...]:
    joined = [name for name in members if name in concatenations]
    inner = {
        each.name for name in joined for each in concatenations[name].inputs if each is not None
    }
    return tuple(name for name in joined if name not in inner)


def _shared(sources: tuple[str, ...], ranges: dict[str, Range]) -> ActivationParameters:
    low = min(bounds.low for bounds in ranges.values())
    high = max(limits.high for limits in ranges.values())
    return activation_parameters(low, high, ranges[sources[0]].reason)


def _of_member(
    name: str, sources: tuple[str, ...], members: tuple[str, ...], shared: ActivationParameters
) -> ActivationParameters:
    if name in sources:
        reason = f"range of {name}: {shared.reason}"
        if len(members) > 1:
            reason += f"; shared with {len(members) - 1} values that are moved without computing"
    else:
        reason = f"the scale of {sources[0]}: its integers are copied, not computed"
    return ActivationParameters(shared.scale, shared.zero_point, shared.low, shared.high, reason)
