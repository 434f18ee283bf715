"""What two tests with the same questions say about the questions and about a class.

Only members with both tests count, and below `FEWEST_MEMBERS` nothing is computed: with fewer, a
figure says more about single members than about the class.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from compiler_core.errors import InputError
from compiler_core.inventory.reading import RIGHT, ConceptInventory

FEWEST_MEMBERS = 10
RESAMPLES = 2000
LEVEL = 0.95
MOST_RESAMPLES = 20_000
Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemStatistics:
    """One question in one test."""

    question: str
    """Id of the question in the inventory, such as `overlap-check`; the same in both tests."""
    members: int
    """Number of students whose answers count: those with both tests, also who left this question
    out."""
    difficulty: float
    """Share of members who chose the right answer, 0 to 1: the smaller, the harder."""
    discrimination: float | None
    """Point-biserial correlation of this item with the number right among the others, -1 to 1; None
    where everybody, or nobody, is right, or all have the same number right."""
    chosen: tuple[int, ...]
    """How many chose each option, the right one first. Who answered nothing is in none."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval of this level, 0 to 1."""

    low: float
    """Lower end of the interval, in the unit of the figure it is about; may be negative."""
    high: float
    """Upper end of the interval, in the unit of the figure it is about."""
    level: float = LEVEL
    """The confidence that the interval is made for, 0 to 1: `0.95` for the gain of a class."""

    @property
    def excludes_zero(self) -> bool:
        """Whether all of it lies on one side of zero."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassGain:
    """How much of what was missing before a class has after. Shares right, 0 to 1."""

    members: int
    """Number of students who have both tests; only they count, and there are at least 10."""
    pre: float
    """Mean share of questions that they answered right in the test before the course, 0 to 1;
    below 1."""
    post: float
    """Mean share of questions that they answered right in the test after the course, 0 to 1."""
    gain: float
    """(post - pre) / (1 - pre): Hake, American Journal of Physics 66 (1998), 64."""
    interval: Interval | None
    """None where a resample knew everything before, so that nothing could be gained."""


def item_statistics(
    inventory: ConceptInventory, answers: Sequence[Sequence[int | None]]
) -> tuple[ItemStatistics, ...]:
    """Of each question. answers: a row per member, a choice per question, None for no answer, which
    counts as not right.

    Raises InputError for too few members, a row of another length, or a choice that is none.
    """
    check_members(len(answers))
    for row in answers:
        _check_row(inventory, row)
    right = np.array([[choice == RIGHT for choice in row] for row in answers], dtype=np.float64)
    return tuple(
        ItemStatistics(
            question=question.id,
            members=len(answers),
            difficulty=float(right[:, column].mean()),
            discrimination=_correlation(right[:, column], right.sum(axis=1) - right[:, column]),
            chosen=tuple(
                sum(row[column] == choice for row in answers)
                for choice in range(len(question.options))
            ),
        )
        for column, question in enumerate(inventory.questions)
    )


def _check_row(inventory: ConceptInventory, row: Sequence[int | None]) -> None:
    if len(row) != len(inventory.questions):
        raise InputError(
            f"A row of answers has {len(row)}; the inventory has {len(inventory.questions)} "
            "questions.",
            "Write None where there is no answer.",
        )
    for choice, question in zip(row, inventory.questions, strict=True):
        if choice is not None and choice not in range(len(question.options)):
            raise InputError(f"{question.id} has no choice {choice!r}.")


def _correlation(item: Scores, rest: Scores) -> float | None:
    """Pearson's, which for a right-or-wrong item is the point-biserial one."""
    spread = math.sqrt(float(item.var() * rest.var()))
    if spread == 0:
        return None
    covariance = float(((item - item.mean()) * (rest - rest.mean())).mean())
    return max(-1.0, min(1.0, covariance / spread))


def paired(pre: Mapping[int, float], post: Mapping[int, float]) -> tuple[Scores, Scores]:
    """Shares right of the members who have both, in one order. Raises InputError for a share that
    is none."""
    members = sorted(set(pre) & set(post))
    shares = (
        np.array([pre[member] for member in members], dtype=np.float64),
        np.array([post[member] for member in members], dtype=np.float64),
    )
    for scores in shares:
        if not np.all((scores >= 0) & (scores <= 1)):
            raise InputError("A share of right answers must lie between 0 and 1.")
    return shares


def class_gain(
    pre: Mapping[int, float], post: Mapping[int, float], seed: int, resamples: int = RESAMPLES
) -> ClassGain:
    """Of the members who have both tests; maps from member to share right, 0 to 1. seed: of the
    bootstrap; the same gives the same interval.

    Raises InputError for too few members, or a class that knew everything before.
    """
    before, after = paired(pre, post)
    check_members(len(before))
    if before.mean() == 1:
        raise InputError(
            "Every member had every answer right before: nothing could be gained.",
            "Compare another class.",
        )
    replicates = gain_replicates(before, after, resample_weights(len(before), resamples, seed))
    return ClassGain(
        members=len(before),
        pre=float(before.mean()),
        post=float(after.mean()),
        gain=float((after.mean() - before.mean()) / (1 - before.mean())),
        interval=percentile_interval(replicates, len(before), LEVEL),
    )


def check_members(members: int) -> None:
    """Raises InputError for fewer than `FEWEST_MEMBERS`."""
    if members < FEWEST_MEMBERS:
        raise InputError(
            f"{members} members have both tests; there must be {FEWEST_MEMBERS}.",
            "Wait until more have answered.",
        )


def resample_weights(members: int, resamples: int, seed: int) -> Scores:
    """How often each member is drawn into each resample: resamples × members, each row's sum is
    the number of members. Raises InputError for a number of resamples that is none."""
    if not 1 <= resamples <= MOST_RESAMPLES:
        raise InputError(f"{resamples:,} resamples; there can be 1 to {MOST_RESAMPLES:,}.")
    generator = np.random.default_rng(seed)
    shares = np.full(members, 1 / members)
    return generator.multinomial(members, shares, size=resamples).astype(np.float64)


def gain_replicates(pre: Scores, post: Scores, weights: Scores) -> Scores:
    """The normalised gain of each resample; NaN where nothing could be gained.

    pre, post: one score per member, or members × classes; the result has a row per resample.
    """
    members = weights.shape[1]
    before, after = weights @ pre, weights @ post
    room = members - before
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(room > 1e-9, (after - before) / room, np.nan)


def percentile_interval(replicates: Scores, members: int, level: float) -> Interval | None:
    """The percentile interval, widened for small samples; None with a replicate that is none.

    The plain percentiles are too narrow by sqrt((n - 1) / n) and by normal for Student's tails;
    Hesterberg, The American Statistician 69 (2015), 371, section 3.4, gives the correction.
    """
    if not np.all(np.isfinite(replicates)):
        return None
    tail = expanded_tail(members, level)
    low, high = np.quantile(replicates, (tail, 1 - tail))
    return Interval(float(low), float(high), level)


def expanded_tail(members: int, level: float) -> float:
    """The share of resamples left out on each side, for an interval of this level."""
    normal, freedom = NormalDist(), members - 1
    z = normal.inv_cdf((1 + level) / 2)
    # Student's quantile by its expansion in 1 / freedom: Abramowitz and Stegun, 26.7.5.
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    t = z + first / freedom + second / freedom**2
    return normal.cdf(-math.sqrt(members / freedom) * t)
