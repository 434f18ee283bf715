"""The engine that grades: threads that take waiting attempts, one after another, from the database.

An attempt is acknowledged when it is in the database, graded when its outcomes are. In between
anything may stop: what was being graded waits again after a restart, and outcomes that stand
already are not written twice. A fault of ours is `error`: no points are lost, and it is tried
again.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, select, update

from classroom.assignments import exercise_of, kept_values
from classroom.classes import find_class
from classroom.database import LabDatabase, insert_new
from classroom.grades import settle_grade
from classroom.jobs import (
    AGAIN,
    MOST_BEGUN,
    MOST_TRIES,
    Job,
    end_job,
    is_held,
    next_job,
    requeue_running,
    take_job,
)
from classroom.predictions import answered_first
from classroom.records import Assignment, Attempt, LabClass
from classroom.tables import assignments, attempts, outcomes
from classroom.waiting_work import WaitingWork, never
from compiler_core.errors import InputError, LoweringLabError
from compiler_core.exercises.exercise import Exercise

log = logging.getLogger("lowlab")
THREADS = os.cpu_count() or 2
"""A grade waits for its compilers half of the time, and all of it gives way to looks."""
_MOST_SENTENCE = 2_000
OUR_FAULT = (
    "This could not be judged, which is not your fault. No points are lost; your instructor sees "
    "it and can have it graded again."
)
ABOUT_THE_MEMBER = ("predicted",)
"""Checks that ask for more than the answer itself: an equal answer says nothing about them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GradedCheck:
    """An outcome as it comes back from the process that graded."""

    check: int
    """Place among the exercise's checks, from 1; the process itself counts from 0."""
    status: Literal["passed", "failed", "error", "skipped"]
    """`error` is our fault; `skipped` was not judged because a check before ended the grading."""
    points: int
    """Earned."""
    of: int
    """Points that the check is worth."""
    sentence: str
    """What was found, for the member."""
    data: dict[str, Any]
    """Facts behind the sentence, by name, as JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """All that an attempt is judged by."""

    attempt: Attempt
    """The one that is judged."""
    assignment: Assignment
    """Under which the exercise was posed."""
    lab_class: LabClass
    """Of the attempt's member."""
    exercise: Exercise
    """As it was when it was assigned."""
    values: Mapping[str, Any]
    """The member's own values of the exercise, by name."""
    answered: bool
    """The member predicted before they looked."""


Judge = Callable[[Asked], Sequence[GradedCheck]]


def _nobody() -> None:
    """Nobody follows what is graded."""


class GradingEngine(WaitingWork):
    """Grades what waits. changed: called whenever an attempt was begun or settled. is_crowded: as
    of `WaitingWork`."""

    def __init__(
        self,
        database: LabDatabase,
        judge: Judge,
        threads: int = THREADS,
        changed: Callable[[], None] = _nobody,
        is_crowded: Callable[[], bool] = never,
    ) -> None:
        super().__init__("grader", threads, is_crowded)
        self._database = database
        self._judge = judge
        self._tell_change = changed

    def recover(self) -> None:
        """What a stopped server was grading waits again; those tried too often are told."""
        with self._database.writing() as connection:
            for job in requeue_running(connection):
                _give_up(connection, job, "Grading stopped with the server again and again.")

    def do_next(self) -> bool:
        """The attempt that is next."""
        with self._database.writing() as connection:
            job = next_job(connection, time.time())
        if job is not None:
            self._grade(job)
        return job is not None

    def grade_job(self, job_id: int) -> None:
        """One that a message names; nothing where it was done, or begun too often."""
        with self._database.writing() as connection:
            job = take_job(connection, job_id, time.time())
            if job is not None and job.tries > MOST_BEGUN:
                _give_up(connection, job, "Grading ended its worker again and again.")
                return
        if job is not None:
            self._grade(job)

    def _grade(self, job: Job) -> None:
        self._tell_change()
        with self._database.reading() as connection:
            request = _asked(connection, job.attempt_id)
        try:
            known = () if job.kind == AGAIN else self._known(request)
            graded_checks = known or self._judge(request)
            failed = _fault_of(graded_checks)
        except InputError as error:
            graded_checks, failed = _refused(request.exercise, error), ""
        except LoweringLabError as error:
            graded_checks, failed = (), str(error)
        except Exception as error:
            log.exception("grading attempt %d", job.attempt_id)
            graded_checks, failed = (), type(error).__name__
        self._settle(job, request, graded_checks, failed)
        self._tell_change()

    def _known(self, request: Asked) -> Sequence[GradedCheck]:
        """What the same answer to the same variant was found to be; an error is never reused."""
        kinds = [name for check in request.exercise.checks for name, _ in check.expectations]
        if any(name in ABOUT_THE_MEMBER for name in kinds):
            return ()
        with self._database.reading() as connection:
            return _same_answer(connection, request.attempt)

    def _settle(
        self, job: Job, request: Asked, graded_checks: Sequence[GradedCheck], failed: str
    ) -> None:
        now = time.time()
        with self._database.writing() as connection:
            if not is_held(connection, job):
                log.warning("attempt %d was taken over by another grader", job.attempt_id)
                return
            if failed and job.tries < MOST_TRIES:
                end_job(connection, job, "queued", now, failed)
                log.warning("attempt %d is graded again: %s", job.attempt_id, failed)
                return
            if failed:
                _give_up(connection, job, failed)
                return
            if job.kind == AGAIN:
                _write_outcomes(connection, request.attempt, request.attempt.run + 1, graded_checks)
            else:
                _write(connection, request.attempt, graded_checks)
            end_job(connection, job, "done", now)


