"""How the view Cost differs from the view of tiles on the same layer, with both figures."""

from __future__ import annotations

from app.view_models.soc.amounts import share_text, time_text
from compiler_core.soc.tiling.beside_cost import CostBeside
from compiler_core.soc.tiling.study import TileStudy


def beside_words(found: TileStudy, beside: CostBeside | None) -> tuple[str, ...]:
    """A sentence with both times, then one for each assumption that differs; empty where the view
    Cost knows no time for the layer."""
    if beside is None:
        return ()
    constants, kernel = beside.constants, beside.kernel
    weights = "stay on the chip between runs" if beside.weights_resident else "come from DRAM"
    return (
        _both_times(found, beside),
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


def _both_times(found: TileStudy, beside: CostBeside) -> str:
    there = time_text(beside.kernel.seconds)
    own = found.best.tiling if found.best else None
    here = f", the best tiles here {time_text(found.seconds(own.cycles))}" if own else ""
    return f"The view Cost gives this layer {there}{here}. Both are modelled, on other assumptions:"
