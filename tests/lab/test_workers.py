"""Workers on PostgreSQL: a message for each job, one worker at a time, nothing lost with one."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Barrier, BrokenBarrierError

import pytest
from sqlalchemy import func, select, text, update

from classroom import attempts as attempting
from classroom import worker
from classroom.database import LabDatabase
from classroom.grading import Asked, GradedCheck, Judge
from classroom.jobs import enqueue_grading
from classroom.messages import has_messages, queue_name
from classroom.tables import attempts, grading_tools, jobs, outcomes
from classroom.worker import OtherTools, prepare_messages, refuse_other_tools, work
from compiler_core.errors import InputError
from tests.lab.laboratory import Laboratory, judge
from tests.lab.postgresql import emptied
from tests.toolchain.processes_left import soon

# Which compilers there are is asked of them.
pytestmark = pytest.mark.usefixtures("jail")


@pytest.fixture
def lab(postgresql_url: str) -> Iterator[Laboratory]:
    database = emptied(postgresql_url)
    database.prepare()
    prepare_messages(database)
    yield Laboratory(database)
    database.close()


def waiting(lab: Laboratory, status: str = "todo") -> int:
    wanted = text("SELECT count(*) FROM procrastinate_jobs WHERE CAST(status AS text) = :status")
    with lab.database.reading() as connection:
        return connection.scalar(wanted.bindparams(status=status)) or 0


def run_worker(lab: Laboratory, judge_with: Judge, threads: int) -> None:
    """Until nothing waits; in a thread, for a browser of another test may keep a loop in this."""
    working = work(lab.database, judge_with, threads, until_empty=True)
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, working).result()


def grade(lab: Laboratory) -> Counter[int]:
    """Until nothing waits; which attempts were judged, and how often."""
    seen: Counter[int] = Counter()

    def counted(asked: Asked) -> tuple[GradedCheck, ...]:
        seen[asked.attempt.id] += 1
        return tuple(judge(asked))

    run_worker(lab, counted, threads=2)
    return seen


def test_a_message_stands_and_falls_with_its_job(lab: Laboratory) -> None:
    ada = lab.join("ada")
    attempt = lab.hand_in(ada, "vv")
    assert waiting(lab) == 1
    with suppress(ZeroDivisionError), lab.database.writing() as connection:
        enqueue_grading(connection, attempt.id, 2, ada.id, lab.now)
        raise ZeroDivisionError
    assert waiting(lab) == 1
    for _ in range(2):
        with lab.database.writing() as connection:
            enqueue_grading(connection, attempt.id, 2, ada.id, lab.now)
    assert waiting(lab) == 2, "a twin is the same job"


def test_every_hand_in_is_judged_once_and_its_message_goes(lab: Laboratory) -> None:
    sent = [lab.hand_in(lab.join(), "vv" + "x" * number) for number in range(12)]
    seen = grade(lab)
    assert seen == {one.id: 1 for one in sent}
    assert {lab.attempt(one).status for one in sent} == {"graded"}
    assert waiting(lab) == waiting(lab, "doing") == 0


def test_a_fault_of_ours_is_tried_again_by_another_message(lab: Laboratory) -> None:
    attempt = lab.hand_in(lab.join(), "vv")
    tries: list[int] = []

    def faulty(asked: Asked) -> tuple[GradedCheck, ...]:
        tries.append(asked.attempt.id)
        found = tuple(judge(asked))
        return found if len(tries) > 2 else tuple(replace(one, status="error") for one in found)

    run_worker(lab, faulty, threads=1)
    assert len(tries) == 3
    assert lab.attempt(attempt).status == "graded"


def test_attempts_of_one_member_may_be_graded_at_once(
    lab: Laboratory, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Each as if the one before it had been begun.
    monkeypatch.setattr(attempting, "leave_waiting", lambda *_: False)
    ada = lab.join("ada")
    sent = [lab.hand_in(ada, "vvvvvvv"[: number % 7 + 1] + "x" * number) for number in range(14)]
    together = Barrier(4)

    def at_once(asked: Asked) -> tuple[GradedCheck, ...]:
        with suppress(BrokenBarrierError):
            together.wait(5.0)
        return tuple(judge(asked))

    run_worker(lab, at_once, threads=4)
    assert {lab.attempt(one).status for one in sent} == {"graded"}
    grade = lab.grade(ada)
    assert grade is not None
    assert grade.points == 7


def test_whoever_sends_many_waits_behind_whoever_sends_one(lab: Laboratory) -> None:
    many, one = lab.join("many"), lab.join("one")
    for number in range(20):
        lab.send(many, "v" * (number + 1), handed_in=False)
    last = lab.hand_in(one, "vvv")
    order: list[int] = []

    def noted(asked: Asked) -> tuple[GradedCheck, ...]:
        order.append(asked.attempt.id)
        return tuple(judge(asked))

    run_worker(lab, noted, threads=1)
    assert order.index(last.id) <= 2


WORKER = """
import asyncio, sys, time
from classroom import worker
from classroom.database import LabDatabase
worker.HEARTBEAT_SECONDS = 0.2
def hang(asked):
    print("judging", flush=True)
    time.sleep(600)
