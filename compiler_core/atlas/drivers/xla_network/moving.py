"""Operators that compute nothing: they give their elements another place, shape or type."""

# jax is not in the environment that is checked, nor is this folder on its path.
# pyright: reportMissingImports=false

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax
from node import TYPES, Node, Unmapped


def cast(node: Node) -> Any:
    kind = TYPES.get(int(node.attribute("to", 0)))
    if kind is None:
        raise Unmapped(f"there is no element type of number {node.attribute('to', 0)}")
    return node[0].astype(kind)


def reshaped(node: Node) -> Any:
    old, keeps_zero = node[0].shape, node.attribute("allowzero", 0)
    wanted = node.known(1)
    sizes = [old[at] if size == 0 and not keeps_zero else size for at, size in enumerate(wanted)]
    return node[0].reshape(sizes)


def flattened(node: Node) -> Any:
    shape, axis = node[0].shape, node.attribute("axis", 1)
    axis = axis + len(shape) if axis < 0 else axis
    return node[0].reshape(math.prod(shape[:axis]), math.prod(shape[axis:]))


def transposed(node: Node) -> Any:
    return jnp.transpose(node[0], node.attribute("perm", None))


def joined(node: Node) -> Any:
    return jnp.concatenate(node.reads, axis=node.attribute("axis", 0))


def split(node: Node) -> tuple[Any, ...]:
    axis = node.attribute("axis", 0)
    size, parts = node[0].shape[axis], node.all_writes
    sizes = node.listed("split", 1)
    if sizes is None:
        most = -(-size // parts)
        sizes = [max(min(most, size - most * at), 0) for at in range(parts)]
    return tuple(jnp.split(node[0], np.cumsum(sizes)[:-1].tolist(), axis=axis))


def sliced(node: Node) -> Any:
    starts, ends = node.known(1), node.known(2)
    axes, steps = node.known(3, range(len(starts))), node.known(4, [1] * len(starts))
    chosen = [slice(None)] * node[0].ndim
    for axis, start, end, step in zip(axes, starts, ends, steps, strict=True):
        chosen[axis] = slice(start, end, step)
    return node[0][tuple(chosen)]


def bordered(node: Node) -> Any:
    values, pads, mode = node[0], node.known(1), node.attribute("mode", "constant")
    axes = node.known(3, range(values.ndim))
    widths = [(0, 0)] * values.ndim
    for at, axis in enumerate(axes):
        widths[axis] = (pads[at], pads[len(pads) // 2 + at])
    if mode == "constant":
        with_ = node[2].reshape(()) if node.has(2) else jnp.zeros((), values.dtype)
        return lax.pad(values, with_, [(*pair, 0) for pair in widths])
    if mode not in ("edge", "reflect", "wrap") or min(min(pair) for pair in widths) < 0:
        raise Unmapped(f"its mode {mode} is not mapped with these sizes")
    return jnp.pad(values, widths, mode=mode)


def squeezed(node: Node) -> Any:
    axes = node.listed("axes", 1)
    return jnp.squeeze(node[0], tuple(axes) if axes else None)


def unsqueezed(node: Node) -> Any:
    return jnp.expand_dims(node[0], tuple(node.listed("axes", 1) or ()))


def gathered(node: Node) -> Any:
    return jnp.take(node[0], node[1], axis=node.attribute("axis", 0))


def expanded(node: Node) -> Any:
    return jnp.broadcast_to(node[0], np.broadcast_shapes(node[0].shape, tuple(node.known(1))))


def resized(node: Node) -> Any:
    """Each element as one of the input: no means between."""
    values = node[0]
    if node.attribute("mode", "nearest") != "nearest" or node.attribute("axes", None):
        raise Unmapped("only the nearest element is mapped, over all axes")
    scales, sizes = node.known(2), node.known(3)
    for axis, size in enumerate(values.shape):
        scale = scales[axis] if scales else sizes[axis] / size
        wanted = math.floor(size * scale) if scales else sizes[axis]
        if wanted != size:
            values = taken(values, axis, nearest(node, size, wanted, scale))
    return values


def taken(values: Any, axis: int, chosen: np.ndarray) -> Any:
    size = values.shape[axis]
    times = len(chosen) // size
    if times and np.array_equal(chosen, np.repeat(np.arange(size), times)):
        return jnp.repeat(values, times, axis=axis)
    return jnp.take(values, chosen, axis=axis)


PLACES: dict[str, Callable[[Any, int, int, float], Any]] = {
    "half_pixel": lambda at, size, wanted, scale: (at + 0.5) / scale - 0.5,
    "pytorch_half_pixel":
        lambda at, size, wanted, scale: (at + 0.5) / scale - 0.5 if wanted > 1 else at * 0.0,
    "align_corners": lambda at, size, wanted, scale: at * (size - 1) / max(wanted - 1, 1),
    "asymmetric": lambda at, size, wanted, scale: at / scale,
}  # fmt: skip
ROUNDED: dict[str, Callable[[Any], Any]] = {
    "round_prefer_floor": lambda place: np.ceil(place - 0.5),
    "round_prefer_ceil": lambda place: np.floor(place + 0.5), "floor": np.floor, "ceil": np.ceil,
}  # fmt: skip


def nearest(node: Node, size: int, wanted: int, scale: float) -> np.ndarray:
    transform = PLACES.get(node.attribute("coordinate_transformation_mode", "half_pixel"))
    rounds = ROUNDED.get(node.attribute("nearest_mode", "round_prefer_floor"))
    if transform is None or rounds is None:
        raise Unmapped("its way to find places is not mapped")
    places = rounds(transform(np.arange(wanted), size, wanted, scale))
    return np.clip(places, 0, size - 1).astype(np.int64)
