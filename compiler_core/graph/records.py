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
    """Unique in the model; kernels are chosen and measured by it."""
    nodes: tuple[str, ...]
    """Names in order of execution."""
    anchor: str
    """The node that decides the kernel's loops, "" when all are elementwise or injective."""
    inputs: tuple[str, ...]
    """Names of the values that cross the border, constants left out."""
    outputs: tuple[str, ...]
    """Names of the values that leave the group."""
    rule: str
    """The rule that allowed the group, in words."""
    extension: str = ""
    """The fusion beyond the usual rules that made it, "" if none; such a kernel may have a second
    anchor after the first, and needs scratch_bytes for the rows between the two."""
    scratch_bytes: int = 0
    """Memory for rows between two anchors; 0 without an extension that needs some."""


@dataclass(frozen=True, slots=True)
class Buffer:
    """A tensor that needs memory from kernel `first` to kernel `last`, both included."""

    name: str
    """The tensor's, or one made for the scratch memory of a kernel."""
    bytes: int
    """How large it is."""
    first: int
    """The kernel that writes it, counted from 0; for an input of the graph 0."""
    last: int
    """The last kernel that reads it."""
    shares_with: str = ""
    """A buffer whose memory this one may take over in place, "" if none."""
    inside: str = ""
    """A buffer that this one is a piece of all the time, "" if none."""
    inside_at: int = 0
    """Where it begins in the buffer `inside`, in bytes; 0 where it lies in none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TensorPart:
    """A part of a Concat's result, or of what a Split takes apart, that may lie inside
    the whole."""

    name: str
    """Name of the tensor that is the part."""
    whole: str
    """Name of the tensor that it is a part of."""
    axis: int
    """Along which the whole is joined or cut."""
    before: int
    """How many elements of the whole stand in front of it along `axis`."""
    operator: str
    """`Concat`, whose result is the whole, or `Split`, whose operand is."""
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
    """The planner's name, or `XLA`."""
    placed: tuple[PlacedBuffer, ...]
    """Each buffer with its place."""
    arena_bytes: int
    """Where the last buffer ends; 0 without any."""
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
    """The constant second operand, flat; None where it is read at run time or there is none."""
    name: str = ""
    """The runtime tensor's value name, or the earlier step's node."""
    element_type: str = "float32"
    """Type of the second operand; of quantising steps and tables the type of the result."""
    attributes: dict[str, float] = field(default_factory=dict)
    """The node's own (minimum, maximum, alpha, zero_point, scale…; "reversed": the second operand
    stands first)."""
    node: str = ""
    """Name of the node that the step computes; empty for one that nobody names."""
    taken: str = ""
    """The node whose result the step works on, empty for the step before; one that no step has is
    the sum."""


@dataclass(frozen=True, slots=True)
class ConvolutionShape:
    """A two-dimensional convolution of one image batch; sizes in elements."""

    batch: int
    """Pictures at a time."""
    channels_in: int
    """Channels of the picture, over all groups."""
    height_in: int
    """Rows of the picture, border left out."""
    width_in: int
    """Columns of the picture, border left out."""
    channels_out: int
    """Channels of the result, over all groups."""
    height_out: int
    """Rows of the result."""
    width_out: int
    """Columns of the result."""
    kernel: tuple[int, int]
    """Height and width of the window, gaps of dilation not counted."""
    strides: tuple[int, int]
    """Down and across."""
    dilations: tuple[int, int]
    """From one tap to the next, down and across; 1 for neighbours."""
    pads: tuple[int, int, int, int]
    """Border above, left, below and right."""
    groups: int
    """1 for a plain convolution; as many as `channels_in` for a depthwise one."""
    layout: Layout
    """In which order the axes of input and output lie in memory."""
    element_type: ElementType
    """Of inputs and weights."""

    @property
    def multiplies(self) -> int:
        """Multiply-accumulates of the direct algorithm."""
        outputs = self.batch * self.channels_out * self.height_out * self.width_out
        return outputs * self.kernel[0] * self.kernel[1] * self.channels_in // self.groups


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelText:
    """A C function and what it needs."""

    function_name: str
    """The C function that a program calls."""
    text: str
    """C source of that function and of those that it needs."""
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