def _asked(connection: Connection, attempt_id: int) -> Asked:
    attempt = Attempt.of(
        connection.execute(select(attempts).where(attempts.c.id == attempt_id)).one()
    )
    row = connection.execute(select(assignments).where(assignments.c.id == attempt.assignment_id))
    assignment = Assignment.of(row.one())
    lab_class = find_class(connection, assignment.class_id)
    values = kept_values(connection, attempt.member_id, assignment.id) or {}
    answered = answered_first(connection, attempt.member_id or 0, assignment.id)
    return Asked(
        attempt=attempt,
        assignment=assignment,
        lab_class=lab_class,
        exercise=exercise_of(connection, attempt.digest),
        values=values,
        answered=answered,
    )


def _same_answer(connection: Connection, attempt: Attempt) -> tuple[GradedCheck, ...]:
    digest = connection.scalar(select(attempts.c.source_digest).where(attempts.c.id == attempt.id))
    twin = connection.execute(
        select(attempts.c.id, attempts.c.run)
        .where(
            attempts.c.assignment_id == attempt.assignment_id,
            attempts.c.digest == attempt.digest,
            attempts.c.source_digest == digest,
            attempts.c.status == "graded",
            attempts.c.id != attempt.id,
        )
        .limit(1)
    ).first()
    if twin is None or attempt.run > 1:
        return ()
    wanted = select(outcomes).where(outcomes.c.attempt_id == twin.id, outcomes.c.run == twin.run)
    return tuple(
        GradedCheck(
            check=row.number,
            status=row.status,
            points=row.points,
            of=row.most,
            sentence=row.sentence,
            data=row.data,
        )
        for row in connection.execute(wanted.order_by(outcomes.c.number))
    )


def _fault_of(graded_checks: Sequence[GradedCheck]) -> str:
    """The first sentence of an outcome that is our fault."""
    return next((graded.sentence for graded in graded_checks if graded.status == "error"), "")


def _refused(exercise: Exercise, error: InputError) -> tuple[GradedCheck, ...]:
    """What the core does not take is the answer's fault: the first check says why."""
    return tuple(
        GradedCheck(
            check=number,
            status="failed" if number == 1 else "skipped",
            points=0,
            of=check.points,
            sentence=str(error) if number == 1 else "Not looked at.",
            data={},
        )
        for number, check in enumerate(exercise.checks, 1)
    )


def _write(connection: Connection, attempt: Attempt, graded_checks: Sequence[GradedCheck]) -> None:
    """The outcomes of this run, and the grade that follows."""
    _write_outcomes(connection, attempt, attempt.run, graded_checks)
    changed = update(attempts).where(attempts.c.id == attempt.id, attempts.c.run == attempt.run)
    points = sum(graded.points for graded in graded_checks)
    connection.execute(changed.values(status="graded", points=points))
    if attempt.member_id is not None and attempt.handed_in:
        settle_grade(connection, attempt.member_id, attempt.assignment_id)


def _write_outcomes(
    connection: Connection, attempt: Attempt, run: int, graded_checks: Sequence[GradedCheck]
) -> None:
    """Unless they stand already."""
    for graded in graded_checks:
        row = {
            "attempt_id": attempt.id, "run": run, "number": graded.check,
            "status": graded.status, "points": graded.points, "most": graded.of,
            "sentence": graded.sentence[:_MOST_SENTENCE], "data": graded.data,
        }  # fmt: skip
        insert_new(connection, outcomes, row)


def _give_up(connection: Connection, job: Job, why: str) -> None:
    """Our fault, and told as such: the attempt stays and can be graded again."""
    request = _asked(connection, job.attempt_id)
    run = request.attempt.run + (job.kind == AGAIN)
    data = {"why": why[:_MOST_SENTENCE]}
    graded_checks = [
        GradedCheck(
            check=number, status="error", points=0, of=check.points, sentence=OUR_FAULT, data=data
        )
        for number, check in enumerate(request.exercise.checks, 1)
    ]
    _write_outcomes(connection, request.attempt, run, graded_checks)
    if job.kind != AGAIN:
        changed = update(attempts).where(attempts.c.id == request.attempt.id)
        connection.execute(changed.values(status="error"))
    end_job(connection, job, "failed", time.time(), why)
