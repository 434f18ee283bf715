"""The two run-time transforms of Winograd's F(2×2, 3×3), as lines of C.

Bᵀ = [1 0 -1 0; 0 1 1 0; 0 -1 1 0; 0 1 0 -1] and Aᵀ = [1 1 1 0; 0 1 -1 -1]: additions only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from compiler_core.graph.kernels.c_text import FLOAT_NEON, counted_loop, either, inline_function
from compiler_core.graph.kernels.padding import PaddedBand

_SIDE = 4
_VECTOR_LANES = 4

Value = TypeVar("Value")
Binary = Callable[[str, str], str]


def input_transform(name: str, band: PaddedBand) -> str:
    """A function from a line of tiles of the bordered band to Bᵀ d B of each of its tiles."""
    across = (band.width - 2) // 2
    parameters = ("const float *from", "float *transformed")
    body = either(
        FLOAT_NEON, _input_loops(band, across, _VECTOR_LANES), _input_loops(band, across, 1)
    )
    return inline_function("void", f"{name}_transform_inputs", parameters, body)


def output_transform(lanes: int, stride: int, bias: str) -> list[str]:
    """Lines from `at`, one place each `stride` floats, to `done00` … `done11`, bias added."""
    kind, add, subtract = _operations(lanes)
    lines = [
        f"const {kind} m{row}{column} = {_load(lanes, f'at + {(row * _SIDE + column) * stride}')};"
        for row in range(_SIDE)
        for column in range(_SIDE)
    ]
    for column in range(_SIDE):
        first, second = shortened_to_output(
            [f"m{row}{column}" for row in range(_SIDE)], add, subtract
        )
        lines += [f"const {kind} s0{column} = {first};", f"const {kind} s1{column} = {second};"]
    for row in range(2):
        first, second = shortened_to_output(
            [f"s{row}{column}" for column in range(_SIDE)], add, subtract
        )
        lines += [
            f"const {kind} done{row}0 = {add(first, bias)};",
            f"const {kind} done{row}1 = {add(second, bias)};",
        ]
    return lines


def _input_loops(band: PaddedBand, across: int, lanes: int) -> list[str]:
    kind, add, subtract = _operations(lanes)
    lines = [f"const float *at = from + x * {2 * band.channels} + channel;"]
    for row in range(_SIDE):
        for column in range(_SIDE):
            address = f"at + {row * band.line_elements + column * band.channels}"
            lines.append(f"const {kind} d{row}{column} = {_load(lanes, address)};")
    for column in range(_SIDE):
        mixed = mixed_by_input([f"d{row}{column}" for row in range(_SIDE)], add, subtract)
        lines += [f"const {kind} t{row}{column} = {mixed[row]};" for row in range(_SIDE)]
    for row in range(_SIDE):
        mixed = mixed_by_input([f"t{row}{column}" for column in range(_SIDE)], add, subtract)
        for column in range(_SIDE):
            start = (row * _SIDE + column) * across * band.channels
            address = f"transformed + {start} + x * {band.channels} + channel"
            lines.append(_store(lanes, address, mixed[column]))
    return counted_loop("x", across, counted_loop("channel", band.channels, lines, lanes))


def mixed_by_input(
    parts: list[Value],
    add: Callable[[Value, Value], Value],
    subtract: Callable[[Value, Value], Value],
) -> list[Value]:
    """Bᵀ applied to four values."""
    first, second, third, fourth = parts
    return [
        subtract(first, third), add(second, third), subtract(third, second),
        subtract(second, fourth),
    ]  # fmt: skip


def shortened_to_output(
    parts: list[Value],
    add: Callable[[Value, Value], Value],
    subtract: Callable[[Value, Value], Value],
) -> list[Value]:
    """Aᵀ applied to four values."""
    first, second, third, fourth = parts
    return [
        add(add(first, second), third),
        subtract(subtract(second, third), fourth),
    ]


def _operations(lanes: int) -> tuple[str, Binary, Binary]:
    if lanes == 1:
        return "float", lambda a, b: f"({a} + {b})", lambda a, b: f"({a} - {b})"
    return (
        "float32x4_t",
        lambda a, b: f"vaddq_f32({a}, {b})",
        lambda a, b: f"vsubq_f32({a}, {b})",
    )


def _load(lanes: int, address: str) -> str:
    return f"*({address})" if lanes == 1 else f"vld1q_f32({address})"


def _store(lanes: int, address: str, value: str) -> str:
    return f"*({address}) = {value};" if lanes == 1 else f"vst1q_f32({address}, {value});"
