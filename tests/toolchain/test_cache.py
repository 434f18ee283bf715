"""The cache: equal jobs run once, across threads and restarts; what may not be kept is not."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from compiler_core.errors import Overloaded
from compiler_core.source import SourceFile
from compiler_core.toolchain.cache import OutcomeCache, cache_key
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.job_queue import JobQueue
from compiler_core.toolchain.outcome import CompileJob, Compiler, Outcome

OUTCOME = Outcome(
    status="ok",
    output="ret\n",
    diagnostics="",
    message="",
    limit="",
    command=("gcc", "loop.c"),
    seconds=0.02,
)
SOURCE = SourceFile("loop.c", "int f;\n")


class Work:
    """Something to compute that counts how often it ran."""

    def __init__(self, outcome: Outcome = OUTCOME, gate: threading.Event | None = None) -> None:
        self.times = 0
        self._outcome = outcome
        self._gate = gate

    def __call__(self) -> Outcome:
        self.times += 1
        if self._gate is not None:
            assert self._gate.wait(60)
        return self._outcome


def test_computed_once_then_from_memory(tmp_path: Path) -> None:
    cache, work = OutcomeCache(tmp_path), Work()
    first, second = cache.get_or_compute("aa1", work), cache.get_or_compute("aa1", work)
    assert work.times == 1
    assert (first.cached, second.cached) == (False, True)
    assert replace(second, cached=False) == first


def test_a_new_server_finds_it_on_disk(tmp_path: Path) -> None:
    work = Work(replace(OUTCOME, output="größe 日本 \x1b\n"))
    first = OutcomeCache(tmp_path).get_or_compute("aa1", work)
    second = OutcomeCache(tmp_path).get_or_compute("aa1", work)
    assert work.times == 1
    assert second == replace(first, cached=True)


def test_a_damaged_file_is_computed_again(tmp_path: Path) -> None:
    work = Work()
    OutcomeCache(tmp_path).get_or_compute("aa1", work)
    (tmp_path / "aa" / "aa1").write_bytes(b'{"status": "ok", "out')
    assert OutcomeCache(tmp_path).get_or_compute("aa1", work).output == "ret\n"
    assert work.times == 2


def test_forty_ask_at_once_and_one_compile_runs(tmp_path: Path) -> None:
    gate = threading.Event()
    cache, work = OutcomeCache(tmp_path), Work(gate=gate)
    with ThreadPoolExecutor(40) as pool:
        answers = [pool.submit(cache.get_or_compute, "aa1", work) for _ in range(40)]
        gate.set()
        outcomes = [answer.result(60) for answer in answers]
    assert work.times == 1
    assert sum(not outcome.cached for outcome in outcomes) == 1


def test_waiters_get_the_leaders_error_and_the_next_one_tries_again(tmp_path: Path) -> None:
    gate = threading.Event()
    cache = OutcomeCache(tmp_path)

    def fail() -> Outcome:
        gate.wait(60)
        raise Overloaded("full")

    with ThreadPoolExecutor(4) as pool:
        answers = [pool.submit(cache.get_or_compute, "aa1", fail) for _ in range(4)]
        gate.set()
        for answer in answers:
            with pytest.raises(Overloaded):
                answer.result(60)
    assert cache.get_or_compute("aa1", Work()).status == "ok"


@pytest.mark.parametrize(("limit", "in_memory"), [("cpu", True), ("memory", True), ("wall", False)])
def test_a_limited_outcome_is_not_kept_on_disk(tmp_path: Path, limit: str, in_memory: bool) -> None:
    limited = Work(replace(OUTCOME, status="limited", limit=limit))
    cache = OutcomeCache(tmp_path)
    for _ in range(2):
        cache.get_or_compute("aa1", limited)
    assert limited.times == (1 if in_memory else 2)
    assert list(tmp_path.rglob("*")) == []


def test_memory_is_bounded_by_bytes(tmp_path: Path) -> None:
    large = replace(OUTCOME, output="x" * 10_000)
    cache = OutcomeCache(tmp_path / "none", memory_bytes=50_000)
    work = [Work(replace(large, status="limited", limit="cpu")) for _ in range(20)]
    for number, one in enumerate(work):
        cache.get_or_compute(f"aa{number}", one)
    cache.get_or_compute("aa19", work[19])
    cache.get_or_compute("aa0", work[0])
    assert (work[19].times, work[0].times) == (1, 2)


def test_the_disk_is_bounded_and_the_longest_unused_goes_first(tmp_path: Path) -> None:
    cache = OutcomeCache(tmp_path, disk_bytes=25_000)
    for number in range(4):
        key = f"a{number}x"
        cache.get_or_compute(key, Work(replace(OUTCOME, output="x" * 10_000)))
        path = tmp_path / key[:2] / key
        path.touch()
        _age(path, 100 - number)
    cache.sweep()
    assert sorted(path.name for path in tmp_path.glob("??/*")) == ["a2x", "a3x"]


def test_an_unwritable_disk_costs_only_the_disk_cache(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    cache, work = OutcomeCache(tmp_path / "file"), Work()
    assert cache.get_or_compute("aa1", work).status == "ok"
    assert cache.get_or_compute("aa1", work).cached


def _age(path: Path, seconds: int) -> None:
    then = time.time() - seconds
    os.utime(path, (then, then))


CHANGES: tuple[tuple[str, Callable[[CompileJob], CompileJob]], ...] = (
    ("text", lambda job: replace(job, source=SourceFile("loop.c", "int g;\n"))),
    ("name", lambda job: replace(job, source=SourceFile("other.c", SOURCE.text))),
    ("language", lambda job: replace(job, source=SourceFile("loop.cpp", SOURCE.text))),
    ("flags", lambda job: replace(job, flags=("-O3",))),
    ("build", lambda job: replace(job, compiler=replace(job.compiler, build_id="new"))),
)


@pytest.mark.parametrize(("what", "change"), CHANGES, ids=[what for what, _ in CHANGES])
def test_the_key_changes_with(
    what: str, change: Callable[[CompileJob], CompileJob], gcc: Compiler
) -> None:
    job = CompileJob(SOURCE, gcc, ("-O2",))
    assert cache_key(job) != cache_key(change(job))


def test_equal_settings_share_a_key(gcc: Compiler) -> None:
    keys = {
        cache_key(CompileJob(SOURCE, gcc, parse_flags(text, gcc)))
        for text in ("-O3 -ffast-math", "-ffast-math  -O3", "-O1 -O3 -ffast-math")
    }
    assert len(keys) == 1


def test_text_and_flags_cannot_be_confused(gcc: Compiler) -> None:
    one = CompileJob(SourceFile("loop.c", "b"), gcc, ("-DA=1",))
    other = CompileJob(SourceFile("loop.c", "-DA=1b"), gcc, ())
    assert cache_key(one) != cache_key(other)


def test_the_queue_runs_few_and_refuses_too_many() -> None:
    queue, gate, done = JobQueue(running=2, waiting=1), threading.Event(), threading.Semaphore(0)

    def work() -> str:
        try:
            with queue.place():
                assert gate.wait(60)
                return "ran"
        except Overloaded as error:
            done.release()
            return error.advice

    with ThreadPoolExecutor(8) as pool:
        answers = [pool.submit(work) for _ in range(8)]
        for _ in range(5):
            assert done.acquire(timeout=60), "five of eight find no place"
        gate.set()
        results = sorted(answer.result(60) for answer in answers)
    assert results == ["Try again in a few seconds, when some of them are done."] * 5 + ["ran"] * 3


def test_no_more_than_allowed_run_at_once() -> None:
    queue, lock = JobQueue(running=2, waiting=50), threading.Lock()
    now, most = 0, 0

    def work() -> None:
        nonlocal now, most
        with queue.place():
            with lock:
                now += 1
                most = max(most, now)
            time.sleep(0.01)
            with lock:
                now -= 1

    with ThreadPoolExecutor(12) as pool:
        for answer in [pool.submit(work) for _ in range(24)]:
            answer.result(60)
    assert most == 2
