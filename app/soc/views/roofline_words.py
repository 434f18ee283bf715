"""The roofline in sentences: what binds, what a stage moved and why, what is left out."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

from app.drawing.views.chart import short_number, three_digits
from app.soc.views.roofline_lost import lost_sentence
from app.soc.views.roofline_places import PointSpeed
from app.words import count
from compiler_core.amounts import time_text
from compiler_core.sizes import size_text
from compiler_core.soc.description import SocDescription
from compiler_core.soc.rooflines.loop_points import PlacedLoop
from compiler_core.soc.rooflines.roofline import PlacedPoint, Roofline
from compiler_core.soc.rooflines.stage_points import StageName
from compiler_core.soc.rooflines.staged_roofline import RoofedStage, StagedRoofline, StageSummary

_DONE: dict[StageName, str] = {
    "nodes": "",
    "passes": "The graph passes",
    "fused": "Fusion",
    "quantised": "Quantisation",
}
_WHY: dict[StageName, str] = {
    "nodes": "",
    "passes": "they fold norms and constants into the products before them",
    "fused": "what stands between two nodes of a kernel no longer goes through memory",
    "quantised": "each number has fewer bits",
}
_SAME = 0.001
_ALLOWED = (
    "Everything here is modelled: each point is the most that the chip allows, not a measurement, "
    "so it lies on the roof.",
    "A kernel reads its inputs and weights and writes its output once, all through the chosen "
    "memory; what stays in a cache between two kernels is not taken off.",
)
_MODELLED = (
    "Everything here is modelled, nothing is measured. A kernel has the time that the page of "
    "costs gives it, with double buffers; what a run needs to start once is not in it.",
    "Bytes are those which the cost model sends through the chosen memory: what stays on the chip "
    "is not among them, what is read again is. So a point may lie further right than with all its "
    "bytes (Points: what the chip allows), and the roof over it is the one for those bytes.",
    "Where the cost model counts no time for arithmetic without products, the time of the roof "
    "stands and the point lies on it.",
    "Of what is lost, starting a kernel is one part; the rest of a kernel goes to what costs it "
    "most.",
)


def headline_of(soc: SocDescription, model: str, staged: StagedRoofline, speed: PointSpeed) -> str:
    """What binds most of the time, and by how much; as modelled, what the roof does not explain."""
    roof, summary = staged.now.roofline, staged.now.summary
    where = f"{model} on {soc.title} ({soc.unit(roof.unit).title}, {roof.precision})"
    timing = staged.now.modelled
    if speed == "modelled" and timing is not None:
        return (
            f"{where}: its kernels take {time_text(timing.seconds)} (modelled), "
            f"{three_digits(timing.distance)} times as long as their roof allows. "
            f"{lost_sentence(timing)} By the roof alone {_waiting(summary)} would {_for(summary)}."
        )
    return (
        f"{where}: {_bottleneck(summary)} The ridge lies at {three_digits(roof.ridge)} "
        f"operations a byte; the median kernel has {intensity_words(summary.median_intensity)} "
        "(modelled)."
    )


def _bottleneck(summary: StageSummary) -> str:
    bound = "memory" if _by_memory(summary) else "compute"
    share = summary.memory_share if _by_memory(summary) else 1 - summary.memory_share
    return (
        f"{_waiting(summary)} {_for(summary)}, and they take {share:.0%} of the time: {bound} is "
        "the bottleneck."
    )


def _by_memory(summary: StageSummary) -> bool:
    return summary.memory_share >= 0.5


def _waiting(summary: StageSummary) -> str:
    bound = summary.memory_bound
    kernels = bound if _by_memory(summary) else summary.kernels - bound
    return f"{kernels:,} of {count(summary.kernels, 'kernel')}"


def _for(summary: StageSummary) -> str:
    return "wait for bytes" if _by_memory(summary) else "wait for arithmetic"


def intensity_words(intensity: float) -> str:
    """Three digits; ∞ where no byte is moved."""
    return three_digits(intensity) if isfinite(intensity) else "∞"


def thesis_of(
    staged: StagedRoofline, language: Roofline | None, loop: PlacedLoop | None
) -> Iterator[str]:
    """Compute-bound against memory-bound, from what is on the chart."""
    roof, summary = staged.now.roofline, staged.now.summary
    right = summary.kernels - summary.memory_bound
    yield (
        f"Left of the ridge ({three_digits(roof.ridge)} operations a byte) a kernel is "
        f"memory-bound: more arithmetic units do nothing for it, fewer bytes do. "
        f"{summary.memory_bound:,} of {count(summary.kernels, 'kernel')} "
        f"{'is' if summary.memory_bound == 1 else 'are'} there. Right of it a "
        f"kernel is compute-bound, and faster memory does nothing: {right:,} "
        f"{'is' if right == 1 else 'are'} there."
    )
    if language:
        decode, prefill = language.points
        yield (
            f"Decoding reads every weight for each step: {_side(decode, language.ridge)}. Prefill "
            f"reads the same weights once for all positions: {_side(prefill, language.ridge)}."
        )
    if loop:
        yield (
            f"Your loop makes {_intensity(loop.every_access)} operations for each byte that it "
            f"loads or stores: on one core (ridge {three_digits(loop.ridge)}) it is "
            f"{loop.every_access.bound}-bound{_through(loop)}.{_as_modelled(loop)}"
        )


def _side(point: PlacedPoint, ridge: float) -> str:
    intensity = point.intensity or 0.0
    if not intensity:
        return "it computes nothing"
    far = max(intensity / ridge, ridge / intensity)
    side = "right" if point.bound == "compute" else "left"
    return (
        f"{three_digits(intensity)} operations a byte, {three_digits(far)} times {side} of its "
        f"ridge at {three_digits(ridge)}"
    )


def _through(loop: PlacedLoop) -> str:
    if loop.missed is None:
        return "; nothing of it passes the modelled cache"
    return (
        f"; of the {size_text(loop.work.bytes)} the modelled cache fetched "
        f"{size_text(loop.work.line_bytes)} from memory, so {_intensity(loop.missed)} there"
    )


def _as_modelled(loop: PlacedLoop) -> str:
    timing = loop.every_access.modelled
    if timing is None:
        return ""
    return (
        f" As modelled it makes {short_number(timing.operations_per_second)} operations a second, "
        f"{three_digits(timing.distance)} times fewer than its roof allows. {timing.reason}"
    )


def moved_of(soc: SocDescription, staged: StagedRoofline, speed: PointSpeed) -> str:
    """What the stage moved, from both summaries; "" for the first stage."""
    before, now = staged.before, staged.now
    if before is None:
        return ""
    keeps = soc.unit(now.roofline.unit).kind == "npu" and soc.on_chip_bytes
    stays = " and what fits stays on the chip" if speed == "modelled" and keeps else ""
    bytes_moved = _bytes(before, now, stays)
    return (
        f"{_DONE[now.name]}: {_kernels(before, now)}{bytes_moved}{_operations(before, now)}"
        f" The median kernel goes from {intensity_words(before.summary.median_intensity)} to "
        f"{intensity_words(now.summary.median_intensity)} operations a byte. "
        f"{_crossing(soc, staged, before)}"
    )


def _kernels(before: RoofedStage, now: RoofedStage) -> str:
    old, new = before.summary.kernels, now.summary.kernels
    become = "becomes" if old == 1 else "become"
    return f"{count(old, 'kernel')} {become} {new:,}. " if old != new else ""


def _bytes(before: RoofedStage, now: RoofedStage, stays: str) -> str:
    old, new = before.summary.bytes, now.summary.bytes
    if abs(old - new) < _SAME * old:
        return f"As many bytes move as before, {size_text(new)}."
    if not new:
        return f"{size_text(old)} become none: all of it stays on the chip."
    if old < new:
        return f"{size_text(old)} become {size_text(new)}."
    return (
        f"{size_text(old)} become {size_text(new)}, {three_digits(old / new)} times fewer, "
        f"because {_WHY[now.name]}{stays}."
    )


def _operations(before: RoofedStage, now: RoofedStage) -> str:
    old, new = before.summary.operations, now.summary.operations
    if abs(old - new) < _SAME * old:
        return f" The operations stay as they are, {short_number(new)}."
    return f" Operations go from {short_number(old)} to {short_number(new)}."


def _crossing(soc: SocDescription, staged: StagedRoofline, before: RoofedStage) -> str:
    to_compute, to_memory = staged.crossing("compute"), staged.crossing("memory")
    old, new = before.roofline, staged.now.roofline
    moved = [
        f"{count(number, 'kernel')} {'crosses' if number == 1 else 'cross'} the ridge to the side "
        f"of {side}"
        for number, side in ((to_compute, "compute"), (to_memory, "memory"))
        if number
    ]
    sentence = f"Memory bound {_bound(before)} before, it binds {_bound(staged.now)} now"
    sentence = f"{sentence}; {' and '.join(moved)}." if moved else f"{sentence}."
    if (old.unit, old.precision) == (new.unit, new.precision):
        return sentence
    return (
        f"{sentence} The ridge itself moves from {three_digits(old.ridge)} "
        f"({soc.unit(old.unit).title}, {old.precision}) to {three_digits(new.ridge)} "
        f"({soc.unit(new.unit).title}, {new.precision}): faster arithmetic asks for more "
        "operations for each byte."
    )


def _bound(stage: RoofedStage) -> str:
    summary = stage.summary
    return f"{summary.memory_bound:,} of {count(summary.kernels, 'kernel')}"


def assumptions_of(
    staged: StagedRoofline, language: Roofline | None, speed: PointSpeed
) -> tuple[str, ...]:
    """What every number on the page stands on."""
    assumptions = [
        *(_MODELLED if speed == "modelled" else _ALLOWED),
        "A multiply-accumulate is two operations; a node without products makes one for each "
        "element it reads; a kernel makes those of all its nodes.",
    ]
    if staged.fallback:
        assumptions.append(
            "The chosen unit has no described speed at this stage's precision: the fastest unit "
            "that has stands in."
        )
    precision, ceiling = staged.now.precision, staged.now.roofline.precision
    if precision != ceiling:
        assumptions.append(
            f"No unit of this chip has a described speed at {precision}: the bytes of this stage "
            f"are those of {precision}, the ceiling is that of {ceiling}."
        )
    if language:
        assumptions.append(
            "Of the language model, every weight in use is read once for a step and the cache of "
            "each sequence once, in the types of the file; attention's own products are left out. "
            "Decode has the time of the decode model. Prefill is each matrix with all tokens, by "
            "the longer of computing and reading it, with attention and the start of kernels; its "
            "arithmetic is as busy as that of networks, for nothing is fitted to prompts."
        )
    return tuple(assumptions)


def _intensity(point: PlacedPoint) -> str:
    return three_digits(point.intensity) if point.intensity is not None else "no"
