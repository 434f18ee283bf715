"""How a depthwise kernel multiplies one column of the image: two ways, as data and text.

A column is kernel height × 16 bytes of channels (NHWC). It is loaded once and meets every output
whose filter covers it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from compiler_core.graph.kernels.c_text import DOT_PRODUCT, FLOAT_NEON
from compiler_core.graph.records import ElementType

LANES = 4
DOT_TAPS = 4
# 128 · 255 fits into a signed 16-bit sum.
_LARGEST_WEIGHT_SUM = 255


def dot_quarters(height: int) -> int:
    """SDOTs that a column of so many taps takes."""
    return -(-height // DOT_TAPS)


class ColumnArithmetic(Protocol):
    """One way. block: channels of a whole block, vectors of four of them are `vectors`.

    pack(weights): channels × height × width of one block, channels a multiple of four, to the order
    in which `factors` loads them; place(...): the C index of one weight in it.
    """

    @property
    def name(self) -> str: ...
    @property
    def element_type(self) -> ElementType: ...
    @property
    def condition(self) -> str: ...
    @property
    def features(self) -> tuple[str, ...]: ...

    def pack(self, weights: np.ndarray) -> np.ndarray: ...
    def place(self, vectors: int, height: int, width: int) -> str: ...
    def factors(self, vectors: int, height: int, width: int) -> list[str]: ...
    def load(self, column: int, vectors: int, lines: Sequence[str]) -> list[str]: ...
    def multiply(
        self, output: int, column: int, tap: int, vectors: int, height: int
    ) -> list[str]: ...


@dataclass(frozen=True, slots=True)
class DotColumns:
    """SDOT over the taps of a column: its lines are interleaved, four at a time, so that four taps
    of one channel are neighbours. The interleaving is paid once per column, not once per output.
    """

    name: str = "sdot"
    element_type: ElementType = "int8"
    condition: str = DOT_PRODUCT
    features: tuple[str, ...] = ("dotprod",)

    def pack(self, weights: np.ndarray) -> np.ndarray:
        channels, height, width = weights.shape
        quarters = dot_quarters(height)
        taps = np.zeros((width, quarters * DOT_TAPS, channels), weights.dtype)
        taps[:, :height] = weights.transpose(2, 1, 0)
        split = taps.reshape(width, quarters, DOT_TAPS, channels)
        return split.transpose(0, 1, 3, 2).reshape(-1).copy()

    def place(self, vectors: int, height: int, width: int) -> str:
        quarter = f"across * {dot_quarters(height)} + down / {DOT_TAPS}"
        return f"(({quarter}) * {vectors * LANES} + lane) * {DOT_TAPS} + down % {DOT_TAPS}"

    def factors(self, vectors: int, height: int, width: int) -> list[str]:
        quarters = dot_quarters(height)
        return [
            f"const int8x16_t factor{tap}_{quarter}_{vector} = vld1q_s8(weights + "
            f"{((tap * quarters + quarter) * vectors + vector) * LANES * DOT_TAPS});"
            for tap in range(width)
            for quarter in range(quarters)
            for vector in range(vectors)
        ]

    def load(self, column: int, vectors: int, lines: Sequence[str]) -> list[str]:
        quarters = dot_quarters(len(lines))
        loaded = [
            f"const int8x16_t x{column}_{down} = vld1q_s8({line});"
            for down, line in enumerate(lines)
        ]
        loaded += [
            f"const int8x16_t x{column}_{down} = vdupq_n_s8(0);"
            for down in range(len(lines), quarters * DOT_TAPS)
        ]
        for quarter in range(quarters):
            loaded += _interleaved(column, quarter, vectors)
        return loaded

    def multiply(self, output: int, column: int, tap: int, vectors: int, height: int) -> list[str]:
        return [
            f"sum{output}_{vector} = vdotq_s32(sum{output}_{vector}, "
            f"taps{column}_{quarter}_{vector}, factor{tap}_{quarter}_{vector});"
            for quarter in range(dot_quarters(height))
            for vector in range(vectors)
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class WideningColumns:
    """SMLAL for cores without SDOT: products are added up in 16 bits for as long as they fit."""

    cuts: tuple[int, ...]
    """Numbers of taps (column by column) before which the 16-bit sums are emptied into 32 bits,
    computed from the weights themselves."""
    taps: int
    """Elements of the filter in one channel: height × width."""
    name: str = "smlal"
    """Of the instruction, as tactics end."""
    element_type: ElementType = "int8"
    """What is multiplied."""
    condition: str = FLOAT_NEON
    """The preprocessor's, under which its intrinsics are there."""
    features: tuple[str, ...] = ()
    """What the core must have beyond NEON: nothing."""

    def pack(self, weights: np.ndarray) -> np.ndarray:
        channels, height, width = weights.shape
        full = np.zeros((width, height, 4 * LANES), weights.dtype)
        full[:, :, :channels] = weights.transpose(2, 1, 0)
        return full.reshape(-1)

    def place(self, vectors: int, height: int, width: int) -> str:
        return f"(across * {height} + down) * {4 * LANES} + lane"

    def factors(self, vectors: int, height: int, width: int) -> list[str]:
        return [
            f"const int8x16_t factor{tap}_{down} = vld1q_s8(weights + "
            f"{(tap * height + down) * 4 * LANES});"
            for tap in range(width)
            for down in range(height)
        ]

    def load(self, column: int, vectors: int, lines: Sequence[str]) -> list[str]:
        return [
            f"const int8x16_t x{column}_{down} = vld1q_s8({line});"
            for down, line in enumerate(lines)
        ]

    def multiply(self, output: int, column: int, tap: int, vectors: int, height: int) -> list[str]:
        lines: list[str] = []
        for down in range(height):
            number = tap * height + down
            factors = f"x{column}_{down}, factor{tap}_{down}"
            lines += self._products(output, number, factors, vectors)
            if number + 1 in self.cuts or number + 1 == self.taps:
                lines += _emptied(output, vectors)
        return lines

    def _products(self, output: int, number: int, factors: str, vectors: int) -> list[str]:
        pixel, weight = factors.split(", ")
        low, high = f"part{output}_0", f"part{output}_1"
        lows = f"vget_low_s8({pixel}), vget_low_s8({weight})"
        if number == 0 or number in self.cuts:
            lines = [f"{low} = vmull_s8({lows});"]
            return lines if vectors <= 2 else [*lines, f"{high} = vmull_high_s8({factors});"]
        lines = [f"{low} = vmlal_s8({low}, {lows});"]
        return lines if vectors <= 2 else [*lines, f"{high} = vmlal_high_s8({high}, {factors});"]


