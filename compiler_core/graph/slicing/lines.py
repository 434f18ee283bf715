"""Regions of operators that look along axes or through sums of products."""

from __future__ import annotations

import numpy as np

from compiler_core.graph.emission.facts import attribute, opset_of
from compiler_core.graph.emission.resizing import axes_of, taps_of
from compiler_core.graph.slicing.step import (
    BackwardStep,
    Mask,
    Masks,
    RegionRule,
    along,
    touched,
    unbroadcast,
)

_SOFTMAX_PER_AXIS = 13
"""From this operator set on softmax looks along one axis, before along all from it on."""


def elementwise(step: BackwardStep) -> Masks:
    """Operands are broadcast to the result."""
    return [
        None if argument is None else unbroadcast(step.result, argument.shape)
        for argument in step.operands
    ]


def first_elementwise(step: BackwardStep) -> Masks:
    """The first operand element by element; scales and the like are constants as a rule."""
    return step.with_first(step.result)


def softmax(step: BackwardStep) -> Masks:
    new = opset_of(step.node) >= _SOFTMAX_PER_AXIS
    axis = int(attribute(step.node, "axis", -1 if new else 1)) % max(step.result.ndim, 1)
    axes = (axis,) if new else tuple(range(axis, step.result.ndim))
    return [along(step.result, axes)]


def from_axis(step: BackwardStep) -> Masks:
    """LayerNormalization and RMSNormalization: all axes from one on."""
    rank = step.result.ndim
    axes = tuple(range(int(attribute(step.node, "axis", -1)) % rank, rank))
    rest = [
        None if operand is None else unbroadcast(step.result, operand.shape)
        for operand in step.operands[1:]
    ]
    return [along(step.result, axes), *rest]


def spatial(step: BackwardStep) -> Masks:
    """InstanceNormalization: the picture of each channel."""
    return step.with_first(along(step.result, tuple(range(2, step.result.ndim))))


def group_of_channels(step: BackwardStep) -> Masks:
    groups = int(attribute(step.node, "num_groups", 1))
    wanted = step.result.reshape(step.result.shape[0], groups, -1)
    return step.with_first(along(wanted, (2,)).reshape(step.result.shape))


def named_axes(name: str, default: list[int]) -> RegionRule:
    """Along the axes that an attribute names, one or several."""

    def rule(step: BackwardStep) -> Masks:
        given = attribute(step.node, name, default)
        listed = given if isinstance(given, list) else [given]
        rank = step.result.ndim
        axes = tuple({int(axis) % rank for axis in listed if -rank <= axis < rank})
        return [along(step.result, axes)]

    return rule


def neighbour_channels(step: BackwardStep) -> Masks:
    """LRN: so many channels around."""
    size = int(attribute(step.node, "size", 1))
    wanted, mask = step.result, np.zeros_like(step.result)
    channels = wanted.shape[1]
    for distance in range(-((size - 1) // 2), size // 2 + 1):
        first, end = max(0, -distance), min(channels, channels - distance)
        if first < end:
            mask[:, first + distance : end + distance] |= wanted[:, first:end]
    return [mask]


def running(step: BackwardStep) -> Masks:
    """CumSum and CumProd: everything on the side they come from."""
    axis = int(np.asarray(step.operands[1]).reshape(-1)[0])
    wanted = step.result
    if attribute(step.node, "reverse", 0):
        mask = np.logical_or.accumulate(wanted, axis=axis)
    else:
        mask = np.flip(np.logical_or.accumulate(np.flip(wanted, axis), axis=axis), axis)
    return step.with_first(mask)


def reduction(step: BackwardStep) -> Masks:
    """Of axes that an attribute or the second operand names; of all without."""
    shape = step.shape(0)
    axes = _reduced_axes(step, len(shape))
    if axes is None:
        return step.with_first(step.result)
    return step.with_first(_unreduced(step, axes))


def best_place(step: BackwardStep) -> Masks:
    """ArgMax and ArgMin."""
    rank = len(step.shape(0))
    return [_unreduced(step, (int(attribute(step.node, "axis", 0)) % rank,))]


def _unreduced(step: BackwardStep, axes: tuple[int, ...]) -> Mask:
    wanted = step.result
    if not attribute(step.node, "keepdims", 1):
        wanted = np.expand_dims(wanted, tuple(sorted(axes)))
    return np.broadcast_to(wanted, step.shape(0)).copy()


def _reduced_axes(step: BackwardStep, rank: int) -> tuple[int, ...] | None:
    """None where the node leaves its operand as it is."""
    given = attribute(step.node, "axes", None)
    if len(step.operands) > 1 and step.operands[1] is not None:
        given = step.operands[1].reshape(-1).tolist()
    if given:
        return tuple(sorted({int(axis) % rank for axis in given}))
    return None if attribute(step.node, "noop_with_empty_axes", 0) else tuple(range(rank))


def product(right: int) -> RegionRule:
    """MatMul and its integer kinds. right: which operand the second matrix is."""

    def rule(step: BackwardStep) -> Masks:
        left_shape, right_shape, wanted = step.shape(0), step.shape(right), step.result
        if len(left_shape) == 1:
            wanted = np.expand_dims(wanted, -1 if len(right_shape) == 1 else -2)
        if len(right_shape) == 1:
            wanted = np.expand_dims(wanted, -1)
        batch, (rows, columns) = wanted.shape[:-2], wanted.shape[-2:]
        depth = left_shape[-1]
        lines = np.broadcast_to(touched(wanted, (-1,))[..., :, None], (*batch, rows, depth))
        across = np.broadcast_to(touched(wanted, (-2,))[..., None, :], (*batch, depth, columns))
        masks = step.everything()
        masks[0] = _as_matrix(lines, left_shape, (1, depth))
        masks[right] = _as_matrix(across, right_shape, (depth, 1))
        return masks

    return rule


def _as_matrix(mask: Mask, shape: tuple[int, ...], vector: tuple[int, int]) -> Mask:
    return unbroadcast(mask, vector if len(shape) == 1 else shape).reshape(shape)


def affine(step: BackwardStep) -> Masks:
    """Gemm."""
    wanted = step.result
    rows, columns = touched(wanted, (1,)), touched(wanted, (0,))
    turned = [bool(attribute(step.node, name, 0)) for name in ("transA", "transB")]
    left, right = step.shape(0), step.shape(1)
    masks: Masks = [
        np.broadcast_to(rows[None, :] if turned[0] else rows[:, None], left).copy(),
        np.broadcast_to(columns[:, None] if turned[1] else columns[None, :], right).copy(),
    ]
    rest = (None if bias is None else unbroadcast(wanted, bias.shape) for bias in step.operands[2:])
    return [*masks, *rest]


def resized(step: BackwardStep) -> Masks:
    """Resize and Upsample: axis by axis, where each element of the result looks."""
    mask = step.result
    for at, axis in enumerate(axes_of(step.node)):
        places = taps_of(step.node, axis).places
        looks = np.zeros((axis.result, axis.size), np.int32)
        np.put_along_axis(looks, places, 1, axis=1)
        moved = np.moveaxis(mask, at, -1).astype(np.int32) @ looks
        mask = np.moveaxis(moved > 0, -1, at)
    return step.with_first(mask)
