"""How the view Cost differs from the view of tiles on the same layer, with both figures."""

from __future__ import annotations

from dataclasses import dataclass

from app.words import share_text
from compiler_core.amounts import time_text
from compiler_core.sizes import size_text
from compiler_core.soc.networks.cnn import KernelCost
from compiler_core.soc.tiling.beside_cost import CostBeside
from compiler_core.soc.tiling.records import Tiling
from compiler_core.soc.tiling.study import TileStudy

_AGREE = 0.05


@dataclass(frozen=True, slots=True)
class _TiledTimes:
    """Of a whole layer with its best tiles. utilisation: of the array's peak."""

    seconds: float
    compute_seconds: float
    dram_seconds: float
    dram_bytes: float
    utilisation: float


def beside_words(study: TileStudy, beside: CostBeside | None) -> tuple[str, ...]:
    """A sentence with both times, then one for each assumption that differs; empty where the view
    Cost knows no time for the layer."""
    if beside is None:
        return ()
    constants, kernel = beside.constants, beside.kernel
    weights = "stay on the chip between runs" if beside.weights_resident else "come from DRAM"
    own = study.best.tiling if study.best else None
    both = (
        both_times(kernel, own, study.layer.groups, study.chip.clock_hertz)
        if own
        else (f"The view Cost gives this layer {time_text(kernel.seconds)}.")
    )
    return (
        both,
        f"{_arrays(beside)}, and {share_text(constants.efficiency)} of what a shape fills is "
        f"reached, as fitted on measurements: this layer uses {share_text(kernel.utilisation)} of "
        "the peak while it computes. Here pixels lie along the rows of the array, and each tile "
        "takes time to fill it.",
        f"DRAM: there {_passes(beside)}, input and output stay on the chip where they fit, and "
        f"weights {weights}: {kernel.dram_bytes:,.0f} bytes at "
        f"{share_text(constants.bandwidth_share)} of the bandwidth. Here all operands come from "
        "DRAM and go there, what does not stay comes again, and each transfer waits for the "
        "memory; the whole bandwidth is reached.",
        f"Starting a kernel takes {time_text(constants.kernel_seconds)} there, nothing here.",
    )


def _arrays(beside: CostBeside) -> str:
    if beside.basis in ("vector", "none"):
        return f"The array: there is none, {beside.unit} computes by itself"
    return "The array: there input channels lie along its rows"


def _passes(beside: CostBeside) -> str:
    if beside.in_blocks:
        return "tensors pass as often as the blocks of the array need"
    return "every tensor passes at most once"


def both_times(kernel: KernelCost, best: Tiling, groups: int, clock_hertz: float) -> str:
    """Both views' times of one layer in one sentence, with what makes the difference.

    best: of one of so many groups, in cycles of this clock.
    """
    whole = groups / clock_hertz
    here = _TiledTimes(
        best.cycles * whole,
        best.compute_cycles * whole,
        best.dram_cycles * whole,
        best.dram_bytes * groups,
        best.utilisation,
    )
    there, longer = time_text(kernel.seconds), max(kernel.seconds, here.seconds)
    times = longer / min(kernel.seconds, here.seconds)
    both = (
        f"Cost gives this layer {there} and Tiling, with its best tiles, {time_text(here.seconds)}"
    )
    if times < 1 + _AGREE:
        return f"{both}: the two models agree within {share_text(times - 1)}."
    more = "as long in Cost" if kernel.seconds == longer else "as long in Tiling"
    return f"{both}, {times:.2g} times {more}, because {_difference(kernel, here)} (all modelled)."


def _difference(kernel: KernelCost, here: _TiledTimes) -> str:
    """The part whose two times differ most, with what it rests on."""
    parts = (
        (kernel.compute_seconds - here.compute_seconds, _arithmetic(kernel, here)),
        (kernel.dram_seconds - here.dram_seconds, _memory(kernel, here)),
        (kernel.overhead_seconds, f"starting a kernel takes {time_text(kernel.overhead_seconds)} "
         "in Cost and nothing in Tiling"),
        (kernel.sram_seconds or 0.0, f"moving through SRAM takes "
         f"{time_text(kernel.sram_seconds or 0.0)} in Cost and is hidden in Tiling"),
    )  # fmt: skip
    sign = 1 if kernel.seconds > here.seconds else -1
    return max(parts, key=lambda part: sign * part[0])[1]


def _arithmetic(kernel: KernelCost, here: _TiledTimes) -> str:
    return (
        f"in Cost input channels lie along the rows of the array and the multiplications run at "
        f"{share_text(kernel.utilisation)} of the peak, which takes "
        f"{time_text(kernel.compute_seconds)}, while in Tiling pixels do and they run at "
        f"{share_text(here.utilisation)}, which takes {time_text(here.compute_seconds)}"
    )


def _memory(kernel: KernelCost, here: _TiledTimes) -> str:
    cost, tiling = size_text(kernel.dram_bytes), size_text(here.dram_bytes)
    return (
        f"in Cost, where what fits stays on the chip, {cost} go through DRAM in "
        f"{time_text(kernel.dram_seconds)}, and in Tiling, where every tile comes from there, "
        f"{tiling} in {time_text(here.dram_seconds)}"
    )
