"""How attempts are judged in this server: in jailed processes, as everything of strangers is.

Sources are a task of an analysis process; networks get a worker with a model compiler's limits.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event

import msgspec

from app.analysis.from_threads import analysed
from app.analysis.running import GRADING_NICENESS, grader
from app.analysis.task import Task
from app.serving.metrics import GRADE_SECONDS, JAIL_FAILURES, timed
from classroom.assignments import hidden_seed
from classroom.grading import Asked, GradedCheck
from compiler_core.asker import Asker, working_for
from compiler_core.errors import InputError, JailBroken, LoweringLabError
from compiler_core.exercises.asked import GradingAsked
from compiler_core.exercises.job import ANSWER_NAME, LIMITS
from compiler_core.left_files import left_file
from compiler_core.pipelines.events import read_events
from compiler_core.pipelines.jobs import REQUEST_NAME
from compiler_core.toolchain.worker import WorkerRoom, run_worker

WORKER_MODULE = "compiler_core.exercises.job"
MOST_ANSWER_BYTES = 1 << 20


def judge_jailed(job: Asked) -> Sequence[GradedCheck]:
    """Raises InputError for an answer that is refused, LoweringLabError for faults of ours."""
    body = msgspec.json.encode(
        GradingAsked(
            job.exercise.text,
            dict(job.exercise.files),
            dict(job.values),
            job.attempt.state,
            hidden_seed(job.lab_class, job.exercise.digest, job.values).hex(),
            job.answered,
        )
    )
    if job.exercise.kind == "network":
        answer = by_worker(WORKER_MODULE, body)
    else:
        answer = analysed(Task(name="grade", path="/lab", body=body), grader()).body
    checks = msgspec.json.decode(answer, type=tuple[GradedCheck, ...])
    # Files count checks from 0, as lists do; members read of check 1.
    return tuple(replace(graded, check=graded.check + 1) for graded in checks)


def judge_measured(job: Asked) -> Sequence[GradedCheck]:
    """The same, counted in the server's figures."""
    with timed(GRADE_SECONDS):
        try:
            return judge_jailed(job)
        except JailBroken:
            JAIL_FAILURES.inc()
            raise


def by_worker(module: str, body: bytes) -> bytes:
    """What a worker with a model compiler's limits answers. Raises as `judge_jailed`."""
    with (
        working_for(Asker("", GRADING_NICENESS)),
        tempfile.TemporaryDirectory(prefix="lowlab-grade-") as name,
    ):
        folder = Path(name)
        (folder / REQUEST_NAME).write_bytes(body)
        end = run_worker(module, WorkerRoom(folder), LIMITS, Event())
        answer = left_file(folder / ANSWER_NAME, MOST_ANSWER_BYTES, "an answer")
        if answer:
            return answer
        last = next((event for event in read_events(folder) if event.last), None)
    if last is not None and last.kind == "failed":
        raise InputError(last.text, last.advice)
    raise LoweringLabError(f"The process that graded ended: {end.reason or end.words[:200]}.")
