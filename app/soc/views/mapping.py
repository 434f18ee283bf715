"""A mapping: when which unit works, the other ways beside it, what falls back, what moves."""

from __future__ import annotations

from dataclasses import dataclass

from app.drawing.views.chart import Chart, three_digits
from app.soc.views.layer_words import layer_words
from app.soc.views.mapping_at_once import LEAST_SHARE, at_once_words, saved_share
from app.soc.views.mapping_picture import lane_picture, ways_chart
from app.soc.views.page import FurtherStep
from app.words import count, joined
from compiler_core.amounts import time_text
from compiler_core.sizes import size_text
from compiler_core.soc.mapping.graph import KernelGraph
from compiler_core.soc.mapping.records import (
    Alternative,
    AlternativeId,
    Fallback,
    FallbackPrice,
    MappedKernel,
    Mapping,
    Transfer,
)
from compiler_core.soc.mapping.schedule import schedule
from compiler_core.soc.networks.layer_tables import TABLES

_CLOSE = 0.005
_LANES = "Kernels on units over time"
_LANES_AT_ONCE = "The same kernels if units work at the same time"
_NAMES: dict[AlternativeId, str] = {
    "best": "the best mapping",
    "all-cpu": "all on the CPU",
    "all-gpu": "all on the GPU",
    "all-npu": "the NPU where it can and the CPU elsewhere",
    "greedy": "each kernel where it costs least",
}


@dataclass(frozen=True, slots=True)
class AtOnceView:
    """The same mapping if units worked at the same time. lanes: None where that saves nothing."""

    words: tuple[str, ...]
    lanes: Chart | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MappingView:
    """A network mapped to the units of a chip."""

    problem: str
    """Why there is no mapping."""
    instead: tuple[FurtherStep, ...]
    """Where the network can be mapped, if it is not here."""
    note: str
    """What was not done as asked; "" otherwise."""
    lanes: Chart | None
    """Kernels on units over time; None where there is no mapping or it does not fit."""
    at_once: AtOnceView | None
    """None where there is one unit."""
    ways: Chart | None
    """The mapping beside other ways, as bars; None where `lanes` is."""
    way_rows: tuple[Alternative, ...]
    """The same in numbers, the best mapping first."""
    price: str
    """What falling back costs, in words."""
    fallbacks: tuple[Fallback, ...]
    """Kernels that the accelerator cannot run."""
    transfers: tuple[Transfer, ...]
    """Tensors that change hands between units."""
    units: tuple[str, ...]
    """Titles of the units, in the order of the columns."""
    why: str
    """Why most kernels run where they do; empty where each has a reason of its own."""
    kernels: tuple[tuple[str, MappedKernel], ...]
    """In order of execution, each behind its layer in words."""
    proven: str
    """How sure the best one is."""
    assumptions: tuple[str, ...]
    """Sentences on what the model takes for granted."""


def mapping_headline(mapping: Mapping, chip: str) -> str:
    """How long the best mapping takes, who does what, and what the nearest other way would take."""
    if mapping.totals is None:
        return (
            f"This network does not fit on {chip}: it needs "
            f"{size_text(round(mapping.needed_bytes))} of main memory."
        )
    total = _cost_text(mapping, mapping.alternatives[0])
    if len(mapping.units) == 1:
        return (
            f"{total}, modelled. Of one unit only, {mapping.units[0].title}, a speed is known for "
            f"{mapping.precision}, so there is nothing to choose."
        )
    return f"{total}, modelled: {_who(mapping)}. {_moves_words(mapping)} {_beside(mapping)}"


def _cost_text(mapping: Mapping, way: Alternative) -> str:
    joules = way.totals.energy_joules
    if mapping.objective == "energy" and joules is not None:
        return f"{three_digits(joules * 1e3)} mJ in {time_text(way.totals.seconds)}"
    return time_text(way.totals.seconds)


def _who(mapping: Mapping) -> str:
    working = [unit for unit in mapping.units if unit.kernels]
    parts = [f"{count(worker.kernels, 'kernel')} on {worker.title}" for worker in working]
    return joined(parts, 4) if len(parts) > 1 else f"everything runs on {working[0].title}"


def _moves_words(mapping: Mapping) -> str:
    totals = mapping.totals
    if totals is None or not totals.transfers:
        return "Nothing changes hands."
    takes = "takes" if totals.transfers == 1 else "take"
    lasts = time_text(totals.transfer_seconds)
    return f"{count(totals.transfers, 'hand-over')} {takes} {lasts} of it."


