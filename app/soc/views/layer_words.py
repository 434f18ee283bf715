"""What a kernel is, in few words: files often name their nodes by numbers only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isqrt

from compiler_core.graph.layers.layer import Layer

_KINDS = {
    "convolution": "convolution",
    "depthwise": "depthwise convolution",
    "dense": "dense layer",
    "pooling": "pooling",
    "elementwise": "element by element",
}


def layer_words(layer: Layer) -> str:
    """`7×7 convolution, 3 → 64, 112×112`; `dense layer, 2,048 → 1,000`."""
    if layer.kind == "dense":
        return f"{_KINDS[layer.kind]}, {layer.channels_in:,} → {layer.channels_out:,}"
    if layer.kind in ("pooling", "elementwise"):
        return f"{_KINDS[layer.kind]}, {layer.output_elements:,} values"
    groups = f" in {layer.groups} groups" if 1 < layer.groups < layer.channels_out else ""
    given = layer.channels_in * layer.groups
    return (
        f"{_window(layer.taps)}{_KINDS[layer.kind]}, {given:,} → {layer.channels_out:,}{groups}, "
        f"{layer.rows}×{layer.columns}"
    )


def words_by_name(layers: Sequence[Layer]) -> Mapping[str, str]:
    """Of each layer, by its name."""
    return {layer.name: layer_words(layer) for layer in layers}


def _window(taps: int) -> str:
    side = isqrt(taps)
    return f"{side}×{side} " if side * side == taps else f"{taps} taps, "
