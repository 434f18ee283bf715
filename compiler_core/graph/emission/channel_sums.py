"""Sums of whole pictures, channel by channel: what a global average pool needs.

Floats are added in the order of their positions. In bytes the pool is a convolution whose weights
are all one. Nothing needs to be multiplied: bytes are added into 16 bits for as many positions as
fit, then into 32.
"""

from __future__ import annotations

import onnx_ir as ir

from compiler_core.graph.emission.facts import constant_of, count_of, shape_of, type_of
from compiler_core.graph.emission.windows import EmittedWindow
from compiler_core.graph.emission.writer import FunctionWriter

# 255 bytes of -128 fit into 16 bits.
_POSITIONS = 255
_LANES, _VECTORS = 16, (4, 2, 1)
_FLOAT_LANES, _FLOAT_VECTORS = 4, (8, 4, 2, 1)
# Positions that one round of a loop of floats adds.
_UNROLLED = 4


def sums_whole_pictures(
    writer: FunctionWriter, data: ir.Value, weights: ir.Value, window: EmittedWindow
) -> bool:
    """Whether a convolution with a filter for each channel only adds up whole pictures."""
    known = constant_of(weights)
    if known is None or type_of(data).numpy != "int8" or not (known == 1).all():
        return False
    whole = window.kernel == window.sizes and not any((*window.before, *window.after))
    return whole and _lies_in_one_piece(writer, data) and shape_of(weights)[1] == 1


def floats_of_whole_pictures(writer: FunctionWriter, data: ir.Value, window: EmittedWindow) -> bool:
    """Whether a window, channels last, is the whole picture of loaded float32."""
    whole = window.kernel == window.sizes and not any((*window.before, *window.after))
    dense = all(step == 1 for step in window.dilations)
    return whole and dense and type_of(data).numpy == "float32" and _lies_in_one_piece(writer, data)


def _lies_in_one_piece(writer: FunctionWriter, data: ir.Value) -> bool:
    return writer.lies_in_memory(data) and writer.layout.steps_of(data) is None


def add_picture(writer: FunctionWriter, data: ir.Value, row: str, batch: str) -> None:
    """Adds all positions of a picture, channels last, to a row of one int32 for each channel, or
    one float where the picture is of floats."""
    floats = type_of(data).numpy == "float32"
    lanes, sizes = (_FLOAT_LANES, _FLOAT_VECTORS) if floats else (_LANES, _VECTORS)
    add_vectors = _add_floats if floats else _add_vectors
    _, *spatial, channels = shape_of(data)
    positions = count_of(spatial)
    source = f"{writer.pointer(data)} + {batch} * {positions * channels}"
    writer.lines.append("#if defined(__ARM_NEON)")
    first = 0
    for vectors in sizes:
        size = vectors * lanes
        last = first + (channels - first) // size * size
        if last > first:
            with writer.block(f"for (int c = {first}; c < {last}; c += {size})"):
                add_vectors(writer, vectors, f"{source} + c", f"{row} + c", (positions, channels))
        first = last
    _add_elements(writer, source, row, positions, (first, channels))
    writer.lines.append("#else")
    _add_elements(writer, source, row, positions, (0, channels))
    writer.lines.append("#endif")


def _add_vectors(
    writer: FunctionWriter, vectors: int, source: str, row: str, sizes: tuple[int, int]
) -> None:
    """sizes: positions and channels."""
    positions, channels = sizes
    with writer.block(f"for (int start = 0; start < {positions}; start += {_POSITIONS})"):
        writer.line(f"const int end = MINIMUM(start + {_POSITIONS}, {positions});")
        for half in range(2 * vectors):
            writer.line(f"int16x8_t part{half} = vdupq_n_s16(0);")
        with writer.block("for (int at = start; at < end; at++)"):
            for vector in range(vectors):
                address = f"{source} + at * {channels} + {_LANES * vector}"
                low, high = f"part{2 * vector}", f"part{2 * vector + 1}"
                writer.line(f"const int8x16_t loaded{vector} = vld1q_s8({address});")
                writer.line(f"{low} = vaddw_s8({low}, vget_low_s8(loaded{vector}));")
                writer.line(f"{high} = vaddw_high_s8({high}, loaded{vector});")
        for half in range(2 * vectors):
            lower, upper = (f"{row} + {8 * half + offset}" for offset in (0, 4))
            low = f"vaddw_s16(vld1q_s32({lower}), vget_low_s16(part{half}))"
            high = f"vaddw_high_s16(vld1q_s32({upper}), part{half})"
            writer.line(f"vst1q_s32({lower}, {low});")
            writer.line(f"vst1q_s32({upper}, {high});")


def _add_floats(
    writer: FunctionWriter, vectors: int, source: str, row: str, sizes: tuple[int, int]
) -> None:
    """sizes: positions and channels."""
    positions, channels = sizes
    for vector in range(vectors):
        writer.line(f"float32x4_t total{vector} = vld1q_f32({row} + {_FLOAT_LANES * vector});")
    writer.lines.append(f"#pragma GCC unroll {_UNROLLED}")
    with writer.block(f"for (int at = 0; at < {positions}; at++)"):
        for vector in range(vectors):
            loaded = f"vld1q_f32({source} + at * {channels} + {_FLOAT_LANES * vector})"
            writer.line(f"total{vector} = vaddq_f32(total{vector}, {loaded});")
    for vector in range(vectors):
        writer.line(f"vst1q_f32({row} + {_FLOAT_LANES * vector}, total{vector});")


def _add_elements(
    writer: FunctionWriter, source: str, row: str, positions: int, channels: tuple[int, int]
) -> None:
    """Channels from the first on in plain C."""
    first, last = channels
    if first == last:
        return
    with (
        writer.block(f"for (int at = 0; at < {positions}; at++)"),
        writer.block(f"for (int c = {first}; c < {last}; c++)"),
    ):
        writer.line(f"{row}[c] += ({source})[at * {last} + c];")
