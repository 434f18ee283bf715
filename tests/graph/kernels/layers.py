"""Layers made of seeds, and what they must compute, by numpy in float64 and int64."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from compiler_core.graph.records import ConvolutionShape, ElementType, EpilogueStep, Layout
from compiler_core.graph.selection.records import Layer

RESIDUAL_SCALE, RESIDUAL_ZERO = 0.37, -5


@dataclass(frozen=True, slots=True)
class Sample:
    """A layer, its input, its residual operands, and the exact output (layout of the layer)."""

    layer: Layer
    inputs: np.ndarray
    operands: tuple[np.ndarray, ...]
    expected: np.ndarray


def shape_of(
    channels_in: int,
    channels_out: int,
    size: tuple[int, int],
    kernel: tuple[int, int] = (1, 1),
    *,
    strides: tuple[int, int] = (1, 1),
    dilations: tuple[int, int] = (1, 1),
    pads: tuple[int, int, int, int] = (0, 0, 0, 0),
    groups: int = 1,
    batch: int = 1,
    layout: Layout = "NHWC",
    element_type: ElementType = "int8",
) -> ConvolutionShape:
    """A shape whose output size follows from the rest (ONNX, Conv)."""
    rows, columns = (
        (size[axis] + pads[axis] + pads[axis + 2] - (kernel[axis] - 1) * dilations[axis] - 1)
        // strides[axis]
        + 1
        for axis in range(2)
    )
    return ConvolutionShape(
        batch,
        channels_in,
        *size,
        channels_out,
        rows,
        columns,
        kernel,
        strides,
        dilations,
        pads,
        groups,
        layout,
        element_type,
    )


def in_float(shape: ConvolutionShape) -> ConvolutionShape:
    return replace(shape, element_type="float32")


def in_planes(shape: ConvolutionShape) -> ConvolutionShape:
    return replace(shape, element_type="float32", layout="NCHW")


def sample_of(shape: ConvolutionShape, seed: int, *, residual: bool = False) -> Sample:
    """Random weights and inputs. An int8 layer has weights of -128 in odd seeds, and in every
    seventh scales that are powers of two, so that sums lie halfway between two results."""
    generator = np.random.default_rng(seed)
    images = (shape.batch, shape.height_in, shape.width_in, shape.channels_in)
    filters = (shape.channels_out, shape.channels_in // shape.groups, *shape.kernel)
    outputs = (shape.batch, shape.height_out, shape.width_out, shape.channels_out)
    if shape.element_type == "int8":
        return _integers(shape, generator, images, filters, outputs, seed, residual=residual)
    inputs = generator.standard_normal(images).astype(np.float32)
    weights = generator.standard_normal(filters).astype(np.float32)
    bias = generator.standard_normal(shape.channels_out).astype(np.float32)
    steps = [EpilogueStep(operator="Add", operand="channel", values=bias)]
    operands: tuple[np.ndarray, ...] = ()
    exact = exact_sums(shape, inputs, weights, 0) + bias
    if residual:
        operands = (generator.standard_normal(outputs).astype(np.float32),)
        steps.append(EpilogueStep(operator="Add", operand="tensor", name="residual"))
        exact = exact + operands[0]
    steps.append(EpilogueStep(operator="Relu"))
    layer = Layer(name="layer", shape=shape, weights=weights, epilogue=tuple(steps))
    return _laid_out(Sample(layer, inputs, operands, np.maximum(exact, 0.0)))


def _integers(
    shape: ConvolutionShape,
    generator: np.random.Generator,
    images: tuple[int, ...],
    filters: tuple[int, ...],
    outputs: tuple[int, ...],
    seed: int,
    *,
    residual: bool,
) -> Sample:
    lowest = -128 if seed % 2 else -127
    inputs = generator.integers(-128, 128, images, dtype=np.int8)
    weights = generator.integers(lowest, 128, filters, dtype=np.int8)
    if seed % 2:
        weights.flat[:: max(1, weights.size // 8)] = -128
        inputs.flat[::3] = -128
    zero = int(generator.integers(-128, 128))
    terms = weights[0].size
    bias = generator.integers(-3000, 3000, shape.channels_out, dtype=np.int32)
    scale = ((generator.random(shape.channels_out) + 0.5) / (80 * terms**0.5)).astype(np.float32)
    if seed % 7 == 0:
        scale[:] = 2.0 ** -round(np.log2(80 * terms**0.5))
    output_zero = int(generator.integers(-128, 128))
    real = (exact_sums(shape, inputs, weights, zero) + bias).astype(np.int32).astype(np.float32)
    real = real * scale
    steps = [
        EpilogueStep(operator="Add", operand="channel", values=bias, element_type="int32"),
        EpilogueStep(operator="DequantizeLinear", operand="channel", values=scale),
    ]
    operands: tuple[np.ndarray, ...] = ()
    if residual:
        operands = (generator.integers(-128, 128, outputs, dtype=np.int8),)
        steps.append(_residual())
        shifted = (operands[0].astype(np.int32) - RESIDUAL_ZERO).astype(np.float32)
        real = real + shifted * np.float32(RESIDUAL_SCALE)
    steps.append(_rounded(output_zero))
    expected = np.clip(np.rint(real).astype(np.int64) + output_zero, -128, 127).astype(np.int8)
    layer = Layer(
        name="layer", shape=shape, weights=weights, epilogue=tuple(steps), input_zero_point=zero
    )
    return Sample(layer, inputs, operands, expected)


def _rounded(output_zero: int) -> EpilogueStep:
    return EpilogueStep(
        operator="QuantizeLinear",
        operand="scalar",
        values=np.ones(1, np.float32),
        element_type="int8",
        attributes={"zero_point": float(output_zero)},
    )


def _residual() -> EpilogueStep:
    return EpilogueStep(
        operator="Add",
        operand="tensor",
        name="residual",
        element_type="int8",
        attributes={"operand_scale": RESIDUAL_SCALE, "operand_zero_point": RESIDUAL_ZERO},
    )


def _laid_out(sample: Sample) -> Sample:
    if sample.layer.shape.layout == "NHWC":
        return sample
    planes = (0, 3, 1, 2)
    return Sample(
        sample.layer,
        sample.inputs.transpose(planes).copy(),
        tuple(operand.transpose(planes).copy() for operand in sample.operands),
        sample.expected.transpose(planes).copy(),
    )


def exact_sums(
    shape: ConvolutionShape, inputs: np.ndarray, weights: np.ndarray, zero: int
) -> np.ndarray:
    """The sums of products in int64 or float64, NHWC."""
    exact = np.int64 if shape.element_type == "int8" else np.float64
    top, left, bottom, right = shape.pads
    image = np.pad(inputs.astype(exact) - zero, ((0, 0), (top, bottom), (left, right), (0, 0)))
    filters = weights.astype(exact)
    sums = np.zeros((shape.batch, shape.height_out, shape.width_out, shape.channels_out), exact)
    taken, given = shape.channels_in // shape.groups, shape.channels_out // shape.groups
    for down in range(shape.kernel[0]):
        for across in range(shape.kernel[1]):
            y, x = down * shape.dilations[0], across * shape.dilations[1]
            part = image[
                :,
                y : y + (shape.height_out - 1) * shape.strides[0] + 1 : shape.strides[0],
                x : x + (shape.width_out - 1) * shape.strides[1] + 1 : shape.strides[1],
            ]
            for group in range(shape.groups):
                own = slice(group * given, (group + 1) * given)
                read = part[..., group * taken : (group + 1) * taken]
                sums[..., own] += read @ filters[own, :, down, across].T
    return sums


def difference(sample: Sample, result: np.ndarray) -> float:
    """int8: the largest difference; float32: relative to the largest output."""
    expected = sample.expected.reshape(-1)
    if sample.expected.dtype == np.int8:
        return float(np.abs(result.astype(int) - expected.astype(int)).max(initial=0))
    return float(np.abs(result - expected).max(initial=0) / max(np.abs(expected).max(), 1e-6))