def widening_columns(weights: np.ndarray) -> WideningColumns:
    """The longest runs of taps whose products fit 16 bits for every channel and any input.

    weights: channels × height × width of the whole layer, int8.
    """
    by_tap = np.abs(weights.transpose(2, 1, 0).reshape(-1, len(weights)).astype(np.int64))
    total, cuts = np.zeros(len(weights), np.int64), []
    for number, tap in enumerate(by_tap):
        if number and int((total + tap).max()) > _LARGEST_WEIGHT_SUM:
            cuts.append(number)
            total = np.zeros_like(total)
        total = total + tap
    return WideningColumns(cuts=tuple(cuts), taps=len(by_tap))


def _emptied(output: int, vectors: int) -> list[str]:
    lines: list[str] = []
    for vector in range(vectors):
        part, total = f"part{output}_{vector // 2}", f"sum{output}_{vector}"
        if vector % 2:
            lines.append(f"{total} = vaddw_high_s16({total}, {part});")
        else:
            lines.append(f"{total} = vaddw_s16({total}, vget_low_s16({part}));")
    return lines


def _interleaved(column: int, quarter: int, vectors: int) -> list[str]:
    """taps{column}_q_v: for each of four channels four of its taps. ZIP twice: a transpose."""
    lines: list[str] = []
    name = f"{column}_{quarter}"
    for half in range(-(-vectors // 2)):
        first, second = (
            f"vreinterpretq_s16_s8(vzip{half + 1}q_s8(x{column}_{down}, x{column}_{down + 1}))"
            for down in (quarter * DOT_TAPS, quarter * DOT_TAPS + 2)
        )
        lines += [
            f"const int16x8_t upper{name}_{half} = {first};",
            f"const int16x8_t lower{name}_{half} = {second};",
        ]
    for vector in range(vectors):
        pair = f"upper{name}_{vector // 2}, lower{name}_{vector // 2}"
        lines.append(
            f"const int8x16_t taps{name}_{vector} = "
            f"vreinterpretq_s8_s16(vzip{vector % 2 + 1}q_s16({pair}));"
        )
    return lines
