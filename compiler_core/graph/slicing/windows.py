"""Regions of operators that look through a window: convolutions and pools, of any rank.

An element o of the result reads o·stride + tap·dilation − pad of its operand, for each tap of the
window (ONNX operators Conv, ConvTranspose, MaxPool, AveragePool, LpPool).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import onnx_ir as ir

from compiler_core.graph.emission.facts import attribute
from compiler_core.graph.slicing.step import BackwardStep, Mask, Masks, RegionRule, touched


@dataclass(frozen=True, slots=True)
class SliceWindow:
    """One number for each axis of the picture. before: padding at its beginning."""

    kernel: tuple[int, ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    before: tuple[int, ...]


def window_of(
    node: ir.Node, kernel: Sequence[int], size: Sequence[int], result: Sequence[int]
) -> SliceWindow:
    """As the node says it. size and result: of the picture before and after."""
    ones = [1] * len(kernel)
    strides, dilations = attribute(node, "strides", ones), attribute(node, "dilations", ones)
    automatic = attribute(node, "auto_pad", "NOTSET")
    if automatic in ("SAME_UPPER", "SAME_LOWER"):
        totals = [
            max((out - 1) * stride + dilation * (taps - 1) + 1 - whole, 0)
            for out, stride, dilation, taps, whole in zip(
                result, strides, dilations, kernel, size, strict=True
            )
        ]
        before = [(total if automatic == "SAME_UPPER" else total + 1) // 2 for total in totals]
    else:
        before = [0] * len(kernel) if automatic == "VALID" else attribute(node, "pads", [])
        before = (before or [0] * len(kernel))[: len(kernel)]
    return SliceWindow(tuple(kernel), tuple(strides), tuple(dilations), tuple(before))


def read_through(wanted: Mask, size: tuple[int, ...], window: SliceWindow) -> Mask:
    """wanted [N, C, result] to what is read [N, C, size]."""
    mask = np.zeros((*wanted.shape[:2], *size), bool)
    for tap in np.ndindex(*window.kernel):
        pairs = _pairs(tap, wanted.shape[2:], size, window)
        if pairs is not None:
            results, reads = pairs
            mask[(..., *reads)] |= wanted[(..., *results)]
    return mask


def written_through(wanted: Mask, size: tuple[int, ...], window: SliceWindow) -> Mask:
    """The same of a transposed window: which elements [N, C, size] are written into the wanted."""
    mask = np.zeros((*wanted.shape[:2], *size), bool)
    for tap in np.ndindex(*window.kernel):
        pairs = _pairs(tap, size, wanted.shape[2:], window)
        if pairs is not None:
            writers, results = pairs
            mask[(..., *writers)] |= wanted[(..., *results)]
    return mask


def _pairs(
    tap: tuple[int, ...], steps: tuple[int, ...], places: tuple[int, ...], window: SliceWindow
) -> tuple[list[slice], list[slice]] | None:
    """Which steps of the window find this tap inside, and at which places; None if none does."""
    stepping, placed = [], []
    for axis, (count, size) in enumerate(zip(steps, places, strict=True)):
        stride = window.strides[axis]
        offset = tap[axis] * window.dilations[axis] - window.before[axis]
        first = max(0, -(offset // stride))
        end = min(count, (size - 1 - offset) // stride + 1)
        if end <= first:
            return None
        stepping.append(slice(first, end))
        placed.append(slice(offset + first * stride, offset + (end - 1) * stride + 1, stride))
    return stepping, placed


def convolution(weights: int, bias: int) -> RegionRule:
    """weights, bias: which operands they are."""

    def rule(step: BackwardStep) -> Masks:
        picture, filters = step.shape(0), step.shape(weights)
        groups = int(attribute(step.node, "group", 1))
        wanted = step.result
        grouped = _by_groups(wanted, groups)
        window = window_of(step.node, filters[2:], picture[2:], wanted.shape[2:])
        masks = step.with_first(
            np.repeat(read_through(grouped, picture[2:], window), picture[1] // groups, axis=1)
        )
        channels = _channels(wanted)
        masks[weights] = np.broadcast_to(
            channels.reshape(-1, *[1] * (len(filters) - 1)), filters
        ).copy()
        if bias < len(masks) and masks[bias] is not None:
            masks[bias] = channels
        return masks

    return rule


def transposed_convolution(step: BackwardStep) -> Masks:
    picture, filters = step.shape(0), step.shape(1)
    groups = int(attribute(step.node, "group", 1))
    wanted, rank = step.result, len(filters) - 2
    if attribute(step.node, "auto_pad", "NOTSET") != "NOTSET" or attribute(
        step.node, "output_shape", None
    ):
        return step.with_first(
            np.repeat(
                _everywhere(_by_groups(wanted, groups), picture[2:]), picture[1] // groups, axis=1
            )
        )
    before = attribute(step.node, "pads", [0] * rank * 2)[:rank]
    ones = [1] * rank
    window = SliceWindow(
        tuple(filters[2:]), tuple(attribute(step.node, "strides", ones)),
        tuple(attribute(step.node, "dilations", ones)), tuple(before),
    )  # fmt: skip
    mask = written_through(_by_groups(wanted, groups), picture[2:], window)
    return step.with_first(np.repeat(mask, picture[1] // groups, axis=1))


def pool(step: BackwardStep) -> Masks:
    """Each channel by itself."""
    size, wanted = step.shape(0)[2:], step.result
    kernel = attribute(step.node, "kernel_shape", [])
    return [read_through(wanted, size, window_of(step.node, kernel, size, wanted.shape[2:]))]


def global_pool(step: BackwardStep) -> Masks:
    return [_everywhere(step.result, step.shape(0)[2:])]


def _everywhere(wanted: Mask, size: tuple[int, ...]) -> Mask:
    """The whole picture of each channel of which anything is wanted."""
    channels = touched(wanted, tuple(range(2, wanted.ndim)))
    shape = (*channels.shape, *size)
    return np.broadcast_to(channels.reshape(*channels.shape, *[1] * len(size)), shape).copy()


def _by_groups(wanted: Mask, groups: int) -> Mask:
    """[N, channels, …] to [N, groups, …]."""
    return touched(wanted.reshape(wanted.shape[0], groups, -1, *wanted.shape[2:]), (2,))


def _channels(wanted: Mask) -> Mask:
    return touched(wanted, (0, *range(2, wanted.ndim)))
