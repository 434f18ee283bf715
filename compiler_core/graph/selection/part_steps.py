"""Which chosen kernels can read or write a tensor inside a larger one, and with which steps.

The kernels with channels last walk over positions, each so many channels from the next. Where a
tensor is a slice of the channels of a larger one, the same kernel walks in larger steps. Generic
kernels take any tensor; what reads whole rows or lies channel by channel takes none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod

import onnx_ir as ir

from compiler_core.graph.emission.facts import shape_of
from compiler_core.graph.planning.parts import lies_in_one_piece
from compiler_core.graph.records import FusedGroup, KernelText, MemoryPlan
from compiler_core.graph.selection.records import Layer, Steps

_POOL = "max-pool"


@dataclass(frozen=True, slots=True)
class PartSteps:
    """The kernels chosen for groups, and the layers among them, both by group name."""

    model: ir.Model
    groups: tuple[FusedGroup, ...]
    kernels: Mapping[str, KernelText]
    layers: Mapping[str, Layer]

    def refusals(self) -> Callable[[ir.Value, tuple[int, ...]], str]:
        """Why a value cannot lie with the steps of a tensor of that shape; "" where it can."""
        touching: dict[str, list[FusedGroup]] = {}
        for group in self.groups:
            if group.name in self.kernels:
                for name in dict.fromkeys((*group.inputs, *group.outputs)):
                    touching.setdefault(name, []).append(group)

        def refuses(value: ir.Value, shape: tuple[int, ...]) -> str:
            reasons = (
                self._against(group, value, shape) for group in touching.get(value.name or "", ())
            )
            return next((reason for reason in reasons if reason), "")

        return refuses

    def _against(self, group: FusedGroup, value: ir.Value, shape: tuple[int, ...]) -> str:
        kernel, name = self.kernels[group.name], value.name or ""
        layer = self.layers.get(group.name)
        if kernel.tactic != _POOL and (layer is None or layer.shape.layout != "NHWC"):
            return f"the kernel of {group.name} ({kernel.tactic}) reads and writes whole rows"
        if positions_step(shape_of(value), shape) is None:
            return f"the kernel of {group.name} takes equal steps over channels only"
        if layer is None:
            return ""
        tensors = [step.name for step in layer.epilogue if step.operand == "tensor"]
        if name in tensors:
            return f"the kernel of {group.name} adds it element by element to its own result"
        if name in group.outputs and tensors:
            return f"the kernel of {group.name} adds a tensor that has no such steps"
        return _against_shape(group, layer, value)

    def steps(self, plan: MemoryPlan) -> dict[str, Steps]:
        """Of the groups with a chosen kernel whose input or output the plan puts inside another."""
        values = {value.name: value for node in self.model.graph for value in node.outputs}
        values |= {value.name: value for value in self.model.graph.inputs}
        pitches: dict[str, int] = {}
        for entry in plan.placed:
            if entry.buffer.inside:
                shape = shape_of(values[entry.buffer.name])
                whole = shape_of(values[entry.buffer.inside])
                if not lies_in_one_piece(shape, whole):
                    pitches[entry.buffer.name] = positions_step(shape, whole) or 0
        made = {
            group.name: Steps(
                next((pitches[name] for name in group.inputs if name in pitches), 0),
                next((pitches[name] for name in group.outputs if name in pitches), 0),
            )
            for group in self.groups
            if group.name in self.kernels
        }
        return {name: steps for name, steps in made.items() if steps != Steps()}


def positions_step(shape: Sequence[int], whole: Sequence[int]) -> int | None:
    """Elements from position to position of a tensor inside one of the other shape, channels last;
    None where they are not all equally far apart."""
    return whole[-1] if tuple(shape[1:-1]) == tuple(whole[1:-1]) else None


def _against_shape(group: FusedGroup, layer: Layer, value: ir.Value) -> str:
    """A kernel may see its tensors with other axes: the channels must be the last one's."""
    sizes, shape = shape_of(value), layer.shape
    reads = value.name in group.inputs
    channels = shape.channels_in if reads else shape.channels_out
    positions = shape.height_in * shape.width_in if reads else shape.height_out * shape.width_out
    if sizes[-1] != channels or prod(sizes) != shape.batch * positions * channels:
        return f"the kernel of {group.name} sees it with other axes"
    return ""
