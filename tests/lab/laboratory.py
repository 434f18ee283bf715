"""A lab without pages: a class, members and an exercise that is judged by counting letters."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from classroom.assignments import assign, exercise_of, values_for
from classroom.attempts import Submission, find_attempt, outcomes_of, submit
from classroom.classes import find_class, make_class
from classroom.database import LabDatabase
from classroom.grades import Grade, find_grade
from classroom.grading import Asked, GradedCheck, GradingEngine
from classroom.members import Joined, join_class
from classroom.records import Assignment, Attempt, LabClass, Member, OutcomeRow
from classroom.roles import Role
from compiler_core.exercises.reader import read_exercise

EXERCISE = """
id: {id}
kind: loop
title: Sum in {{type}}
task: Make it vectorise.
starter: start.c
given: {{compiler: gcc, flags: -O3, function: total}}
allow: [source]
variants: {{type: [int, unsigned, long]}}
checks:
  - {{gate: true, points: 2, expect: {{vectorized: true}}}}
  - {{points: 5, expect: {{vector_bytes: '>= 16'}}}}
hints: [Look at the store., {{text: Use a local., cost: 1}}]
proof: {{solved: [start.c], wrong: [start.c]}}
"""
START = "void total(const int *a, int n, int *s) { for (int i = 0; i < n; i++) *s += a[i]; }\n"


def judge(asked: Asked) -> Sequence[GradedCheck]:
    """A point for each `v` in the answer, as far as the checks have points."""
    left = str(asked.attempt.state.get("source", "")).count("v")
    found = []
    for number, check in enumerate(asked.exercise.checks, 1):
        points = check.points if left >= check.points else 0
        left -= points
        found.append(
            GradedCheck(
                check=number,
                status="passed" if points else "failed",
                points=points,
                of=check.points,
                sentence="Found.",
                data={},
            )
        )
    return found


class Laboratory:
    """One class with one exercise; time is what the test says it is."""

    def __init__(self, database: LabDatabase) -> None:
        self.database = database
        self.engine = GradingEngine(database, judge)
        self.now = 1_000_000.0
        self._numbers = itertools.count(1)
        with database.writing() as connection:
            self.lab_class: LabClass = make_class(connection, "Compilers", self.now)
        self.assignment = self.add_exercise("sum")

    def add_exercise(self, name: str, due: float | None = None) -> Assignment:
        exercise = read_exercise(EXERCISE.format(id=name), {"start.c": START})
        with self.database.writing() as connection:
            return assign(connection, self.lab_class, exercise, due)

    def join(self, nickname: str = "", role: Role = Role.STUDENT) -> Member:
        return self.joined(nickname, role).member

    def joined(self, nickname: str = "", role: Role = Role.STUDENT) -> Joined:
        named = nickname or f"member {next(self._numbers)}"
        with self.database.writing() as connection:
            return join_class(connection, self.lab_class, named, self.now, role)

    def hand_in(
        self, member: Member, source: str, *, key: str = "", assignment: Assignment | None = None
    ) -> Attempt:
        return self.send(member, source, key, assignment, handed_in=True)

    def send(
        self,
        member: Member,
        source: str,
        key: str = "",
        assignment: Assignment | None = None,
        *,
        handed_in: bool,
    ) -> Attempt:
        task = assignment or self.assignment
        with self.database.writing() as connection:
            here = find_class(connection, self.lab_class.id)
            exercise = exercise_of(connection, task.digest)
            values = values_for(connection, here, member, task, exercise)
            sent = Submission({"source": source}, values, key, handed_in)
            return submit(connection, here, member, task, sent, self.now)

    def attempt(self, attempt: Attempt) -> Attempt:
        with self.database.reading() as connection:
            return find_attempt(connection, attempt.id)

    def outcomes(self, attempt: Attempt) -> tuple[OutcomeRow, ...]:
        with self.database.reading() as connection:
            return outcomes_of(connection, find_attempt(connection, attempt.id))

    def grade(self, member: Member) -> Grade | None:
        with self.database.reading() as connection:
            return find_grade(connection, member.id, self.assignment.id)
