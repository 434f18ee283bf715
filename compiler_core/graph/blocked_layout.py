"""The blocked layout NC/xHWc: groups of x channels, each group's channels lying side by side.

An element at batch n, channel c, row h, column w lies at
((n·ceil(C/x) + c div x)·H + h)·W·x + w·x + c mod x. So one load takes x channels of one place, as
NHWC does, and the next place of the same channels follows, as in NCHW. Source: Georganas et al.,
"Anatomy of high-performance deep learning convolutions on SIMD architectures", SC 2018, section II.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from compiler_core.errors import InputError

_LARGEST_EXAMPLE = 4096


@dataclass(frozen=True, slots=True)
class BlockedElement:
    """An element by its place in the picture, and its offset in elements."""

    channel: int
    row: int
    column: int
    offset: int


@dataclass(frozen=True, slots=True)
class BlockedLayout:
    """One picture in NC/xHWc.

    formula: the offset in words. unused: elements that only fill the last group. elements: of one
    picture, in the order of memory. permutation: for each place in memory the offset that the
    element has in NCHW, -1 for filling.
    """

    block: int
    shape: tuple[int, int, int, int, int]
    formula: str
    unused: int
    elements: tuple[BlockedElement, ...]
    permutation: tuple[int, ...]


def blocked_layout(channels: int, height: int, width: int, block: int) -> BlockedLayout:
    """The layout of a small example. Raises InputError for sizes below 1 or a large example."""
    if min(channels, height, width, block) < 1:
        raise InputError("Every size must be at least 1.", "Try 6 channels of 2×3 in blocks of 4.")
    groups = -(-channels // block)
    if groups * block * height * width > _LARGEST_EXAMPLE:
        raise InputError("The example is too large to be drawn.", "Take a few channels and places.")
    elements = tuple(
        BlockedElement(channel, row, column, _offset(channel, row, column, (height, width, block)))
        for channel in range(channels)
        for row in range(height)
        for column in range(width)
    )
    permutation = np.full(groups * block * height * width, -1)
    for one in elements:
        permutation[one.offset] = (one.channel * height + one.row) * width + one.column
    formula = (
        f"offset(n, c, h, w) = ((n·{groups} + c div {block})·{height} + h)·{width}·{block} "
        f"+ w·{block} + c mod {block}"
    )
    return BlockedLayout(
        block, (1, groups, height, width, block), formula, int((permutation < 0).sum()),
        tuple(sorted(elements, key=lambda one: one.offset)), tuple(permutation.tolist()),
    )  # fmt: skip


def _offset(channel: int, row: int, column: int, sizes: tuple[int, int, int]) -> int:
    height, width, block = sizes
    group, within = divmod(channel, block)
    return ((group * height + row) * width + column) * block + within


def to_blocked(array: np.ndarray, block: int) -> np.ndarray:
    """N×C×H×W to N×(C/x)×H×W×x, the last group filled with zeros."""
    batch, channels, height, width = array.shape
    groups = -(-channels // block)
    filled = np.pad(array, [(0, 0), (0, groups * block - channels), (0, 0), (0, 0)])
    split = filled.reshape(batch, groups, block, height, width)
    return np.ascontiguousarray(split.transpose(0, 1, 3, 4, 2))
