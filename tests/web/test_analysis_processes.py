"""Requests answered in processes that are ended when they need too much; other requests go on."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from inspect import signature

import msgspec
import orjson
import pytest

from app.analysis import pool as pool_module
from app.analysis import running
from app.analysis.errors import AnalysisEnded, AnalysisNotStarted, TaskRefused
from app.analysis.pool import AnalysisPool
from app.analysis.task import FinishedAnswer, Task
from app.settings import Settings
from app.tasks.registry import TASKS, task_named
from compiler_core.asker import Asker, working_for
from compiler_core.atlas.networks import network_bytes
from compiler_core.atlas.records import AtlasAnswer
from compiler_core.errors import StorageFull
from compiler_core.storage import storage_full
from compiler_core.toolchain.jailed_process import ProcessRoom
from tests.event_loop import run_to_end
from tests.web.conftest import SAXPY

LONG = "\n".join(
    f"void f{number}(float *a, int n) {{ for (int i = 0; i < n; i++) a[i] += {number}; }}"
    for number in range(120)
)
SHORTER = "\n".join(LONG.splitlines()[:60])
QUERY = (("source", LONG), ("flags", "-O3"))
ENDLESS = "int f(int n) { for (volatile int i = 0;; i++) n += i; return n; }"


def body(source: str, **others: object) -> bytes:
    return orjson.dumps({"source": source, "flags": "-O3", **others})


@pytest.fixture(scope="module")
def pool() -> Iterator[AnalysisPool]:
    pool = AnalysisPool(warm=1, most=1)
    yield pool
    pool.close()


def test_an_answer_is_what_the_task_makes_here(pool: AnalysisPool) -> None:
    task = Task(name="why", path="/api/why", body=body(SAXPY))
    there, here = run_to_end(pool.answer(task)), task_named("why")(task)
    assert there.status == here.status == 200
    assert orjson.loads(there.body)["loops"] == orjson.loads(here.body)["loops"]


def test_every_task_has_its_function() -> None:
    assert all(list(signature(task_named(name)).parameters) == ["task"] for name in TASKS)


@pytest.mark.parametrize("name", ["compile", "grade"])
def test_a_process_for_a_crowd_does_without_the_explorer(name: str) -> None:
    """Half of what a start costs is what pages are drawn with."""
    lines = (
        "import sys; from app.tasks.registry import task_named, warm_up; warm_up()",
        f"task_named({name!r}); print('app.loop.views.explorer' in sys.modules, len(sys.modules))",
    )
    told = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=True
    )
    has_explorer, modules = told.stdout.split()
    assert has_explorer == "False"
    assert int(modules) < 900, "1,313 for all tasks, 689 for compiling"


def test_programs_are_run_for_it(pool: AnalysisPool) -> None:
    found = run_to_end(pool.answer(Task(name="count", path="/x", body=body(SAXPY, n=64))))
    assert found.status == 200
    assert orjson.loads(found.body)["instructions"] > 64


def test_parts_are_heard_before_the_answer_where_somebody_listens(pool: AnalysisPool) -> None:
    form = (("source", SAXPY), ("compiler", "gcc-12"), ("flags", "-O3"), ("pane", "why"))
    task = Task(name="section", path="/x", form=form, query=(("breaking", "2:5!"),))
    heard: list[bytes] = []
    found = run_to_end(pool.answer(task, heard.append))
    assert heard
    assert all(b"settings tried" in part for part in heard)
    assert b"is-fails" in found.body
    assert run_to_end(pool.answer(task)).status == 200


@pytest.mark.slow
def test_mlir_of_a_reader_is_read_there(pool: AnalysisPool) -> None:
    form = (("dialect", "allowed"), ("program", '"ink.drop"() : () -> ()'))
    task = Task(name="atlas", path="/x", query=(("page", "mlir-anatomy"),), form=form)
    answer = msgspec.msgpack.decode(run_to_end(pool.answer(task)).body, type=AtlasAnswer)
    assert answer.recorded_on == ""
    assert answer.facts["dialects of the program"] == "builtin, ink"


@pytest.mark.slow
@pytest.mark.wheel("iree")
def test_a_network_of_a_reader_is_read_there(pool: AnalysisPool) -> None:
    form = (("network", b64encode(network_bytes("residual")).decode()),)
    task = Task(name="atlas", path="/x", query=(("page", "iree"),), form=form)
    answer = msgspec.msgpack.decode(run_to_end(pool.answer(task)).body, type=AtlasAnswer)
    assert answer.recorded_on == ""
    assert answer.facts["dispatches"] == answer.facts["dispatches that lead to the source"]
    no_network = Task(
        name="atlas", path="/x", query=(("page", "iree"),), form=(("network", "AAAA"),)
    )
    with pytest.raises(TaskRefused) as refused:
        run_to_end(pool.answer(no_network))
    assert refused.value.status == 422


def test_a_mistake_of_the_asker_is_told_with_its_status(pool: AnalysisPool) -> None:
    with pytest.raises(TaskRefused) as refused:
        run_to_end(pool.answer(Task(name="why", path="/x", body=b'{"source": 3}')))
    assert refused.value.status == 422
    assert "source" in refused.value.message


@pytest.mark.parametrize(
    "task",
    [
        Task(name="compile", path="/x", body=body(LONG)),
        Task(name="why", path="/x", body=body(LONG)),
        Task(name="cycles", path="/x", body=body(LONG)),
        Task(name="passes", path="/x", body=body(LONG)),
        Task(name="textbook", path="/x", body=orjson.dumps({"source": SHORTER})),
        Task(name="explorer", path="/loop", query=(*QUERY, ("pane", "registers"))),
        Task(name="playground", path="/x", query=(("source", SHORTER),)),
    ],
    ids=lambda task: task.name,
)
def test_what_needs_too_long_is_ended_and_the_next_is_answered(
    pool: AnalysisPool, monkeypatch: pytest.MonkeyPatch, task: Task
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(pool_module, "PROCESSOR_SECONDS", 0.01)
        with pytest.raises(AnalysisEnded) as ended:
            run_to_end(pool.answer(task))
    assert ended.value.reason == "processor"
    assert run_to_end(pool.answer(Task(name="why", path="/x", body=body(SAXPY)))).status == 200


def test_without_analysis_there_is_the_listing(pool: AnalysisPool) -> None:
    task = Task(name="compile", path="/x", body=body(SAXPY), plainly=True)
    found = orjson.loads(run_to_end(pool.answer(task)).body)
    assert ["too large to analyse" in note for note in found["notes"]] == [True]
    lines = found["functions"][0]["lines"]
    assert any(line["kind"] == "instruction" and line["source_line"] for line in lines)
    assert not any(line["explanation"] for line in lines)


def test_the_explorer_shows_a_listing_without_analysis(pool: AnalysisPool) -> None:
    query = (("source", SAXPY), ("pane", "why"))
    task = Task(name="explorer", path="/loop", query=query, plainly=True)
    found = run_to_end(pool.answer(task))
    assert found.status == 200
    assert b"too large to analyse" in found.body


def test_giving_up_ends_the_run_and_frees_the_process(pool: AnalysisPool) -> None:
    task = Task(name="count", path="/x", body=body(ENDLESS, n=4))

    async def give_up() -> None:
        waiting = asyncio.create_task(pool.answer(task))
        await asyncio.sleep(1.0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting

    run_to_end(give_up())
    assert run_to_end(pool.answer(Task(name="why", path="/x", body=body(SAXPY)))).status == 200


def test_who_gives_up_while_waiting_takes_no_process_along(pool: AnalysisPool) -> None:
    task = Task(name="why", path="/x", body=body(SAXPY))

    async def crowd() -> int:
        waiting = [asyncio.create_task(pool.answer(task)) for _ in range(6)]
        await asyncio.sleep(0)
        for one in waiting[1:5]:
            one.cancel()
        done = await asyncio.gather(*waiting, return_exceptions=True)
        return sum(not isinstance(one, BaseException) for one in done)

    assert run_to_end(crowd()) == 2
    assert run_to_end(pool.answer(task)).status == 200


def test_what_nobody_asks_for_a_while_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "IDLE_SECONDS", 0.1)
    monkeypatch.setattr(pool_module, "GROWN_BYTES", 1)
    pool = AnalysisPool(warm=1, most=3)
    try:
        task = Task(name="why", path="/x", body=body(SAXPY))

        async def asked_at_once() -> list[int]:
            found = await asyncio.gather(pool.answer(task), pool.answer(task))
            return [one.status for one in found]

        assert run_to_end(asked_at_once()) == [200, 200]
        while pool.processes > 1:
            time.sleep(0.05)
        # The one that stays was replaced, for it had grown, and answers.
        assert run_to_end(pool.answer(task)).status == 200
    finally:
        pool.close()


def test_a_reason_not_to_start_is_forgotten_when_it_has_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(_: bool) -> None:
        raise storage_full()

    task = Task(name="why", path="/x", body=body(SAXPY))
    with monkeypatch.context() as patch:
        patch.setattr(pool_module, "analysis_room", full)
        pool = AnalysisPool(warm=1, most=1)
        with pytest.raises(StorageFull):
            run_to_end(pool.answer(task))
    try:
        time.sleep(pool_module.STALE_SECONDS + 0.1)
        assert run_to_end(pool.answer(task)).status == 200
    finally:
        pool.close()


@pytest.mark.parametrize(("failures", "is_answered"), [(1, True), (9, False)])
def test_a_start_that_fails_is_no_fault_of_the_task(
    monkeypatch: pytest.MonkeyPatch, failures: int, is_answered: bool
) -> None:
    """It is tried once more; then whoever waits hears of the start, not of too large a source."""
    usual, left = pool_module.analysis_room(False), [failures]

    def room(_: bool) -> ProcessRoom:
        left[0] -= 1
        return replace(usual, module="no.such.module") if left[0] >= 0 else usual

    monkeypatch.setattr(pool_module, "analysis_room", room)
    pool = AnalysisPool(warm=1, most=1)
    try:
        waiting = pool.answer(Task(name="why", path="/x", body=body(SAXPY)))
        if is_answered:
            assert run_to_end(waiting).status == 200
        else:
            with pytest.raises(AnalysisNotStarted, match="did not start"):
                run_to_end(waiting)
    finally:
        pool.close()


def test_whoever_gives_way_is_answered_by_processes_that_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And only those: a process cannot become less nice again."""
    monkeypatch.setattr(running, "_instead", [])
    monkeypatch.setattr(running, "settings", lambda: Settings(lab=False))
    try:
        with working_for(Asker("crowd", 0)):
            first = running.analyser()
        with working_for(Asker("crowd", running.NICENESS_OF_MORE)):
            second = running.analyser()
        assert isinstance(first, AnalysisPool)
        assert isinstance(second, AnalysisPool)
        assert (first.niceness, second.niceness) == (0, running.NICENESS_OF_MORE)
    finally:
        running.end_analysis()