def _beside(mapping: Mapping) -> str:
    """The nearest other way that is not the same."""
    best, others = mapping.alternatives[0], mapping.alternatives[1:]
    different = [other for other in others if other.units != best.units]
    if not different:
        return ""
    nearest = min(different, key=lambda candidate: candidate.times_as_much)
    more = nearest.times_as_much - 1
    much = "about as much" if more < _CLOSE else f"{more:.0%} more"
    takes = f"takes {much}: {_cost_text(mapping, nearest)}"
    return f"The nearest other way, {_NAMES[nearest.id]}, {takes}."


def mapping_view(
    mapping: Mapping | None,
    graph: KernelGraph,
    problem: str,
    note: str,
    instead: tuple[FurtherStep, ...] = (),
) -> MappingView:
    """The view; a network that does not fit, or is not mapped, has no picture."""
    fits = mapping is not None and mapping.totals is not None
    price = mapping.fallback_price if mapping else None
    return MappingView(
        problem=problem,
        instead=instead,
        note=note,
        lanes=lane_picture(mapping, _LANES, schedule(mapping)) if mapping and fits else None,
        at_once=_at_once(mapping) if mapping else None,
        ways=ways_chart(mapping) if mapping and fits else None,
        way_rows=mapping.alternatives if mapping else (),
        price=_price_words(price) if price else "",
        fallbacks=mapping.fallbacks if mapping else (),
        transfers=mapping.transfers if mapping else (),
        units=tuple(unit.title for unit in mapping.units) if mapping else (),
        why=_why(mapping) if mapping else "",
        kernels=_kernel_rows(mapping, graph) if mapping else (),
        proven=_proven(mapping) if mapping and fits else "",
        assumptions=_assumptions(mapping, graph) if mapping else (),
    )


def _price_words(price: FallbackPrice) -> str:
    extra = time_text(abs(price.extra_seconds))
    moved = (
        f"{count(price.totals.transfers, 'hand-over')} instead of {price.if_supported.transfers:,}"
    )
    if not price.extra_seconds:
        return (
            "Falling back costs nothing here: with every operator on the accelerator the best "
            f"mapping would take the same {time_text(price.if_supported.seconds)}."
        )
    more = "more" if price.extra_seconds > 0 else "less"
    return (
        f"With every operator on the accelerator the best mapping would take "
        f"{time_text(price.if_supported.seconds)}. Falling back takes {extra} {more}, {moved}."
    )


def _at_once(mapping: Mapping) -> AtOnceView | None:
    at_once, totals = mapping.at_once, mapping.totals
    if at_once is None or totals is None or len(mapping.units) == 1:
        return None
    drawn = None
    if saved_share(at_once, totals) >= LEAST_SHARE:
        drawn = lane_picture(mapping, _LANES_AT_ONCE, at_once.spans)
    return AtOnceView(at_once_words(at_once, totals, mapping.units), drawn)


def _why(mapping: Mapping) -> str:
    """Said once, for it would stand in most rows."""
    least = [kernel for kernel in mapping.kernels if kernel.reason_kind == "least"]
    if not least:
        return ""
    what = "fastest" if mapping.objective == "time" else "most sparing"
    others = len(mapping.kernels) - len(least)
    rest = f" Of the other {others:,} the last column says why." if others else ""
    return (
        f"{len(least):,} of {count(len(mapping.kernels), 'kernel')} run where they are {what} "
        f"by themselves: nothing more stands there.{rest}"
    )


def _kernel_rows(mapping: Mapping, graph: KernelGraph) -> tuple[tuple[str, MappedKernel], ...]:
    # Of a network that does not fit, no kernel is mapped.
    kernels = zip(mapping.kernels, graph.layers, strict=False)
    return tuple((layer_words(layer), kernel) for kernel, layer in kernels)


def _proven(mapping: Mapping) -> str:
    less = "faster" if mapping.objective == "time" else "cheaper"
    states = count(mapping.states, "state")
    if mapping.proven_optimal:
        return (
            f"Found by dynamic programming over the kernels in their order, with at most {states} "
            f"kept at once. None was given up, so under this model no mapping is {less}."
        )
    return f"The search was cut short at {states}: another one may be {less}."


def _assumptions(mapping: Mapping, graph: KernelGraph) -> tuple[str, ...]:
    table = "This is a layer table: which layer reads what follows from the blocks it is made of."
    return (*((table,) if graph.name in TABLES else ()), *mapping.assumptions)
