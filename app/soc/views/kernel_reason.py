"""Why one kernel costs what it costs, with this run's numbers in the formulas."""

from __future__ import annotations

from dataclasses import dataclass

from app.drawing.views.chart import short_number, three_digits
from app.words import share_text
from compiler_core.amounts import time_text
from compiler_core.sizes import bandwidth_text, size_text
from compiler_core.soc.networks.cnn import Buffering, KernelBound
from compiler_core.soc.networks.kernel_reason import KernelReason

_LITTLE = 0.75
_RESOURCES: dict[KernelBound, str] = {
    "compute": "compute",
    "sram": "on-chip memory",
    "dram": "main memory",
    "overhead": "starting it",
}
_BASES = {
    "described": "as its document says",
    "vector": "of one vector instruction",
    "none": "for no array is assumed",
    "assumed": "assumed, for it is not published",
}


@dataclass(frozen=True, slots=True)
class ReasonView:
    """formulas: what is computed, and how with this kernel's numbers. why, remedies: sentences.
    tiled: how the view Tiling differs, "" for a kernel that it does not show."""

    title: str
    formulas: tuple[tuple[str, str], ...]
    why: tuple[str, ...]
    remedies: tuple[str, ...]
    tiled: str


def reason_view(cause: KernelReason, buffering: Buffering, both: str = "") -> ReasonView:
    """The view of one kernel. both: its times here and in the view Tiling, "" while not known."""
    kernel = cause.kernel
    return ReasonView(
        title=f"{kernel.name} ({kernel.kind})",
        formulas=_formulas(cause, buffering),
        why=_why(cause),
        remedies=_remedies(cause),
        tiled=both or _tiled(cause),
    )


def _tiled(cause: KernelReason) -> str:
    """What the view Tiling takes for granted instead."""
    if not cause.kernel.macs:
        return ""
    return (
        "It gives the kernel another time: there pixels lie along the rows of an array and nothing "
        "is fitted, all operands come from DRAM and go there, what does not stay comes again, and "
        f"starting it takes nothing. Here {share_text(cause.reached)} of what the shape fills is "
        "reached, and what fits stays on the chip."
    )


def _formulas(cause: KernelReason, buffering: Buffering) -> tuple[tuple[str, str], ...]:
    kernel = cause.kernel
    rows: list[tuple[str, str]] = []
    if kernel.macs:
        rows += [("utilisation", _utilisation(cause)), ("compute", _compute(cause))]
    sram = kernel.sram_seconds
    if sram:
        rows.append(("SRAM", _moved(kernel.sram_bytes, sram)))
    if kernel.dram_seconds:
        rows.append(("DRAM", _moved(kernel.dram_bytes, kernel.dram_seconds)))
    rows.append(("time", _time(cause, buffering)))
    return tuple(rows)


def _utilisation(cause: KernelReason) -> str:
    array = cause.array
    return (
        f"rows {cause.channels_seen:,} of {_whole(cause.channels_seen, array.rows)} · columns "
        f"{cause.channels_made:,} of {_whole(cause.channels_made, array.columns)} · "
        f"{share_text(cause.reached)} reached = {share_text(cause.row_share)} · "
        f"{share_text(cause.column_share)} · {share_text(cause.reached)} = "
        f"{share_text(cause.kernel.utilisation)}"
    )


