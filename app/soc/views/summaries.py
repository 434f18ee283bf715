"""The answers in the summaries of a chip page's closed parts, by the name of each heading."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from app.soc.views.roofline_point import intensity_text
from app.words import count, share_text
from compiler_core.amounts import energy_text, three_digits, time_text

if TYPE_CHECKING:
    from app.soc.views.chip import ChipView
    from app.soc.views.cost import CostView
    from app.soc.views.decode import DecodeView
    from app.soc.views.energy import EnergyView
    from app.soc.views.latency import LatencyView
    from app.soc.views.mapping import MappingView
    from app.soc.views.profile_loop_records import LoopProfileView
    from app.soc.views.profile_records import ProfileView
    from app.soc.views.roofline import RooflineView
    from app.soc.views.tiling import TilingView


def chip_summaries(view: ChipView) -> Mapping[str, str]:
    """Parts, ridges, operators, notes, all chips."""
    return {
        "parts-title": f"{count(len(view.lines), 'part')}; {view.part.title} is shown",
        "ridges-title": _first(f"{ridge.title} in {ridge.precision}: {ridge.ridge} operations"
                               for ridge in view.ridges),
        "operators-title": _first(f"{line.kind}: {line.share} of the array"
                                  for line in (view.operators.lines if view.operators else ())),
        "notes-title": count(len(view.notes), "note"),
        "chips-title": f"{len(view.chips)} of them side by side",
        "all-figures": count(len(view.figures), "figure"),
    }  # fmt: skip


def roofline_summaries(view: RooflineView) -> Mapping[str, str]:
    """The chart, what loses most, the stages, what stands beside, kernels, reasons."""
    shown = view.stages[-1] if view.stages else None
    return {
        "chart-title": f"{count(len(view.kernels), 'kernel')}, each a link to its row",
        "lost-title": _first(f"{loss.name}: {loss.share:.0%} of all that is lost"
                             for loss in view.lost),
        "stages-title": f"median {shown.median} operations a byte, "
                        f"{shown.stage.summary.memory_bound:,} wait for memory" if shown else "",
        "beside-title": _first(f"{row.name}: {intensity_text(row.point)} operations a byte"
                               for row in view.beside) or "a C loop",
        "kernels-title": "each with its bound and its headroom",
        "why-title": "the formulas with the numbers of this network",
    }  # fmt: skip


def cost_summaries(view: CostView) -> Mapping[str, str]:
    """Facts, bounds, one kernel's reason, all kernels, assumptions."""
    return {
        "facts-title": ", ".join(f"{name.lower()}: {value}" for name, value in view.facts[1:3]),
        "picture-title": ", ".join(f"{row.name}: {row.share} of the time" for row in view.bounds),
        "kernel-title": "its bound, its formulas, and what would help",
        "kernels-title": f"{count(len(view.rows), 'kernel')}, the columns of Arm's Vela",
        "cost-assumptions": count(len(view.assumptions), "sentence"),
    }


def energy_summaries(view: EnergyView) -> Mapping[str, str]:
    """The ladder, a run's parts, each saving, the formulas, assumptions."""
    dearest, run = view.rungs[-1], view.part_rows[-1]
    return {
        "ladder-title": f"{dearest.name}: {dearest.energy} pJ a byte, "
                        f"{three_digits(dearest.rung.times_register)} × a register's",
        "parts-title": f"{energy_text(run.before)} before fusion, {energy_text(run.after)} fused"
                       if not view.unfused else energy_text(run.after),
        "savings-title": _first(f"{row.fused.kernel.name}: {share_text(row.share)} of all savings"
                                for row in view.rows),
        "why-title": "a multiplication is cheap, fetching its numbers is not",
        "energy-assumptions": count(len(view.notes) + 1, "sentence"),
    }  # fmt: skip


