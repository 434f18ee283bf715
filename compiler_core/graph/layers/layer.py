"""One kernel of a network, as cost models see it: a few sizes, and what follows from them."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt
from typing import Literal

LayerKind = Literal["convolution", "depthwise", "dense", "pooling", "elementwise"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """A kernel: one product or window with the elementwise operators that follow it."""

    name: str
    kind: LayerKind
    rows: int
    """Of the output picture, 1 for a dense layer."""
    columns: int
    """Of the output picture, 1 for a dense layer."""
    channels_in: int
    """That one output sees, so of one group."""
    channels_out: int
    """Of all groups."""
    taps: int
    """Elements of the window in one channel."""
    groups: int
    """Of a convolution; a depthwise one has one channel in each."""
    input_elements: int
    """All that is read, residuals too."""
    weight_elements: int
    """Read once."""
    stride: int = 1
    """Of the window, in both directions."""
    window_rows: int = 0
    """Of the window; 0 if it is square."""
    residual_elements: int = 0
    """Of tensors of the output's shape that are added to it, or combined otherwise, before it is
    written."""
    spread_pixels: int = 0
    """Of a transposed convolution, the pixels of its input, each of which meets all taps; 0 for
    others. Pictures of a batch stand under one another."""

    @property
    def window(self) -> tuple[int, int]:
        """Rows and columns of the window."""
        rows = self.window_rows or max(isqrt(self.taps), 1)
        return rows, max(self.taps // rows, 1)

    @property
    def output_elements(self) -> int:
        return self.rows * self.columns * self.channels_out

    @property
    def macs(self) -> int:
        """Multiply-accumulates; 0 where nothing is multiplied by weights."""
        if self.kind in ("pooling", "elementwise"):
            return 0
        pixels = self.spread_pixels or self.rows * self.columns
        return pixels * self.channels_out * self.channels_in * self.taps


def convolution(
    name: str, size: int, channels: tuple[int, int], kernel: int, stride: int = 1, residual: int = 0
) -> Layer:
    """A square convolution with padding that keeps the size, before the stride.

    size: of the input picture. residual: elements that are added to the output.
    """
    made = -(-size // stride)
    given, out = channels
    return Layer(
        name=name,
        kind="convolution",
        rows=made,
        columns=made,
        channels_in=given,
        channels_out=out,
        taps=kernel * kernel,
        groups=1,
        input_elements=size * size * given + residual,
        weight_elements=given * out * kernel * kernel,
        stride=stride,
        residual_elements=residual,
    )


def depthwise(name: str, size: int, channels: int, stride: int = 1, kernel: int = 3) -> Layer:
    """A square depthwise convolution."""
    made, taps = -(-size // stride), kernel * kernel
    return Layer(
        name=name,
        kind="depthwise",
        rows=made,
        columns=made,
        channels_in=1,
        channels_out=channels,
        taps=taps,
        groups=channels,
        input_elements=size * size * channels,
        weight_elements=channels * taps,
        stride=stride,
    )


def dense(name: str, given: int, out: int) -> Layer:
    """A fully connected layer."""
    return Layer(
        name=name,
        kind="dense",
        rows=1,
        columns=1,
        channels_in=given,
        channels_out=out,
        taps=1,
        groups=1,
        input_elements=given,
        weight_elements=given * out,
    )


def pooling(name: str, size: int, made: int, channels: int) -> Layer:
    """A pooling window over the whole picture; made: size of the output."""
    return Layer(
        name=name,
        kind="pooling",
        rows=made,
        columns=made,
        channels_in=1,
        channels_out=channels,
        taps=1,
        groups=channels,
        input_elements=size * size * channels,
        weight_elements=0,
    )
