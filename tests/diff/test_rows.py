"""Rows repeat both listings completely and in order, whatever is compared with whatever."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.host.comparison.diff import SettingsComparison, compare
from compiler_core.host.comparison.longest_common import longest_common
from compiler_core.host.compilation import Compilation, ListingLine
from compiler_core.host.filters import HIDE_ALL, Filters
from tests.diff.recorded import RECORDED, compilation_of, recorded_compilation
from tests.listing.filters import SHOW_ALL
from tests.stopwatch import Stopwatch

pytestmark = pytest.mark.usefixtures("emulator")

STEMS = sorted({path.name.partition(".")[0] for path in RECORDED})
SETTINGS = sorted({path.name.partition(".")[2] for path in RECORDED})


def recorded(stem: str, setting: str) -> Path:
    return next(path for path in RECORDED if path.name == f"{stem}.{setting}")


def assert_rows_repeat_both_sides(
    comparison: SettingsComparison, left: Compilation, right: Compilation
) -> None:
    lefts = [
        [(row.left_id, row.left_text) for row in function.rows if row.left_id is not None]
        for function in comparison.functions
    ]
    rights = [
        [(row.right_id, row.right_text) for row in found.rows if row.right_id is not None]
        for found in comparison.functions
    ]
    assert [lines for lines in lefts if lines] == lines_of(left)
    assert sorted(lines for lines in rights if lines) == sorted(lines_of(right))


def lines_of(compilation: Compilation) -> list[list[tuple[int, str]]]:
    return [[(line.id, line.text) for line in function.lines] for function in compilation.functions]


def assert_kinds_fit_sides(comparison: SettingsComparison) -> None:
    both = {"same": (True, True), "changed": (True, True)}
    one = {"removed": (True, False), "added": (False, True)}
    for row in comparison.rows:
        sides = (row.left_id is not None, row.right_id is not None)
        if row.kind == "moved":
            assert sides.count(True) == 1
            assert row.partner is not None
        else:
            assert sides == {**both, **one}[row.kind]
            assert row.partner is None


@settings(max_examples=60, deadline=None)
@given(
    stem=st.sampled_from(STEMS),
    one=st.sampled_from(SETTINGS),
    other=st.sampled_from(SETTINGS),
    filters=st.sampled_from((HIDE_ALL, SHOW_ALL)),
)
def test_rows_repeat_both_listings(stem: str, one: str, other: str, filters: Filters) -> None:
    left = recorded_compilation(recorded(stem, one), filters)
    right = recorded_compilation(recorded(stem, other), filters)
    comparison = compare(left, right)
    assert_rows_repeat_both_sides(comparison, left, right)
    assert_kinds_fit_sides(comparison)


@settings(max_examples=60, deadline=None)
@given(path=st.sampled_from(RECORDED), data=st.data())
def test_a_removed_line_is_one_removed_row(path: Path, data: st.DataObject) -> None:
    """Take one plain instruction out of the assembly: the rows name it or its equal neighbour."""
    left = recorded_compilation(path)
    index = data.draw(st.integers(0, len(left.functions) - 1))
    function = left.functions[index]
    plain = [line for line in function.lines if line.mnemonic in ("add", "mov", "lsl", "fmul")]
    if not plain:
        return
    gone = data.draw(st.sampled_from(plain))
    right = compilation_of(path, _without(path.read_text(), gone))
    comparison = compare(left, right)
    rows = comparison.functions[index].rows
    removed = [row.left_text for row in rows if row.kind == "removed"]
    assert [text.split()[0] for text in removed] == [gone.mnemonic]
    assert not [row for row in rows if row.kind == "added"]
    assert not comparison.identical


def _without(assembly: str, gone: ListingLine) -> str:
    """The text without the line; ids count statements, so the nearest equal line is the one."""
    text = assembly.split("\n")
    words = gone.text.split()
    equal = [number for number, line in enumerate(text) if line.split("//")[0].split() == words]
    place = min(equal, key=lambda number: abs(number - gone.id))
    return "\n".join([*text[:place], *text[place + 1 :]])


@pytest.mark.parametrize("stem", STEMS)
def test_the_two_directions_mirror_each_other(stem: str) -> None:
    """Turned round, as many lines are removed as were added, and the counts change places."""
    left = recorded_compilation(recorded(stem, "gcc-12.O2.s"))
    right = recorded_compilation(recorded(stem, "gcc-12.O3.s"))
    there, back = compare(left, right), compare(right, left)
    assert there.metrics["left"] == back.metrics["right"]
    assert len([row for row in there.rows if row.left_id is not None]) == len(
        [row for row in back.rows if row.right_id is not None]
    )


@settings(max_examples=300, deadline=None)
@given(st.lists(st.integers(0, 3), max_size=14), st.lists(st.integers(0, 3), max_size=14))
def test_longest_common_is_the_longest(left: list[int], right: list[int]) -> None:
    pairs = longest_common(left, right)
    assert all(left[i] == right[j] for i, j in pairs)
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(pairs))
    assert len(pairs) == _length_by_table(left, right)


def _length_by_table(left: list[int], right: list[int]) -> int:
    row = [0] * (len(right) + 1)
    for token in left:
        above, row = row, [0]
        for column, other in enumerate(right):
            here = above[column] + 1 if token == other else max(above[column + 1], row[column])
            row.append(here)
    return row[-1]


def test_thousands_of_lines_stay_bounded() -> None:
    """Two functions of more than 5,000 lines that differ in many places."""
    left = _repeated(recorded_compilation(recorded("saxpy", "gcc-12.O2.s")), 5000)
    right = _repeated(recorded_compilation(recorded("saxpy", "clang-19.O2.s")), 5000)
    watch = Stopwatch()
    rows = compare(left, right)
    assert watch.seconds() < 15
    assert_rows_repeat_both_sides(rows, left, right)


def _repeated(compilation: Compilation, count: int) -> Compilation:
    """The first function's instructions again and again, as one block without loops."""
    function = compilation.functions[0]
    code = [line for line in function.lines if line.kind == "instruction"]
    lines = [
        replace(code[number % len(code)], id=number, block=None, loop=None)
        for number in range(count)
    ]
    long = replace(function, lines=tuple(lines), blocks=(), loops=())
    return replace(compilation, functions=(long,))