asyncio.run(worker.work(LabDatabase(sys.argv[1]), hang, threads=1))
"""


def test_what_a_killed_worker_was_judging_is_judged_by_the_next(
    lab: Laboratory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "STALLED_SECONDS", 1.0)
    attempt = lab.hand_in(lab.join(), "vvvvvvv")
    begun = subprocess.Popen(
        [sys.executable, "-c", WORKER, lab.database.url],
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    assert begun.stdout is not None
    assert begun.stdout.readline() == b"judging\n"
    os.kill(begun.pid, signal.SIGKILL)
    begun.wait()
    begun.stdout.close()
    assert soon(lambda: bool(grade(lab)))
    with lab.database.reading() as connection:
        numbers = connection.scalar(select(func.count()).select_from(outcomes))
    assert (lab.attempt(attempt).status, numbers) == ("graded", 2)


def test_what_waits_for_an_earlier_program_is_taken_over(lab: Laboratory) -> None:
    kept = lab.hand_in(lab.join(), "vv")
    begun = lab.hand_in(lab.join(), "vvx")
    lost = lab.hand_in(lab.join(), "vvvvvvv")
    with lab.database.writing() as connection:
        connection.execute(text("UPDATE procrastinate_jobs SET queue_name = 'grade old old'"))
        # Its worker was killed, and nobody of the earlier program is left to hear that.
        connection.execute(
            text(
                "UPDATE procrastinate_jobs SET status = 'doing' WHERE id = "
                "(SELECT max(id) - 1 FROM procrastinate_jobs)"
            )
        )
        connection.execute(
            update(jobs).where(jobs.c.attempt_id == begun.id).values(state="running")
        )
        connection.execute(
            text(
                "DELETE FROM procrastinate_jobs WHERE id = (SELECT max(id) FROM procrastinate_jobs)"
            )
        )
    assert not grade(lab)
    prepare_messages(lab.database)
    assert grade(lab).keys() == {kept.id, begun.id, lost.id}


def test_other_tools_are_refused_by_name(lab: Laboratory) -> None:
    refuse_other_tools(lab.database)
    with lab.database.writing() as connection:
        row = connection.execute(select(grading_tools)).one()
        assert row.queue == queue_name()
        older = {"versions": row.versions | {"gcc": "11.9"}}
        connection.execute(update(grading_tools).values(older))
    with pytest.raises(OtherTools, match=r"has gcc 1\d\.[\d.]+, the class was proven with gcc 11"):
        refuse_other_tools(lab.database)


def test_a_file_is_no_database_for_workers(tmp_path: Path) -> None:
    database = LabDatabase(f"sqlite:///{tmp_path / 'lab.sqlite'}")
    database.prepare()
    with pytest.raises(InputError, match="other machines"):
        prepare_messages(database)
    lab = Laboratory(database)
    lab.hand_in(lab.join(), "vv")
    with database.reading() as connection:
        assert not has_messages(connection)
        assert connection.scalar(select(func.count()).select_from(attempts)) == 1
    database.close()
