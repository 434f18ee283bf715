"""`lowlab soc map`: which unit of a chip runs which kernel of a network."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, get_args

import typer

from command_line.options import AsJson
from command_line.soc_cnn import NetworkArgument, PrecisionOption, one_of
from command_line.soc_decode import SocOption

if TYPE_CHECKING:
    from compiler_core.soc.description import SocDescription
    from compiler_core.soc.mapping.graph import KernelGraph
    from compiler_core.soc.mapping.hand_over import HandOver
    from compiler_core.soc.mapping.records import FallbackPrice, Mapping, MappingTotals

_SHOWN = 12

ObjectiveOption = Annotated[str, typer.Option(help="What is least: time, or energy.")]
LinkGbpsOption = Annotated[
    float | None,
    typer.Option(help="Give units memories of their own, behind a link of so many GB/s."),
]
HandOverUsOption = Annotated[
    float | None, typer.Option(help="What a hand-over waits; else as the chip has it.")
]
WithoutOption = Annotated[
    list[str] | None, typer.Option(help="An operator that the NPU is not to run.")
]
AlsoOption = Annotated[
    list[str] | None, typer.Option(help="An operator that the NPU is to run too.")
]


def soc_map_command(
    model: NetworkArgument,
    soc: SocOption = "generic",
    precision: PrecisionOption = "int8",
    objective: ObjectiveOption = "time",
    link_gbps: LinkGbpsOption = None,
    hand_over_us: HandOverUsOption = None,
    without: WithoutOption = None,
    also: AlsoOption = None,
    as_json: AsJson = False,
) -> int:
    """Model the best way to share a network among CPU, GPU and NPU.

    Moving a tensor to another unit costs time; what the NPU does not run falls back.
    """
    from command_line.output import print_json, print_lines
    from compiler_core.json_form import plain_json
    from compiler_core.soc.description import Precision
    from compiler_core.soc.mapping.graph_reading import mapped_graph_of
    from compiler_core.soc.mapping.map_network import map_network
    from compiler_core.soc.mapping.records import Objective
    from compiler_core.soc.reading import soc_named

    graph = mapped_graph_of(model)
    chip = _changed(soc_named(soc), graph, also or [], without or [])
    wanted: Precision = one_of("precision", precision, get_args(Precision))
    least: Objective = one_of("objective", objective, get_args(Objective))
    way = _hand_over(chip, link_gbps, hand_over_us)
    mapping = map_network(graph, chip, wanted, least, way)
    if as_json:
        print_json(plain_json(mapping))
    else:
        print_lines(report_lines(chip.title, mapping))
    return 0


def _changed(
    chip: SocDescription, graph: KernelGraph, also: list[str], without: list[str]
) -> SocDescription:
    """The chip whose NPU runs these too, and not those. Raises UnknownName."""
    from compiler_core.soc.mapping.what_if import (
        check_operators,
        with_operators,
        without_operators,
    )

    check_operators((*also, *without), graph)
    chip = with_operators(chip, also) if also else chip
    return without_operators(chip, without) if without else chip


def _hand_over(chip: SocDescription, link_gbps: float | None, waits_us: float | None) -> HandOver:
    from compiler_core.soc.mapping.hand_over import usual_hand_over

    usual = usual_hand_over(chip)
    link = None if link_gbps is None else link_gbps * 1e9
    waits = usual.synchronisation_seconds if waits_us is None else waits_us / 1e6
    return replace(usual, link_bytes_per_second=link, synchronisation_seconds=waits)


def report_lines(title: str, plan: Mapping) -> list[str]:
    """The time, who does what, the other ways, the price of falling back, the longest moves."""
    from compiler_core.sizes import size_text

    if plan.totals is None:
        return [f"The network does not fit on {title}: it needs {size_text(plan.needed_bytes)}."]
    proven = "nothing is faster" if plan.objective == "time" else "nothing needs less energy"
    said = proven if plan.proven_optimal else "the search was cut short, so others may be better"
    return [
        f"{plan.totals.seconds * 1e3:.3f} ms on {title} at {plan.precision} (modelled); {said}.",
        *_unit_lines(plan),
        *plan.assumptions,
        "",
        *_alternative_lines(plan),
        *_at_once_lines(plan),
        *_price_lines(plan.fallback_price),
        *_transfer_lines(plan),
        *_kernel_lines(plan),
    ]


def _unit_lines(plan: Mapping) -> list[str]:
    from compiler_core.amounts import count

    return [
        f"{unit.title} ({unit.name}): {count(unit.kernels, 'kernel')}, "
        f"{unit.seconds * 1e6:,.1f} µs."
        for unit in plan.units
    ]


def _alternative_lines(plan: Mapping) -> list[str]:
    from command_line.output import columns

    rows = [(mapping.title, *_total_cells(mapping.totals)) for mapping in plan.alternatives]
    heading = ("assignment", "ms", "kernels", "moves", "starts", "moved", "crossings", "mJ")
    return columns([heading, *rows])


def _total_cells(totals: MappingTotals) -> tuple[str, ...]:
    parts = (totals.seconds, totals.kernel_seconds, totals.transfer_seconds, totals.start_seconds)
    joules = totals.energy_joules
    return (
        *(f"{part * 1e3:.3f}" for part in parts),
        str(totals.transfers),
        str(totals.crossings),
        "-" if joules is None else f"{joules * 1e3:.3f}",
    )


def _at_once_lines(plan: Mapping) -> list[str]:
    if plan.at_once is None or len(plan.units) == 1:
        return []
    at_once = plan.at_once
    return [
        "",
        f"If its units worked at the same time: {at_once.seconds * 1e3:.3f} ms (the longest "
        f"chain {at_once.chain_seconds * 1e3:.3f} ms, {at_once.busiest} works for "
        f"{at_once.busiest_seconds * 1e3:.3f} ms), each with all of main memory's bandwidth.",
    ]


def _price_lines(price: FallbackPrice | None) -> list[str]:
    if price is None:
        return []
    return [
        "",
        f"If {price.accelerator} ran every operator: {price.if_supported.seconds * 1e3:.3f} ms. "
        f"Falling back costs {price.extra_seconds * 1e6:.1f} µs, {price.extra_transfers:+d} moves, "
        f"{price.extra_crossings:+d} crossings.",
    ]


def _transfer_lines(plan: Mapping) -> list[str]:
    from command_line.output import columns

    if not plan.transfers:
        return []
    longest = sorted(plan.transfers, key=lambda transfer: -transfer.seconds)[:_SHOWN]
    rows = [
        (
            move.tensor,
            f"{move.source} to {move.target}",
            move.before or "the result",
            f"{move.bytes:,.0f}",
            f"{move.seconds * 1e6:.1f}",
        )
        for move in longest
    ]
    heading = ("tensor", "move", "before", "bytes", "µs")
    return [
        "",
        f"The longest {len(rows)} of {len(plan.transfers)} moves:",
        *columns([heading, *rows]),
    ]


def _kernel_lines(plan: Mapping) -> list[str]:
    from command_line.output import columns

    slowest = sorted(plan.kernels, key=lambda kernel: -kernel.seconds)[:_SHOWN]
    rows = [
        (part.name, part.kind, part.unit, f"{part.seconds * 1e6:.1f}", part.bound, part.reason)
        for part in slowest
    ]
    heading = ("kernel", "kind", "unit", "µs", "bound", "why there")
    return [
        "",
        f"The slowest {len(rows)} of {len(plan.kernels)} kernels:",
        *columns([heading, *rows]),
    ]
