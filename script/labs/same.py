"""The same answer graded again and again by real workers, each time anew: one outcome, to the bit.

Members of one class hand in the same text for the same variant. Each is graded a second time, for a
further run takes nothing over from an equal answer; the rows of these runs are compared.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from sqlalchemy import select

from classroom.assignments import exercise_of, values_for
from classroom.attempts import Submission, submit
from classroom.classes import change_class, find_class
from classroom.jobs import AGAIN, enqueue
from classroom.tables import outcomes
from script.labs.cluster import Cluster
from script.labs.scale import Course
from script.labs.server import ROOT


def hand_in_all(course: Course, times: int) -> list[int]:
    """The attempts' numbers, each with a further run queued."""
    with course.database.writing() as connection:
        change_class(connection, course.lab_class.id, "Same", {}, {"same_values": True})
    sent: list[int] = []
    for _ in range(times):
        member = course.join()
        with course.database.writing() as connection:
            here = find_class(connection, course.lab_class.id)
            exercise = exercise_of(connection, course.assignment.digest)
            values = values_for(connection, here, member, course.assignment, exercise)
            source = (
                f"void {values['name']}(const {values['type']} *a, int n, {values['type']} *s) {{\n"
                f"    {values['type']} t = *s;\n"
                "    for (int i = 0; i < n; i++) t += a[i];\n    *s = t;\n}\n"
            )
            answer = Submission({"source": source}, values, "", handed_in=True)
            attempt = submit(connection, here, member, course.assignment, answer, time.time())
            enqueue(connection, AGAIN, attempt.id, 2, member.id, time.time())
            sent.append(attempt.id)
    return sent


def distinct_outcomes(course: Course) -> Counter[str]:
    """How often each outcome of a whole further run was found."""
    wanted = select(outcomes).where(outcomes.c.run == 2).order_by(outcomes.c.number)
    runs: dict[int, list[object]] = {}
    with course.database.reading() as connection:
        for row in connection.execute(wanted):
            runs.setdefault(row.attempt_id, []).append(
                [row.number, row.status, row.points, row.most, row.sentence, row.data]
            )
    return Counter(json.dumps(run, sort_keys=True) for run in runs.values())


def work(url: str, folder: Path) -> None:
    """A worker with a folder of its own, until nothing waits."""
    command = (str(ROOT / ".venv/bin/lowlab"), "lab", "worker", "--until-empty")
    environment = os.environ | {"LOWLAB_STATE": str(folder), "LOWLAB_DATABASE": url}
    subprocess.run(command, env=environment, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100)
    times = parser.parse_args().times
    folder = Path(tempfile.mkdtemp(prefix="lowlab-lab-same-"))
    folder.chmod(0o755)
    cluster = Cluster(folder / "database")
    cluster.make()
    cluster.start()
    try:
        course = Course(cluster.url)
        hand_in_all(course, times)
        work(cluster.url, folder / "worker")
        seen = distinct_outcomes(course)
        course.database.close()
    finally:
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)
    print(f"graded anew {seen.total()} times in a worker, {len(seen)} outcome(s)")
    for outcome in list(seen)[:3]:
        print(outcome[:300])
    return 0 if seen.total() == times and len(seen) == 1 else 1


if __name__ == "__main__":
    sys.exit(main())
