"""Stage 4, layer sensitivity: what each layer loses when it alone is int8, as bars and a table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from app.drawing.views.picture import Bar, Picture
from app.model_runs.request import ModelRequest
from compiler_core.graph.pipeline.quantise_stage import LayerSensitivity, QuantiseDetails
from compiler_core.graph.quantisation.decibel import decibel_text
from compiler_core.graph.quantisation.mixed_precision import MixedPrecision

ANCHOR = "sensitivity-title"
ROW, BAR, WIDTH = 22, 14, 320
_LEAST_RANGE = 1.0
_NAMED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class SensitivityRow:
    """A layer."""

    node: str
    """Name of the layer."""
    operator: str
    """Of the layer."""
    decibel: str
    """What int8 in this layer alone leaves of the output, or `nothing lost`."""
    accuracy: str
    """Right answers when it alone is int8, as `97.5%`; empty where not measured."""
    drop: str
    """Right answers lost against fp32, as `+0.5 points`; empty where not measured."""
    gained: str
    """Decibels of the output when it alone stays in fp32."""
    price: str
    """Instructions that fp32 here adds to all products, as `+12%`; empty where not known."""
    pin: str
    """Address with this layer in fp32."""


@dataclass(frozen=True, slots=True)
class SensitivityView:
    """What each layer of a network loses when it alone is int8."""

    rows: tuple[SensitivityRow, ...]
    """Layers in the order of computation; empty until measured."""
    note: str
    """Why there are no rows, or what they lack."""
    worst: str
    """The layer with most noise, and the one that costs most right answers, in words."""
    picture: Picture
    """The noise of each layer."""
    output: str = ""
    """What int8 leaves of the output, and which layers to keep in fp32."""
    propose: str = ""
    """Address with these, empty for none."""


def sensitivity_view(request: ModelRequest, details: QuantiseDetails) -> SensitivityView:
    """Layers in the order of computation."""
    layers = details.sensitivity
    return SensitivityView(
        tuple(_row(request, layer, details) for layer in layers),
        details.sensitivity_note,
        _worst(layers),
        _picture(layers),
        *_proposal(request, details.mixed),
    )


def _proposal(request: ModelRequest, mixed: MixedPrecision | None) -> tuple[str, str]:
    """What int8 leaves of the output and what to do about it; an address to do so."""
    if mixed is None:
        return "", ""
    said = f"The output keeps {decibel_text(mixed.decibel)}"
    if mixed.decibel >= mixed.goal:
        return f"{said}: no layer need stay in fp32 to reach {mixed.goal:g} dB.", ""
    if not mixed.proposed:
        return f"{said}, and no choice of layers in fp32 reaches {mixed.goal:g} dB.", ""
    names = ", ".join(mixed.proposed[:_NAMED])
    more = f" and {len(mixed.proposed) - _NAMED} more" if len(mixed.proposed) > _NAMED else ""
    said += (
        f". With {names}{more} in fp32 it keeps {decibel_text(mixed.reached)}, for "
        f"{mixed.price:.0%} more instructions in products."
    )
    pinned = [*request.settings.pinned, *mixed.proposed]
    return said, request.with_settings(pinned=pinned).address(ANCHOR)


def _row(
    request: ModelRequest, layer: LayerSensitivity, details: QuantiseDetails
) -> SensitivityRow:
    pinned = request.settings.pinned
    losses = details.mixed.layers if details.mixed else ()
    loss = next((loss for loss in losses if loss.node == layer.node), None)
    pin = "" if layer.node in pinned else _pin(request, layer.node)
    return SensitivityRow(
        node=layer.node,
        operator=layer.operator,
        decibel=_decibel(layer.decibel),
        accuracy=f"{layer.accuracy:.1%}" if layer.accuracy is not None else "",
        drop=f"{100 * layer.drop:+.1f} points" if layer.drop is not None else "",
        gained=_gain(loss.gained) if loss else "",
        price=f"{loss.price:+.0%}" if loss else "",
        pin=pin,
    )


def _picture(layers: Sequence[LayerSensitivity]) -> Picture:
    bars = (
        Bar(
            x=0,
            y=index * ROW + (ROW - BAR) // 2,
            width=_bar(layer, layers),
            height=BAR,
            classes="colour-1",
            title=f"{layer.node}: {_decibel(layer.decibel)} dB",
        )
        for index, layer in enumerate(layers)
    )
    title = "A bar for each layer; the table below has the numbers"
    return Picture(title=title, width=WIDTH, height=ROW * len(layers), bars=tuple(bars))


def _pin(request: ModelRequest, node: str) -> str:
    return request.with_settings(pinned=[*request.settings.pinned, node]).address(ANCHOR)


def _gain(value: float) -> str:
    return f"{value:+.1f}" if math.isfinite(value) else "all"


def _decibel(value: float) -> str:
    return f"{value:.1f}" if math.isfinite(value) else "nothing lost"


def _bar(layer: LayerSensitivity, layers: Sequence[LayerSensitivity]) -> float:
    """Longest for the most noise, that is the fewest decibels."""
    levels = [other.decibel for other in layers if math.isfinite(other.decibel)]
    if not math.isfinite(layer.decibel):
        return 0.0
    low, high = min(levels), max(levels)
    share = (high - layer.decibel) / max(high - low, _LEAST_RANGE)
    return round(WIDTH * (0.05 + 0.95 * share), 1)


def _worst(layers: Sequence[LayerSensitivity]) -> str:
    if not layers:
        return ""
    noisy = min(layers, key=lambda sensitivity: sensitivity.decibel)
    said = f"Most noise: {noisy.node}, {_decibel(noisy.decibel)} dB."
    judged = [layer for layer in layers if layer.drop is not None]
    if not judged:
        return said
    lossy = max(judged, key=lambda sensitivity: sensitivity.drop or 0.0)
    drop = 100 * (lossy.drop or 0.0)
    if drop <= 0:
        return f"{said} No layer alone costs a right answer."
    return f"{said} Most right answers lost: {lossy.node}, {drop:.1f} points."
