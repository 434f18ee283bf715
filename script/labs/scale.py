"""Workers side by side on one PostgreSQL: the real queue, with gradings that only take their time.

Prints how many more jobs a second four workers do than one, and how much longer others wait when
one member hands in a hundred. Sleeping takes no processor, so a machine with two shows it as well.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import func, select

from classroom.assignments import assign, values_for
from classroom.attempts import Submission, submit
from classroom.classes import make_class
from classroom.database import LabDatabase
from classroom.grading import Asked, GradedCheck
from classroom.members import join_class
from classroom.records import Assignment, LabClass, Member
from classroom.tables import jobs
from classroom.worker import prepare_messages, work
from compiler_core.exercises.exercise import Exercise
from compiler_core.exercises.shipped import shipped_exercises
from script.labs.cluster import Cluster
from script.labs.server import ROOT

EXERCISE = "memory-sum-vectorises"
COST_SECONDS = 0.2
JOBS = 80
MANY, OTHERS = 100, 20
LEAST_RATIO, MOST_DELAY = 3.4, 1.5


def slow(request: Asked) -> Sequence[GradedCheck]:
    """As long as a grading takes, without doing one."""
    time.sleep(COST_SECONDS)
    return [
        GradedCheck(
            check=number,
            status="passed",
            points=check.points,
            of=check.points,
            sentence="Simulated.",
            data={},
        )
        for number, check in enumerate(request.exercise.checks, 1)
    ]


class Course:
    """One class on an empty database."""

    def __init__(self, url: str) -> None:
        self.database = LabDatabase(url)
        self.database.prepare()
        prepare_messages(self.database)
        exercise = next(shipped for shipped in shipped_exercises() if shipped.id == EXERCISE)
        with self.database.writing() as connection:
            self.lab_class: LabClass = make_class(connection, "Scale", time.time())
            self.assignment: Assignment = assign(connection, self.lab_class, exercise)
        self.exercise: Exercise = exercise
        self._members = 0
        self._sent = 0

    def join(self) -> Member:
        self._members += 1
        with self.database.writing() as connection:
            name = f"member {self._members}"
            return join_class(connection, self.lab_class, name, time.time()).member

    def hand_in(self, member: Member) -> int:
        """The attempt's number; a try, for of hand-ins that wait only the newest is graded. As if
        each came a minute after the other: their pace is limited."""
        self._sent += 1
        with self.database.writing() as connection:
            values = values_for(connection, self.lab_class, member, self.assignment, self.exercise)
            sent = Submission({"source": f"// {self._sent}"}, values, "", handed_in=False)
            now = time.time() + 60 * self._sent
            here = self.lab_class
            return submit(connection, here, member, self.assignment, sent, now).id

    def waiting(self) -> int:
        with self.database.reading() as connection:
            query = select(func.count()).where(jobs.c.state.in_(("queued", "running")))
            return connection.scalar(query) or 0

    def ends(self, attempts: Sequence[int]) -> list[float]:
        """When each was graded."""
        with self.database.reading() as connection:
            wanted = select(jobs.c.ended).where(jobs.c.attempt_id.in_(attempts))
            return [scalar for scalar in connection.scalars(wanted) if scalar is not None]


def start_workers(url: str, count: int) -> list[subprocess.Popen[bytes]]:
    """Processes that grade one after another; each says when it is ready."""
    command = (sys.executable, "-m", "script.labs.scale", "--worker", url)
    made = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) for _ in range(count)]
    for worker in made:
        assert worker.stdout is not None
        worker.stdout.readline()
    time.sleep(2.0)
    return made


def graded(course: Course, workers: int, members: Sequence[Member], url: str) -> list[int]:
    """Hands in once for each of the members; returns when all are graded, in their order."""
    sent = [course.hand_in(member) for member in members]
    running = start_workers(url, workers)
    while course.waiting():
        time.sleep(0.05)
    for worker in running:
        worker.terminate()
        worker.wait(60)
        assert worker.stdout is not None
        worker.stdout.close()
    return sent


def rate(course: Course, workers: int, members: Sequence[Member], url: str) -> float:
    """Jobs a second between the first end and the last."""
    ends = course.ends(graded(course, workers, members, url))
    return (len(ends) - 1) / (max(ends) - min(ends))


def median_wait(course: Course, members: Sequence[Member], counted: int, url: str) -> float:
    """Seconds after the first end, of the last `counted` members' hand-ins."""
    sent = graded(course, 2, members, url)
    first = min(course.ends(sent))
    return statistics.median(end - first for end in course.ends(sent[-counted:]))


def measure(url: str) -> bool:
    """Prints; whether both hold."""
    course = Course(url)
    class_of = [course.join() for _ in range(JOBS)]
    single, four = (rate(course, count, class_of, url) for count in (1, 4))
    print(
        f"1 worker {single:.2f} jobs/s, 4 workers {four:.2f} jobs/s: {four / single:.2f} times "
        f"(wanted: {LEAST_RATIO})"
    )
    alone = median_wait(course, class_of[:OTHERS], OTHERS, url)
    eager = course.join()
    beside = median_wait(course, [eager] * MANY + class_of[:OTHERS], OTHERS, url)
    print(
        f"{OTHERS} members wait {alone:.2f} s, and {beside:.2f} s beside one with {MANY} jobs: "
        f"{beside / alone:.2f} times (at most: {MOST_DELAY})"
    )
    course.database.close()
    return four / single >= LEAST_RATIO and beside / alone <= MOST_DELAY


def main() -> int:
    """The command; with --worker a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--worker", default="")
    given = parser.parse_args()
    if given.worker:
        print("ready", flush=True)
        asyncio.run(work(LabDatabase(given.worker), slow, threads=1))
        return 0
    folder = Path(tempfile.mkdtemp(prefix="lowlab-lab-scale-"))
    cluster = Cluster(folder / "database")
    folder.chmod(0o755)
    cluster.make()
    cluster.start()
    try:
        return 0 if measure(cluster.url) else 1
    finally:
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
