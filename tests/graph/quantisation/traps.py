"""Small networks, each named after the mistake it invites."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tests.graph.quantisation.networks import Network


@dataclass(frozen=True, slots=True)
class Trap:
    """A network, its outputs, and the layers pinned to float32."""

    net: Network
    outputs: tuple[str, ...]
    pinned: tuple[str, ...] = ()


def residual_add_with_two_scales() -> Trap:
    net = Network(1, 2, 6, 6)
    start = net.node("Relu", net.conv("image", 2, 4))
    branch = net.conv(start, 4, 4)
    doubled = net.node("Add", branch, start)
    return Trap(net, (net.conv(net.node("Relu", doubled), 4, 2),))


def sum_of_two_branches() -> Trap:
    """Only the branch computed last can stay in registers."""
    net = Network(1, 2, 6, 6)
    first, second = net.conv("image", 2, 4), net.conv("image", 2, 4, size=1)
    return Trap(net, (net.conv(net.node("Sum", second, first), 4, 2),))


def concat_of_unlike_ranges() -> Trap:
    net = Network(1, 2, 6, 6)
    small = net.node("Relu", net.conv("image", 2, 2))
    large = net.node("Mul", net.conv("image", 2, 2), net.constant(np.float32(8)))
    return Trap(net, (net.conv(net.node("Concat", small, large, axis=1), 4, 2),))


def concat_inside_concat() -> Trap:
    net = Network(1, 2, 6, 6)
    parts = [net.node("Relu", net.conv("image", 2, 2)) for _ in range(3)]
    inner = net.node("Concat", parts[0], parts[1], axis=1)
    outer = net.node("Concat", inner, parts[2], axis=1)
    return Trap(net, (net.conv(outer, 6, 2), net.conv(inner, 4, 2)))


def one_input_of_three_layers() -> Trap:
    net = Network(1, 2, 6, 6)
    shared = net.node("Relu", net.conv("image", 2, 4))
    pooled = net.node("MaxPool", shared, kernel_shape=[3, 3], pads=[1, 1, 1, 1])
    return Trap(net, (net.conv(shared, 4, 2), net.conv(shared, 4, 2), net.conv(pooled, 4, 2)))


def relu_up_to_six() -> Trap:
    net = Network(1, 2, 6, 6)
    scaled = net.node("Mul", net.conv("image", 2, 4), net.constant(np.float32(20)))
    bounds = net.constant(np.float32(0)), net.constant(np.float32(6))
    return Trap(net, (net.conv(net.node("Clip", scaled, *bounds), 4, 2),))


def clip_of_both_signs() -> Trap:
    """Outside the range of int8 after calibration only on one side."""
    net = Network(1, 2, 6, 6)
    bounds = net.constant(np.float32(-50)), net.constant(np.float32(0.5))
    return Trap(net, (net.conv(net.node("Clip", net.conv("image", 2, 4), *bounds), 4, 2),))


def conv_without_bias() -> Trap:
    net = Network(1, 2, 6, 6)
    padded = net.node("Relu", net.conv("image", 2, 4, bias=False))
    return Trap(net, (net.conv(padded, 4, 2, size=1, bias=False),))


def depthwise_convolution() -> Trap:
    net = Network(1, 4, 6, 6)
    value = net.node("Relu", net.conv("image", 4, 4, group=4))
    return Trap(net, (net.conv(value, 4, 2, size=1),))


def grouped_strided_dilated_convolution() -> Trap:
    net = Network(1, 4, 9, 9)
    value = net.conv("image", 4, 6, group=2, strides=[2, 1], dilations=[2, 2], pads=[1, 0, 2, 3])
    return Trap(net, (net.conv(net.node("Relu", value), 6, 2, size=1),))


def gemm_with_transposed_weights() -> Trap:
    net = Network(1, 6)
    value = net.gemm("image", 6, 5, transB=1, alpha=0.5, beta=2.0)
    return Trap(net, (net.gemm(net.node("Relu", value), 5, 3),))


def matrix_product_and_sum() -> Trap:
    net = Network(1, 6)
    weights = net.constant(net.random.normal(size=(6, 5)).astype(np.float32))
    bias = net.constant(net.random.normal(size=5).astype(np.float32))
    value = net.node("Add", net.node("MatMul", "image", weights), bias)
    return Trap(net, (net.gemm(net.node("Relu", value), 5, 3),))


def constant_operand() -> Trap:
    """A tensor that is always the same number, and one that is always zero."""
    net = Network(1, 2, 6, 6)
    nothing = net.node("Mul", "image", net.constant(np.float32(0)))
    fixed = net.node("Add", nothing, net.constant(np.float32(3)))
    return Trap(net, (net.conv(fixed, 2, 2), net.conv(nothing, 2, 2)))


def dead_channel() -> Trap:
    """A channel of zeros whose bias is all there is, and one whose weights nearly vanish."""
    net = Network(1, 2, 6, 6)
    weights = net.random.normal(size=(4, 2, 3, 3)).astype(np.float32)
    weights[1], weights[2] = 0.0, 1e-12
    bias = np.array([0.1, 0.7, -0.3, 0.0], np.float32)
    value = net.node("Conv", "image", net.constant(weights), net.constant(bias))
    return Trap(net, (net.conv(net.node("Relu", value), 4, 2),))


def sigmoid_keeps_its_scale() -> Trap:
    net = Network(1, 2, 6, 6)
    value = net.conv("image", 2, 4)
    gated = net.node("Mul", value, net.node("Sigmoid", value))
    return Trap(net, (net.conv(gated, 4, 2),))


def leaky_relu_keeps_negative_values() -> Trap:
    net = Network(1, 2, 6, 6)
    value = net.node("LeakyRelu", net.conv("image", 2, 4), alpha=0.1)
    return Trap(net, (net.conv(value, 4, 2),))


def averages() -> Trap:
    """With a fixed divisor in integers, with one that differs at the border in float32."""
    net = Network(1, 2, 8, 8)
    value = net.node("Relu", net.conv("image", 2, 4))
    edge = {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1]}
    value = net.node("AveragePool", value, **edge)
    value = net.node("AveragePool", value, count_include_pad=1, **edge)
    value = net.node("AveragePool", value, kernel_shape=[2, 2], strides=[2, 2])
    value = net.node("Flatten", net.node("GlobalAveragePool", value))
    return Trap(net, (net.gemm(value, 4, 3),))


def padding_that_is_implied() -> Trap:
    """By auto_pad, and by a last window that reaches beyond the picture."""
    net = Network(1, 2, 7, 7)
    weights = net.constant(net.random.normal(size=(3, 2, 2, 2)).astype(np.float32))
    value = net.node("Conv", "image", weights, auto_pad="SAME_LOWER", strides=[1, 1])
    pool = {"kernel_shape": [2, 2], "strides": [2, 2], "ceil_mode": 1}
    value = net.node("MaxPool", value, **pool)
    value = net.node("AveragePool", value, kernel_shape=[3, 3], strides=[2, 2], ceil_mode=1)
    return Trap(net, (net.conv(value, 3, 2),))


def average_of_signed_values() -> Trap:
    """Padding is zero, and zero is not the integer zero."""
    net = Network(1, 2, 8, 8)
    value = net.conv("image", 2, 4)
    pool = {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1], "count_include_pad": 1}
    value = net.node("AveragePool", value, **pool)
    return Trap(net, (net.conv(value, 4, 2),))


def padding_before_a_convolution() -> Trap:
    """Padding with zero is padding with the zero point."""
    net = Network(1, 2, 6, 6)
    pads = net.constant(np.array([0, 0, 1, 1, 0, 0, 1, 1], np.int64))
    value = net.node("Pad", net.conv("image", 2, 4), pads)
    return Trap(net, (net.conv(value, 4, 2, pads=[0, 0, 0, 0]),))


def moved_and_also_an_output() -> Trap:
    net = Network(1, 2, 6, 6)
    value = net.node("Relu", net.conv("image", 2, 4))
    pooled = net.node("MaxPool", value, kernel_shape=[2, 2], strides=[2, 2])
    return Trap(net, (net.conv(pooled, 4, 2), pooled))


def gate_of_another_shape() -> Trap:
    """A product with one number for each channel cannot continue the smaller operand's kernel."""
    net = Network(1, 4, 6, 6)
    value = net.node("Relu", net.conv("image", 4, 4))
    pooled = net.node("GlobalAveragePool", value)
    gate = net.node("Sigmoid", net.conv(pooled, 4, 4, size=1))
    return Trap(net, (net.conv(net.node("Mul", value, gate), 4, 2),))


