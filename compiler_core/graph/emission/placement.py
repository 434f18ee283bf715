"""Where every tensor of a program lies in its arena."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import onnx_ir as ir

from compiler_core.graph.emission.facts import bytes_of, constant_of, shape_of
from compiler_core.graph.emission.layout import MemoryLayout
from compiler_core.graph.planning.liveness import scratch_name
from compiler_core.graph.planning.parts import lies_in_one_piece
from compiler_core.graph.records import FusedGroup, MemoryPlan

ALIGNMENT = 64


@dataclass(frozen=True, slots=True)
class Placement:
    """offsets: in bytes, by value name. planned: bytes of the plan, the front of the arena.

    layout: the same offsets, with the steps of values that lie inside others.
    """

    offsets: Mapping[str, int]
    layout: MemoryLayout
    scratch: Mapping[str, int]
    arena_bytes: int
    planned: int


def place(
    model: ir.Model,
    groups: Sequence[FusedGroup],
    plan: MemoryPlan | None,
    scratch_bytes: Mapping[str, int],
) -> Placement:
    """The plan's offsets; what it leaves out gets room of its own behind it.

    scratch_bytes: by group name.
    """
    offsets = {} if plan is None else {entry.buffer.name: entry.offset for entry in plan.placed}
    planned = 0 if plan is None else plan.arena_bytes
    end = _aligned(planned)
    for value in _runtime_values(model, groups):
        if value.name and value.name not in offsets:
            offsets[value.name] = end
            end += _aligned(max(bytes_of(value), 1))
    scratch = {
        group.name: offsets.get(scratch_name(group), end)
        for group in groups
        if scratch_bytes.get(group.name)
    }
    unplanned = [scratch_bytes[name] for name, offset in scratch.items() if offset == end]
    total = end + _aligned(max(unplanned, default=0))
    layout = MemoryLayout(offsets, {} if plan is None else _steps(model, plan))
    return Placement(offsets, layout, scratch, max(total, ALIGNMENT), planned)


def _aligned(size: int) -> int:
    return -(-size // ALIGNMENT) * ALIGNMENT


def _steps(model: ir.Model, plan: MemoryPlan) -> dict[str, tuple[int, ...]]:
    """Of the values inside others that are no piece of their own."""
    values = {value.name: value for node in model.graph for value in node.outputs}
    values |= {value.name: value for value in model.graph.inputs}
    strides: dict[str, tuple[int, ...]] = {}
    for entry in plan.placed:
        if entry.buffer.inside:
            shape = shape_of(values[entry.buffer.name])
            steps = shape_of(values[entry.buffer.inside])
            if not lies_in_one_piece(shape, steps):
                strides[entry.buffer.name] = steps
    return strides


def _runtime_values(model: ir.Model, groups: Sequence[FusedGroup]) -> list[ir.Value]:
    """Values that lie in memory between kernels: inputs, and outputs of groups."""
    by_name = {value.name: value for node in model.graph for value in node.outputs if value.name}
    outputs = [by_name[name] for group in groups for name in group.outputs if name in by_name]
    inputs = [value for value in model.graph.inputs if constant_of(value) is None]
    return list(dict.fromkeys((*inputs, *outputs)))


def overlapping(
    placement: Placement, reads: Sequence[ir.Value], writes: Sequence[ir.Value]
) -> frozenset[ir.Value]:
    """Values that a kernel reads where it writes others, and those others."""
    aliased = set[ir.Value]()
    for value in reads:
        for result in writes:
            if _meet(placement, value, result):
                aliased |= {value, result}
    return frozenset(aliased)


def _meet(placement: Placement, first: ir.Value, second: ir.Value) -> bool:
    starts = [placement.offsets[value.name or ""] for value in (first, second)]
    spans = (placement.layout.span_of(first), placement.layout.span_of(second))
    ends = [start + span for start, span in zip(starts, spans, strict=True)]
    return starts[0] < ends[1] and starts[1] < ends[0]
