"""Bisection names the setting that the compilers' manuals say brings each of these about.

The known answers are from "Options That Control Optimization" of the GCC manual: each source was
written so that one option of the level shows in its code.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler_core.errors import RefusedFlag
from compiler_core.host.bisection.bisect import bisect
from compiler_core.host.bisection.observations import Observation, SameCode
from compiler_core.host.bisection.record import Bisection
from compiler_core.source import SourceFile, source_file
from tests.bisection.observations import Calls, LoopFigure, LoopVectorised

SOURCES = Path(__file__).parent / "sources"

KNOWN: tuple[tuple[str, str, str, Observation | None, str], ...] = (
    ("axpy", "-O2", "-O3", None, "-fvect-cost-model=dynamic"),
    ("unswitch", "-O2", "-O3", None, "-funswitch-loops"),
    ("split", "-O2", "-O3", None, "-fsplit-loops"),
    ("split_paths", "-O2", "-O3", None, "-fsplit-paths"),
    ("clone", "-O2", "-O3", Calls("scaled_sum.constprop.0"), "-fipa-cp-clone"),
    ("recurrence", "-O2", "-O3", None, "-fpredictive-commoning"),
    ("stride", "-O2", "-O3", None, "-fversion-loops-for-strides"),
    ("peel", "-O2", "-O3", None, "-fpeel-loops"),
    ("float_sum", "-O3", "-Ofast", LoopVectorised(), "-funsafe-math-optimizations"),
    ("clear", "-O1", "-O2", Calls("memset"), "-ftree-loop-distribute-patterns"),
    ("alias", "-O1", "-O2", LoopFigure("loads"), "-fstrict-aliasing"),
    ("tail_call", "-O1", "-O2", None, "-foptimize-sibling-calls"),
    ("store_merging", "-O1", "-O2", None, "-fstore-merging"),
)


def read(name: str) -> SourceFile:
    return source_file((SOURCES / f"{name}.c").read_text(), "c", name)


def titles(bisection: Bisection) -> tuple[list[str], list[str], list[str]]:
    return (
        [setting.title for setting in bisection.sufficient],
        [setting.name for setting in bisection.preventing],
        [setting.name for setting in bisection.minimal],
    )


@pytest.mark.parametrize(
    ("name", "low", "high", "observe", "answer"), KNOWN, ids=[known[0] for known in KNOWN]
)
def test_gcc_names_the_one_setting_that_suffices(
    name: str, low: str, high: str, observe: Observation | None, answer: str
) -> None:
    found = bisect(read(name), "gcc-12", low, high, observe)
    sufficient, _, minimal = titles(found)
    assert found.status == "found"
    assert sufficient == [answer]
    assert minimal == []
    assert found.complete
    assert answer in found.sentences[0]


@pytest.mark.parametrize("name", ["axpy", "unswitch", "alias", "clear"])
def test_the_setting_that_suffices_also_prevents(name: str) -> None:
    _, low, high, observe, answer = next(known for known in KNOWN if known[0] == name)
    _, preventing, _ = titles(bisect(read(name), "gcc-12", low, high, observe))
    assert preventing == [answer.partition("=")[0]]


def test_values_come_with_the_setting() -> None:
    found = bisect(read("axpy"), "gcc-12")
    setting = found.sufficient[0]
    assert (setting.low, setting.high) == ("very-cheap", "dynamic")
    assert setting.off == ("-fvect-cost-model=very-cheap",)


def test_parameters_are_among_the_differences() -> None:
    names = {setting.name: setting for setting in bisect(read("axpy"), "gcc-12").settings}
    assert names["--param=early-inlining-insns"].on == ("--param=early-inlining-insns=14",)
    assert names["--param=early-inlining-insns"].off == ("--param=early-inlining-insns=6",)


def test_a_smallest_set_is_found_where_no_single_setting_suffices() -> None:
    """The whole function also has a tail, which is peeled: two settings make it."""
    found = bisect(read("axpy"), "gcc-12", observe=SameCode())
    assert found.status == "none suffices"
    assert titles(found)[0] == []
    assert titles(found)[2] == ["-fpeel-loops", "-fvect-cost-model"]


def test_several_settings_that_prevent_are_all_named() -> None:
    """A float sum needs reassociation, and that zeros' signs and traps do not matter."""
    found = bisect(read("float_sum"), "gcc-12", "-O3", "-Ofast", LoopVectorised())
    assert {"-fassociative-math", "-fsigned-zeros", "-ftrapping-math"} <= set(titles(found)[1])


def test_another_version_has_another_answer() -> None:
    """GCC 11's -O2 does not vectorise at all."""
    found = bisect(read("axpy"), "gcc-11", observe=LoopVectorised())
    assert titles(found)[0] == ["-ftree-loop-vectorize"]


def test_a_flag_given_on_one_side_is_a_setting_too() -> None:
    found = bisect(read("axpy"), "gcc-12", "-O3", "-O3 -march=armv8-a+sve")
    assert titles(found) == (["-march=armv8-a+sve"], ["-march=armv8-a+sve"], [])


def test_clang_names_its_flag_and_the_pass() -> None:
    found = bisect(read("axpy"), "clang", "-O1", "-O2", LoopVectorised())
    assert titles(found) == (["-fvectorize"], ["-fvectorize"], [])
    assert found.pass_finding is not None
    assert (found.pass_finding.name, found.pass_finding.subject) == ("LoopVectorizePass", "axpy")
    assert 0 < found.pass_finding.number < found.pass_finding.of


def test_clang_tries_the_pass_that_has_an_option() -> None:
    found = bisect(read("unswitch"), "clang-19", "-O2", "-O3")
    assert titles(found)[0] == ["-mllvm -enable-nontrivial-unswitch=true"]
    assert any("argpromotion" in difference for difference in found.cannot_say)


def test_nothing_to_find_is_said() -> None:
    found = bisect(read("tail_call"), "gcc-12", "-O2", "-O3")
    assert found.status == "nothing to find"
    assert found.compiles == 2
    assert "give the same code" in found.sentences[0]


def test_the_level_itself_is_said() -> None:
    """At -O0 GCC runs no optimisation pass, whatever flags ask for."""
    found = bisect(read("axpy"), "gcc-12", "-O0", "-O1")
    assert found.status == "level itself"
    assert found.sufficient == ()


def test_a_source_that_does_not_compile_is_said() -> None:
    found = bisect(source_file("int f( {"), "gcc-12")
    assert found.status == "no code"
    assert "no assembly" in found.sentences[0]


def test_flags_go_through_the_grammar() -> None:
    with pytest.raises(RefusedFlag):
        bisect(read("axpy"), "gcc-12", "-O2", "-O3 -wrapper /bin/sh")


@pytest.mark.parametrize("name", ["axpy", "pre"])
def test_the_number_of_compiles_is_bounded(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("compiler_core.host.bisection.bisect.MOST_COMPILES", 12)
    found = bisect(read(name), "gcc-12", "-O1", "-O3", SameCode())
    assert found.compiles <= 12
    assert not found.complete
    assert "its limit" in found.sentences[-1]
