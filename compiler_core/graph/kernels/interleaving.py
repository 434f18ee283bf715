"""`interleave`: planes of a picture to int8 with the channels side by side, in one walk.

A network's picture comes plane by plane in float32. Sixteen places of each plane are scaled and
rounded, and stored in turns (ST2, ST3, ST4; Arm Architecture Reference Manual for A-profile, C7.2).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from compiler_core.graph.kernels.c_text import FLOAT_NEON, counted_loop, either, nested
from compiler_core.graph.kernels.epilogue_text import Place, scalar_text, vector_text
from compiler_core.graph.records import EpilogueStep, KernelText

_PLACES = 16
_LANES = 4
# Channels for which there is a store in turns.
MOST_CHANNELS = 4
# One scale for all: no step asks where a value belongs.
_ANYWHERE = Place("", "0", "0")


@dataclass(frozen=True, slots=True)
class PlanesShape:
    """images × channels planes of so many places; int8 = round(float32 / scale) + zero_point."""

    images: int
    channels: int
    places: int
    scale: float
    zero_point: int


def interleaving_kernel(name: str, shape: PlanesShape) -> KernelText:
    """The kernel for 1 to 4 channels."""
    element = f"input[channel * {shape.places} + at]"
    code = scalar_text(_steps(shape), element, _ANYWHERE, "float32")
    one_place = [*code.lines, f"output[at * {shape.channels} + channel] = {code.result};"]
    channels, whole = counted_loop("channel", shape.channels, one_place), _whole(shape)
    body = [
        *either(
            FLOAT_NEON,
            [*_vectors(shape), *_places_from(whole, shape, channels)],
            _places_from(0, shape, channels),
        ),
        f"input += {shape.channels * shape.places};",
        f"output += {shape.channels * shape.places};",
    ]
    images = counted_loop("image", shape.images, body)
    head = (
        f"static void {name}(const float *restrict input, int8_t *restrict output, void *scratch)"
    )
    text = "\n".join(nested(head, ["(void)scratch;", *images])) + "\n"
    return KernelText(
        function_name=name,
        text=text,
        constants=(),
        scratch_bytes=0,
        features=(),
        tactic="interleave",
    )


def _whole(shape: PlanesShape) -> int:
    """Places that stores in turns take."""
    return shape.places // _PLACES * _PLACES


def _places_from(first: int, shape: PlanesShape, body: list[str]) -> list[str]:
    """One place after the other; no loop where none is left."""
    if first == shape.places:
        return []
    return nested(f"for (long at = {first}; at < {shape.places}; at++)", body)


def _steps(shape: PlanesShape) -> tuple[EpilogueStep, ...]:
    scale = np.array([shape.scale], np.float32)
    numbers = {"zero_point": float(shape.zero_point)}
    return (
        EpilogueStep(
            operator="QuantizeLinear",
            operand="scalar",
            values=scale,
            element_type="int8",
            attributes=numbers,
        ),
    )


def _vectors(shape: PlanesShape) -> list[str]:
    if not _whole(shape):
        return []
    kind = "int8x16_t" if shape.channels == 1 else f"int8x16x{shape.channels}_t"
    lines = [f"{kind} turns;"]
    for channel in range(shape.channels):
        taken = "turns" if shape.channels == 1 else f"turns.val[{channel}]"
        lines += nested("", [*_sixteen(shape, channel), f"{taken} = {_narrowed(shape)};"])
    store = "vst1q_s8" if shape.channels == 1 else f"vst{shape.channels}q_s8"
    lines.append(f"{store}(output + at * {shape.channels}, turns);")
    return counted_loop("at", _whole(shape), lines, _PLACES)


def _sixteen(shape: PlanesShape, channel: int) -> list[str]:
    """Four vectors of one plane, rounded."""
    lines = [f"int32x4_t {', '.join(f'done{index}' for index in range(_LANES))};"]
    for index in range(_LANES):
        load = f"vld1q_f32(input + at + {channel * shape.places + index * _LANES})"
        code = vector_text(_steps(shape), load, _ANYWHERE, "float32", "positions")
        lines += nested("", [*code.lines, f"done{index} = {code.result};"])
    return lines


def _narrowed(shape: PlanesShape) -> str:
    """Saturated twice; what the first one cuts off the second would cut off as well."""
    halves = [
        f"vqaddq_s16(vqmovn_high_s32(vqmovn_s32(done{first}), done{first + 1}), "
        f"vdupq_n_s16({shape.zero_point}))"
        for first in (0, 2)
    ]
    return f"vqmovn_high_s16(vqmovn_s16({halves[0]}), {halves[1]})"
