"""The planners by name, and the plan one of them gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import onnx_ir as ir

from compiler_core.errors import InputError, UnknownName
from compiler_core.graph.planning.best_fit import best_fit_by_time
from compiler_core.graph.planning.blocks import BufferBlock, blocks_of, lower_bound
from compiler_core.graph.planning.exact import exact
from compiler_core.graph.planning.greedy_by_size import greedy_by_size
from compiler_core.graph.planning.hill_climb import hill_climb
from compiler_core.graph.planning.in_place import in_place_of
from compiler_core.graph.planning.naive import naive
from compiler_core.graph.planning.parts import Refuses, any_steps, parts_of
from compiler_core.graph.planning.worthwhile import Activations, worthwhile_parts
from compiler_core.graph.records import Buffer, FusedGroup, MemoryPlan, PlacedBuffer
from compiler_core.graph.sizes import is_constant, sizes_of

# A cache line: no load of a vector register then crosses one, whatever its width.
ALIGNMENT = 64


DEFAULT_METHOD = "hill-climb"


@dataclass(frozen=True, slots=True)
class Planner:
    """A way to give offsets. idea: one sentence for students."""

    name: str
    idea: str
    place: Callable[[tuple[BufferBlock, ...], int], dict[BufferBlock, int]]


PLANNERS: tuple[Planner, ...] = (
    Planner(
        "greedy-by-size",
        "Place the largest tensors first, each into the tightest gap.",
        greedy_by_size,
    ),
    Planner(
        "hill-climb",
        "Start from the greedy plan and try other orders until the lower bound is met.",
        hill_climb,
    ),
    Planner(
        "best-fit-by-time",
        "Place tensors in the order of execution, each into the tightest gap.",
        best_fit_by_time,
    ),
    Planner("exact", "Search all plans of a small graph for the smallest arena.", exact),
    Planner("naive", "Give every tensor a place of its own.", naive),
)


def plan_memory(
    buffers: tuple[Buffer, ...], method: str = DEFAULT_METHOD, alignment: int = ALIGNMENT
) -> MemoryPlan:
    """Offsets for all buffers, each a multiple of `alignment` bytes.

    Raises UnknownName for a method that is not in PLANNERS, InputError for an alignment below one
    and when the exact planner gets more than it can search.
    """
    if alignment < 1:
        raise InputError(f"An alignment of {alignment} bytes makes no sense.", "Take 64.")
    blocks = blocks_of(buffers)
    offsets = planner_of(method).place(blocks, alignment)
    by_name = {name: offset for block, offset in offsets.items() for name in block.members}
    placed = tuple(
        PlacedBuffer(buffer, by_name[buffer.name] + buffer.inside_at) for buffer in buffers
    )
    return MemoryPlan(
        method=method,
        placed=placed,
        arena_bytes=max((entry.offset + entry.buffer.bytes for entry in placed), default=0),
        lower_bound=lower_bound(blocks),
        without_reuse=sum(buffer.bytes for buffer in buffers),
    )


def planner_of(method: str) -> Planner:
    """The planner of this name. Raises UnknownName."""
    for planner in PLANNERS:
        if planner.name == method:
            return planner
    known = ", ".join(planner.name for planner in PLANNERS)
    raise UnknownName(f"There is no planner {method!r}.", f"Known: {known}.")


def plan_model(
    model: ir.Model,
    groups: tuple[FusedGroup, ...],
    method: str = DEFAULT_METHOD,
    alignment: int = ALIGNMENT,
    scratch: Mapping[str, int] | None = None,
    refuses: Refuses = any_steps,
) -> MemoryPlan:
    """The plan of a model's activations when the groups run in the order given, in place where
    that is legal, parts of Concats and Splits inside the whole where that needs no more memory.

    refuses: why a kernel cannot step through a part, "" where it can; every generic kernel can.
    Raises InputError for values without a static shape.
    """
    activations = Activations(
        model=model,
        groups=groups,
        sizes=sizes_of(model),
        inputs=tuple(str(value.name) for value in model.graph.inputs if not is_constant(value)),
        outputs=tuple(str(value.name) for value in model.graph.outputs),
        in_place=in_place_of(model, groups),
        scratch=scratch or {},
    )
    parts = worthwhile_parts(activations, parts_of(model, groups, refuses))
    plan = plan_memory(activations.buffers(parts), method, alignment)
    return replace(plan, parts=parts)
