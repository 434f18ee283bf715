"""Operators of ONNX that are mapped to jax, by name."""

# jax is not in the environment that is checked, nor is this folder on its path.
# pyright: reportMissingImports=false

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from moving import (
    bordered,
    cast,
    expanded,
    flattened,
    gathered,
    joined,
    reshaped,
    resized,
    sliced,
    split,
    squeezed,
    transposed,
    unsqueezed,
)
from node import Node, Unmapped
from windows import by_channel, convolution, largest_of_windows, mean_of_windows


def each(function: Callable[..., Any]) -> Callable[[Node], Any]:
    return lambda node: function(*node.reads)


def folded(function: Callable[[Any, Any], Any]) -> Callable[[Node], Any]:
    return lambda node: reduce(function, node.reads)


def with_attributes(function: Callable[..., Any], **usual: float) -> Callable[[Node], Any]:
    return lambda node: function(node[0], *(node.attribute(*pair) for pair in usual.items()))


def divided(left: Any, right: Any) -> Any:
    """Integers are cut towards zero."""
    if jnp.issubdtype(left.dtype, jnp.floating):
        return left / right
    return lax.div(*jnp.broadcast_arrays(left, right))


def clipped(node: Node) -> Any:
    values = node[0]
    values = jnp.maximum(values, node[1]) if node.has(1) else values
    return jnp.minimum(values, node[2]) if node.has(2) else values


def gelu(node: Node) -> Any:
    return jax.nn.gelu(node[0], approximate=node.attribute("approximate", "none") == "tanh")


def hard_sigmoid(values: Any, slope: float, shift: float) -> Any:
    return jnp.clip(values * slope + shift, 0, 1)


def over_picture(function: Callable[..., Any]) -> Callable[[Node], Any]:
    return lambda node: function(node[0], axis=tuple(range(2, node[0].ndim)), keepdims=True)


def product(node: Node) -> Any:
    left = node[0].T if node.attribute("transA", 0) else node[0]
    right = node[1].T if node.attribute("transB", 0) else node[1]
    made, scale = left @ right, node.attribute("alpha", 1.0)
    made = made if scale == 1 else scale * made
    if not node.has(2):
        return made
    scale = node.attribute("beta", 1.0)
    return made + (node[2] if scale == 1 else scale * node[2])


def batch_normalised(node: Node) -> Any:
    if node.attribute("training_mode", 0):
        raise Unmapped("it stands as in training")
    values = node[0]
    gain, shift, mean, variance = (by_channel(numbers, values) for numbers in node.reads[1:5])
    return (values - mean) / jnp.sqrt(variance + node.attribute("epsilon", 1e-5)) * gain + shift


def layer_normalised(node: Node) -> Any:
    """With the mean and what it is multiplied with, which somebody may read."""
    values = node[0]
    first = node.attribute("axis", -1) % values.ndim
    axes = tuple(range(first, values.ndim))
    mean = values.mean(axis=axes, keepdims=True)
    centred = values - mean
    squares = (centred * centred).mean(axis=axes, keepdims=True)
    factor = 1 / jnp.sqrt(squares + node.attribute("epsilon", 1e-5))
    made = centred * factor * node[1]
    return (made + node[2] if node.has(2) else made, mean, factor)


def along(function: Callable[..., Any]) -> Callable[[Node], Any]:
    return lambda node: function(node[0], axis=node.attribute("axis", -1))


def reduced(function: Callable[..., Any]) -> Callable[[Node], Any]:
    def run(node: Node) -> Any:
        axes = node.listed("axes", 1)
        if not axes and node.attribute("noop_with_empty_axes", 0):
            return node[0]
        keeps = bool(node.attribute("keepdims", 1))
        return function(node[0], axis=tuple(axes) if axes else None, keepdims=keeps)

    return run


OPERATORS: dict[str, Callable[[Node], Any]] = {
    "Abs": each(jnp.abs), "Add": each(jnp.add), "AveragePool": mean_of_windows,
    "BatchNormalization": batch_normalised, "Cast": cast, "Clip": clipped, "Concat": joined,
    "Conv": convolution, "Div": each(divided),
    "Elu": with_attributes(jax.nn.elu, alpha=1.0), "Erf": each(lax.erf), "Exp": each(jnp.exp),
    "Expand": expanded, "Flatten": flattened, "Gather": gathered, "Gelu": gelu, "Gemm": product,
    "GlobalAveragePool": over_picture(jnp.mean), "GlobalMaxPool": over_picture(jnp.max),
    "HardSigmoid": with_attributes(hard_sigmoid, alpha=0.2, beta=0.5),
    "HardSwish": each(lambda values: values * hard_sigmoid(values, 1 / 6, 0.5)),
    "Identity": each(lambda values: values), "LayerNormalization": layer_normalised,
    "LeakyRelu": with_attributes(jax.nn.leaky_relu, alpha=0.01), "Log": each(jnp.log),
    "MatMul": each(jnp.matmul), "Max": folded(jnp.maximum), "MaxPool": largest_of_windows,
    "Min": folded(jnp.minimum), "Mul": each(jnp.multiply), "Neg": each(jnp.negative),
    "PRelu": each(lambda values, slope: jnp.where(values < 0, values * slope, values)),
    "Pad": bordered,
    "Pow": each(lambda values, by: jnp.power(values, by).astype(values.dtype)),
    "Reciprocal": each(jnp.reciprocal), "ReduceMax": reduced(jnp.max),
    "ReduceMean": reduced(jnp.mean), "ReduceMin": reduced(jnp.min), "ReduceSum": reduced(jnp.sum),
    "Relu": each(lambda values: jnp.maximum(values, 0)), "Reshape": reshaped, "Resize": resized,
    "Sigmoid": each(jax.nn.sigmoid), "Slice": sliced, "Softmax": along(jax.nn.softmax),
    "Split": split, "Sqrt": each(jnp.sqrt), "Squeeze": squeezed, "Sub": each(jnp.subtract),
    "Sum": folded(jnp.add), "Tanh": each(jnp.tanh), "Transpose": transposed,
    "Unsqueeze": unsqueezed,
}  # fmt: skip
