"""Reasons against labels made by hand, over loops of every class; `reasons.py` prints them all."""

from __future__ import annotations

import pytest

from compiler_core.host.verdicts.reasons import reasons
from tests.verdicts.reasons import (
    LEAST_LOOPS,
    LEAST_SHARE,
    OLDER_SETTINGS,
    LabelledReason,
    compare_all,
    compare_older,
    keys_for,
    labels,
)


@pytest.fixture(scope="module")
def compared() -> list[LabelledReason]:
    return compare_all()


@pytest.mark.parametrize("compiler", ["gcc-12", "clang-19"])
@pytest.mark.parametrize("flags", ["-O2", "-O3"])
def test_the_reasons_are_right(compared: list[LabelledReason], compiler: str, flags: str) -> None:
    rows = [row for row in compared if (row.compiler, row.flags) == (compiler, flags)]
    wrong = [f"{row.file} {row.name}: {row.given}" for row in rows if not row.agrees]
    assert len(rows) >= LEAST_LOOPS
    assert len(wrong) <= (1 - LEAST_SHARE) * len(rows), wrong


def test_older_versions_are_read_as_well() -> None:
    rows = compare_older()
    for compiler, flags in OLDER_SETTINGS:
        asked = [row for row in rows if (row.compiler, row.flags) == (compiler, flags)]
        wrong = [f"{row.file} {row.name}: {row.given}" for row in asked if not row.agrees]
        assert len(asked) > 150
        assert len(wrong) <= (1 - LEAST_SHARE) * len(asked), wrong


def test_nothing_is_merely_quoted(compared: list[LabelledReason]) -> None:
    assert [row.name for row in compared if row.given == "unknown"] == []


def test_labels_name_reasons() -> None:
    known = {reason.key for reason in reasons()} - {"unknown"}
    given = {
        key
        for loops in labels().values()
        for label in loops.values()
        for compiler, flags in (("gcc-12", "-O2"), ("gcc-12", "-O3"), ("clang-19", "-O3"))
        for key in keys_for(label, compiler, flags)
    }
    assert given <= known
