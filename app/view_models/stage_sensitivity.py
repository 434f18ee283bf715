"""Stage 4, layer sensitivity: what each layer loses when it alone is int8, as bars and a table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from app.model.request import ModelRequest
from compiler_core.graph.pipeline.quantise_stage import LayerSensitivity, QuantiseDetails

ANCHOR = "sensitivity-title"
ROW, BAR, LABEL, WIDTH = 22, 14, 8, 320
_LEAST_RANGE = 1.0


@dataclass(frozen=True, slots=True)
class SensitivityRow:
    """A layer; bar: width of its noise in the picture. pin: address with this layer in fp32."""

    node: str
    operator: str
    decibel: str
    accuracy: str
    drop: str
    bar: float
    y: int
    text_y: int
    pin: str


@dataclass(frozen=True, slots=True)
class SensitivityView:
    """note: why there are no rows, or what they lack. worst: in words."""

    rows: tuple[SensitivityRow, ...]
    note: str
    worst: str
    box: str
    width: int
    height: int
    bar: int


def sensitivity_view(asked: ModelRequest, details: QuantiseDetails) -> SensitivityView:
    """Layers in the order of computation."""
    found = details.sensitivity
    height = ROW * len(found)
    return SensitivityView(
        tuple(_row(asked, one, place, found) for place, one in enumerate(found)),
        details.sensitivity_note, _worst(found), f"0 0 {WIDTH} {max(height, 1)}", WIDTH, height,
        BAR,
    )  # fmt: skip


def _row(
    asked: ModelRequest, one: LayerSensitivity, place: int, found: Sequence[LayerSensitivity]
) -> SensitivityRow:
    pinned = asked.settings.pinned
    pin = "" if one.node in pinned else _pin(asked, one.node)
    return SensitivityRow(
        one.node, one.operator, _decibel(one.decibel),
        f"{one.accuracy:.1%}" if one.accuracy is not None else "",
        f"{100 * one.drop:+.1f} points" if one.drop is not None else "",
        _bar(one, found), place * ROW + (ROW - BAR) // 2, place * ROW + ROW - LABEL, pin,
    )  # fmt: skip


def _pin(asked: ModelRequest, node: str) -> str:
    return asked.with_settings(pinned=[*asked.settings.pinned, node]).address(ANCHOR)


def _decibel(value: float) -> str:
    return f"{value:.1f}" if math.isfinite(value) else "nothing lost"


def _bar(one: LayerSensitivity, found: Sequence[LayerSensitivity]) -> float:
    """Longest for the most noise, that is the fewest decibels."""
    levels = [other.decibel for other in found if math.isfinite(other.decibel)]
    if not math.isfinite(one.decibel):
        return 0.0
    low, high = min(levels), max(levels)
    share = (high - one.decibel) / max(high - low, _LEAST_RANGE)
    return round(WIDTH * (0.05 + 0.95 * share), 1)


def _worst(found: Sequence[LayerSensitivity]) -> str:
    if not found:
        return ""
    noisy = min(found, key=lambda one: one.decibel)
    said = f"Most noise: {noisy.node}, {_decibel(noisy.decibel)} dB."
    judged = [one for one in found if one.drop is not None]
    if not judged:
        return said
    lossy = max(judged, key=lambda one: one.drop or 0.0)
    drop = 100 * (lossy.drop or 0.0)
    if drop <= 0:
        return f"{said} No layer alone costs a right answer."
    return f"{said} Most right answers lost: {lossy.node}, {drop:.1f} points."
