"""Small layers, each named after what goes wrong in it first."""

from __future__ import annotations

from compiler_core.graph.kernels.registry import TACTICS, Tactic, refusal
from compiler_core.graph.records import ConvolutionShape
from tests.graph.kernels.layers import Sample, in_float, in_planes, sample_of, shape_of

_BORDER = (1, 1, 1, 1)

TRAPS: dict[str, ConvolutionShape] = {
    "several bands and tiles": shape_of(32, 16, (8, 8), (3, 3), pads=_BORDER),
    "three channels in, stride two": shape_of(3, 16, (9, 9), (3, 3), strides=(2, 2), pads=_BORDER),
    "odd channels on both sides": shape_of(21, 10, (5, 7), (3, 3), pads=_BORDER),
    "channels of no multiple of four, two images": shape_of(
        5, 33, (4, 6), (3, 2), pads=(0, 1, 2, 0), batch=2
    ),
    "groups with dilation": shape_of(
        12, 9, (8, 8), (3, 3), groups=3, dilations=(2, 2), pads=(2, 2, 2, 2)
    ),
    "no border, so nothing may be read beyond": shape_of(6, 7, (5, 5), (3, 3)),
    "a line of the filter longer than a vector, no border": shape_of(7, 4, (4, 4), (2, 3)),
    "border wider than the image": shape_of(4, 4, (2, 1), (3, 3), pads=(2, 2, 2, 2)),
    "one column, stride three": shape_of(8, 6, (9, 1), (5, 1), strides=(3, 1), pads=(2, 0, 2, 0)),
    "pointwise, more than one block": shape_of(16, 24, (7, 7)),
    "pointwise, strided": shape_of(7, 5, (5, 6), strides=(2, 2)),
    "pointwise in groups": shape_of(12, 8, (4, 4), groups=2),
    "fully connected": shape_of(130, 10, (1, 1)),
    "fully connected, short sum": shape_of(3, 2, (1, 1), batch=5),
    "depthwise": shape_of(32, 32, (8, 9), (3, 3), pads=_BORDER, groups=32),
    "depthwise, channels between blocks, stride two": shape_of(
        37, 37, (9, 9), (3, 3), strides=(2, 2), pads=_BORDER, groups=37
    ),
    "depthwise, few channels, one column": shape_of(5, 5, (6, 1), (3, 3), pads=_BORDER, groups=5),
    "depthwise without border": shape_of(16, 16, (6, 6), (3, 3), groups=16),
    "depthwise, dilated": shape_of(
        8, 8, (8, 8), (3, 3), dilations=(2, 1), pads=(2, 1, 2, 1), groups=8
    ),
    "depthwise, five lines": shape_of(8, 8, (7, 7), (5, 5), pads=(2, 2, 2, 2), groups=8),
    "depthwise, five lines, odd channels, lines left over": shape_of(
        21, 21, (11, 9), (5, 5), pads=(2, 2, 2, 2), groups=21
    ),
    "depthwise, seven lines, stride two, two images": shape_of(
        18, 18, (13, 11), (7, 3), strides=(2, 1), pads=(3, 1, 3, 1), groups=18, batch=2
    ),
    "depthwise, a filter as wide as the image": shape_of(
        5, 5, (9, 30), (3, 9), pads=(1, 4, 1, 4), groups=5
    ),
    "depthwise, six lines without border": shape_of(16, 16, (7, 6), (6, 2), groups=16),
    "depthwise, the whole image under one filter": shape_of(64, 64, (8, 8), (8, 8), groups=64),
    "depthwise, two outputs per channel": shape_of(4, 8, (5, 5), (3, 3), groups=4),
}


def samples() -> list[tuple[str, Tactic, Sample]]:
    """Every legal tactic on every trap: int8, float32 with channels last, float32 in planes."""
    found: list[tuple[str, Tactic, Sample]] = []
    for number, (name, shape) in enumerate(TRAPS.items()):
        for variant in (shape, in_float(shape), in_planes(shape)):
            sample = sample_of(variant, number, residual=number % 3 == 0)
            found += [
                (f"{name}: {tactic.name}", tactic, sample)
                for tactic in TACTICS
                if not refusal(tactic, variant)
            ]
    return found
