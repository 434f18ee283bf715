"""Shapes drawn at random, small enough that many kernels fit one program."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies

from compiler_core.graph.kernels.registry import TACTICS, Tactic, refusal
from compiler_core.graph.records import ConvolutionShape
from tests.graph.kernels.layers import Sample, sample_of, shape_of

_DEPTHWISE = (
    strategies.one_of(strategies.integers(1, 22), strategies.sampled_from((16, 32, 48))),
    strategies.tuples(strategies.integers(1, 9), strategies.integers(1, 5)),
    strategies.sampled_from(((1, 1), (1, 1), (2, 1), (1, 2))),
)
"""Channels, filter and dilations: tall filters are computed otherwise, whole blocks not copied."""


@strategies.composite
def shapes(draw: strategies.DrawFn) -> ConvolutionShape:
    """Any layer of int8 with at least one output."""
    size = draw(strategies.tuples(strategies.integers(1, 9), strategies.integers(1, 9)))
    groups = draw(strategies.sampled_from((1, 1, 1, 2, 3, 19)))
    taken, given = draw(strategies.integers(1, 22)), draw(strategies.integers(1, 19))
    if groups == 19:
        taken = given = 1
    kernel = draw(strategies.sampled_from(((1, 1), (3, 3), (3, 3), (2, 3), (1, 4), (5, 2))))
    strides = draw(strategies.tuples(strategies.integers(1, 3), strategies.integers(1, 3)))
    dilations = draw(strategies.sampled_from(((1, 1), (1, 1), (2, 1), (1, 2))))
    pads = draw(strategies.tuples(*[strategies.integers(0, 3)] * 4))
    reach = [(kernel[axis] - 1) * dilations[axis] + 1 for axis in range(2)]
    fitted = [max(size[axis], reach[axis] - pads[axis] - pads[axis + 2]) for axis in range(2)]
    return shape_of(
        taken * groups,
        given * groups,
        (fitted[0], fitted[1]),
        kernel,
        strides=strides,
        dilations=dilations,
        pads=pads,
        groups=groups,
        batch=draw(strategies.integers(1, 2)),
    )


@strategies.composite
def samples(draw: strategies.DrawFn) -> tuple[Tactic, Sample]:
    """A tactic, and a shape that it may compute."""
    tactic = draw(strategies.sampled_from(TACTICS))
    drawn = replace(draw(shapes()), element_type=tactic.element_type, layout=tactic.layout)
    shape = made_legal(tactic, drawn, draw)
    seed = draw(strategies.integers(0, 1000))
    return tactic, sample_of(shape, seed, residual=draw(strategies.booleans()))


def made_legal(
    tactic: Tactic, shape: ConvolutionShape, draw: strategies.DrawFn
) -> ConvolutionShape:
    """The shape, changed where the tactic would refuse it."""
    if not refusal(tactic, shape):
        return shape
    size, batch = (shape.height_in + 4, shape.width_in + 2), shape.batch
    channels, given = shape.channels_in, shape.channels_out
    if tactic.algorithm == "gemm":
        legal = shape_of(channels, given, size, strides=shape.strides, groups=shape.groups)
    elif tactic.algorithm == "depthwise":
        channels, kernel, dilations = (draw(one) for one in _DEPTHWISE)
        reach = [(kernel[axis] - 1) * dilations[axis] + 1 for axis in range(2)]
        fitted = (max(size[0], reach[0]), max(size[1], reach[1]))
        legal = shape_of(
            channels,
            channels,
            fitted,
            kernel,
            strides=shape.strides,
            dilations=dilations,
            pads=shape.pads if draw(strategies.booleans()) else (0, 0, 0, 0),
            groups=channels,
        )
    else:
        legal = shape_of(channels, given, size, (3, 3), pads=shape.pads)
    return replace(legal, batch=batch, layout=tactic.layout, element_type=tactic.element_type)
