"""A listing against itself under other labels and other registers: nothing differs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compiler_core.host.comparison.diff import SettingsComparison, compare
from compiler_core.host.comparison.summary import IDENTICAL, SAME_TEXT
from tests.diff.moved_value import moved_value
from tests.diff.recorded import (
    RECORDED,
    compilation_of,
    local_labels,
    recorded_compilation,
    renamed,
)
from tests.listing.filters import SHOW_ALL

pytestmark = pytest.mark.usefixtures("emulator")

# x29, x30, sp and the zero register keep their meaning: the first 29 numbers are free.
BANKS = st.fixed_dictionaries(
    {
        "x": st.permutations(range(29)),
        "v": st.permutations(range(32)),
        "p": st.permutations(range(16)),
    }
)


def assert_no_difference(comparison: SettingsComparison) -> None:
    assert {row.kind for row in comparison.rows} == {"same"}
    assert comparison.summary[0] in (IDENTICAL, SAME_TEXT)
    assert comparison.identical
    assert counts_of(comparison, "left") == counts_of(comparison, "right")


def counts_of(comparison: SettingsComparison, side: str) -> dict[str, float]:
    """Without the addresses' advance: over a call it is known only in registers that survive."""
    metrics = comparison.metrics[side]
    return {
        name: value
        for name, value in metrics.items()
        if name != "loop_step_bytes" and not name.endswith(("_per_element", "_per_iteration"))
    }


def test_the_corpus_is_as_large_as_promised() -> None:
    assert len(RECORDED) >= 30


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_listing_equals_itself(path: Path) -> None:
    compilation = recorded_compilation(path)
    comparison = compare(compilation, compilation)
    assert_no_difference(comparison)
    assert comparison.summary == (SAME_TEXT,)


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
@settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
@given(banks=BANKS, data=st.data())
def test_a_renamed_listing_equals_itself(
    path: Path, banks: dict[str, Sequence[int]], data: st.DataObject
) -> None:
    text = path.read_text()
    labels = local_labels(text)
    numbers = dict(zip(labels, data.draw(st.permutations(range(len(labels)))), strict=True))
    other = compilation_of(path, renamed(text, banks, numbers))
    assert_no_difference(compare(recorded_compilation(path), other))


@pytest.mark.parametrize("path", RECORDED[::5], ids=lambda path: path.stem)
def test_directives_and_comments_do_not_disturb(path: Path) -> None:
    compilation = recorded_compilation(path, SHOW_ALL)
    assert_no_difference(compare(compilation, compilation))


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_one_value_in_another_register_is_no_difference(path: Path) -> None:
    """Not a permutation of the whole function: one value moves to a register nothing else uses."""
    compilation = recorded_compilation(path)
    functions = [moved_value(function) for function in compilation.functions]
    other = replace(compilation, functions=tuple(functions))
    assert_no_difference(compare(compilation, other))


def test_such_a_value_is_found_in_most_listings() -> None:
    compilations = [recorded_compilation(path) for path in RECORDED]
    functions = [function for compilation in compilations for function in compilation.functions]
    found = [function for function in functions if moved_value(function) != function]
    assert len(found) >= 60
