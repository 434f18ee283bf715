"""Of the dearest suites a run takes a share of the cases: each comes in its turn, none is lost."""

from __future__ import annotations

import pytest

from tests.conftest import ROOT
from tests.shares import ONE_IN, is_drawn

SEEDS = [f"commit {number}" for number in range(400)]


@pytest.mark.parametrize("name", sorted(ONE_IN))
def test_what_is_named_is_there(name: str) -> None:
    file, _, function = name.partition("::")
    assert (ROOT / file).is_file()
    assert f"def {function}(" in (ROOT / file).read_text("utf-8") or not function


@pytest.mark.parametrize("name", sorted(ONE_IN))
def test_each_case_comes_in_its_turn_and_what_has_no_cases_always(name: str) -> None:
    function = name if "::" in name else f"{name}::test_one"
    for case in ("a", "b-c", "a::b"):
        times = sum(is_drawn(f"{function}[{case}]", seed) for seed in SEEDS)
        assert 0.6 < times * ONE_IN[name] / len(SEEDS) < 1.4
    assert all(is_drawn(function, seed) for seed in SEEDS)


def test_suites_that_are_not_named_are_taken_whole() -> None:
    assert all(is_drawn("tests/diff/test_rows.py::test_one[a]", seed) for seed in SEEDS)
