"""What a program costs: walks over an axis first, then bytes, then operations.

One fused kernel is meant: an input is read once for each pass over an axis that it has, and only
the result is written. Numbers of 4 bytes. A modelled cost; no machine was asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod

from compiler_core.atlas.superoptimiser.expressions import Expression

_BYTES = 4


@dataclass(frozen=True, slots=True, order=True)
class ProgramCost:
    """Smaller is better, the first field first. passes: over the axis that is walked most often."""

    passes: int
    bytes: int
    operations: int
    operators: int


def cost_of(expression: Expression, extents: Mapping[str, int]) -> ProgramCost:
    """extents: of each axis; axis "1" is 1."""
    operations = expression.operations().values()
    return ProgramCost(
        passes=expression.most_passes,
        bytes=_bytes(expression, extents),
        operations=sum(_work(operation, extents) for operation in operations),
        operators=len(operations),
    )


def _size(expression: Expression, extents: Mapping[str, int]) -> int:
    return prod(extents.get(axis, 1) for axis in expression.axes)


def _bytes(expression: Expression, extents: Mapping[str, int]) -> int:
    read = {source.text: source for source in expression.inputs()}.values()
    walked = [
        _size(source, extents) * max(1, *(expression.passes.get(axis, 0) for axis in source.axes))
        for source in read
    ]
    return _BYTES * (sum(walked) + _size(expression, extents))


def _work(operation: Expression, extents: Mapping[str, int]) -> int:
    """Multiplications and additions; a square root, an exponential or a division counts as one."""
    if operation.operator == "matmul":
        return 2 * _size(operation, extents) * extents.get(operation.operands[0].axes[1], 1)
    if operation.operator == "rowsum":
        return _size(operation.operands[0], extents)
    return _size(operation, extents)
