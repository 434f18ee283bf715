"""A verdict on a reader's own loop, tried to be broken: the reason stays, all else may change."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler_core.claims.breaking.record import BreakSearch, GroupTried, SearchProgress
from compiler_core.claims.breaking.search import SearchBudget
from compiler_core.claims.breaking.sentences import progress_sentence, search_sentences
from compiler_core.claims.breaking.verdict_claim import break_verdict
from compiler_core.errors import InputError
from compiler_core.source import SourceFile

SUM = """float sum(const float *x, int n) {
    float total = 0;
    for (int i = 0; i < n; i++)
        total += x[i];
    return total;
}
"""
SETTING = ("gcc-12", "-O3")
FOLDER = Path(__file__).parent


@pytest.fixture(scope="module", autouse=True)
def programs(jail: None) -> None:
    """All tests here start compilers."""


def test_what_was_tried_in_vain_is_told_by_number() -> None:
    groups = (
        GroupTried(group="compiler", planned=1, tried=1, same_code=1, unusable=0),
        GroupTried(group="flag", planned=5, tried=4, same_code=3, unusable=0),
    )
    search = BreakSearch(
        claim="",
        lesson="",
        says="",
        compiler="gcc-12",
        compiler_title="GCC 12",
        flags="",
        standing="unbroken",
        expected="",
        found="",
        broken=None,
        groups=groups,
        kept=(),
        complete=False,
        budget_seconds=4,
        sentences=(),
    )
    _, tried, ended = search_sentences(search)
    assert tried == (
        "Tried with another compiler: 1 of 1, the same code; "
        "with another flag: 4 of 5, 3 of them the same code."
    )
    assert ended == "The budget of 4 s ended the search with 1 setting left untried."


def test_a_change_that_turns_the_verdict_over_is_found_and_told_on_the_way() -> None:
    told: list[SearchProgress] = []
    budget = SearchBudget(progress=told.append)
    found = break_verdict(SourceFile("sum.c", SUM), SETTING, 3, budget=budget)
    assert found.says.startswith("GCC does not vectorise the loop in line 3 of sum: ")
    assert found.broken is not None
    assert "vectorised this loop" in found.broken.found
    assert "did not" in found.broken.found_at_home
    assert [one.gone for one in told] == sorted(one.gone for one in told)
    assert told[-1].gone <= sum(group.tried + group.unusable for group in found.groups)
    assert told[-1].planned == sum(one.planned for one in found.groups)
    assert f"{told[0].gone} of {told[0].planned} settings tried" in progress_sentence(told[0])


def test_what_the_reason_names_is_left_as_it_is() -> None:
    """The sentence speaks of floating point: another type would break another one."""
    found = break_verdict(SourceFile("sum.c", SUM), SETTING, 3, budget=SearchBudget(0))
    assert "float" in found.kept


def test_a_place_that_names_no_loop_is_refused() -> None:
    for line in (1, 99):
        with pytest.raises(InputError, match="No loop starts"):
            break_verdict(SourceFile("sum.c", SUM), SETTING, line)
    nested = "void f(int *a) { for (int i = 0; i < 9; i++) for (int j = 0; j < 9; j++) a[i] += j; }"
    with pytest.raises(InputError, match="Several loops"):
        break_verdict(SourceFile("two.c", nested), SETTING, 1)
    with pytest.raises(InputError, match="in line 1, column 9") as refused:
        break_verdict(SourceFile("two.c", nested), SETTING, 1, column=9)
    assert "start in columns: 18, 46" in refused.value.advice


@pytest.mark.parametrize(
    ("name", "line", "change"),
    [
        ("flags_total.c", 4, "every bit-field widened to whole bytes"),
        ("flags_set.c", 3, "every bit-field as wide as the widest"),
        ("flags_both.c", 4, "every bit-field a number of its own, without a width"),
    ],
)
def test_a_verdict_on_bit_fields_is_broken_by_their_widths(
    name: str, line: int, change: str
) -> None:
    """Where the reason names bit-fields they stay bit-fields: whole bytes are no bits to take
    apart."""
    source = SourceFile(name, (FOLDER / name).read_text(encoding="utf-8"))
    found = break_verdict(source, SETTING, line)
    assert found.broken is not None
    assert found.broken.changes == (change,)
    assert "vectorised this loop" in found.broken.found
    assert (": " in found.broken.source) == ("bit-field" in found.says)
