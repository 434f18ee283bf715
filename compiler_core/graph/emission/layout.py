"""Where the tensors of a program lie, and how far apart their rows are.

A tensor inside another steps over the rest of each row: its elements lie as those of a tensor of
the other's shape, from the byte where it begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import onnx_ir as ir

from compiler_core.graph.emission.facts import bytes_of, count_of, shape_of, type_of
from compiler_core.graph.emission.index_arithmetic import strides_of


@dataclass(frozen=True, slots=True)
class MemoryLayout:
    """offsets: bytes from the start of the arena, by value name. steps: shapes by whose strides
    values lie that are no piece of their own, by value name.
    """

    offsets: Mapping[str, int] = field(default_factory=dict)
    steps: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def steps_of(self, value: ir.Value) -> tuple[int, ...] | None:
        """The shape by whose strides the value lies; None for one piece."""
        return self.steps.get(value.name or "")

    def lies_in_place(self, part: ir.Value, whole: ir.Value, axis: int, before: int) -> bool:
        """Whether the part has its elements where the whole has them, `before` along the axis."""
        if not {part.name, whole.name} <= self.offsets.keys():
            return False
        steps = self.steps_of(whole) or shape_of(whole)
        start = before * count_of(steps[axis + 1 :]) * type_of(whole).bytes
        begins = self.offsets[whole.name or ""] + start == self.offsets[part.name or ""]
        return begins and self._runs_along(part, steps)

    def _runs_along(self, part: ir.Value, steps: tuple[int, ...]) -> bool:
        own, shape = self.steps_of(part) or shape_of(part), shape_of(part)
        pairs = zip(shape, strides_of(own), strides_of(steps), strict=True)
        return all(size == 1 or mine == theirs for size, mine, theirs in pairs)

    def span_of(self, value: ir.Value) -> int:
        """Bytes from the value's first element to behind its last."""
        steps = self.steps_of(value)
        if steps is None:
            return bytes_of(value)
        last = zip(shape_of(value), strides_of(steps), strict=True)
        return (1 + sum((size - 1) * step for size, step in last)) * type_of(value).bytes


WHOLE_TENSORS = MemoryLayout()