def _whole(channels: int, cells: int) -> str:
    """What the rounds could take: `32`, `2 × 32`."""
    rounds = -(-channels // cells)
    return f"{cells}" if rounds == 1 else f"{rounds} × {cells}"


def _compute(cause: KernelReason) -> str:
    kernel = cause.kernel
    return (
        f"{kernel.macs:,} MACs ÷ ({short_number(cause.macs_per_second)} MACs/s · "
        f"{share_text(kernel.utilisation)}) = {time_text(kernel.compute_seconds)}"
    )


def _moved(amount: float, seconds: float) -> str:
    return f"{amount:,.0f} bytes ÷ {bandwidth_text(amount / seconds)} = {time_text(seconds)}"


def _time(cause: KernelReason, buffering: Buffering) -> str:
    kernel = cause.kernel
    parts = (kernel.compute_seconds, kernel.sram_seconds or 0.0, kernel.dram_seconds)
    texts = [time_text(part) for part in parts]
    joined = f"max({', '.join(texts)})" if buffering == "double" else " + ".join(texts)
    end = f"{time_text(kernel.overhead_seconds)} overhead = {time_text(kernel.seconds)}"
    return f"{joined} + {end}"


def _why(cause: KernelReason) -> tuple[str, ...]:
    return tuple(reason for reason in (_array_reason(cause), *_memory_reasons(cause)) if reason)


def _array_reason(cause: KernelReason) -> str:
    kernel, array = cause.kernel, cause.array
    shape = f"{array.rows} × {array.columns}, {_BASES[array.basis]}"
    if not kernel.macs:
        return "Nothing is multiplied by weights here: the kernel only reads and writes."
    if array.basis == "none":
        return f"No array is assumed for {cause.unit}, so any shape fills it."
    if kernel.kind == "depthwise":
        return (
            f"Each output channel sees one input channel, so one of {array.rows} rows of the array "
            f"({shape}) works. That is why depthwise layers fill it badly."
        )
    if cause.row_share < _LITTLE:
        return (
            f"Only {cause.channels_seen} input channels come at once, for "
            f"{_whole(cause.channels_seen, array.rows)} rows of the array ({shape})."
        )
    if cause.column_share < _LITTLE:
        return (
            f"Only {cause.channels_made} output channels are made, for "
            f"{_whole(cause.channels_made, array.columns)} columns of the array ({shape})."
        )
    return f"Its channels fill the array well ({shape})."


def _memory_reasons(cause: KernelReason) -> tuple[str, str]:
    weights = ""
    if cause.weight_bytes:
        size = size_text(cause.weight_bytes)
        weights = f"Its weights ({size}) stay on the chip between runs."
        if cause.streamed:
            weights = (
                f"Its weights ({size}) are streamed from main memory, for the network's "
                f"({size_text(cause.network_weight_bytes)}) do not stay on the chip "
                f"({size_text(cause.on_chip_bytes)})."
            )
    size = size_text(cause.activation_bytes)
    if cause.outside:
        return weights, f"Input and output ({size}) do not fit on the chip and go through DRAM."
    return weights, f"Input and output ({size}) stay on the chip."


def _remedies(cause: KernelReason) -> tuple[str, ...]:
    return tuple(remedy for remedy in (_headroom(cause), *_advice(cause)) if remedy)


def _headroom(cause: KernelReason) -> str:
    bound = _RESOURCES[cause.kernel.bound]
    if cause.headroom is None or cause.next_bound is None:
        return f"Nothing else takes time: all of it is {bound}."
    return (
        f"Headroom: {bound} takes {three_digits(cause.headroom)} times as long as what comes next, "
        f"{_RESOURCES[cause.next_bound]}. Up to there, relieving it helps in full."
    )


def _advice(cause: KernelReason) -> tuple[str, ...]:
    kernel = cause.kernel
    if kernel.bound == "overhead":
        return ("Fewer kernels: fuse it with its neighbour, so that both start once.",)
    if kernel.bound == "dram":
        return _dram_advice(cause)
    if kernel.bound == "sram":
        return ("A wider or faster on-chip memory, or fusion: fewer tensors pass through it.",)
    if kernel.kind == "depthwise":
        return (
            "A larger array does not help. Fused with the pointwise layer after it, the result at "
            "least need not be written; a unit with vector lanes suits this layer better.",
        )
    if min(cause.row_share, cause.column_share) < _LITTLE:
        return ("Channels in whole multiples of the array's sides, or a smaller, faster array.",)
    return ("A faster clock or more cells: the shape uses what there is.",)


def _dram_advice(cause: KernelReason) -> tuple[str, ...]:
    advice: list[str] = []
    if cause.streamed:
        advice.append("On-chip memory for all weights, or fewer bits for each weight.")
    if cause.outside:
        advice.append("More on-chip memory, or tiles: then input and output need not leave.")
    return (*advice, "More bandwidth. More multiply-accumulates would wait for it as well.")
