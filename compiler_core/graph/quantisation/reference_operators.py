"""What each operator of the integer form computes, in numpy: the oracle for generated kernels.

Integers are exact. Real numbers are float32, one operation after the other, as a kernel does it:
multiply by the scale, add, compare; QuantizeLinear divides, rounds half to even, adds the zero
point and saturates (ONNX operators QuantizeLinear and DequantizeLinear). An operator that is not
here has no exact rule of ours; the reference then takes the one of the onnx package.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import onnx_ir as ir

from compiler_core.graph.quantisation.reference_products import convolution, gather, window_of

Operands = list[np.ndarray | None]
Rule = Callable[[ir.Node, Operands], np.ndarray]


def _present(operands: Operands, index: int) -> np.ndarray | None:
    return operands[index] if index < len(operands) else None


def _given(operands: Operands, index: int) -> np.ndarray:
    operand = _present(operands, index)
    if operand is None:
        raise ValueError(f"operand {index} is missing")
    return operand


def _along(scale: np.ndarray, rank: int, axis: int) -> np.ndarray:
    """A vector shaped to broadcast along one axis; a scalar as it is."""
    if scale.size == 1:
        return scale.reshape(())
    shape = [1] * rank
    shape[axis] = -1
    return scale.reshape(shape)


def quantize_linear(node: ir.Node, operands: Operands) -> np.ndarray:
    values, scale = _given(operands, 0), _given(operands, 1)
    zero_point = _present(operands, 2)
    zero_point = np.zeros_like(scale, np.uint8) if zero_point is None else zero_point
    axis = node.attributes.get_int("axis", 1)
    steps = np.rint(values / _along(scale, values.ndim, axis)).astype(np.float64)
    limits = np.iinfo(zero_point.dtype)
    shifted = steps + _along(zero_point, values.ndim, axis).astype(np.float64)
    return np.clip(shifted, limits.min, limits.max).astype(zero_point.dtype)


def dequantize_linear(node: ir.Node, operands: Operands) -> np.ndarray:
    values, scale = _given(operands, 0), _given(operands, 1)
    axis = node.attributes.get_int("axis", 1)
    steps = values.astype(np.int32)
    zero_point = _present(operands, 2)
    if zero_point is not None:
        steps = steps - _along(zero_point, values.ndim, axis).astype(np.int32)
    return steps.astype(np.float32) * _along(scale, values.ndim, axis)


def _shift(values: np.ndarray, zero_point: np.ndarray | None) -> np.ndarray:
    """Integers less their zero point, exact in float64."""
    shifted = values.astype(np.float64)
    return shifted if zero_point is None else shifted - float(zero_point)


def conv_integer(node: ir.Node, operands: Operands) -> np.ndarray:
    picture = _shift(_given(operands, 0), _present(operands, 2))
    weights = _shift(_given(operands, 1), _present(operands, 3))
    return convolution(node, picture, weights).astype(np.int64).astype(np.int32)


def matmul_integer(node: ir.Node, operands: Operands) -> np.ndarray:
    left = _shift(_given(operands, 0), _present(operands, 2))
    right = _shift(_given(operands, 1), _present(operands, 3))
    return (left @ right).astype(np.int64).astype(np.int32)


def conv(node: ir.Node, operands: Operands) -> np.ndarray:
    result = convolution(node, _given(operands, 0), _given(operands, 1))
    bias = _present(operands, 2)
    return result if bias is None else result + bias.reshape(1, -1, 1, 1)


def max_pool(node: ir.Node, operands: Operands) -> np.ndarray:
    """Padding never wins: it is below every integer."""
    values = _given(operands, 0)
    kernel = tuple(node.attributes.get_ints("kernel_shape", ()))
    strides, dilations, pads = window_of(node, values.shape[2:], kernel)
    lowest = -1.0e9 if values.dtype == np.int8 else -np.inf
    raised = np.pad(
        values.astype(np.float64),
        ((0, 0), (0, 0), (pads[0], pads[2]), (pads[1], pads[3])),
        constant_values=lowest,
    )
    windows, _ = gather(raised, kernel, (0, 0, 0, 0), strides, dilations)
    return windows.max(axis=(2, 3)).astype(values.dtype)


def clip(node: ir.Node, operands: Operands) -> np.ndarray:
    values = _given(operands, 0)
    low, high = _present(operands, 1), _present(operands, 2)
    if low is not None:
        values = np.maximum(values, low)
    return values if high is None else np.minimum(values, high)


def leaky_relu(node: ir.Node, operands: Operands) -> np.ndarray:
    values = _given(operands, 0)
    slope = np.float32(node.attributes.get_float("alpha", 0.01))
    return np.where(values < 0, values * slope, values)


def add_all(node: ir.Node, operands: Operands) -> np.ndarray:
    total = _given(operands, 0)
    for index in range(1, len(operands)):
        total = total + _given(operands, index)
    return total


def flatten(node: ir.Node, operands: Operands) -> np.ndarray:
    values = _given(operands, 0)
    axis = node.attributes.get_int("axis", 1)
    axis += values.ndim if axis < 0 else 0
    return values.reshape(int(np.prod(values.shape[:axis], initial=1)), -1)


WINDOWED = ("Conv", "ConvInteger", "MaxPool")
RULES: dict[str, Rule] = {
    "QuantizeLinear": quantize_linear,
    "DequantizeLinear": dequantize_linear,
    "ConvInteger": conv_integer,
    "MatMulInteger": matmul_integer,
    "Conv": conv,
    "MaxPool": max_pool,
    "Relu": lambda _, operands: np.maximum(_given(operands, 0), 0),
    "LeakyRelu": leaky_relu,
    "Clip": clip,
    "Add": lambda _, operands: _given(operands, 0) + _given(operands, 1),
    "Sub": lambda _, operands: _given(operands, 0) - _given(operands, 1),
    "Mul": lambda _, operands: _given(operands, 0) * _given(operands, 1),
    "Sum": add_all,
    "Concat": lambda node, operands: np.concatenate(
        [_given(operands, index) for index in range(len(operands))],
        axis=node.attributes.get_int("axis", 0),
    ),
    "Flatten": flatten,
    "Identity": lambda _, operands: _given(operands, 0),
}  # fmt: skip
