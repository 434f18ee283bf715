"""Numbers for an input, drawn as the network expects them."""

from __future__ import annotations

from math import ceil, floor, isfinite

import ml_dtypes
import numpy as np

from compiler_core.graph.expected_inputs.records import Expected, Mask

Shape = tuple[int, ...]
_LARGEST = 1e30


def drawn(
    generator: np.random.Generator,
    shape: Shape,
    kind: np.dtype,
    expected: Expected | None,
    usual: tuple[int, int],
) -> np.ndarray:
    """Of this type and shape. usual: from where to where (not included) whole numbers lie of which
    nothing is known; bytes lie anywhere, and floats around 0 with a deviation of 1."""
    if expected is not None and expected.mask:
        return _mask(generator, shape, expected.mask).astype(kind)
    if kind.kind == "b":
        return generator.integers(0, 2, shape).astype(kind)
    if kind.kind in "iu":
        low, high = _whole(kind, expected, usual)
        return generator.integers(low, high, shape).astype(kind)
    largest = _largest(kind)
    floats = _floats(generator, shape, expected or Expected(), largest)
    return np.asarray(np.clip(floats, -largest, largest)).astype(kind)


def _largest(kind: np.dtype) -> float:
    """What a half cannot hold would become infinite: it ends at 65,504, some bytes at 448."""
    if kind.kind == "f":
        return min(_LARGEST, float(np.finfo(kind).max))
    if "float" in kind.name:
        return min(_LARGEST, float(ml_dtypes.finfo(kind).max))
    return _LARGEST


def _mask(generator: np.random.Generator, shape: Shape, mask: Mask) -> np.ndarray:
    """Along the last axis first what is shown and then what is hidden; never all of it hidden,
    since a softmax over nothing is no number."""
    axis = max((at for at, size in enumerate(shape) if size > 1), default=-1)
    size = shape[axis] if shape else 1
    if axis < 0:
        only = generator.integers(0, 2) if mask == "either" else mask == "shows"
        return np.full(shape, only)
    others = [1 if at == axis else each for at, each in enumerate(shape)]
    # Either reading of the ones must show something.
    shown = generator.integers(1, size if mask == "either" else size + 1, others)
    places = np.arange(size).reshape([size if at == axis else 1 for at in range(len(shape))])
    return places >= shown if mask == "hides" else places < shown


def _whole(kind: np.dtype, expected: Expected | None, usual: tuple[int, int]) -> tuple[int, int]:
    limits = np.iinfo(kind)
    low, high = usual if kind.itemsize > 1 else (int(limits.min), int(limits.max) + 1)
    if expected is None:
        return max(low, int(limits.min)), high
    least, most = expected.low, expected.high
    first = ceil(least) if isfinite(least) else min(low, floor(most) if isfinite(most) else low)
    last = floor(most) if isfinite(most) else max(high - 1, first)
    first, last = max(first, int(limits.min)), min(last, int(limits.max))
    return (first, last + 1) if first <= last else (max(low, int(limits.min)), high)


def _floats(
    generator: np.random.Generator, shape: Shape, expected: Expected, largest: float
) -> np.ndarray:
    low, high = expected.low, expected.high
    if isfinite(low) and isfinite(high):
        # Further apart than a float can tell is no range that a network means.
        low, high = np.clip((low, high), -largest, largest)
        return low + (high - low) * generator.random(shape)
    normal = generator.standard_normal(shape)
    if isfinite(low):
        return low + np.abs(normal)
    return high - np.abs(normal) if isfinite(high) else normal
