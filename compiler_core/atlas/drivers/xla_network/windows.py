"""Operators that move a window over their input: convolutions and pools."""

# jax is not in the environment that is checked, nor is this folder on its path.
# pyright: reportMissingImports=false

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import reduce
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax
from node import Node, Unmapped


class XlaWindow:
    """What a convolution or a pool moves over its input. counted: borders as they are given;
    pads: the same with what it needs at the end to be rounded up."""

    def __init__(self, node: Node, sizes: Sequence[int], kernel: Sequence[int]):
        ones = [1] * len(kernel)
        self.kernel = tuple(kernel)
        self.strides = tuple(node.attribute("strides", ones))
        self.dilations = tuple(node.attribute("dilations", ones))
        self.sizes = tuple(sizes)
        self.reach = [(size - 1) * by + 1 for size, by in zip(kernel, self.dilations, strict=True)]
        self.counted = self._given(node)
        rounds = node.attribute("ceil_mode", 0)
        self.pads = [self._rounded(at) for at in range(len(kernel))] if rounds else self.counted

    def _given(self, node: Node) -> list[tuple[int, int]]:
        how, rank = node.attribute("auto_pad", "NOTSET"), len(self.kernel)
        if how.startswith("SAME"):
            return [self._same(at, how) for at in range(rank)]
        pads = node.attribute("pads", None) if how == "NOTSET" else None
        pads = pads or [0] * 2 * rank
        return list(zip(pads[:rank], pads[rank:], strict=True))

    def _same(self, at: int, how: str) -> tuple[int, int]:
        size, stride = self.sizes[at], self.strides[at]
        wanted = max((-(-size // stride) - 1) * stride + self.reach[at] - size, 0)
        less, more = wanted // 2, wanted - wanted // 2
        return (less, more) if how == "SAME_UPPER" else (more, less)

    def _rounded(self, at: int) -> tuple[int, int]:
        """A place more only where its window begins in the input or in what is before it."""
        (before, behind), size, stride = self.counted[at], self.sizes[at], self.strides[at]
        places = -(-(size + before + behind - self.reach[at]) // stride) + 1
        if (places - 1) * stride >= size + before:
            places -= 1
        return before, max((places - 1) * stride + self.reach[at] - size - before, behind)

    def reduced(self, values: Any, start: Any, function: Any) -> Any:
        return lax.reduce_window(
            values,
            jnp.asarray(start, values.dtype),
            function,
            (1, 1, *self.kernel),
            (1, 1, *self.strides),
            [(0, 0), (0, 0), *self.pads],
            window_dilation=(1, 1, *self.dilations),
        )

    def members(self, with_borders: bool) -> np.ndarray:
        """How many elements of the input, or of it with its given borders, each window covers."""
        axes = [self._members(at, with_borders) for at in range(len(self.kernel))]
        return reduce(np.multiply.outer, axes)

    def _members(self, at: int, with_borders: bool) -> np.ndarray:
        size, (before, behind) = self.sizes[at], self.pads[at]
        least, most = (-before, size + self.counted[at][1]) if with_borders else (0, size)
        places = (size + before + behind - self.reach[at]) // self.strides[at] + 1
        starts = np.arange(places)[:, None] * self.strides[at] - before
        positions = starts + np.arange(self.kernel[at])[None] * self.dilations[at]
        return ((positions >= least) & (positions < most)).sum(1)


def convolution(node: Node) -> Any:
    values, weights = node[0], node[1]
    window = XlaWindow(node, values.shape[2:], weights.shape[2:])
    made = lax.conv_general_dilated(
        values,
        weights,
        window.strides,
        window.pads,
        rhs_dilation=window.dilations,
        feature_group_count=node.attribute("group", 1),
    )
    return made + by_channel(node[2], made) if node.has(2) else made


def by_channel(numbers: Any, values: Any) -> Any:
    return numbers.reshape(-1, *[1] * (values.ndim - 2))


def largest_of_windows(node: Node) -> Any:
    if node.writes > 1:
        raise Unmapped("it gives indices too")
    values = node[0]
    window = XlaWindow(node, values.shape[2:], node.attribute("kernel_shape", []))
    floats = jnp.issubdtype(values.dtype, jnp.floating)
    least = -math.inf if floats else jnp.iinfo(values.dtype).min
    return window.reduced(values, least, lax.max)


def mean_of_windows(node: Node) -> Any:
    values = node[0]
    window = XlaWindow(node, values.shape[2:], node.attribute("kernel_shape", []))
    members = window.members(bool(node.attribute("count_include_pad", 0)))
    even = members.flat[0] if (members == members.flat[0]).all() else members
    return window.reduced(values, 0, lax.add) / np.asarray(even, values.dtype)
