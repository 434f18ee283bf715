"""Where a class stands: every member at every exercise, who is stuck, and what most get wrong.

Six queries whatever the size of the class: the database counts, and what comes back has one row
for each member and exercise at most.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, Subquery, case, func, select, tuple_

from classroom.assignments import exercises_of
from classroom.members import members_of
from classroom.records import Assignment, Member
from classroom.roles import Role
from classroom.tables import attempts, grades, jobs, members, outcomes
from compiler_core.exercises.exercise import Exercise

SAME_FAILURES = 5
"""Attempts in a row that fail the same check first."""
IDLE_SECONDS = 600.0
SITTING_SECONDS = 3 * 3600.0
"""Who has sent nothing for longer has gone, and is not stuck now."""
MOST_CANDIDATES = 1_000
"""In an open class, where nobody could look after more."""
_WAITING = ("waiting", "running")

Pair = tuple[int, int]
"""Numbers of a member and an assignment."""


@dataclass(frozen=True, slots=True)
class Tally:
    """All attempts of one member at one exercise. newest, waiting, failed_by_us: numbers of the
    newest attempt, of the newest that waits, and of the newest that could not be judged; None for
    none. at: of the newest."""

    count: int
    newest: int
    at: float
    waiting: int | None
    failed_by_us: int | None


@dataclass(frozen=True, slots=True)
class BoardGrade:
    """attempt_id: the attempt that counts; None for points that an instructor gave."""

    points: int
    attempt_id: int | None


@dataclass(frozen=True, slots=True)
class StuckMember:
    """check: the one that fails again and again, from 1; 0 for a member who has stopped trying.
    idle: seconds since their newest attempt there."""

    member: Member
    assignment: Assignment
    check: int
    idle: float
    attempt_id: int


@dataclass(frozen=True, slots=True)
class WrongReason:
    """The check that most of those fail whose newest attempt is not right. sentence: what it most
    often says. count, of: how many members fail this one first, and any."""

    assignment: Assignment
    check: int
    sentence: str
    count: int
    of: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """Where a whole class stands."""

    students: tuple[Member, ...]
    """In the order of their nicknames."""
    assignments: tuple[Assignment, ...]
    """Of the class, in order."""
    exercises: Mapping[str, Exercise]
    """Each assignment's exercise, by its digest."""
    grades: Mapping[Pair, BoardGrade]
    """What counts, by member and assignment; a pair without a grade is left out."""
    tallies: Mapping[Pair, Tally]
    """All attempts, by member and assignment; a pair without an attempt is left out."""
    stuck: tuple[StuckMember, ...]
    """Members who do not get on, with where."""
    reasons: tuple[WrongReason, ...]
    """For each assignment, the check that most members fail first."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A member with the exercise at which they are."""

    member: Member
    assignment: Assignment
    tally: Tally

    @property
    def pair(self) -> Pair:
        return self.member.id, self.assignment.id


def read_board(connection: Connection, class_id: str, now: float) -> Board:
    """In one transaction, so that all of it holds at the same moment."""
    students = tuple(
        member for member in members_of(connection, class_id) if member.role == Role.STUDENT
    )
    posed = exercises_of(connection, class_id)
    there = tuple(assignment for assignment, _ in posed)
    numbers = [assigned.id for assigned in there]
    tallies = _tallies(connection, numbers)
    earned = _grades(connection, numbers)
    candidates = _candidates(students, there, earned, tallies, now)
    failing = _failing_again(connection, [candidate.pair for candidate in candidates])
    return Board(
        students=students,
        assignments=there,
        exercises={assignment.digest: exercise for assignment, exercise in posed},
        grades=earned,
        tallies=tallies,
        stuck=_stuck(candidates, failing, now),
        reasons=_reasons(connection, there),
    )


def board_mark(connection: Connection, class_id: str) -> tuple[int, ...]:
    """Changes whenever something is handed in or graded, or somebody joins or leaves."""
    newest = connection.scalar(select(func.max(attempts.c.id))) or 0
    under_way = select(func.count()).where(jobs.c.state.in_(("queued", "running")))
    here = select(func.count()).where(members.c.class_id == class_id)
    return newest, connection.scalar(under_way) or 0, connection.scalar(here) or 0


def _tallies(connection: Connection, numbers: Sequence[int]) -> dict[Pair, Tally]:
    waits = case((attempts.c.status.in_(_WAITING), attempts.c.id))
    ours = case((attempts.c.status == "error", attempts.c.id))
    wanted = _by_pair(
        select(
            attempts.c.member_id,
            attempts.c.assignment_id,
            func.count().label("number"),
            func.max(attempts.c.id).label("newest"),
            func.max(attempts.c.at).label("at"),
            func.max(waits).label("waits"),
            func.max(ours).label("ours"),
        ),
        numbers,
    )
    # Thousands of rows: fetched at once, and read by their places, they take half the time.
    return {
        (member, assignment): Tally(*rest)
        for member, assignment, *rest in connection.execute(wanted).all()
    }


def _by_pair(wanted: Select[*tuple[Any, ...]], numbers: Sequence[int]) -> Select[*tuple[Any, ...]]:
    """One row for each member and exercise; what deleted members left counts for nobody."""
    mine = attempts.c.assignment_id.in_(numbers) & attempts.c.member_id.is_not(None)
    return wanted.where(mine).group_by(attempts.c.assignment_id, attempts.c.member_id)


