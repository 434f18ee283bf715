"""One node on the way back: what it was given in this run, and which of its results are wanted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import onnx_ir as ir

Mask = np.ndarray
"""Booleans of a tensor's shape: which elements belong to the region."""
Masks = list[Mask | None]
"""One for each operand, None for one that is left out."""


@dataclass(frozen=True, slots=True)
class BackwardStep:
    """operands: their values in this run. wanted: a mask for each result, None where nothing of it
    is wanted."""

    model: ir.Model
    node: ir.Node
    operands: list[np.ndarray | None]
    wanted: Masks

    @property
    def result(self) -> Mask:
        """What is wanted of the first result. Rules that use it stand only for nodes of which
        nothing else is wanted."""
        assert self.wanted[0] is not None
        return self.wanted[0]

    def shape(self, position: int) -> tuple[int, ...]:
        value = self.operands[position]
        return () if value is None else value.shape

    def everything(self) -> Masks:
        """All elements of all operands."""
        return [None if array is None else np.ones(array.shape, bool) for array in self.operands]

    def with_first(self, mask: Mask) -> Masks:
        """This of the first operand, everything of the others."""
        return [mask, *self.everything()[1:]]


RegionRule = Callable[[BackwardStep], Masks]


def touched(mask: Mask, axes: tuple[int, ...]) -> Mask:
    """Whether anything is wanted along these axes, which are gone then."""
    return np.asarray(mask.any(axis=axes))


def unbroadcast(mask: Mask, shape: tuple[int, ...]) -> Mask:
    """What an operand of this shape has to do with elements of the result it is broadcast to."""
    extra = mask.ndim - len(shape)
    if extra < 0 or any(size not in (1, mask.shape[extra + at]) for at, size in enumerate(shape)):
        return np.ones(shape, bool)
    mask = touched(mask, tuple(range(extra)))
    axes = tuple(at for at, size in enumerate(shape) if size == 1)
    return np.asarray(mask.any(axis=axes, keepdims=True)) if axes else mask


def along(mask: Mask, axes: tuple[int, ...]) -> Mask:
    """Everything that lies on a line with a wanted element along these axes."""
    return np.broadcast_to(mask.any(axis=axes, keepdims=True), mask.shape).copy()
