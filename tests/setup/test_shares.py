"""Of the dearest suites a run takes a share of the cases: each comes in its turn, none is lost."""

from __future__ import annotations

import pytest

from tests.conftest import ROOT
from tests.shares import BROWSER_ONE_IN, CASES_ONE_IN, ONE_IN, is_drawn

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
