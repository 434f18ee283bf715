"""Of the dearest suites a run takes a share of the cases: each comes in its turn, none is lost."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import ROOT
from tests.shares import BROWSER_ONE_IN, CASES_ONE_IN, ONE_IN, draw_fewer_examples, is_drawn

SEEDS = [f"commit {number}" for number in range(400)]


@pytest.mark.parametrize("name", sorted(ONE_IN))
def test_what_is_named_is_there(name: str) -> None:
    file, _, function = name.partition("::")
    assert (ROOT / file).is_file()
    assert f"def {function}(" in (ROOT / file).read_text("utf-8") or not function


def times_in_its_turn(test: str, share: int) -> bool:
    times = sum(is_drawn(test, seed, is_quick=False) for seed in SEEDS)
    return 0.6 < times * share / len(SEEDS) < 1.4


@pytest.mark.parametrize("name", sorted(ONE_IN))
def test_each_case_comes_in_its_turn(name: str) -> None:
    function = name if "::" in name else f"{name}::test_one"
    assert all(times_in_its_turn(f"{function}[{case}]", ONE_IN[name]) for case in ("a", "b::c"))
    if "::" in name:
        assert times_in_its_turn(function, ONE_IN[name])
    else:
        assert all(is_drawn(function, seed, is_quick=False) for seed in SEEDS)


def test_walks_in_a_browser_come_in_their_turn() -> None:
    for test in ("tests/e2e/test_lab.py::test_one", "tests/e2e/test_more.py::test_one[dark]"):
        assert times_in_its_turn(test, BROWSER_ONE_IN)


def test_other_cases_that_are_slow_come_every_other_time_and_quick_ones_always() -> None:
    case = "tests/diff/test_rows.py::test_one[a]"
    assert times_in_its_turn(case, CASES_ONE_IN)
    assert all(is_drawn(case, seed, is_quick=True) for seed in SEEDS)
    assert all(is_drawn("tests/diff/test_rows.py::test_one", one, is_quick=False) for one in SEEDS)


@pytest.mark.parametrize(("most", "fewer"), [(300, 100), (60, 20), (30, 20), (10, 10)])
def test_a_property_tries_a_third_of_its_examples_and_not_below_twenty(
    most: int, fewer: int
) -> None:
    tried: list[int] = []

    @settings(max_examples=most, deadline=None)
    @given(st.integers())
    def holds(number: int) -> None:
        tried.append(number)

    draw_fewer_examples([cast(pytest.Item, SimpleNamespace(obj=holds))])
    holds()
    assert len(tried) == fewer
