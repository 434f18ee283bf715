"""Statistics of two tests against values that were computed by hand."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.errors import InputError
from compiler_core.inventory.reading import ConceptInventory, read_inventory
from compiler_core.inventory.statistics import (
    class_gain,
    expanded_tail,
    item_statistics,
)

SHARES = st.integers(0, 20).map(lambda right: right / 20)


def inventory(count: int) -> ConceptInventory:
    rows = "".join(
        f"- {{id: q{n}, question: Q?, right: r, claims: [c], wrong: [{{text: a, misconception: M}},"
        " {text: b, misconception: N}]}\n"
        for n in range(count)
    )
    return read_inventory(f"title: T\nquestions:\n{rows}")


def test_items_against_hand_computed_values() -> None:
    # Ten members, three items. Item q0 is right for members 0 to 4; the number right among the
    # others is 2 for them but the last, who has 1, and 0 for the rest but the last, who has 1.
    rows: Sequence[Sequence[int | None]] = (
        [[0, 0, 0]] * 4 + [[0, 0, 1]] + [[1, 2, 1]] * 4 + [[None, 0, 2]]
    )
    first, second, _ = item_statistics(inventory(3), rows)
    assert first.difficulty == 0.5
    assert first.chosen == (5, 4, 0)
    # rest = 2,2,2,2,1,0,0,0,0,1: mean 1, variance 0.8; covariance (4·1·0.5 + 4·1·0.5) / 10 = 0.4.
    assert first.discrimination == pytest.approx(0.4 / math.sqrt(0.25 * 0.8))
    assert second.difficulty == 0.6
    assert second.chosen == (6, 0, 4)


def test_an_item_that_all_know_tells_nobody_apart() -> None:
    rows: Sequence[Sequence[int | None]] = [[0, 0]] * 5 + [[0, 1]] * 5
    first, second = item_statistics(inventory(2), rows)
    assert first.discrimination is None
    assert second.discrimination is None
    assert (first.difficulty, second.difficulty) == (1.0, 0.5)


def test_an_answer_that_cannot_be_is_refused() -> None:
    rows: Sequence[Sequence[int | None]] = [[0, 0]] * 9
    with pytest.raises(InputError, match="9 members have both tests; there must be 10"):
        item_statistics(inventory(2), rows)
    with pytest.raises(InputError, match="q1 has no choice 3"):
        item_statistics(inventory(2), [*rows, [0, 3]])
    with pytest.raises(InputError, match="q1 has no choice -1"):
        item_statistics(inventory(2), [*rows, [0, -1]])
    with pytest.raises(InputError, match="A row of answers has 1"):
        item_statistics(inventory(2), [*rows, [0]])


def test_gain_counts_members_with_both_tests_alone() -> None:
    pre = dict.fromkeys(range(5), 0.25) | dict.fromkeys(range(5, 10), 0.75) | {77: 0.0}
    post = dict.fromkeys(range(5), 0.5) | dict.fromkeys(range(5, 10), 1.0) | {88: 1.0}
    found = class_gain(pre, post, seed=1)
    assert (found.members, found.pre, found.post, found.gain) == (10, 0.5, 0.75, 0.5)
    assert found.interval is not None
    # Every member gains 0.25, so a resample with k members of the upper half gains
    # 0.25 / (0.75 - 0.05 k): what 95 of 100 resamples lie within follows from the binomial.
    assert found.interval.low in [pytest.approx(0.25 / (0.75 - 0.05 * k)) for k in range(5)]
    assert found.interval.high in [pytest.approx(0.25 / (0.75 - 0.05 * k)) for k in range(6, 11)]
    assert found == class_gain(dict(reversed(pre.items())), post, seed=1)


def test_no_gain_without_room_and_without_members() -> None:
    everything = dict.fromkeys(range(10), 1.0)
    with pytest.raises(InputError, match="nothing could be gained"):
        class_gain(everything, everything, seed=1)
    with pytest.raises(InputError, match="9 members"):
        class_gain(dict.fromkeys(range(9), 0.5), everything, seed=1)
    with pytest.raises(InputError, match="between 0 and 1"):
        class_gain(dict.fromkeys(range(10), 1.5), everything, seed=1)


def test_a_resample_without_room_leaves_no_interval() -> None:
    pre = dict.fromkeys(range(9), 1.0) | {9: 0.0}
    found = class_gain(pre, dict.fromkeys(range(10), 1.0), seed=1)
    assert found.gain == pytest.approx(1.0)
    assert found.interval is None


def test_the_tail_is_that_of_students_table() -> None:
    # Ten members: t(0.975; 9) = 2.262, times sqrt(10 / 9) = 2.384, below which lies 0.00855.
    assert expanded_tail(10, 0.95) == pytest.approx(0.00855, abs=1e-4)
    assert expanded_tail(100_000, 0.95) == pytest.approx(0.025, abs=1e-4)


@given(st.lists(st.tuples(SHARES, SHARES), min_size=10, max_size=40), st.integers(0, 1 << 32))
@settings(max_examples=40, deadline=None)
def test_gain_has_its_bounds(scores: list[tuple[float, float]], seed: int) -> None:
    pre = {n: row[0] for n, row in enumerate(scores)}
    post = {n: row[1] for n, row in enumerate(scores)}
    if np.mean(list(pre.values())) == 1:
        return
    found = class_gain(pre, post, seed, resamples=100)
    assert found.gain <= 1 + 1e-9
    assert (found.gain > 0) == (found.post > found.pre)
    if found.interval is not None:
        assert found.interval.low <= found.interval.high <= 1 + 1e-9


@given(st.data())
@settings(max_examples=30, deadline=None)
def test_items_have_their_bounds(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 4))
    choice = st.sampled_from([0, 1, 2, None])
    row = st.lists(choice, min_size=count, max_size=count)
    rows = data.draw(st.lists(row, min_size=10, max_size=20))
    for item in item_statistics(inventory(count), rows):
        assert 0 <= item.difficulty <= 1
        assert item.discrimination is None or -1 <= item.discrimination <= 1
        assert sum(item.chosen) <= item.members == len(rows)
        assert item.chosen[0] == pytest.approx(item.difficulty * item.members)
