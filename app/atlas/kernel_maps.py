"""Kernels of several systems over the same operators, as a table."""

from __future__ import annotations

from app.atlas.views.atlas import CutCell, CutRowView, KernelMapView
from compiler_core.atlas.records import CutPart, KernelMap


def kernel_map_view(kernel_map: KernelMap) -> KernelMapView:
    """Neighbouring kernels have two colours in turn."""
    return KernelMapView(
        title=kernel_map.title,
        operators=kernel_map.operators,
        rows=tuple(
            CutRowView(row=row, cells=tuple(map(_cell, row.parts))) for row in kernel_map.rows
        ),
    )


def _cell(part: CutPart) -> CutCell:
    numbers = " and ".join(map(str, part.kernels))
    word = "kernel" if len(part.kernels) == 1 else "kernels"
    turn = f"is-turn-{part.kernels[-1] % 2}" if part.kernels else "is-none"
    return CutCell(
        kernels=f"{word} {numbers}" if numbers else "",
        span=part.operators,
        says=part.says,
        classes=f"{turn} is-shared" if len(part.kernels) > 1 else turn,
    )
