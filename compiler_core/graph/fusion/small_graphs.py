"""The graphs of the catalogue: each shows one fusion, or one refusal, and little else."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import onnx_ir as ir

from compiler_core.graph.fusion.model_builder import ModelBuilder


def conv_bias_relu() -> ir.Model:
    """A convolution with bias and its activation."""
    model = ModelBuilder("conv-bias-relu")
    image = model.input("image", (1, 16, 32, 32))
    summed = model.convolution("conv", image, (16, 32))
    return model.build(model.node("Relu", "relu", summed))


def conv_add_residual() -> ir.Model:
    """The end of a residual block: the shortcut is added where the convolution is complete."""
    model = ModelBuilder("conv-add-residual")
    image = model.input("image", (1, 16, 32, 32))
    first = model.node("Relu", "relu_1", model.convolution("conv_1", image, (16, 16)))
    second = model.convolution("conv_2", first, (16, 16))
    added = model.node("Add", "add", second, image)
    return model.build(model.node("Relu", "relu_2", added))


def matmul_add() -> ir.Model:
    """A fully connected layer written as product and sum."""
    model = ModelBuilder("matmul-add")
    features = model.input("features", (1, 256))
    product = model.node("MatMul", "matmul", features, model.weights((256, 10)))
    return model.build(model.node("Add", "add", product, model.weights((10,))))


def diamond() -> ir.Model:
    """x·sigmoid(x): both ways out of the convolution meet again, so both are taken in."""
    model = ModelBuilder("diamond")
    image = model.input("image", (1, 16, 32, 32))
    summed = model.convolution("conv", image, (16, 32))
    gate = model.node("Sigmoid", "sigmoid", summed)
    return model.build(model.node("Mul", "mul", summed, gate))


def conv_requantise() -> ir.Model:
    """The integer form of a quantised layer: int8 in, sums of 32 bits, int8 out."""
    model = ModelBuilder("conv-requantise")
    image = model.input("image", (1, 16, 32, 32), "int8")
    summed = model.node(
        "ConvInteger", "conv", image, model.weights((32, 16, 3, 3), "int8"), pads=[1, 1, 1, 1]
    )
    biased = model.node("Add", "bias", summed, model.weights((1, 32, 1, 1), "int32"))
    scale = model.constant(np.linspace(0.001, 0.002, 32, dtype=np.float32))
    real = model.node("DequantizeLinear", "dequantise", biased, scale, axis=1)
    rectified = model.node("Relu", "relu", real)
    step, zero = model.constant(np.float32(0.05)), model.constant(np.int8(-3))
    return model.build(model.node("QuantizeLinear", "quantise", rectified, step, zero))


def elementwise_into_reduction() -> ir.Model:
    """A sum takes in the work on its elements, and starts nothing itself."""
    model = ModelBuilder("elementwise-into-reduction")
    image = model.input("image", (1, 16, 32, 32))
    squared = model.node("Mul", "square", image, image)
    axes = model.constant(np.array([2, 3], np.int64))
    total = model.node("ReduceSum", "sum", squared, axes, keepdims=1)
    return model.build(model.node("Sqrt", "root", total))


def channel_shuffle() -> ir.Model:
    """Three nodes that only move elements: one copy with one index computation."""
    model = ModelBuilder("channel-shuffle")
    image = model.input("image", (1, 16, 32, 32))
    five = model.constant(np.array([1, 4, 4, 32, 32], np.int64))
    four = model.constant(np.array([1, 16, 32, 32], np.int64))
    split = model.node("Reshape", "split", image, five)
    turned = model.node("Transpose", "turn", split, perm=[0, 2, 1, 3, 4])
    return model.build(model.node("Reshape", "join", turned, four))


def fan_out() -> ir.Model:
    """One activation, two convolutions: fused with one, the other would compute it again."""
    model = ModelBuilder("fan-out")
    image = model.input("image", (1, 16, 32, 32))
    rectified = model.node("Relu", "relu", model.convolution("stem", image, (16, 16), 1))
    left = model.convolution("left", rectified, (16, 16), 1)
    right = model.convolution("right", rectified, (16, 16), 3)
    return model.build(model.node("Concat", "concat", left, right, axis=1))


def separable(channels: int, side: int, name: str) -> ir.Model:
    """A depthwise convolution and the 1×1 convolution behind it."""
    model = ModelBuilder(name)
    image = model.input("image", (1, channels, side, side))
    deep = model.convolution("depthwise", image, (channels, channels), group=channels)
    wide = model.convolution(
        "pointwise", model.node("Relu", "relu_1", deep), (channels, channels), 1
    )
    return model.build(model.node("Relu", "relu_2", wide))


def depthwise_pointwise() -> ir.Model:
    """As in the first blocks of MobileNet: the weights stay near the core."""
    return separable(64, 56, "depthwise-pointwise")


def wide_separable() -> ir.Model:
    """As in the last blocks of MobileNet v1: 1 MiB of weights do not stay near the core."""
    return separable(512, 14, "wide-separable")


def pad_conv() -> ir.Model:
    """Padding as a node of its own, as exporters write it."""
    model = ModelBuilder("pad-conv")
    image = model.input("image", (1, 16, 32, 32))
    amounts = model.constant(np.array([0, 0, 0, 0, 0, 0, 1, 1], np.int64))
    padded = model.node("Pad", "pad", image, amounts)
    summed = model.convolution("conv", padded, (16, 32), pads=[0, 0, 0, 0], strides=[2, 2])
    return model.build(model.node("Relu", "relu", summed))


def conv_pool() -> ir.Model:
    """A convolution and the pooling that halves its image."""
    model = ModelBuilder("conv-pool")
    image = model.input("image", (1, 3, 32, 32))
    rectified = model.node("Relu", "relu", model.convolution("conv", image, (3, 16)))
    return model.build(
        model.node("MaxPool", "pool", rectified, kernel_shape=[2, 2], strides=[2, 2])
    )


def second_result() -> ir.Model:
    """A residual block of the second kind: the sum is needed as it is, and rectified."""
    model = ModelBuilder("second-result")
    image = model.input("image", (1, 16, 32, 32))
    added = model.node("Add", "add_1", model.convolution("conv_1", image, (16, 16)), image)
    rectified = model.node("Relu", "relu", added)
    second = model.convolution("conv_2", rectified, (16, 16))
    return model.build(model.node("Add", "add_2", second, added))


def _requantised(model: ModelBuilder, name: str, image: str, branch: str) -> str:
    """A convolution of int8 values as float32 values, rounded to 8 bits and back if asked for."""
    summed = model.node("ConvInteger", name, image, model.weights((16, 16, 1, 1), "int8"))
    real = model.node("DequantizeLinear", f"{name}_real", summed, model.constant(np.float32(0.01)))
    if branch == "wide":
        return real
    step, zero = model.constant(np.float32(0.05)), model.constant(np.int8(2))
    narrow = model.node("QuantizeLinear", f"{name}_round", real, step, zero)
    return model.node("DequantizeLinear", f"{name}_back", narrow, step, zero)


def narrowest_operand() -> ir.Model:
    """Two int8 branches that meet: one is rounded to 8 bits before the sum, the other is not."""
    model = ModelBuilder("narrowest-operand")
    image = model.input("image", (1, 16, 32, 32), "int8")
    narrow = _requantised(model, "conv", image, "narrow")
    wide = _requantised(model, "shortcut", image, "wide")
    added = model.node("Add", "add", narrow, wide)
    step, zero = model.constant(np.float32(0.05)), model.constant(np.int8(0))
    return model.build(model.node("QuantizeLinear", "round", added, step, zero))


SMALL_GRAPHS: dict[str, Callable[[], ir.Model]] = {
    "conv-bias-relu": conv_bias_relu,
    "conv-add-residual": conv_add_residual,
    "matmul-add": matmul_add,
    "diamond": diamond,
    "conv-requantise": conv_requantise,
    "elementwise-into-reduction": elementwise_into_reduction,
    "channel-shuffle": channel_shuffle,
    "fan-out": fan_out,
    "depthwise-pointwise": depthwise_pointwise,
    "wide-separable": wide_separable,
    "pad-conv": pad_conv,
    "conv-pool": conv_pool,
    "second-result": second_result,
    "narrowest-operand": narrowest_operand,
}