def decode_summaries(view: DecodeView) -> Mapping[str, str]:
    """Memory, one step, the grid, types, what is special, assumptions."""
    together = view.memory[-1]
    bound = next((step for step in view.steps if step.is_bound), None)
    chosen = next((weight_type for weight_type in view.types if weight_type.current), None)
    return {
        "fits-title": f"{together.bytes}, {together.share} of main memory",
        "step-title": f"{bound.name.lower()}: {bound.seconds}" if bound else "",
        "grid-title": ", ".join(
            (count(len(view.grid), "context"), count(len(view.batches), "batch", "batches"))
        ),
        "types-title": f"{chosen.title}: {chosen.bytes} of weights"
        if chosen
        else count(len(view.types), "type"),
        "special-title": _first(view.special),
        "decode-assumptions": count(len(view.assumptions), "sentence"),
    }


def mapping_summaries(view: MappingView) -> Mapping[str, str]:
    """Lanes, units at once, ways, fallbacks, hand-overs, kernels, assumptions."""
    best = view.way_rows[0].totals if view.way_rows else None
    return {
        "map-lanes": f"{time_text(best.seconds)}, {best.transfers:,} hand-overs" if best else "",
        "map-at-once": "what overlapping would save",
        "map-ways": "; ".join(
            f"{row.title}: {time_text(row.totals.seconds)}" for row in view.way_rows[:2]
        ),
        "map-fallbacks": count(len(view.fallbacks), "kernel"),
        "map-transfers": _first(
            f"{move.source} → {move.target}: {time_text(move.seconds)}" for move in view.transfers
        ),
        "map-kernels": f"{count(len(view.kernels), 'kernel')} on {' or '.join(view.units)}",
        "map-assumptions": count(len(view.assumptions), "sentence"),
    }


def tiling_summaries(view: TilingView) -> Mapping[str, str]:
    """Picture, room, time, figures, the choices around, reasons, assumptions."""
    first = view.figures[0] if view.figures else None
    return {
        "tile-picture": f"step {view.picture.step} of {view.picture.steps}",
        "tile-room": _first(f"{operand.title}: {operand.room}" for operand in view.operands),
        "tile-time": "what the array and the memory take",
        "tile-figures": f"{first.title}: {first.chosen}, best {first.best}" if first else "",
        "tile-space": f"{len(view.space.rows)} × {len(view.space.lengths)} tiles, fastest marked",
        "tile-why": "what binds it, and what comes in more than once",
        "tile-beside": "why the times differ",
        "tile-assumptions": count(len(view.assumptions), "sentence"),
    }


def latency_summaries(view: LatencyView) -> Mapping[str, str]:
    """Rungs, timelines, numbers, curves, published claims, counts, formulas."""
    agree = sum(claim.holds for claim in view.published)
    last = view.rungs[-1]
    return {
        "rungs": ", ".join(f"{rung.name.lower()} {rung.gain:.2f} ×" for rung in view.rungs
                           if rung.rung != "scalar"),
        "timelines": f"{count(len(view.timelines), 'rung')}, tile by tile",
        "rung-numbers": f"{last.cycles:,} cycles, {last.whole_gain:,.1f} × scalar's speed",
        "curves": "gains over size and over operations a byte",
        "published": f"{agree} of {len(view.published)} claims agree",
        "counted": _first(f"{code.name}: {code.counted.instructions_per_element:.2f} instructions "
                          "an element" for code in view.measured[-1:]) or "not counted yet",
        "formulas": "formulas and parameters, each with its reason",
    }  # fmt: skip


def _first(texts: Iterable[str]) -> str:
    """The first of several answers, "" where there is none."""
    return next(iter(texts), "")


def profile_summaries(view: ProfileView | LoopProfileView) -> Mapping[str, str]:
    """Of both exercises: the profile, what binds, the choice, what was measured, tries."""
    best = next((attempt for attempt in view.history if attempt.is_best), None)
    return {
        "profile": "where its instructions go, counted",
        "classify": "your answers, and what the model says",
        "choose": _first(f"suggested: {proposal.choice.title}" for proposal in view.alternatives
                         if proposal.is_suggested) or count(len(view.alternatives), "alternative"),
        "measured": _first(f"{row.before} before, {row.after} after" for row in view.measured),
        "history": f"{count(len(view.history), 'try', 'tries')}, fewest instructions: "
                   f"{best.instructions}" if best else "",
    }  # fmt: skip
