"""What a kernel is asked for: plain data, the same for every tactic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from compiler_core.graph.records import ConvolutionShape, EpilogueStep

Order = Literal["positions", "channels"]


@dataclass(frozen=True, slots=True)
class Tile:
    """What stays in registers at once, and which loop is outermost.

    rows: output positions. vectors: groups of four output channels. order "positions": all channels
    of a few positions before the next positions, so that the input is read once; "channels": all
    positions with a few channels, so that the weights are. unroll: steps of the reduction per turn
    of the innermost loop.
    """

    rows: int
    vectors: int
    order: Order = "positions"
    unroll: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelRequest:
    """One convolution to write in C; a fully connected layer is a 1×1 convolution."""

    name: str
    """A C identifier, which everything at file scope begins with."""
    shape: ConvolutionShape
    """Sizes of picture, result and window, with layout and element type."""
    weights: np.ndarray
    """channels_out × channels_in/groups × kernel height × kernel width, float32 or int8."""
    epilogue: tuple[EpilogueStep, ...] = ()
    """Applied to the sums; a first Add of a constant per channel is the bias, in int32 for int8
    inputs."""
    input_zero_point: int = 0
    """Subtracted from every int8 input; outside the image stands this value, so that it counts as
    zero."""
    tile: Tile | None = None
    """None for the tactic's own choice."""
    input_step: int = 0
    """Elements from one position of the image to the next where it lies inside a tensor with more
    channels, 0 where nothing lies between."""
    output_step: int = 0
    """Elements from one position of the result to the next; 0 where nothing lies between."""

    @property
    def step_in(self) -> int:
        return self.input_step or self.shape.channels_in

    @property
    def step_out(self) -> int:
        return self.output_step or self.shape.channels_out

    @property
    def channels_per_group(self) -> int:
        return self.shape.channels_out // self.shape.groups

    @property
    def inputs_per_group(self) -> int:
        return self.shape.channels_in // self.shape.groups
