"""Plain data that the stages hand to each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

Layout = Literal["NCHW", "NHWC"]
ElementType = Literal["float32", "int8"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FusedGroup:
    """Nodes that become one kernel.

    nodes: names in order of execution. anchor: the node that decides the kernel's loops, "" when
    all are elementwise or injective. inputs and outputs: names of the values that cross the border,
    constants left out. rule: the rule that allowed the group, in words. extension: the fusion
    beyond the usual rules that made it, "" if none; such a kernel may have a second anchor after
    the first, and needs scratch_bytes for the rows between the two.
    """

    name: str
    nodes: tuple[str, ...]
    anchor: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    rule: str
    extension: str = ""
    scratch_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Buffer:
    """A tensor that needs memory from kernel `first` to kernel `last`, both included.

    shares_with: a buffer whose memory this one may take over in place, "" if none. inside: a buffer
    that this one is a piece of all the time, "" if none; inside_at: its first byte there.
    """

    name: str
    bytes: int
    first: int
    last: int
    shares_with: str = ""
    inside: str = ""
    inside_at: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TensorPart:
    """A part of a Concat's result, or of what a Split takes apart, that may lie inside the whole.

    axis, before: it begins so many elements along this axis. operator: "Concat" or "Split".
    refused: why it is copied instead, "" if it lies inside.
    """

    name: str
    whole: str
    axis: int
    before: int
    operator: str
    refused: str = ""


@dataclass(frozen=True, slots=True)
class PlacedBuffer:
    """A buffer at its byte offset in the arena."""

    buffer: Buffer
    offset: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryPlan:
    """An arena. All sizes in bytes.

    lower_bound: the largest sum of buffers alive at one kernel, what lies inside another or takes
    over its memory counted once; no plan can be smaller. without_reuse: the sum of all buffers.
    parts: tensors that could lie inside others, with those that do not and why.
    """

    method: str
    placed: tuple[PlacedBuffer, ...]
    arena_bytes: int
    lower_bound: int
    without_reuse: int
    parts: tuple[TensorPart, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EpilogueStep:
    """One elementwise operation applied to an accumulator before it is stored.

    operator: the ONNX operator; "Table" and "Requantize" are made of several. operand: how the
    second operand is read: "" (none), "channel" (one value per output channel, float32 or int32
    constant), "scalar", "tensor" (a runtime tensor of the output's shape), "step" (the result of an
    earlier step), "table" (256 results of a byte, from that of -128) or "multiplier" (an int32 for
    each channel). values: the constant operand. name: the runtime tensor's value name, or the
    earlier step's node. attributes: the node's own (minimum, maximum, alpha, zero_point, scale…;
    "reversed": the second operand stands first). node: its name. taken: the node whose result the
    step works on, empty for the step before; one that no step has is the sum.
    """

    operator: str
    operand: Literal["", "channel", "scalar", "tensor", "step", "table", "multiplier"] = ""
    values: np.ndarray | None = None
    name: str = ""
    element_type: str = "float32"
    attributes: dict[str, float] = field(default_factory=dict)
    node: str = ""
    taken: str = ""


@dataclass(frozen=True, slots=True)
class ConvolutionShape:
    """A two-dimensional convolution of one image batch; sizes in elements.

    pads: top, left, bottom, right. groups equal to channels_in is a depthwise convolution.
    """

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
    """A C function and what it needs.

    constants: packed weights and tables, by the C name that the text uses; they go to the weight
    blob. scratch_bytes: memory it needs while it runs, from the arena. features: what the core must
    have ("dotprod", "i8mm"). tactic: the kernel's algorithm, by name. reads: names of the values
    that its call passes, the input first; where there are none, they follow from the group's anchor
    and epilogue.
    """

    function_name: str
    text: str
    constants: tuple[tuple[str, np.ndarray], ...]
    scratch_bytes: int
    features: tuple[str, ...]
    tactic: str
    reads: tuple[str, ...] = ()
