"""Which parts lie inside their whole: those that do not make the arena larger.

The whole is there as soon as its first part is. A shortcut that is joined at the end of a network
keeps room for everything that is joined with it all the time; where that is what decides the size
of the arena, the shortcut is copied after all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import accumulate

import onnx_ir as ir

from compiler_core.graph.planning.blocks import BufferBlock, blocks_of, lower_bound
from compiler_core.graph.planning.liveness import buffers_of
from compiler_core.graph.planning.parts import offsets_of, roots_of
from compiler_core.graph.records import Buffer, FusedGroup, TensorPart

# Bounds computed in all: each takes time that grows with the network.
MOST_TRIALS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Activations:
    """All that decides when each tensor is needed, but for the parts."""

    model: ir.Model
    """Whose tensors they are."""
    groups: tuple[FusedGroup, ...]
    """The kernels, in order of execution."""
    sizes: Mapping[str, int]
    """Bytes of each value, by its name."""
    inputs: tuple[str, ...]
    """Names of the graph's inputs, which are there from the first kernel on."""
    outputs: tuple[str, ...]
    """Names of the graph's outputs, which stay to the last kernel."""
    in_place: Mapping[str, str]
    """From a kernel's output to the input whose memory it may take over."""
    scratch: Mapping[str, int]
    """Bytes that a kernel needs while it runs, by the group's name."""

    def buffers(self, parts: tuple[TensorPart, ...]) -> tuple[Buffer, ...]:
        """With these parts inside their wholes, but for those that are refused."""
        return buffers_of(
            self.groups,
            self.sizes,
            self.inputs,
            self.outputs,
            self.in_place,
            self.scratch,
            offsets_of(parts, self.model),
        )

    def blocks(self, parts: tuple[TensorPart, ...]) -> tuple[BufferBlock, ...]:
        """What a planner places."""
        return blocks_of(self.buffers(parts))


def worthwhile_parts(
    activations: Activations, parts: tuple[TensorPart, ...]
) -> tuple[TensorPart, ...]:
    """The same parts; where one makes the largest moment larger, it is refused with the bytes."""
    trials = MOST_TRIALS
    blocks = activations.blocks(parts)
    while True:
        bound = lower_bound(blocks)
        remaining = None
        for index in _at_the_peak(parts, blocks):
            if trials == 0:
                return parts
            trials -= 1
            other = _without(parts, index, "")
            smaller = activations.blocks(other)
            if lower_bound(smaller) < bound:
                saved = bound - lower_bound(smaller)
                remaining, blocks = _without(parts, index, _too_early(saved)), smaller
                break
        if remaining is None:
            return parts
        parts = remaining


def _too_early(saved: int) -> str:
    return f"room for the whole from its first part on would cost {saved:,} B at the largest moment"


def _without(parts: tuple[TensorPart, ...], index: int, reason: str) -> tuple[TensorPart, ...]:
    refused = replace(parts[index], refused=reason or "tried")
    return (*parts[:index], refused, *parts[index + 1 :])


def _at_the_peak(parts: tuple[TensorPart, ...], blocks: tuple[BufferBlock, ...]) -> list[int]:
    """Places of the parts whose whole is needed when most memory is."""
    changes: dict[int, int] = {}
    for block in blocks:
        changes[block.first] = changes.get(block.first, 0) + block.bytes
        changes[block.last + 1] = changes.get(block.last + 1, 0) - block.bytes
    kernels = sorted(changes)
    sums = list(accumulate(changes[kernel] for kernel in kernels))
    peak = kernels[sums.index(max(sums))] if kernels else 0
    alive = {name for span in blocks if span.first <= peak <= span.last for name in span.members}
    roots = roots_of(parts)
    return [
        index for index, part in enumerate(parts) if not part.refused and roots[part.name] in alive
    ]
