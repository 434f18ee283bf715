"""What a mapping takes for granted, in sentences with the numbers that were used."""

from __future__ import annotations

from compiler_core.amounts import time_text
from compiler_core.soc.description import Precision, SocDescription
from compiler_core.soc.mapping.costing import Costing
from compiler_core.soc.mapping.hand_over import HandOver
from compiler_core.soc.mapping.kernel_costs import INSTRUCTION_PICOJOULES, UnitCosts
from compiler_core.soc.mapping.problem import NO_HOST
from compiler_core.soc.mapping.units import CandidateUnit
from compiler_core.soc.networks.array_use import ArrayShape


def assumptions_of(
    soc: SocDescription, costs: Costing, way: HandOver, precision: Precision
) -> tuple[str, ...]:
    """Those that bear on this chip at this precision."""
    pairs = zip(costs.candidates, costs.columns, strict=True)
    share = costs.columns[0].constants.bandwidth_share
    return (
        "Kernels run one after another, in the order of the fused graph; nothing overlaps.",
        f"{share:.0%} of the main memory's bandwidth is reached. Caches are not modelled: kernels "
        "of a CPU or GPU read and write main memory.",
        *(line for option, column in pairs for line in _of_unit(soc, option, column, precision)),
        *_left_out(soc, costs, precision),
        *_of_moves(soc, costs, way),
        *_of_energy(costs),
    )


def _of_unit(
    soc: SocDescription, candidate: CandidateUnit, column: UnitCosts, precision: Precision
) -> list[str]:
    title, constants = candidate.unit.title, column.constants
    start = constants.inference_seconds
    starts = f", each start {time_text(start)}" if start else ""
    lines = [
        f"{title}: compute reaches {constants.efficiency:.0%} of what {_filled(column.fills)}; "
        f"each kernel costs {time_text(constants.kernel_seconds)} beside its work{starts}."
    ]
    if candidate.is_rate_assumed:
        lines.append(f"{title}: no document gives a rate; one vector of products a cycle is taken.")
    elif candidate.computes_at != precision:
        lines.append(
            f"{title}: no rate is given at {precision}; it converts what it reads and computes at "
            f"{candidate.computes_at}."
        )
    return [*lines, *_of_cores(soc, candidate), *_of_operators(soc, candidate)]


def _of_cores(soc: SocDescription, candidate: CandidateUnit) -> list[str]:
    cores = candidate.unit.cores.value
    if candidate.unit.name != soc.network_unit or soc.network_cores in (None, cores):
        return []
    return [f"{candidate.unit.title}: {soc.network_cores} of its {cores:g} cores runs the network."]


def _filled(shape: ArrayShape) -> str:
    size = f"{shape.rows} input by {shape.columns} output channels"
    if shape.basis == "vector":
        return f"shapes fill of a vector, {size}"
    if shape.basis == "none":
        return "its threads could"
    assumed = " (assumed)" if shape.basis == "assumed" else ""
    return f"shapes fill of the array, {size}{assumed}"


def _of_operators(soc: SocDescription, candidate: CandidateUnit) -> list[str]:
    unit = candidate.unit
    if unit.operators:
        listed = soc.sources[unit.operators_source].title
        return [f"{unit.title}: the operators it runs are those that {listed} lists."]
    if unit.kind != "npu":
        return []
    return [f"{unit.title}: no document lists its operators; the usual ones are taken."]


def _left_out(soc: SocDescription, costs: Costing, precision: Precision) -> list[str]:
    taken = {candidate.unit.name for candidate in costs.candidates}
    kinds = {candidate.unit.kind for candidate in costs.candidates}
    lines: list[str] = []
    for unit in soc.units:
        if unit.name not in taken:
            slower = unit.kind in kinds
            why = "a faster one is taken" if slower else f"its speed at {precision} is not known"
            lines.append(f"{unit.title} is left out: {why}.")
    return lines


def _of_moves(soc: SocDescription, costs: Costing, way: HandOver) -> list[str]:
    if len(costs.candidates) == 1:
        return []
    lines = [
        f"A hand-over waits {way.synchronisation_seconds * 1e6:g} µs; a CPU or GPU cleans its "
        f"caches at {way.flushed_bytes_per_second / 1e9:g} GB/s.",
        "A tensor is brought out of a unit once, and taken once by each other unit that reads it.",
    ]
    if way.link_bytes_per_second is None:
        lines += _of_memories(soc, costs)
    else:
        lines.append(
            "Each unit but the CPU has main memory of its own, behind a link of "
            f"{way.link_bytes_per_second / 1e9:g} GB/s."
        )
    if costs.host != NO_HOST:
        lines.append("Inputs lie with the CPU, and results go back to it.")
    return lines


def _of_memories(soc: SocDescription, costs: Costing) -> list[str]:
    """What the units share: one memory, or one that some of them reach over a link."""
    reached = {soc.memory_of(option.unit).title: option.unit.title for option in costs.candidates}
    if len(reached) == 1:
        return ["The units share main memory: nothing is copied there."]
    return [f"Tensors of others come to {unit} by this: {name}." for name, unit in reached.items()]


def _of_energy(costs: Costing) -> list[str]:
    if not costs.has_energies:
        return ["Energies are not known for this chip at this precision."]
    return [
        f"Energy: a vector instruction of a CPU or GPU costs {INSTRUCTION_PICOJOULES} pJ beside "
        "its arithmetic; waiting, caches and links are not counted."
    ]
