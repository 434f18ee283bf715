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
    """The node's that decides the kernel; in hand-written examples any."""
    kind: LayerKind
    """By which cost models choose how it is computed."""
    rows: int
    """How many the output picture has, over the batch; for a dense layer the vectors it
    multiplies."""
    columns: int
    """How many the output picture has; 1 for a dense layer."""
    channels_in: int
    """That one output sees, so of one group."""
    channels_out: int
    """How many the output has, over all groups."""
    taps: int
    """Elements of the window in one channel."""
    groups: int
    """As many as channels for a depthwise convolution; 1 for a plain one and a dense layer."""
    input_elements: int
    """All that is read, residuals too."""
    weight_elements: int
    """Each is read once; 0 where there are no weights."""
    stride: int = 1
    """How far the window moves, taken to be the same in both directions."""
    window_rows: int = 0
    """Rows of the window; 0 if it is square."""
    residual_elements: int = 0
    """Elements of tensors of the output's shape that are combined with it before it is written."""
    spread_pixels: int = 0
    """Pixels that a transposed convolution reads, each meeting all taps; 0 for other layers."""

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