def first_and_last_pinned() -> Trap:
    net = Network(1, 2, 6, 6)
    value = net.node("Relu", net.conv("image", 2, 4))
    value = net.node("Relu", net.conv(value, 4, 4))
    return Trap(net, (net.conv(value, 4, 2),), ("first", "last"))


def softmax_between_layers() -> Trap:
    net = Network(1, 2, 6, 6)
    value = net.node("Softmax", net.node("Relu", net.conv("image", 2, 4)), axis=1)
    return Trap(net, (net.conv(value, 4, 2),))


TRAPS: dict[str, Callable[[], Trap]] = {
    make.__name__: make
    for make in (
        residual_add_with_two_scales,
        sum_of_two_branches,
        concat_of_unlike_ranges,
        concat_inside_concat,
        one_input_of_three_layers,
        relu_up_to_six,
        clip_of_both_signs,
        conv_without_bias,
        depthwise_convolution,
        grouped_strided_dilated_convolution,
        gemm_with_transposed_weights,
        matrix_product_and_sum,
        constant_operand,
        dead_channel,
        sigmoid_keeps_its_scale,
        leaky_relu_keeps_negative_values,
        averages,
        padding_that_is_implied,
        average_of_signed_values,
        padding_before_a_convolution,
        moved_and_also_an_output,
        gate_of_another_shape,
        first_and_last_pinned,
        softmax_between_layers,
    )
}
