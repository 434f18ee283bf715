"""Counts of the example loops: lines in n, sums that agree, the loads and stores they must do."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from compiler_core.host.counting.record import CodeCounts, FunctionCount
from tests.counting.agreement import disagreements
from tests.counting.calls import CALLS, Call
from tests.counting.corpus import Corpus, corpus, counted, counted_once, only
from tests.counting.execution_log import logged_executions

SETTINGS = (
    ("gcc-12", "-O2"),
    pytest.param("clang-19", "-O2", marks=pytest.mark.slow),
)
LINEAR = tuple(call for call in CALLS if call.linear)
STATED = tuple(call for call in CALLS if call.loads and call.stores)
WITH_BYTES = tuple(call for call in CALLS if call.loaded and call.stored)


def name_of(call: Call) -> str:
    return call.example


def test_enough_loops_are_held_to_a_requirement() -> None:
    assert len(LINEAR) >= 25
    assert len(STATED) >= 20
    assert len(WITH_BYTES) >= 15


@pytest.mark.parametrize(("compiler", "flags"), SETTINGS)
@pytest.mark.parametrize("call", LINEAR, ids=name_of)
def test_instructions_are_a_line_in_n(call: Call, compiler: str, flags: str) -> None:
    first, second, third = (
        counted_once(compiler, flags, call, n).totals.instructions for n in (256, 512, 1024)
    )
    assert third - second == 2 * (second - first)
    assert second - first >= 256 // 16


@pytest.mark.parametrize("call", STATED, ids=name_of)
def test_loads_and_stores_are_the_closed_form(call: Call) -> None:
    assert call.loads is not None
    assert call.stores is not None
    totals = counted_once("gcc-12", "-O1", call, 192).totals
    assert (totals.loads, totals.stores) == (call.loads(192), call.stores(192))


@pytest.mark.parametrize(("compiler", "flags"), [("gcc-12", "-O3"), ("clang-19", "-O3")])
@pytest.mark.parametrize("call", WITH_BYTES, ids=name_of)
def test_bytes_are_the_same_however_wide_the_loads(call: Call, compiler: str, flags: str) -> None:
    assert call.loaded is not None
    assert call.stored is not None
    built = corpus(compiler, flags)
    counts = counted_once(compiler, flags, call, 192)
    constants = constant_bytes(built, call, counts)
    assert counts.totals.bytes_loaded == call.loaded(192) + constants
    assert counts.totals.bytes_stored == call.stored(192)


@pytest.mark.parametrize(("compiler", "flags"), SETTINGS)
@pytest.mark.parametrize("call", CALLS, ids=name_of)
def test_every_sum_is_the_total_and_the_log_agrees(call: Call, compiler: str, flags: str) -> None:
    built = corpus(compiler, flags)
    counts = counted(built, call, 21)
    per_line = sum(line.totals.instructions for line in counts.per_line)
    assert per_line == counts.totals.instructions == listed_instructions(counts.functions)
    logged = logged_executions(built, call, 21)
    assert {line.line: line.executions for line in counts.per_line if line.executions} == logged


def listed_instructions(functions: Iterable[FunctionCount]) -> int:
    return sum(function.totals.instructions for function in functions if function.listed)


def constant_bytes(built: Corpus, call: Call, counts: CodeCounts) -> int:
    """What was loaded from tables of constants (`:lo12:.LC0`) rather than from the arrays."""
    texts = {
        line.id: line.text
        for function in built.units[built.unit_of(call.example)]
        for line in function.lines
    }
    constants = [line.totals for line in counts.per_line if ":lo12:" in texts.get(line.line, "")]
    return sum(totals.bytes_loaded for totals in constants)


FORM_SETTINGS = (
    ("gcc-12", "-O3"),
    ("clang-19", "-O3"),
    ("gcc-12", "-O3 -march=armv8-a+sve"),
    pytest.param("gcc-12", "-O0", marks=pytest.mark.slow),
    pytest.param("clang-19", "-O0", marks=pytest.mark.slow),
    pytest.param("clang-19", "-O3 -march=armv8-a+sve", marks=pytest.mark.slow),
)


@pytest.mark.parametrize(("compiler", "flags"), FORM_SETTINGS)
def test_what_was_measured_is_what_each_form_says(compiler: str, flags: str) -> None:
    """Every executed line of every example: loads, stores and bytes."""
    built = corpus(compiler, flags)
    found = [
        sentence
        for call in CALLS
        for sentence in disagreements(only(built, call), counted_once(compiler, flags, call, 192))
    ]
    assert found == []
