"""The experiment's instrument: it finds a planted effect and none where there is none."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from compiler_core.errors import InputError
from compiler_core.inventory.experiment import (
    AnalysisPlan,
    analyse,
    difference_replicates,
    split_members,
)
from compiler_core.inventory.statistics import Scores, expanded_tail

RUNS, SIDE, ITEMS = 1500, 64, 20
PLAN = AnalysisPlan(
    questions=("one", "two"),
    inventory_digest="d",
    exercises=("memory-sum-vectorises",),
    written_at="2026-11-23T12:00:00Z",
    seed=3,
    resamples=1000,
)


def simulated_arm(generator: np.random.Generator) -> tuple[Scores, Scores]:
    """Both tests of many arms, members × runs: an ability that stays, something learned, and items
    answered by chance about it. The two tests correlate by about 0.74."""
    ability = generator.normal(0, 1, (SIDE, RUNS))
    learned = generator.normal(0.6, 0.4, (SIDE, RUNS))
    hardness = np.linspace(-1, 1, ITEMS)

    def score(level: Scores) -> Scores:
        right = np.zeros(level.shape)
        for item in hardness:
            right += generator.random(level.shape) < 1 / (1 + np.exp(item - level))
        return right / ITEMS

    return score(ability), score(ability + learned)


def found_above_and_below(planted: float) -> tuple[float, float]:
    """Shares of runs whose interval lies above zero and below. planted: in standard deviations of
    the second test among members."""
    generator = np.random.default_rng(20261123)
    before, after = simulated_arm(generator)
    control = simulated_arm(generator)
    raised = np.clip(after + planted * control[1].std(), 0, 1)
    differences = difference_replicates((before, raised), control, PLAN)
    tail = expanded_tail(SIDE, PLAN.level)
    low, high = np.quantile(differences, (tail, 1 - tail), axis=0)
    return float((low > 0).mean()), float((high < 0).mean())


def test_a_planted_effect_of_half_a_standard_deviation_is_found() -> None:
    above, below = found_above_and_below(0.5)
    assert above >= 0.8
    assert below == 0


def test_no_effect_is_found_where_none_is() -> None:
    above, below = found_above_and_below(0)
    assert above + below <= 0.05
    assert above > 0 < below  # an interval that always holds zero would prove nothing


def test_a_split_is_even_and_nobodys_choice() -> None:
    arms = split_members(range(129), b"secret")
    counts = [list(arms.values()).count(arm) for arm in ("predict_first", "show_first")]
    assert counts == [65, 64]
    assert arms == split_members(reversed(range(129)), b"secret")
    assert arms != split_members(range(129), b"another")


def test_analysis_of_a_changed_plan_is_refused() -> None:
    arms = split_members(range(40), b"secret")
    half = dict.fromkeys(range(40), 0.5)
    for changed in (
        replace(PLAN, questions=("one",)),
        replace(PLAN, level=0.9),
        replace(PLAN, seed=4),
    ):
        with pytest.raises(InputError, match="not the one that was written down"):
            analyse(changed, PLAN.digest, arms, half, half)


def test_analysis_against_values_computed_by_hand() -> None:
    arms = split_members(range(40), b"secret")
    pre = dict.fromkeys(range(40), 0.5)
    post = {n: 1.0 if arm == "predict_first" else 0.75 for n, arm in arms.items()}
    found = analyse(PLAN, PLAN.digest, arms, pre, post)
    assert found.members == {"predict_first": 20, "show_first": 20}
    assert found.gains == {"predict_first": 1.0, "show_first": 0.5}
    assert found.difference == 0.5
    assert found.is_found
    assert found.interval is not None
    # All members of an arm are alike, so no resample differs.
    assert (found.interval.low, found.interval.high) == (0.5, 0.5)


def test_an_arm_that_is_too_small_is_refused() -> None:
    arms = split_members(range(18), b"secret")
    half = dict.fromkeys(range(18), 0.5)
    with pytest.raises(InputError, match="9 members"):
        analyse(PLAN, PLAN.digest, arms, half, half)
    plan = replace(PLAN, fewest_in_an_arm=15)
    arms = split_members(range(28), b"secret")
    with pytest.raises(InputError, match="the plan asks for 15"):
        analyse(plan, plan.digest, arms, dict.fromkeys(range(28), 0.5), dict.fromkeys(arms, 1.0))


@pytest.mark.parametrize(
    "change",
    [{"questions": ()}, {"questions": ("a", "a")}, {"level": 1.0}, {"resamples": 0},
     {"fewest_in_an_arm": 3}],
)  # fmt: skip
def test_a_plan_that_could_not_be_carried_out_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(InputError):
        replace(PLAN, **change)
