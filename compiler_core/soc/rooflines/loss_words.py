"""Why the work of one kernel takes longer than its roof allows, in a few words."""

from __future__ import annotations

from compiler_core.soc.description import SocDescription
from compiler_core.soc.networks.array_use import ArrayShape
from compiler_core.soc.networks.kernel_reason import KernelReason
from compiler_core.soc.rooflines.distance import LossCause
from compiler_core.soc.rooflines.roofline import Roofline

# Below it a whole number of percent says too little.
_WHOLE_PERCENT = 0.015


def busy_cause(
    why: KernelReason, roofline: Roofline, soc: SocDescription, moved: float
) -> tuple[LossCause, str]:
    """Of what the kernel's work waits for. moved: bytes through the roof's memory."""
    kernel = why.kernel
    parts = (kernel.compute_seconds, kernel.sram_seconds or 0.0, kernel.dram_seconds)
    longest = parts.index(max(parts))
    if longest == 0:
        return _array_cause(why, roofline, soc)
    sram = next((memory for memory in soc.memories if memory.kind == "sram"), None)
    waits_for = soc.main_memory if longest == 2 or sram is None else sram
    if waits_for.name != roofline.memory:
        return "other memory", f"it waits for {waits_for.name}, whose roof is another one"
    reached = moved / roofline.bandwidth / parts[longest] if parts[longest] else 1.0
    return "bandwidth", f"{reached:.0%} of the memory's bandwidth is reached"


def _array_cause(
    why: KernelReason, roofline: Roofline, soc: SocDescription
) -> tuple[LossCause, str]:
    """The factor of the array that costs most."""
    kernel = why.kernel
    if not kernel.macs:
        return "blocks", "its results leave the array one after the other"
    if soc.unit(roofline.unit).blocks is not None:
        return "blocks", (
            f"{_what(why)} in blocks keeps the array {_percent(kernel.utilisation)} busy"
        )
    shares: dict[LossCause, float] = {
        "shape": why.row_share * why.column_share,
        "cores": 2 * why.macs_per_second / roofline.peak,
        "efficiency": why.reached,
    }
    cause = min(shares, key=lambda factor: shares[factor])
    return cause, _sentence(cause, why, soc, shares[cause])


def _sentence(cause: LossCause, why: KernelReason, soc: SocDescription, share: float) -> str:
    if cause == "cores":
        cores = soc.main_unit.cores.value
        return f"a network runs on {soc.network_cores} of {cores:g} cores"
    if cause == "efficiency":
        return f"its arithmetic is busy {share:.0%} of the time (fitted to measurements)"
    return f"{_what(why)} fills {_percent(share)} of {_filled(why.array)}"


def _percent(share: float) -> str:
    return f"{share:.0%}" if share >= _WHOLE_PERCENT else f"{share:.1%}"


def _what(why: KernelReason) -> str:
    if why.kernel.kind == "depthwise":
        return "a depthwise shape"
    return f"its shape ({why.channels_seen:,} input, {why.channels_made:,} output channels)"


def _filled(array: ArrayShape) -> str:
    return "a vector instruction" if array.basis == "vector" else "the array"
