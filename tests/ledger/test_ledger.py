"""The ledger of real compiles: it ends where the compiler does, and its bars explain the gain."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.loop.loop_request import request_from
from command_line.main import run_arguments
from compiler_core.amounts import three_digits
from compiler_core.examples import find_example
from compiler_core.host.ledger.ledger import LedgerBudget, kept_ledger, opened_ledger, pass_ledger
from compiler_core.host.ledger.machine_parts import MACHINE_PARTS
from compiler_core.host.ledger.record import Ledger
from compiler_core.host.ledger.stopped_compiles import THE_REST
from compiler_core.host.passes.timeline import pass_timeline
from compiler_core.host.running.count import count_source
from compiler_core.host.running.experiment import Experiment
from compiler_core.source import Language, source_file
from compiler_core.toolchain import dumps
from tests.conftest import ROOT

pytestmark = pytest.mark.usefixtures("emulator")

SAXPY = (ROOT / "content/examples/saxpy.c").read_text(encoding="utf-8")
SUM = "int sum(const int *x, int n) { int s = 0; for (int i = 0; i < n; i++) s += x[i]; return s; }"
CLASSES = """
struct Row { float *values; int size; float sum() const; };
float Row::sum() const { float s = 0; for (int i = 0; i < size; i++) s += values[i]; return s; }
float total(const Row *row) { return row->sum(); }
"""
SIZE = Experiment(n=200)


@pytest.mark.parametrize(
    ("text", "flags"),
    [(SAXPY, "-O3"), (SUM, "-O2"), (SAXPY, "-O3 -march=armv8-a+sve"), (SUM, "-O0")],
)
def test_the_end_is_the_real_compile_and_savings_add_up(text: str, flags: str) -> None:
    source = source_file(text)
    ledger = pass_ledger((source,), "clang-19", flags, SIZE)
    real = count_source((source,), "clang-19", flags, SIZE)
    assert ledger.whole == real.totals
    assert ledger.before is not None
    assert sum(bar.saved or 0 for bar in ledger.bars) == (
        ledger.before.instructions - real.totals.instructions
    )
    assert ledger.bars[-1].pass_name == "code generation"
    assert abs(ledger.bars[-1].saved or 0) <= 0.02 * real.totals.instructions
    assert all(bar.same_bits for bar in ledger.bars if bar.instructions)


def bar_of(ledger: Ledger, name: str) -> int:
    return sum(bar.saved or 0 for bar in ledger.bars if bar.pass_name == name)


def test_the_vectoriser_is_paid_for_what_it_did_by_both_compilers() -> None:
    source = source_file(SUM)
    clang = pass_ledger((source,), "clang-19", "-O3", SIZE)
    gcc = pass_ledger((source,), "gcc-12", "-O3", SIZE)
    assert bar_of(clang, "LoopVectorizePass") > 200
    assert bar_of(gcc, "vect") > 200
    assert gcc.method == "without it"
    assert "ssa" in gcc.needed
    assert gcc.interaction is not None
    scalar = count_source((source,), "gcc-12", "-O3 -fno-tree-vectorize", SIZE)
    assert gcc.whole is not None
    assert bar_of(gcc, "vect") == scalar.instructions - gcc.whole.instructions


COPY = """
void copy(float *restrict y, const float *restrict x, int n) {
    for (int i = 0; i < n; i++) y[i] = x[i];
}
"""
SORT = """
#include <algorithm>
void sorted(int *a, int n) { std::sort(a, a + n); }
"""


@pytest.mark.parametrize(
    ("text", "language", "compiler"),
    [(COPY, "c", "clang-19"), (COPY, "c", "gcc-12"), (SORT, "c++", "clang-19")],
)
def test_library_code_that_is_called_is_told_with_the_count(
    text: str, language: Language, compiler: str
) -> None:
    """A call put in the place of a loop saves less than the loop, one copied in costs nothing."""
    source = source_file(text, language)
    ledger = pass_ledger((source,), compiler, "-O3", SIZE)
    real = count_source((source,), compiler, "-O3", SIZE)
    assert ledger.before is not None
    assert ledger.library == real.everything - real.instructions > 0
    assert ledger.whole is not None
    before = ledger.before.instructions + ledger.library_before
    ratio = three_digits(before / real.everything)
    first, second = ledger.sentences[:2]
    assert f"the code executes {before:,} instructions" in first
    assert f" {real.everything:,} ({ledger.library:,} of them in library code that it" in first
    assert f": {ratio} times as many" in first
    own = [f"{count:,} " for count in (ledger.before.instructions, ledger.whole.instructions)]
    assert all(number in second for number in own)
    told = " ".join(ledger.sentences)
    assert "made it dearer: InlinerPass" not in told
    assert "execute fewer: einline" not in told
    if ledger.method == "stopped here":
        gone = sum(bar.library_saved for bar in ledger.bars)
        assert gone == ledger.library_before - ledger.library


def test_a_bar_leads_to_its_pass_in_the_list() -> None:
    source = source_file(SAXPY)
    ledger = pass_ledger((source,), "clang-19", "-O3", SIZE)
    steps = {step.number: step for step in pass_timeline(source, "clang-19", "-O3").steps}
    for bar in ledger.bars[:-1]:
        assert bar.step is not None
        assert steps[bar.step].dump.pass_name == bar.pass_name
        assert steps[bar.step].dump.unit == bar.unit
    assert all(steps[bar.step].changed for bar in ledger.bars if bar.saved and bar.step is not None)


def test_a_method_of_a_class_is_priced_under_its_own_symbol() -> None:
    source = source_file(CLASSES, "c++")
    ledger = pass_ledger((source,), "clang-19", "-O2", Experiment(function="total", n=64))
    assert ledger.bars
    assert bar_of(ledger, "SROAPass") > 0


def test_bars_come_one_by_one_and_a_budget_keeps_those_that_are_there() -> None:
    """The clock stands until ten bars have come, then the time is over."""
    told: list[Ledger] = []
    source = source_file(SAXPY)
    asked = Experiment(n=208)
    budget = LedgerBudget(1.0, lambda: 2.0 if len(told) > 10 else 0.0, told.append)
    ledger = pass_ledger((source,), "clang-19", "-O3", asked, budget)
    assert [len(one.bars) for one in told[:3]] == [0, 1, 2]
    assert [one.tried for one in told] == list(range(1, ledger.planned + 1))
    assert not ledger.complete
    assert not ledger.lasting
    assert ledger.bars[-1].pass_name == THE_REST
    assert ledger.before is not None
    assert ledger.whole is not None
    saved = sum(bar.saved or 0 for bar in ledger.bars)
    assert saved == ledger.before.instructions - ledger.whole.instructions
    assert any("have no bar" in sentence for sentence in ledger.sentences)
    assert kept_ledger((source,), "clang-19", "-O3", asked) is None


def test_parts_of_code_generation_are_priced_by_the_whole_without_them() -> None:
    source = source_file(SAXPY)
    assert pass_ledger((source,), "clang-19", "-O3", SIZE).machine == ()
    ledger = opened_ledger((source,), "clang-19", "-O3", SIZE)
    missed = {bar.pass_name: bar.saved for bar in ledger.machine}
    assert len(missed) == len(MACHINE_PARTS)
    assert (missed["aarch64-ldst-opt"] or 0) > 20
    assert (missed["loop-reduce"] or 0) > 20
    assert all(bar.same_bits for bar in ledger.machine)
    assert sum(bar.saved or 0 for bar in ledger.bars) == (
        ledger.before.instructions - ledger.whole.instructions  # type: ignore[union-attr]
    )
    gcc = opened_ledger((source_file(SUM),), "gcc-12", "-O3", SIZE)
    assert gcc.machine == ()


def test_what_does_not_compile_says_so_instead_of_bars() -> None:
    ledger = pass_ledger((source_file("int f(int n) { return n +; }"),), "clang-19", "-O1", SIZE)
    assert ledger.bars == ()
    assert "rejects" in ledger.message


def test_the_address_keeps_that_passes_are_priced() -> None:
    asked = request_from({"example": "saxpy", "pane": "passes", "ledger": "1"})
    assert asked.ledger
    assert request_from(dict(asked.query())).ledger
    assert find_example("saxpy") is not None


def test_the_command_says_what_the_record_says(capsys: pytest.CaptureFixture[str]) -> None:
    place = str(ROOT / "content/examples/saxpy.c")
    assert run_arguments(["ledger", place, "--flags", "-O3", "--n", "200"]) == 0
    printed = capsys.readouterr().out
    ledger = pass_ledger((source_file(SAXPY, stem="saxpy"),), "clang", "-O3", SIZE)
    assert all(sentence in printed for sentence in ledger.sentences)
    assert "LoopVectorizePass" in printed


def test_code_after_passes_that_is_too_much_is_no_error_of_the_source(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dumps, "DUMP_LIMITS", replace(dumps.DUMP_LIMITS, diagnostics_bytes=1 << 13))
    loop = "int f(const int *a, int n) { int s = 1; while (n--) s = s * 7 ^ a[n]; return s; }"
    ledger = pass_ledger((source_file(loop),), "clang-19", "-O3", SIZE)
    assert "so it is not shown. Paste only the function to follow" in ledger.message
