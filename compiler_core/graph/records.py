"""Plain data that the stages hand to each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

Layout = Literal["NCHW", "NHWC"]
ElementType = Literal["float32", "int8"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FusedGroup:
    """Nodes that become one kernel."""

    name: str
    nodes: tuple[str, ...]
    """Names in order of execution."""
    anchor: str
    """The node that decides the kernel's loops, "" when all are elementwise or injective."""
    inputs: tuple[str, ...]
    """Names of the values that cross the border, constants left out."""
    outputs: tuple[str, ...]
    """As `inputs`."""
    rule: str
    """The rule that allowed the group, in words."""
    extension: str = ""
    """The fusion beyond the usual rules that made it, "" if none; such a kernel may have a second
    anchor after the first, and needs scratch_bytes for the rows between the two."""
    scratch_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Buffer:
    """A tensor that needs memory from kernel `first` to kernel `last`, both included."""

    name: str
    bytes: int
    first: int
    last: int
    shares_with: str = ""
    """A buffer whose memory this one may take over in place, "" if none."""
    inside: str = ""
    """A buffer that this one is a piece of all the time, "" if none."""
    inside_at: int = 0
    """Its first byte there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TensorPart:
    """A part of a Concat's result, or of what a Split takes apart, that may lie inside
    the whole."""

    name: str
    whole: str
    axis: int
    """It begins so many elements along this axis."""
    before: int
    """It begins so many elements along this axis."""
    operator: str
    """"Concat" or "Split"."""
    refused: str = ""
    """Why it is copied instead, "" if it lies inside."""


@dataclass(frozen=True, slots=True)
class PlacedBuffer:
    """A buffer at its byte offset in the arena."""

    buffer: Buffer
    offset: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryPlan:
    """An arena. All sizes in bytes."""

    method: str
    placed: tuple[PlacedBuffer, ...]
    arena_bytes: int
    lower_bound: int
    """The largest sum of buffers alive at one kernel, what lies inside another or takes over its
    memory counted once; no plan can be smaller."""
    without_reuse: int
    """The sum of all buffers."""
    parts: tuple[TensorPart, ...] = ()
    """Tensors that could lie inside others, with those that do not and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EpilogueStep:
    """One elementwise operation applied to an accumulator before it is stored."""

    operator: str
    """The ONNX operator; "Table" and "Requantize" are made of several."""
    operand: Literal["", "channel", "scalar", "tensor", "step", "table", "multiplier"] = ""
    """How the second operand is read: "" (none), "channel" (one value per output channel, float32
    or int32 constant), "scalar", "tensor" (a runtime tensor of the output's shape), "step" (the
    result of an earlier step), "table" (256 results of a byte, from that of -128) or "multiplier"
    (an int32 for each channel)."""
    values: np.ndarray | None = None
    """The constant operand."""
    name: str = ""
    """The runtime tensor's value name, or the earlier step's node."""
    element_type: str = "float32"
    attributes: dict[str, float] = field(default_factory=dict)
    """The node's own (minimum, maximum, alpha, zero_point, scale…; "reversed": the second operand
    stands first)."""
    node: str = ""
    """Its name."""
    taken: str = ""
    """The node whose result the step works on, empty for the step before; one that no step has is
    the sum."""


@dataclass(frozen=True, slots=True)
class ConvolutionShape:
    """A two-dimensional convolution of one image batch; sizes in elements."""

    batch: int
    channels_in: int
    height_in: int
    width_in: int
    channels_out: int
    height_out: int
    width_out: int
    kernel: tuple[int, int]
    strides: tuple[int, int]
    dilations: tuple[int, int]
    pads: tuple[int, int, int, int]
    """Top, left, bottom, right. groups equal to channels_in is a depthwise convolution."""
    groups: int
    layout: Layout
    element_type: ElementType

    @property
    def multiplies(self) -> int:
        """Multiply-accumulates of the direct algorithm."""
        outputs = self.batch * self.channels_out * self.height_out * self.width_out
        return outputs * self.kernel[0] * self.kernel[1] * self.channels_in // self.groups


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelText:
    """A C function and what it needs."""

    function_name: str
    text: str
    constants: tuple[tuple[str, np.ndarray], ...]
    """Packed weights and tables, by the C name that the text uses; they go to the weight blob."""
    scratch_bytes: int
    """Memory it needs while it runs, from the arena."""
    features: tuple[str, ...]
    """What the core must have ("dotprod", "i8mm")."""
    tactic: str
    """The kernel's algorithm, by name."""
    reads: tuple[str, ...] = ()
    """Names of the values that its call passes, the input first; where there are none, they follow
    from the group's anchor and epilogue."""
