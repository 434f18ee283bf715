"""The default example: a 3×3 depthwise layer of 128 channels in int8, as MobileNet has them."""

from __future__ import annotations

import numpy as np

from compiler_core.graph.records import ConvolutionShape, EpilogueStep
from compiler_core.graph.selection.records import Layer

CHANNELS = 128
SIDE = 28
_SEED = 7


def depthwise_example() -> Layer:
    """Weights, bias and scales are random numbers of a fixed seed; costs do not depend on them."""
    generator = np.random.default_rng(_SEED)
    shape = ConvolutionShape(
        1,
        CHANNELS,
        SIDE,
        SIDE,
        CHANNELS,
        SIDE,
        SIDE,
        (3, 3),
        (1, 1),
        (1, 1),
        (1, 1, 1, 1),
        CHANNELS,
        "NHWC",
        "int8",
    )
    weights = generator.integers(-127, 128, (CHANNELS, 1, 3, 3), dtype=np.int8)
    bias = generator.integers(-2000, 2000, CHANNELS, dtype=np.int32)
    scales = ((generator.random(CHANNELS) + 0.5) / 400).astype(np.float32)
    one = np.ones(1, np.float32)
    steps = (
        EpilogueStep(operator="Add", operand="channel", values=bias, element_type="int32"),
        EpilogueStep(operator="DequantizeLinear", operand="channel", values=scales),
        EpilogueStep(
            operator="QuantizeLinear",
            operand="scalar",
            values=one,
            name="",
            element_type="int8",
            attributes={"zero_point": -128.0},
        ),
    )
    return Layer(
        name="depthwise-128", shape=shape, weights=weights, epilogue=steps, input_zero_point=-128
    )
