"""From a graph and a chip to the numbers of the partition problem: times, and energies."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from compiler_core.soc.description import Precision, SocDescription
from compiler_core.soc.mapping.graph import FROM_OUTSIDE, GraphTensor, KernelGraph
from compiler_core.soc.mapping.hand_over import HandOver, MovingCost, UnitSide, arriving, leaving
from compiler_core.soc.mapping.kernel_costs import KernelOnUnit, UnitCosts, unit_costs
from compiler_core.soc.mapping.operators import lacking
from compiler_core.soc.mapping.problem import NO_HOST, Problem
from compiler_core.soc.mapping.units import CandidateUnit, candidate_units
from compiler_core.soc.networks.traffic import ELEMENT_BYTES


@dataclass(frozen=True, slots=True, kw_only=True)
class Costing:
    """Everything that has a cost. kernels[kernel][unit], lacking[kernel][unit]: operators.
    leaving[tensor][unit], arriving[tensor][unit]."""

    graph: KernelGraph
    """The network's kernels and the tensors between them."""
    candidates: tuple[CandidateUnit, ...]
    """Units with a known speed, by whose place all the tables go."""
    host: int
    """Number of the CPU among the candidates, NO_HOST without one."""
    sizes: tuple[float, ...]
    """Bytes of each tensor of the graph."""
    kernels: tuple[tuple[KernelOnUnit, ...], ...]
    """Cost of each kernel on each unit: `kernels[kernel][unit]`."""
    lacking: tuple[tuple[tuple[str, ...], ...], ...]
    """Operators of a kernel that a unit does not run: `lacking[kernel][unit]`, mostly empty."""
    columns: tuple[UnitCosts, ...]
    """Costs of all kernels by unit, with the unit's bandwidth."""
    leaving: tuple[tuple[MovingCost, ...], ...]
    """Of bringing a tensor out of the unit that made it: `leaving[tensor][unit]`."""
    arriving: tuple[tuple[MovingCost, ...], ...]
    """Of taking a tensor on another unit: `arriving[tensor][unit]`."""
    picojoules: float | None
    """Of a byte that moves between on-chip and main memory, None if not known."""

    @property
    def accelerator(self) -> int | None:
        """The number of the NPU."""
        kinds = [candidate.unit.kind for candidate in self.candidates]
        return kinds.index("npu") if "npu" in kinds else None

    @property
    def has_energies(self) -> bool:
        """Whether every kernel's is known on every unit, and that of moving a byte."""
        costs = (cost for kernel in self.kernels for cost in kernel)
        return self.picojoules is not None and all(cost.energy_joules is not None for cost in costs)


def costing(
    graph: KernelGraph, soc: SocDescription, precision: Precision, way: HandOver
) -> Costing:
    """Raises InputError if no unit's speed is known. The network must fit in main memory."""
    candidates = candidate_units(soc, precision)
    columns = tuple(unit_costs(soc, candidate, graph.layers, precision) for candidate in candidates)
    kernels = tuple(zip(*(column.kernels for column in columns), strict=True))
    kinds = [candidate.unit.kind for candidate in candidates]
    host = kinds.index("cpu") if "cpu" in kinds else NO_HOST
    sides = tuple(
        UnitSide(candidate.unit.kind, column.bytes_per_second, number == host)
        for number, (candidate, column) in enumerate(zip(candidates, columns, strict=True))
    )
    sizes = tuple(ELEMENT_BYTES[precision] * tensor.elements for tensor in graph.tensors)
    pairs = tuple(zip(graph.tensors, sizes, strict=True))
    return Costing(
        graph=graph,
        candidates=candidates,
        host=host,
        sizes=sizes,
        kernels=kernels,
        lacking=tuple(
            tuple(lacking(option.unit, kernel) for option in candidates) for kernel in graph.kernels
        ),
        columns=columns,
        leaving=tuple(_leaving(tensor, size, sides, kernels, way) for tensor, size in pairs),
        arriving=tuple(_arriving(tensor, size, sides, kernels, way) for tensor, size in pairs),
        picojoules=_picojoules(soc),
    )


def _leaving(
    tensor: GraphTensor,
    size: float,
    sides: tuple[UnitSide, ...],
    kernels: tuple[tuple[KernelOnUnit, ...], ...],
    way: HandOver,
) -> tuple[MovingCost, ...]:
    """Written out where the kernel that makes it keeps it on the chip."""
    made = kernels[tensor.producer] if tensor.producer != FROM_OUTSIDE else None
    return tuple(
        leaving(size, side, size if made and made[unit].keeps_tensors else 0.0, way)
        for unit, side in enumerate(sides)
    )


def _arriving(
    tensor: GraphTensor,
    size: float,
    sides: tuple[UnitSide, ...],
    kernels: tuple[tuple[KernelOnUnit, ...], ...],
    way: HandOver,
) -> tuple[MovingCost, ...]:
    """Filled in where a kernel that reads it counts on it being on the chip."""
    return tuple(
        arriving(
            size,
            side,
            size if any(kernels[user][unit].keeps_tensors for user in tensor.consumers) else 0.0,
            way,
        )
        for unit, side in enumerate(sides)
    )


def _picojoules(soc: SocDescription) -> float | None:
    sram = next((ram.energy_pj_per_byte for ram in soc.memories if ram.kind == "sram"), None)
    outside = soc.main_memory.energy_pj_per_byte
    return sram.value + outside.value if sram and outside else None


def time_problem(costs: Costing) -> Problem:
    """Seconds."""
    return _problem(
        costs,
        tuple(tuple(cost.seconds for cost in kernel) for kernel in costs.kernels),
        tuple(column.constants.inference_seconds for column in costs.columns),
        tuple(tuple(move.seconds for move in tensor) for tensor in costs.leaving),
        tuple(tuple(move.seconds for move in tensor) for tensor in costs.arriving),
    )


def energy_problem(costs: Costing) -> Problem:
    """Joules, for chips whose energies are known. Waiting is not counted, nor are starts."""
    each = (costs.picojoules or 0.0) * 1e-12
    return _problem(
        costs,
        tuple(tuple(cost.energy_joules or 0.0 for cost in kernel) for kernel in costs.kernels),
        tuple(0.0 for _ in costs.candidates),
        tuple(tuple(each * move.memory_bytes for move in tensor) for tensor in costs.leaving),
        tuple(tuple(each * move.memory_bytes for move in tensor) for tensor in costs.arriving),
    )


def _problem(
    costs: Costing,
    kernels: tuple[tuple[float, ...], ...],
    starts: tuple[float, ...],
    leave: tuple[tuple[float, ...], ...],
    arrive: tuple[tuple[float, ...], ...],
) -> Problem:
    """With every operator supported everywhere; `as_supported` takes away what is not."""
    tensors = costs.graph.tensors
    return Problem(
        kernels=kernels,
        starts=starts,
        leaving=leave,
        arriving=arrive,
        producers=tuple(tensor.producer for tensor in tensors),
        consumers=tuple(tensor.consumers for tensor in tensors),
        results=tuple(tensor.is_result for tensor in tensors),
        host=costs.host,
    )


def as_supported(costs: Costing, problem: Problem) -> Problem:
    """The problem with the kernels off the units that lack one of their operators."""
    kernels = tuple(
        tuple(inf if missing else cost for cost, missing in zip(row, lacks, strict=True))
        for row, lacks in zip(problem.kernels, costs.lacking, strict=True)
    )
    return replace(problem, kernels=kernels)
