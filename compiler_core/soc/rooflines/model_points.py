"""Points of a roofline from what a user has: a network's kernels, or a language model's phases.

Each kernel reads its inputs and weights and writes its output once. Of a language model, decoding
multiplies every weight once for a token, prefill once for each position, reading weights once.
"""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.graph.layers.layer import Layer
from compiler_core.llm.records import ModelHeader
from compiler_core.soc.decoding.decode import DecodeWork
from compiler_core.soc.decoding.model_shape import decode_work
from compiler_core.soc.description import Precision
from compiler_core.soc.networks.traffic import ELEMENT_BYTES
from compiler_core.soc.rooflines.roofline import Point

_OPERATIONS_OF_MAC = 2


def network_points(layers: Sequence[Layer], precision: Precision) -> tuple[Point, ...]:
    """One for each kernel; without products, one operation for each element that is read."""
    element = ELEMENT_BYTES[precision]
    return tuple(
        Point(
            layer.name,
            _OPERATIONS_OF_MAC * layer.macs or layer.input_elements,
            element * (layer.input_elements + layer.output_elements + layer.weight_elements),
        )
        for layer in moving_layers(layers)
    )


def moving_layers(layers: Sequence[Layer]) -> tuple[Layer, ...]:
    """Those that are points: constants read nothing."""
    return tuple(layer for layer in layers if layer.input_elements or layer.weight_elements)


def language_points(work: DecodeWork, positions: int) -> tuple[Point, Point]:
    """Decoding one token, and prefill of so many positions; attention's own products left out."""
    once = _OPERATIONS_OF_MAC * work.weights
    return (
        Point("decode", once * work.batch, work.step_bytes),
        Point(f"prefill of {positions}", once * positions, work.resident_bytes + work.cache_bytes),
    )


def phases(header: ModelHeader, context: int, batch: int = 1) -> tuple[Point, Point]:
    """A decode step of so many sequences with so many positions each, and prefill of one of them.

    Raises InputError for a header whose configuration says too little.
    """
    decode, _ = language_points(decode_work(header, context, batch), context)
    _, prefill = language_points(decode_work(header, context), context)
    return decode, prefill
