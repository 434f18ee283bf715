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


def reason_view(found: KernelReason, buffering: Buffering, both: str = "") -> ReasonView:
    """The view of one kernel. both: its times here and in the view Tiling, "" while not known."""
    kernel = found.kernel
    return ReasonView(
        title=f"{kernel.name} ({kernel.kind})",
        formulas=_formulas(found, buffering),
        why=_why(found),
        remedies=_remedies(found),
        tiled=both or _tiled(found),
    )


def _tiled(found: KernelReason) -> str:
    """What the view Tiling takes for granted instead."""
    if not found.kernel.macs:
        return ""
    return (
        "It gives the kernel another time: there pixels lie along the rows of an array and nothing "
        "is fitted, all operands come from DRAM and go there, what does not stay comes again, and "
        f"starting it takes nothing. Here {share_text(found.reached)} of what the shape fills is "
        "reached, and what fits stays on the chip."
    )


def _formulas(found: KernelReason, buffering: Buffering) -> tuple[tuple[str, str], ...]:
    kernel = found.kernel
    rows: list[tuple[str, str]] = []
    if kernel.macs:
        rows += [("utilisation", _utilisation(found)), ("compute", _compute(found))]
    sram = kernel.sram_seconds
    if sram:
        rows.append(("SRAM", _moved(kernel.sram_bytes, sram)))
    if kernel.dram_seconds:
        rows.append(("DRAM", _moved(kernel.dram_bytes, kernel.dram_seconds)))
    rows.append(("time", _time(found, buffering)))
    return tuple(rows)


def _utilisation(found: KernelReason) -> str:
    array = found.array
    return (
        f"rows {found.channels_seen:,} of {_whole(found.channels_seen, array.rows)} · columns "
        f"{found.channels_made:,} of {_whole(found.channels_made, array.columns)} · "
        f"{share_text(found.reached)} reached = {share_text(found.row_share)} · "
        f"{share_text(found.column_share)} · {share_text(found.reached)} = "
        f"{share_text(found.kernel.utilisation)}"
    )


def _whole(channels: int, cells: int) -> str:
    """What the rounds could take: `32`, `2 × 32`."""
    rounds = -(-channels // cells)
    return f"{cells}" if rounds == 1 else f"{rounds} × {cells}"


def _compute(found: KernelReason) -> str:
    kernel = found.kernel
    return (
        f"{kernel.macs:,} MACs ÷ ({short_number(found.macs_per_second)} MACs/s · "
        f"{share_text(kernel.utilisation)}) = {time_text(kernel.compute_seconds)}"
    )


def _moved(amount: float, seconds: float) -> str:
    return f"{amount:,.0f} bytes ÷ {bandwidth_text(amount / seconds)} = {time_text(seconds)}"


def _time(found: KernelReason, buffering: Buffering) -> str:
    kernel = found.kernel
    parts = (kernel.compute_seconds, kernel.sram_seconds or 0.0, kernel.dram_seconds)
    texts = [time_text(part) for part in parts]
    joined = f"max({', '.join(texts)})" if buffering == "double" else " + ".join(texts)
    end = f"{time_text(kernel.overhead_seconds)} overhead = {time_text(kernel.seconds)}"
    return f"{joined} + {end}"


def _why(found: KernelReason) -> tuple[str, ...]:
    return tuple(reason for reason in (_array_reason(found), *_memory_reasons(found)) if reason)


def _array_reason(found: KernelReason) -> str:
    kernel, array = found.kernel, found.array
    shape = f"{array.rows} × {array.columns}, {_BASES[array.basis]}"
    if not kernel.macs:
        return "Nothing is multiplied by weights here: the kernel only reads and writes."
    if array.basis == "none":
        return f"No array is assumed for {found.unit}, so any shape fills it."
    if kernel.kind == "depthwise":
        return (
            f"Each output channel sees one input channel, so one of {array.rows} rows of the array "
            f"({shape}) works. That is why depthwise layers fill it badly."
        )
    if found.row_share < _LITTLE:
        return (
            f"Only {found.channels_seen} input channels come at once, for "
            f"{_whole(found.channels_seen, array.rows)} rows of the array ({shape})."
        )
    if found.column_share < _LITTLE:
        return (
            f"Only {found.channels_made} output channels are made, for "
            f"{_whole(found.channels_made, array.columns)} columns of the array ({shape})."
        )
    return f"Its channels fill the array well ({shape})."


def _memory_reasons(found: KernelReason) -> tuple[str, str]:
    weights = ""
    if found.weight_bytes:
        size = size_text(found.weight_bytes)
        weights = f"Its weights ({size}) stay on the chip between runs."
        if found.streamed:
            weights = (
                f"Its weights ({size}) are streamed from main memory, for the network's "
                f"({size_text(found.network_weight_bytes)}) do not stay on the chip "
                f"({size_text(found.on_chip_bytes)})."
            )
    size = size_text(found.activation_bytes)
    if found.outside:
        return weights, f"Input and output ({size}) do not fit on the chip and go through DRAM."
    return weights, f"Input and output ({size}) stay on the chip."


def _remedies(found: KernelReason) -> tuple[str, ...]:
    return tuple(remedy for remedy in (_headroom(found), *_advice(found)) if remedy)


def _headroom(found: KernelReason) -> str:
    bound = _RESOURCES[found.kernel.bound]
    if found.headroom is None or found.next_bound is None:
        return f"Nothing else takes time: all of it is {bound}."
    return (
        f"Headroom: {bound} takes {three_digits(found.headroom)} times as long as what comes next, "
        f"{_RESOURCES[found.next_bound]}. Up to there, relieving it helps in full."
    )


def _advice(found: KernelReason) -> tuple[str, ...]:
    kernel = found.kernel
    if kernel.bound == "overhead":
        return ("Fewer kernels: fuse it with its neighbour, so that both start once.",)
    if kernel.bound == "dram":
        return _dram_advice(found)
    if kernel.bound == "sram":
        return ("A wider or faster on-chip memory, or fusion: fewer tensors pass through it.",)
    if kernel.kind == "depthwise":
        return (
            "A larger array does not help. Fused with the pointwise layer after it, the result at "
            "least need not be written; a unit with vector lanes suits this layer better.",
        )
    if min(found.row_share, found.column_share) < _LITTLE:
        return ("Channels in whole multiples of the array's sides, or a smaller, faster array.",)
    return ("A faster clock or more cells: the shape uses what there is.",)


def _dram_advice(found: KernelReason) -> tuple[str, ...]:
    advice: list[str] = []
    if found.streamed:
        advice.append("On-chip memory for all weights, or fewer bits for each weight.")
    if found.outside:
        advice.append("More on-chip memory, or tiles: then input and output need not leave.")
    return (*advice, "More bandwidth. More multiply-accumulates would wait for it as well.")
