"""Where the numbers of one output's sum lie, and how weights are packed to meet them.

A sum runs over segments: stretches of neighbouring elements, one per row of the filter for
instance. A stretch is read one 16-byte vector at a time. Its last elements, where they do not fill
a vector, are read as the last whole vector of the stretch; what was counted before is multiplied by
zero weights. Stretches shorter than a vector are read beyond their end where that memory is ours,
else copied.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

Tail = Literal["none", "overlap", "beyond", "copy"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Segments:
    """outer × inner stretches of `run` elements; strides in elements."""

    run: int
    """Neighbouring elements of one stretch."""
    outer: int = 1
    """Stretches of the outer count, such as lines of a filter; 1 for none."""
    outer_stride: int = 0
    """From one of the outer count to the next."""
    inner: int = 1
    """Stretches within each of the outer count; 1 where there is only one."""
    inner_stride: int = 0
    """From one of the inner count to the next."""
    beyond: bool = False
    """16 bytes behind the last stretch may be read."""

    @property
    def count(self) -> int:
        return self.outer * self.inner


@dataclass(frozen=True, slots=True)
class Packing:
    """How weights lie in one 16-byte vector: `lanes` channels × `depth` neighbouring inputs.

    (4, 1) for float32, (4, 4) for SDOT, (1, 16) for SMLAL, (2, 8) for SMMLA.
    """

    lanes: int
    depth: int

    @property
    def elements(self) -> int:
        return self.lanes * self.depth


@dataclass(frozen=True, slots=True)
class Reduction:
    """A stretch cut into steps. step: elements per vector of the input; main: elements of the whole
    steps; tail_start: where the last vector's counted elements start; padded: elements of a stretch
    of weights."""

    segments: Segments
    packing: Packing
    step: int

    @property
    def main(self) -> int:
        return self.segments.run // self.step * self.step

    @property
    def tail_groups(self) -> int:
        """Groups of `depth` elements of the last vector that are multiplied."""
        return -(-(self.segments.run - self.main) // self.packing.depth)

    @property
    def tail(self) -> Tail:
        if self.tail_groups == 0:
            return "none"
        if self.main:
            return "overlap"
        return "beyond" if self.segments.beyond else "copy"

    @property
    def tail_start(self) -> int:
        width = self.tail_groups * self.packing.depth
        return self.segments.run - width if self.tail == "overlap" else self.main

    @property
    def padded(self) -> int:
        return self.main + self.tail_groups * self.packing.depth

    def sources(self) -> np.ndarray:
        """For each place of a padded stretch the element of the stretch it multiplies, -1: none."""
        places = np.arange(self.padded)
        sources = np.where(places < self.main, places, places - self.main + self.tail_start)
        counted_before = (places >= self.main) & (sources < self.main)
        return np.where(counted_before | (sources >= self.segments.run), -1, sources)

    def block_elements(self, channels: int) -> int:
        """Elements of packed weights that one block of channels takes."""
        return self.segments.count * self.padded * channels

    def pack(self, matrix: np.ndarray, block: int) -> np.ndarray:
        """channels × (segments · run) to blocks of `block` channels, each packed step by step.

        The last block may be narrower; missing channels are zeros. A block's order: stretch, group
        of `depth` inputs, group of `lanes` channels, channel, input.
        """
        width = -(-len(matrix) // 4) * 4
        packed = np.empty(self.block_elements(width), matrix.dtype)
        for first in range(0, len(matrix), block):
            part = self._pack_block(matrix[first : first + block])
            start = self.block_elements(first)
            packed[start : start + part.size] = part
        return packed

    def _with_tail(self, stretches: np.ndarray) -> np.ndarray:
        sources = self.sources()
        return np.where(sources < 0, 0, stretches[:, :, sources])

    def _pack_block(self, rows: np.ndarray) -> np.ndarray:
        lanes, depth = self.packing.lanes, self.packing.depth
        width = -(-len(rows) // 4) * 4
        stretches = rows.reshape(len(rows), self.segments.count, self.segments.run)
        taken = stretches if self.tail == "none" else self._with_tail(stretches)
        full = np.zeros((width, self.segments.count, self.padded), rows.dtype)
        full[: len(rows)] = taken
        grouped = full.reshape(width // lanes, lanes, self.segments.count, -1, depth)
        return grouped.transpose(2, 3, 0, 1, 4).reshape(-1).copy()