def _grades(connection: Connection, numbers: Sequence[int]) -> dict[Pair, BoardGrade]:
    wanted = select(
        grades.c.member_id,
        grades.c.assignment_id,
        grades.c.attempt_id,
        func.coalesce(grades.c.override, grades.c.points).label("points"),
    ).where(grades.c.assignment_id.in_(numbers))
    return {
        (member, assignment): BoardGrade(points, attempt)
        for member, assignment, attempt, points in connection.execute(wanted).all()
    }


def _failing_again(connection: Connection, pairs: Sequence[Pair]) -> dict[Pair, int]:
    """The check that the last attempts all failed first, by member and exercise."""
    recent = _recent_attempts(pairs)
    first = (
        select(func.min(outcomes.c.number))
        .where(
            outcomes.c.attempt_id == recent.c.id,
            outcomes.c.run == recent.c.run,
            outcomes.c.status == "failed",
        )
        .scalar_subquery()
    )
    last = (
        select(recent.c.member_id, recent.c.assignment_id, first.label("first"))
        .where(recent.c.age <= SAME_FAILURES)
        .subquery()
    )
    wanted = (
        select(last.c.member_id, last.c.assignment_id, func.min(last.c.first))
        .group_by(last.c.member_id, last.c.assignment_id)
        .having(
            func.count(last.c.first) == SAME_FAILURES,
            func.min(last.c.first) == func.max(last.c.first),
        )
    )
    return {(row[0], row[1]): row[2] for row in connection.execute(wanted)}


def _recent_attempts(pairs: Sequence[Pair]) -> Subquery:
    """Graded attempts with their age: 1 is a member's last at an exercise."""
    age = func.row_number().over(
        partition_by=(attempts.c.assignment_id, attempts.c.member_id),
        order_by=attempts.c.id.desc(),
    )
    return (
        select(
            attempts.c.member_id,
            attempts.c.assignment_id,
            attempts.c.id,
            attempts.c.run,
            age.label("age"),
        )
        .where(
            tuple_(attempts.c.member_id, attempts.c.assignment_id).in_(pairs),
            attempts.c.status == "graded",
        )
        .subquery()
    )


def _candidates(
    students: Sequence[Member],
    there: Sequence[Assignment],
    earned: Mapping[Pair, BoardGrade],
    tallies: Mapping[Pair, Tally],
    now: float,
) -> tuple[_Candidate, ...]:
    """Of each member who is here the exercise at which they are now, unless it is full or their
    answer is being graded."""
    candidates: list[_Candidate] = []
    for member in students:
        begun = [
            (tallies[(member.id, begun_assignment.id)], begun_assignment)
            for begun_assignment in there
            if (member.id, begun_assignment.id) in tallies
        ]
        if not begun:
            continue
        tally, assignment = max(begun, key=lambda pair: pair[0].newest)
        full = _is_full(earned.get((member.id, assignment.id)), assignment)
        if not full and tally.waiting is None and now - tally.at < SITTING_SECONDS:
            candidates.append(_Candidate(member, assignment, tally))
    return tuple(sorted(candidates, key=lambda candidate: candidate.tally.at)[-MOST_CANDIDATES:])


def _stuck(
    candidates: Sequence[_Candidate], failing: Mapping[Pair, int], now: float
) -> tuple[StuckMember, ...]:
    """Who waits longest first."""
    return tuple(
        StuckMember(
            person.member,
            person.assignment,
            failing.get(person.pair, 0),
            now - person.tally.at,
            person.tally.newest,
        )
        for person in candidates
        if person.pair in failing or now - person.tally.at >= IDLE_SECONDS
    )


def _is_full(grade: BoardGrade | None, assignment: Assignment) -> bool:
    return grade is not None and grade.points >= assignment.points


def _reasons(connection: Connection, there: Sequence[Assignment]) -> tuple[WrongReason, ...]:
    newest = _by_pair(
        select(func.max(case((attempts.c.status == "graded", attempts.c.id))).label("id")),
        [assigned.id for assigned in there],
    ).subquery()
    failed = (
        select(outcomes.c.attempt_id, outcomes.c.run, func.min(outcomes.c.number).label("number"))
        .join(newest, newest.c.id == outcomes.c.attempt_id)
        .where(outcomes.c.status == "failed")
        .group_by(outcomes.c.attempt_id, outcomes.c.run)
        .subquery()
    )
    wanted = (
        select(attempts.c.assignment_id, outcomes.c.number, outcomes.c.sentence, func.count())
        .join(failed, (failed.c.attempt_id == attempts.c.id) & (failed.c.run == attempts.c.run))
        .join(
            outcomes,
            (outcomes.c.attempt_id == failed.c.attempt_id)
            & (outcomes.c.run == failed.c.run)
            & (outcomes.c.number == failed.c.number),
        )
        .group_by(attempts.c.assignment_id, outcomes.c.number, outcomes.c.sentence)
    )
    said: defaultdict[int, Counter[tuple[int, str]]] = defaultdict(Counter)
    for number, check, sentence, count in connection.execute(wanted):
        said[number][(check, sentence)] += count
    return tuple(_commonest(assigned, said[assigned.id]) for assigned in there if said[assigned.id])


def _commonest(assignment: Assignment, said: Counter[tuple[int, str]]) -> WrongReason:
    checks: Counter[int] = Counter()
    for (check, _), count in said.items():
        checks[check] += count
    check, count = max(checks.items(), key=lambda pair: (pair[1], -pair[0]))
    sentence = max((key for key in said if key[0] == check), key=lambda key: (said[key], key[1]))[1]
    return WrongReason(assignment, check, sentence, count, checks.total())
