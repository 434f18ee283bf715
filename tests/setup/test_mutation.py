"""What tries mutants: the mistake runs, its tests come in order, and no try outlasts its limit."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from compiler_core.toolchain import plugin
from script.mutation import forks
from script.mutation.forks import FAILED, Fork, run_in_forks
from script.mutation.mutants import (
    Mutant,
    difference,
    drawn,
    mutants_of,
    mutated_texts,
    put_in,
    replace_code,
)
from script.mutation.report import MutationRun, TriedMutant, page
from script.mutation.session import Reach

PACKAGE = "toolchain/plugin"


def codes_of(*work: Callable[[], int], seconds: float = 60) -> dict[int, int | None]:
    """How each fork ended, by its place."""
    forks = (Fork(at, one, seconds) for at, one in enumerate(work))
    return dict(run_in_forks(forks, 2, time.monotonic() + 60))


@pytest.mark.slow
def test_a_mutant_runs_in_its_fork_and_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever mutmut puts into this function of one call reaches the call, or raises."""
    monkeypatch.setattr(plugin, "built_program", lambda *given: repr(given))
    usual = plugin.build_plugin(Path("sources"))
    texts = mutated_texts(mutants_of(PACKAGE))
    assert len(texts) >= 5

    def try_one(mutant: Mutant) -> Callable[[], int]:
        def work() -> int:
            gc.freeze()
            put_in(mutant, texts[mutant])
            return int(plugin.build_plugin(Path("sources")) != usual)

        return work

    codes = codes_of(*(try_one(mutant) for mutant in texts))
    assert set(codes.values()) <= {1, FAILED}
    assert plugin.build_plugin(Path("sources")) == usual
    for mutant, text in texts.items():
        taken, put = difference(mutant, text)
        assert (taken[0], put[0], mutant.function) == ("-", "+", "build_plugin")


def test_functions_made_before_run_the_mistake_too() -> None:
    """Tables of a module hold functions that were made when it was loaded."""

    def adding(number: int) -> Callable[[int], int]:
        return lambda other: other + number

    def subtracting(number: int) -> Callable[[int], int]:
        return lambda other: other - number

    made = adding(2)
    replace_code([adding, made], adding.__code__, subtracting.__code__)
    assert (made(5), adding(1)(5)) == (3, 4)


def test_a_sample_is_the_same_for_its_seed() -> None:
    mutants = mutants_of(PACKAGE)
    assert drawn(mutants, 4, 1) == drawn(mutants, 4, 1) != drawn(mutants, 4, 2)
    assert len(drawn(mutants, 1000, 1)) == len(mutants)


def test_forks_end_by_themselves_at_their_limit_or_by_a_signal() -> None:
    def endless() -> int:
        while True:
            pass

    def started() -> int:
        return subprocess.run([sys.executable, "-c", "while True: pass"]).returncode

    def fails() -> int:
        raise ValueError

    def dies() -> int:
        os.kill(os.getpid(), signal.SIGKILL)
        return 0

    assert codes_of(lambda: 3, fails, dies) == {0: 3, 1: FAILED, 2: -signal.SIGKILL}
    assert codes_of(endless, started, lambda: 0, seconds=0.3) == {0: None, 1: None, 2: 0}
    ended = time.monotonic() - 1
    assert list(run_in_forks(iter([Fork("one", lambda: 0, 60)]), 2, ended)) == []


def test_what_waits_is_not_over_its_limit_but_does_not_wait_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Seconds on the clock are not what is limited: a loaded machine takes more of them."""

    def waits() -> int:
        time.sleep(1)
        return 5

    assert codes_of(waits, seconds=0.2) == {0: 5}
    monkeypatch.setattr(forks, "_IDLE_SECONDS", 0.2)
    assert codes_of(waits) == {0: None}


def test_tests_that_reach_the_line_come_first() -> None:
    """Then the others of their files: they may look at what one of the first made and kept."""
    reach = Reach(
        {"a.py::slow": 2.0, "a.py::quick": 0.1, "a.py::beside": 0.0, "b.py::far": 0.0},
        {"one.py": {"4": ["a.py::slow"], "5": ["a.py::quick"], "9": ["b.py::far"]}},
        [],
    )
    found = reach.of(Mutant("one.py", 0, "function", (4, 6)))
    assert found == ["a.py::quick", "a.py::slow", "a.py::beside"]
    assert reach.of(Mutant("one.py", 0, "function", (7, 8))) == []
    assert reach.limit(found) > 4 * 2.1


def test_one_mutant_does_not_take_the_time_of_all() -> None:
    """Its shortest tests are tried, and one at least."""
    reach = Reach(
        {"a.py::long": 90.0, "a.py::short": 10.0, "a.py::other": 25.0, "b.py::lone": 90.0},
        {"one.py": {"4": ["a.py::long", "a.py::short", "a.py::other"], "9": ["b.py::lone"]}},
        [],
    )
    assert reach.of(Mutant("one.py", 0, "function", (4, 4))) == ["a.py::short", "a.py::other"]
    assert reach.of(Mutant("one.py", 0, "function", (9, 9))) == ["b.py::lone"]


def test_the_page_counts_what_was_tried_and_shows_what_was_left() -> None:
    tried = (
        TriedMutant("one", "killed"), TriedMutant("two", "killed"), TriedMutant("three", "killed"),
        TriedMutant("four", "survived"), TriedMutant("five", "no test"),
    )  # fmt: skip
    left = {"four": ["-    a < b", "+    a <= b"], "five": ["-    return 1", "+    return 2"]}
    run = MutationRun(
        package="loop/passes",
        date="2026-01-02",
        seed=1,
        tests=(),
        mutants=900,
        drawn=6,
        tried=tried,
        differences=left,
    )
    text = page(run)
    assert run.score == 0.6
    assert "60.0% of 5 mutants killed" in text
    assert "1 not tried in the time" in text
    assert "+    a <= b" in text
    assert text.index("Survived") < text.index("`four`") < text.index("Reached by no test")
