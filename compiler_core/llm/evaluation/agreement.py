"""How often two models say the same next token when both read the same text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from compiler_core.errors import InputError


@dataclass(frozen=True, slots=True)
class Agreement:
    """first_difference: index of the first token they differ at, None if they never do."""

    same: int
    total: int
    first_difference: int | None

    @property
    def share(self) -> float:
        return self.same / self.total

    @property
    def sentence(self) -> str:
        return f"{self.same} of {self.total} tokens are the same ({100 * self.share:.1f} %)."


def top1_agreement(
    first: Sequence[int] | np.ndarray, other: Sequence[int] | np.ndarray
) -> Agreement:
    """Of two rows of token ids, as `teacher_forced` gives them.

    Raises InputError if they are not of one text.
    """
    ours, theirs = np.asarray(first), np.asarray(other)
    if ours.shape != theirs.shape or not ours.size:
        raise InputError(f"{ours.size} and {theirs.size} tokens cannot be compared.")
    different = np.flatnonzero(ours != theirs)
    return Agreement(
        same=int(ours.size - different.size),
        total=int(ours.size),
        first_difference=int(different[0]) if different.size else None,
    )
