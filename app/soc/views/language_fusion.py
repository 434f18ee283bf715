"""What fusing the layers of a language model saves on a chip, modelled: bytes, time and energy."""

from __future__ import annotations

from app.drawing.table import Table
from app.soc.views.language_panel import StageOnChip
from app.words import count
from compiler_core.amounts import time_text
from compiler_core.sizes import size_text
from compiler_core.soc.decoding.fusion_gain import FusionGain
from compiler_core.soc.description import SocDescription


def of_fusion(soc: SocDescription, gains: tuple[FusionGain, ...]) -> StageOnChip:
    """What fusion saves in all layers, in each regime."""
    rows = tuple(
        (
            row.count.regime,
            f"{row.count.kernels_before * row.layers:,} → {row.count.kernels_after * row.layers:,}",
            size_text(row.saved_bytes),
            time_text(row.memory_seconds),
            time_text(row.launch_seconds),
            _joules(row.joules),
        )
        for row in gains
    )
    last = gains[-1]
    sentence = (
        f"In all {count(last.layers, 'layer')} fusion keeps {size_text(last.saved_bytes)} a "
        f"{last.count.regime} step away from the main memory of {soc.title}. Modelled, that is "
        f"{time_text(last.seconds)} less, {time_text(last.launch_seconds)} of them because fewer "
        f"kernels are started, and {_joules(last.joules)} less."
    )
    table = Table(
        "Saved in one step of all layers",
        ("Regime", "Kernels", "Bytes", "Time to move them", "Time to start kernels", "Energy"),
        rows,
    )
    assumed = "The energy of a byte from main memory is the reference chip's (Horowitz, 45 nm)."
    note = "Every byte saved is taken to come from main memory; small tensors may lie in a cache."
    return StageOnChip(sentence, table, notes=(note, *([assumed] if last.energy_assumed else [])))


def _joules(joules: float) -> str:
    return f"{joules * 1e3:,.2f} mJ" if joules >= 1e-4 else f"{joules * 1e6:,.2f} µJ"
