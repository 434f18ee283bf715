"""What quantisation takes and gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import onnx_ir as ir

from compiler_core.graph.quantisation.parameters import ActivationParameters
from compiler_core.trace import Step

WeightScales = Literal["per-channel", "per-tensor"]
Sums = Literal["registers", "int8"]


@dataclass(frozen=True, slots=True)
class QuantisationSettings:
    """The choices of stage 4.

    method: name of the calibration method. pinned: names of nodes that stay in float32; "first"
    and "last" stand for the first and last layer. weights: one scale for each output channel or one
    in all. sums: whether a residual Add reads the convolution before it from registers, which is
    more exact and what the fused kernels do, or as int8, as runtimes with integer sums want it.
    """

    method: str = "measured"
    pinned: tuple[str, ...] = ()
    weights: WeightScales = "per-channel"
    sums: Sums = "registers"


@dataclass(frozen=True, slots=True)
class LayerRow:
    """One node of the layer table."""

    node: str
    """The name of the node."""
    operator: str
    """ONNX's: `Conv`."""
    precision: Literal["int8", "float32"]
    """In which type the node computes."""
    reason: str
    """The rule by which it is int8, or why it is not."""
    input_scale: float | None = None
    """Scale of the first int8 input; None where there is none."""
    input_zero_point: int | None = None
    """Zero point of the first int8 input; None where there is none."""
    output_scale: float | None = None
    """Scale of the result; None where that is float32 or stays in registers."""
    output_zero_point: int | None = None
    """Zero point of the result; None where that is float32 or stays in registers."""
    weight_scales: tuple[float, float] | None = None
    """Smallest and largest over the output channels; None for a node without int8 weights."""
    weight_decibel: float | None = None
    """Signal to quantisation noise of the weights; None for a node without int8 weights."""
    weight_bytes: tuple[int, int] = (0, 0)
    """Before and after, bias included."""
    decibel_in_one: float | None = None
    """What `weight_decibel` would be with one scale for all channels."""


@dataclass(frozen=True, slots=True)
class QuantisedModel:
    """A model with QuantizeLinear and DequantizeLinear nodes, and why it is as it is.

    parameters: of every int8 value, by the name it had in float32.
    """

    model: ir.Model
    parameters: dict[str, ActivationParameters]
    layers: tuple[LayerRow, ...]
    step: Step
