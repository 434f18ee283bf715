"""How good each search is on the whole: medians over many seeds, and how good each guess is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import median

from compiler_core.atlas.tuning.search import STRATEGIES, best_so_far, looked_up, run_search
from compiler_core.atlas.tuning.table import count_table

SEEDS = range(1, 31)
MOST_TRIES = 64
COMPARED_AFTER = (8, 16, 24, 40)


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceFacts:
    """What the whole table says."""

    best: int
    worst: int
    best_packed: int
    """The least count of all that copy their columns first."""
    best_of_largest_tile: int
    """The least count among tiles of 8 × 4 vectors, whose sums alone would fill the registers."""
    equal_outputs: bool


@cache
def space_facts() -> SpaceFacts:
    """Raises ContentError."""
    rows = count_table().rows
    return SpaceFacts(
        best=min(row.instructions for row in rows),
        worst=max(row.instructions for row in rows),
        best_packed=min(row.instructions for row in rows if row.kernel.packed),
        best_of_largest_tile=min(
            row.instructions for row in rows if (row.kernel.rows, row.kernel.vectors) == (8, 4)
        ),
        equal_outputs=len({row.output for row in rows}) == 1,
    )


@cache
def median_curves() -> Mapping[str, Sequence[float]]:
    """Of each strategy, best so far over best of all after each try: the median of all seeds."""
    count, best = looked_up(count_table().instructions), space_facts().best
    medians = {}
    for strategy in STRATEGIES:
        curves = [best_so_far(run_search(strategy, count, seed, MOST_TRIES)) for seed in SEEDS]
        medians[strategy.name] = [median(column) / best for column in zip(*curves, strict=True)]
    return medians
