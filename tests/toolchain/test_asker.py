"""What is under way for someone who leaves ends; what others wait for too is made all the same."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from compiler_core.asker import Asker, WorkPool, check_asker, current_asker, working_for
from compiler_core.errors import WorkCancelled
from compiler_core.kept import Kept
from compiler_core.toolchain.jail import Jail
from compiler_core.toolchain.job_queue import JobQueue
from tests.toolchain.probing import probe


def test_a_jailed_job_ends_when_its_asker_leaves(jail: Jail) -> None:
    asker, begun = Asker("a"), Event()

    def work() -> None:
        with working_for(asker):
            begun.set()
            probe(jail, "sleep")

    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(work)
        assert begun.wait(60)
        time.sleep(0.3)
        asker.leave()
        with pytest.raises(WorkCancelled):
            running.result(60)


def test_who_waits_in_the_queue_can_leave() -> None:
    queue, asker, held, over = JobQueue(running=1, waiting=5), Asker(""), Event(), Event()

    def hold() -> None:
        with queue.place():
            held.set()
            over.wait(60)

    def work() -> None:
        with working_for(asker), queue.place():
            raise AssertionError("its turn must not come")

    with ThreadPoolExecutor(2) as pool:
        holding = pool.submit(hold)
        assert held.wait(60)
        waiting = pool.submit(work)
        asker.leave()
        with pytest.raises(WorkCancelled):
            waiting.result(60)
        over.set()
        holding.result(60)


def test_who_has_stepped_back_holds_up_nobody_not_even_the_same_client() -> None:
    queue, over = JobQueue(running=1, waiting=5), Event()
    held, run = Event(), Event()

    def work(asker: Asker, begun: Event) -> None:
        with working_for(asker), queue.place():
            begun.set()
            over.wait(60)

    later, now = Asker("a"), Asker("a")
    later.step_back(10)
    with ThreadPoolExecutor(2) as pool:
        pool.submit(work, later, held)
        assert held.wait(60)
        pool.submit(work, now, run)
        assert run.wait(60)
        over.set()
    assert (later.niceness, now.niceness) == (10, 0)


def test_a_result_that_others_wait_for_is_made_by_the_next() -> None:
    kept, begun, first = Kept[str](4), Event(), Asker("a")

    def never() -> str:
        begun.set()
        while True:
            check_asker()

    def ask(asker: Asker, compute: object) -> str:
        with working_for(asker):
            assert callable(compute)
            return kept.get_or_compute("key", compute)[0]

    with ThreadPoolExecutor(2) as pool:
        left = pool.submit(ask, first, never)
        assert begun.wait(60)
        other = pool.submit(ask, Asker("b"), lambda: "made")
        first.leave()
        with pytest.raises(WorkCancelled):
            left.result(60)
        assert other.result(60) == "made"


def test_threads_of_a_work_pool_work_for_the_same_asker() -> None:
    asker = Asker("a")
    with working_for(asker), WorkPool(2) as pool:
        assert list(pool.map(lambda _: current_asker(), range(3))) == [asker] * 3
