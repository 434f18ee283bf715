"""Verdicts equal the compilers' own reports, over the loops × settings; the rest is explained."""

from __future__ import annotations

import pytest

from tests.verdicts.agreement import Comparison, compare, compare_all, explained
from tests.verdicts.corpus import header_lines, source_named, sources

LEAST_AGREEMENT = 0.98
SAMPLE = (
    ("reductions.c", ("clang-19", "-O3")),
    ("reductions.c", ("gcc-12", "-O3 -march=armv8-a+sve")),
    ("control_flow.c", ("clang-19", "-O2")),
    ("nests.c", ("gcc-12", "-O3")),
    ("calls.c", ("clang-19", "-Ofast")),
    ("in_cpp.cpp", ("gcc-12", "-O3")),
)


def unexplained(compared: list[Comparison]) -> list[Comparison]:
    return [found for found in compared if not found.agrees and found.key not in explained()]


def test_there_are_more_than_a_hundred_loops() -> None:
    assert sum(len(header_lines(source)) for source in sources()) >= 100


@pytest.mark.parametrize(("file", "setting"), SAMPLE, ids=lambda value: str(value))
def test_verdicts_equal_the_reports(file: str, setting: tuple[str, str]) -> None:
    compared = list(compare(source_named(file), setting))
    assert unexplained(compared) == []
    answers = {found.theirs for found in compared if found.question == "vectorized"}
    assert answers == {True, False}


@pytest.mark.slow
def test_verdicts_equal_the_reports_everywhere() -> None:
    compared = compare_all(sources())
    for question in ("vectorized", "arithmetic", "scalable"):
        rows = [found for found in compared if found.question == question]
        assert len(rows) >= 400
        assert sum(row.agrees for row in rows) >= LEAST_AGREEMENT * len(rows)
    assert unexplained(compared) == []
    differing = {found.key for found in compared if not found.agrees}
    assert set(explained()) <= differing, "an explained difference no longer exists"