class StartingSlowly:
    """Stands for a process: how many of them start at once is noted."""

    now = most = 0

    def __init__(self, room: ProcessRoom) -> None:
        del room

    def __enter__(self) -> StartingSlowly:
        kind = StartingSlowly
        kind.now += 1
        kind.most = max(kind.most, kind.now)
        return self

    def receive(self) -> None:
        time.sleep(0.05)
        StartingSlowly.now -= 1

    def give_way(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...


def test_a_crowd_does_not_start_a_crowd(monkeypatch: pytest.MonkeyPatch) -> None:
    """Starts give way to nobody: one at a time leaves others their processors."""

    def settle(given: pool_module._Given, _: object) -> int:
        time.sleep(0.1)
        given.answer.set_result(
            FinishedAnswer(lasting=True, status=200, media_type="text/plain", body=b"")
        )
        return 0

    monkeypatch.setattr(pool_module, "JailedProcess", StartingSlowly)
    monkeypatch.setattr(pool_module, "_settle", settle)
    pool = AnalysisPool(warm=1, most=5)
    try:

        async def asked_at_once() -> list[int]:
            tasks = (Task(name="why", path=f"/{number}", body=b"x") for number in range(12))
            found = await asyncio.gather(*(pool.answer(task) for task in tasks))
            return [one.status for one in found]

        assert run_to_end(asked_at_once()) == [200] * 12
        assert pool.processes > 2
        assert StartingSlowly.most == 1
    finally:
        pool.close()
