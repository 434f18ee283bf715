"""Words that follow themselves in a row of letters: blocks of a network that repeat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

LONGEST_BLOCK = 512


@dataclass(frozen=True, slots=True)
class Repeat:
    """`count` times `block` letters from `start` on."""

    start: int
    block: int
    count: int

    @property
    def end(self) -> int:
        return self.start + self.block * self.count


def repeats_in(letters: Sequence[int] | np.ndarray, shortest: int = 2) -> list[Repeat]:
    """Repeats without overlaps, in order: those first that save most letters. shortest: least
    number of letters in a word that is looked for."""
    row = np.asarray(letters, np.int64)
    return _chosen(list(_repeats(row, shortest)), len(row))


def _repeats(letters: np.ndarray, shortest: int) -> Iterator[Repeat]:
    """Every word that follows itself at least once, at its first place."""
    for block in range(shortest, min(LONGEST_BLOCK, len(letters) // 2) + 1):
        same = np.concatenate(([0], (letters[:-block] == letters[block:]).astype(np.int8), [0]))
        edges = np.flatnonzero(np.diff(same))
        for start, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
            if end - start >= block:
                yield Repeat(start, block, (end - start) // block + 1)


def _chosen(repeats: list[Repeat], length: int) -> list[Repeat]:
    """Without overlaps, those first that save most letters, short words before long ones."""
    taken = np.zeros(length, bool)
    selection: list[Repeat] = []
    for repeat in sorted(
        repeats, key=lambda entry: (-entry.block * (entry.count - 1), entry.block, entry.start)
    ):
        if not taken[repeat.start : repeat.end].any():
            taken[repeat.start : repeat.end] = True
            selection.append(repeat)
    return sorted(selection, key=lambda entry: entry.start)
