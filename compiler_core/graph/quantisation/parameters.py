"""Scales and zero points: the arithmetic of a range, of weights, and of a bias.

real = scale · (integer - zero_point). Activations: int8 from -128 to 127, one scale for the tensor,
any zero point (Jacob et al., "Quantization and Training of Neural Networks for Efficient
Integer-Arithmetic-Only Inference", 2018, section 2.1; ONNX operator QuantizeLinear). Weights: int8
from -127 to 127, one scale for each output channel, zero point 0. Bias: int32 with the scale of the
accumulator, input scale times weight scale, so that it adds without conversion.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from compiler_core.errors import InputError

LOWEST, HIGHEST = -128, 127
WEIGHT_LIMIT = 127
# A bias must leave the accumulator room, and where weights vanish it alone must be exact in
# float32.
_BIAS_LIMIT = float(1 << 30)
_EXACT_BIAS = float(1 << 22)
_SMALLEST_SCALE = float(np.finfo(np.float32).tiny)


@dataclass(frozen=True, slots=True)
class ActivationParameters:
    """How a tensor is stored as int8. scale: float32 exactly; low and high: the range it came from.

    reason: why this tensor has this scale, in words.
    """

    scale: float
    zero_point: int
    low: float
    high: float
    reason: str = ""


@dataclass(frozen=True, slots=True)
class QuantisedWeights:
    """Integers of the weights' shape, one float32 scale for each channel on `axis`, or one in all.

    bias: int32[channels], None when the node has none.
    """

    integers: np.ndarray
    scales: np.ndarray
    axis: int
    bias: np.ndarray | None


def activation_parameters(low: float, high: float, reason: str = "") -> ActivationParameters:
    """Scale and zero point of the range, widened to hold 0, which becomes exact.

    A tensor that is always 0 gets the scale 1.
    """
    low, high = min(low, 0.0), max(high, 0.0)
    if low == high:
        return ActivationParameters(1.0, LOWEST, low, high, reason)
    scale = float(np.float32(max((high - low) / (HIGHEST - LOWEST), _SMALLEST_SCALE)))
    zero_point = int(np.clip(np.rint(LOWEST - low / scale), LOWEST, HIGHEST))
    return ActivationParameters(scale, zero_point, low, high, reason)


def quantise_activation(values: np.ndarray, parameters: ActivationParameters) -> np.ndarray:
    """The int8 integers of float32 values, as QuantizeLinear computes them."""
    rounded = np.rint(np.asarray(values, np.float32) / np.float32(parameters.scale))
    integers = rounded.astype(np.float64) + parameters.zero_point
    return np.clip(integers, LOWEST, HIGHEST).astype(np.int8)


def dequantise_activation(integers: np.ndarray, parameters: ActivationParameters) -> np.ndarray:
    """The float32 values that int8 integers stand for, as DequantizeLinear computes them."""
    steps = integers.astype(np.int32) - parameters.zero_point
    return steps.astype(np.float32) * np.float32(parameters.scale)


def quantise_weights(
    weights: np.ndarray, axis: int, bias: np.ndarray | None, input_scale: float, per_channel: bool
) -> QuantisedWeights:
    """Integers and scales of one layer. weights: float32; bias: float32[channels].

    A channel's scale is its largest magnitude / 127, raised where the bias would otherwise pass the
    int32 accumulator. A channel of zeros gets a scale that holds its bias. InputError when weights
    or bias are no finite numbers.
    """
    _check_finite(weights, "weights")
    if bias is not None:
        _check_finite(bias, "bias")
    others = tuple(index for index in range(weights.ndim) if index != axis)
    largest = np.abs(weights).max(axis=others).astype(np.float64)
    magnitudes = np.zeros_like(largest) if bias is None else np.abs(bias).astype(np.float64)
    if not per_channel:
        largest, magnitudes = largest.max(keepdims=True), magnitudes.max(keepdims=True)
    scales = _weight_scales(largest, magnitudes, input_scale)
    shape = [1] * weights.ndim
    shape[axis] = scales.size
    integers = np.rint(weights / scales.reshape(shape))
    np.clip(integers, -WEIGHT_LIMIT, WEIGHT_LIMIT, out=integers)
    return QuantisedWeights(
        integers.astype(np.int8), scales, axis, quantise_bias(bias, input_scale, scales)
    )


def quantise_bias(
    bias: np.ndarray | None, input_scale: float, scales: np.ndarray
) -> np.ndarray | None:
    """The int32 bias in units of the accumulator, input scale · weight scale."""
    if bias is None:
        return None
    return np.rint(bias.astype(np.float64) / accumulator_scales(input_scale, scales)).astype(
        np.int32
    )


def accumulator_scales(input_scale: float, scales: np.ndarray) -> np.ndarray:
    """What one unit of the int32 accumulator stands for, float32 for each channel."""
    return (np.float64(input_scale) * scales.astype(np.float64)).astype(np.float32)


def _weight_scales(largest: np.ndarray, bias: np.ndarray, input_scale: float) -> np.ndarray:
    fitting = np.maximum(largest / WEIGHT_LIMIT, bias / (input_scale * _BIAS_LIMIT))
    dead = np.where(bias > 0, bias / (input_scale * _EXACT_BIAS), 1.0)
    smallest = _SMALLEST_SCALE * max(1.0, 1.0 / input_scale)
    return np.maximum(np.where(largest > 0, fitting, dead), smallest).astype(np.float32)


def _check_finite(values: np.ndarray, what: str) -> None:
    if not np.isfinite(values).all():
        raise InputError(
            f"The {what} hold NaN or infinity, so no scale fits them.",
            "Export the model again, or pin this layer to float32.",
        )
