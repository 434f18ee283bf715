"""Predict first or show first: members split by a secret, the analysis written down before.

What this can prove is that the instrument finds an effect that is there, and none where none is.
Whether predicting helps is for a class to show.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Literal

import numpy as np

from compiler_core.errors import InputError
from compiler_core.inventory.statistics import (
    FEWEST_MEMBERS,
    MOST_RESAMPLES,
    RESAMPLES,
    Interval,
    Scores,
    check_members,
    gain_replicates,
    paired,
    percentile_interval,
    resample_weights,
)

Arm = Literal["predict_first", "show_first"]
ARMS: tuple[Arm, Arm] = ("predict_first", "show_first")
PLANNED_LEVEL = 0.96
"""Of the difference's interval: the bootstrap's own error on samples of a class's size leaves fewer
than one class in twenty with an effect that is not there."""
_PLAN_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisPlan:
    """What will be computed, fixed before anybody answers."""

    questions: tuple[str, ...]
    """Ids of the inventory's questions whose share right is a member's score."""
    inventory_digest: str
    """Of the inventory's questions as they stood when the plan was written."""
    exercises: tuple[str, ...]
    """Ids of the exercises that one arm predicts before it is shown them."""
    written_at: str
    """Moment in ISO 8601, UTC."""
    seed: int
    """What the bootstrap draws from; it has no part in splitting the members."""
    resamples: int = RESAMPLES
    """How many samples the bootstrap draws."""
    level: float = PLANNED_LEVEL
    """Of the interval of the difference, at least 0.5 and below 1."""
    fewest_in_an_arm: int = FEWEST_MEMBERS
    """Members that each arm must have for the difference to be told."""
    version: int = _PLAN_VERSION
    """Of the form of plans."""

    def __post_init__(self) -> None:
        if not self.questions or len(set(self.questions)) != len(self.questions):
            raise InputError("The plan must name at least one question, and none twice.")
        if not 0.5 <= self.level < 1:
            raise InputError(f"level: {self.level}; it must be at least 0.5 and below 1.")
        if not 1 <= self.resamples <= MOST_RESAMPLES:
            raise InputError(f"{self.resamples:,} resamples; there can be 1 to {MOST_RESAMPLES:,}.")
        if self.fewest_in_an_arm < FEWEST_MEMBERS:
            raise InputError(f"An arm must have at least {FEWEST_MEMBERS} members.")

    @property
    def digest(self) -> str:
        """SHA-256 of all fields: what a class keeps from the start, and shows with the result."""
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentResult:
    """Normalised gains of both arms, and how much greater that of predict-first is."""

    plan_digest: str
    members: Mapping[Arm, int]
    gains: Mapping[Arm, float]
    difference: float
    interval: Interval | None
    """None where a resample of an arm knew everything before."""

    @property
    def is_found(self) -> bool:
        """Whether the interval leaves zero out."""
        return self.interval is not None and self.interval.excludes_zero


def split_members(members: Iterable[int], secret: bytes) -> dict[int, Arm]:
    """Half of the members to each arm, give or take one, whatever order they come in.

    Members who declined are not among them. secret: of the class, so that nobody can choose.
    """

    def drawn(member: int) -> bytes:
        return hmac.new(secret, f"experiment {member}".encode(), hashlib.sha256).digest()

    ranked = sorted(set(members), key=drawn)
    return {member: ARMS[rank % 2] for rank, member in enumerate(ranked)}


def analyse(
    plan: AnalysisPlan,
    kept_digest: str,
    arms: Mapping[int, Arm],
    pre: Mapping[int, float],
    post: Mapping[int, float],
) -> ExperimentResult:
    """The planned analysis. kept_digest: of the plan as it was before the start; pre, post: from
    member to share right of the plan's questions.

    Raises InputError for a plan that was changed, too few members in an arm, or an arm that knew
    everything before.
    """
    if not hmac.compare_digest(plan.digest, kept_digest):
        raise InputError(
            "The analysis is not the one that was written down before the start.",
            f"Its digest was {kept_digest[:12]}…, this one's is {plan.digest[:12]}….",
        )
    scores: dict[Arm, tuple[Scores, Scores]] = {
        arm: _scores_of(plan, arm, arms, pre, post) for arm in ARMS
    }
    gains: dict[Arm, float] = {
        arm: float((after.mean() - before.mean()) / (1 - before.mean()))
        for arm, (before, after) in scores.items()
    }
    differences = difference_replicates(scores["predict_first"], scores["show_first"], plan)
    members: dict[Arm, int] = {arm: len(before) for arm, (before, _) in scores.items()}
    return ExperimentResult(
        plan_digest=plan.digest,
        members=members,
        gains=gains,
        difference=gains["predict_first"] - gains["show_first"],
        interval=percentile_interval(differences, min(members.values()), plan.level),
    )


def _scores_of(
    plan: AnalysisPlan,
    arm: Arm,
    arms: Mapping[int, Arm],
    pre: Mapping[int, float],
    post: Mapping[int, float],
) -> tuple[Scores, Scores]:
    own = {member: share for member, share in pre.items() if arms.get(member) == arm}
    before, after = paired(own, post)
    check_members(len(before))
    if len(before) < plan.fewest_in_an_arm:
        raise InputError(
            f"{len(before)} members are in {arm} with both tests; the plan asks for "
            f"{plan.fewest_in_an_arm}.",
            "Wait until more have answered.",
        )
    if before.mean() == 1:
        raise InputError(f"Every member in {arm} had every answer right before.")
    return before, after


def difference_replicates(
    predict_first: tuple[Scores, Scores], show_first: tuple[Scores, Scores], plan: AnalysisPlan
) -> Scores:
    """The difference of gains in each resample; each arm is drawn from itself. Scores as
    `gain_replicates` takes them."""
    seeds = np.random.SeedSequence(plan.seed).generate_state(2)
    first, second = (
        gain_replicates(before, after, resample_weights(len(before), plan.resamples, int(seed)))
        for (before, after), seed in zip((predict_first, show_first), seeds, strict=True)
    )
    return first - second
