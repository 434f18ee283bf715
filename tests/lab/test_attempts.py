"""Attempts and grades on both databases: nothing is lost, nothing counted twice."""

from __future__ import annotations

from dataclasses import replace
from threading import Event
from typing import Literal

import pytest
from sqlalchemy import func, select, update

from classroom.classes import change_class, find_class
from classroom.errors import NotAllowed
from classroom.grades import open_hint, override_grade
from classroom.grading import Asked, GradedCheck, GradingEngine
from classroom.jobs import MOST_TRIES, next_job, requeue_running, state_of
from classroom.members import delete_member
from classroom.regrading import begin_again, take_over, trials
from classroom.tables import assignments, attempts, grades, jobs, members, outcomes
from compiler_core.errors import LoweringLabError, TooOften
from compiler_core.exercises.exercise import Hint
from tests.lab.laboratory import Laboratory, judge

DAY = 86_400.0


def test_the_best_hand_in_counts_and_a_try_counts_for_nothing(lab: Laboratory) -> None:
    ada = lab.join("ada")
    lab.hand_in(ada, "vvvvvvv")
    lab.engine.do_all()
    lab.hand_in(ada, "vv")
    tried = lab.send(ada, "vvvvvvvv", handed_in=False)
    lab.engine.do_all()
    grade = lab.grade(ada)
    assert grade is not None
    assert grade.points == 7
    assert lab.attempt(tried).points == 7
    assert [outcome.status for outcome in lab.outcomes(tried)] == ["passed", "passed"]


def test_a_request_that_is_sent_twice_is_one_attempt(lab: Laboratory) -> None:
    ada, bob = lab.join(), lab.join()
    first = lab.hand_in(ada, "vv", key="once")
    assert lab.hand_in(ada, "vv", key="once").id == first.id
    assert lab.hand_in(bob, "vv", key="once").id != first.id


def test_a_newer_hand_in_takes_the_place_of_one_that_waits(lab: Laboratory) -> None:
    ada, other = lab.join("ada"), lab.add_exercise("other")
    begun = lab.hand_in(ada, "vv")
    with lab.database.writing() as connection:
        job = next_job(connection, lab.now)
    waits = lab.hand_in(ada, "vvvvvvv")
    tried = lab.send(ada, "vvx", handed_in=False)
    elsewhere = lab.hand_in(ada, "vv", assignment=other)
    newest = lab.hand_in(ada, "vvxx")
    assert lab.attempt(waits).state == {"source": "vvvvvvv"}, "it stays"
    with lab.database.reading() as connection:
        assert state_of(connection, waits.id, 1).state == "left"
    with lab.database.writing() as connection:
        assert requeue_running(connection) == ()
    lab.engine.do_all()
    assert job is not None
    assert job.attempt_id == begun.id
    statuses = [lab.attempt(one).status for one in (begun, waits, tried, elsewhere, newest)]
    assert statuses == ["graded", "replaced", "graded", "graded", "graded"]
    assert lab.outcomes(waits) == ()
    grade = lab.grade(ada)
    assert grade is not None
    assert grade.points == 2


def test_a_late_hand_in_replaces_none_that_was_in_time(lab: Laboratory) -> None:
    ada = lab.join("ada")
    with lab.database.writing() as connection:
        connection.execute(update(assignments).values(due=lab.now + 1.0))
        change_class(connection, lab.lab_class.id, "Same", {}, {"late_points": 1})
    due = replace(lab.assignment, due=lab.now + 1.0)
    first = lab.hand_in(ada, "vvvvvvv", assignment=due)
    lab.now += DAY / 2
    late = [lab.hand_in(ada, f"vv{'x' * number}", assignment=due) for number in range(2)]
    lab.engine.do_all()
    assert [lab.attempt(one).status for one in (first, *late)] == ["graded", "replaced", "graded"]


def test_what_was_being_graded_when_the_server_was_killed_is_graded_after_the_restart(
    lab: Laboratory,
) -> None:
    attempt = lab.hand_in(lab.join(), "vv")
    with lab.database.writing() as connection:
        assert next_job(connection, lab.now) is not None
    again = GradingEngine(lab.database, judge, threads=0)
    again.start()
    again.do_all()
    assert lab.attempt(attempt).status == "graded"


def test_what_may_have_ended_the_server_waits_behind_the_others(lab: Laboratory) -> None:
    suspect = lab.hand_in(lab.join("ada"), "vv")
    with lab.database.writing() as connection:
        assert next_job(connection, lab.now) is not None
    others = [lab.hand_in(lab.join(name), "vv").id for name in ("bob", "eve")]
    order: list[int] = []
    with lab.database.writing() as connection:
        requeue_running(connection)
        while (job := next_job(connection, lab.now)) is not None:
            order.append(job.attempt_id)
    assert order == [*others, suspect.id]


@pytest.mark.parametrize("late_status", ["error", "passed"])
def test_a_grader_that_was_taken_for_dead_changes_nothing_when_it_comes_back(
    lab: Laboratory, late_status: Literal["error", "passed"]
) -> None:
    attempt = lab.hand_in(lab.join(), "vv")

    def late(asked: Asked) -> list[GradedCheck]:
        with lab.database.writing() as connection:
            requeue_running(connection)
        lab.engine.do_all()
        return [replace(one, status=late_status, points=one.of) for one in judge(asked)]

    GradingEngine(lab.database, late, threads=0).do_next()
    assert [outcome.status for outcome in lab.outcomes(attempt)] == ["passed", "failed"]
    assert (lab.attempt(attempt).status, lab.attempt(attempt).points) == ("graded", 2)
    with lab.database.reading() as connection:
        assert state_of(connection, attempt.id, 1).state == "done"


def test_outcomes_that_stand_already_are_not_written_twice(lab: Laboratory) -> None:
    attempt = lab.hand_in(lab.join(), "vv")
    lab.engine.do_all()
    with lab.database.writing() as connection:
        connection.execute(update(jobs).values(state="queued"))
    lab.engine.do_all()
    with lab.database.reading() as connection:
        count = connection.scalar(select(func.count()).select_from(outcomes))
    assert count == 2
    assert lab.attempt(attempt).points == 2


def test_an_error_of_ours_costs_nothing_and_is_told(lab: Laboratory) -> None:
    ada = lab.join()
    lab.hand_in(ada, "vv")
    lab.engine.do_all()
    calls: list[int] = []

    def broken(_: object) -> list[GradedCheck]:
        calls.append(1)
        raise LoweringLabError("The disk is on fire.")

    later = lab.hand_in(ada, "vvvvvvv")
    GradingEngine(lab.database, broken, threads=0).do_all()
    assert len(calls) == MOST_TRIES
    assert lab.attempt(later).status == "error"
    assert {outcome.status for outcome in lab.outcomes(later)} == {"error"}
    grade = lab.grade(ada)
    assert grade is not None
    assert grade.points == 2


def test_equal_answers_to_one_variant_are_judged_once(lab: Laboratory) -> None:
    with lab.database.writing() as connection:
        change_class(connection, lab.lab_class.id, "Same", {}, {"same_values": True})
    calls: list[int] = []

    def counting(asked: object) -> object:
        calls.append(1)
        return judge(asked)  # pyright: ignore[reportArgumentType]

    engine = GradingEngine(lab.database, counting, threads=0)  # pyright: ignore[reportArgumentType]
    found = []
    for _ in range(3):
        found.append(lab.hand_in(lab.join(), "vv"))
        engine.do_all()
    assert len(calls) == 1
    assert [lab.attempt(one).points for one in found] == [2, 2, 2]


@pytest.mark.parametrize(("is_crowded", "at_once"), [(True, 1), (False, 2)])
def test_one_grader_goes_on_while_looks_wait(
    lab: Laboratory, is_crowded: bool, at_once: int
) -> None:
    """Not none, or a class that looks all the time would get no grades."""
    for number in range(4):
        lab.hand_in(lab.join(), "v" * (number + 1))
    under_way: list[int] = []
    most: list[int] = []

    def slow(asked: object) -> object:
        under_way.append(1)
        most.append(len(under_way))
        both.wait(0.3)
        under_way.pop()
        return judge(asked)  # pyright: ignore[reportArgumentType]

    both, done = Event(), Event()
    engine = GradingEngine(
        lab.database,
        slow,
        2,  # pyright: ignore[reportArgumentType]
        lambda: done.set() if len(most) == 4 and not under_way else None,
        lambda: is_crowded,
    )
    engine.start()
    try:
        assert done.wait(30)
    finally:
        engine.close()
    assert max(most) == at_once


def test_who_sends_many_waits_behind_who_sends_one(lab: Laboratory) -> None:
    busy = lab.join()
    for number in range(10):
        lab.send(busy, f"v{number}", handed_in=False)
    one = lab.hand_in(lab.join(), "v")
    with lab.database.reading() as connection:
        state = state_of(connection, one.id, 1)
    assert (state.state, state.of) == ("queued", 11)
    assert state.place <= 2


def test_twenty_hand_ins_a_minute(lab: Laboratory) -> None:
    ada = lab.join()
    for number in range(20):
        lab.hand_in(ada, f"v{number}")
    lab.now += 46
    with pytest.raises(TooOften, match="Wait 14 s; your text is kept") as caught:
        lab.hand_in(ada, "one more")
    assert caught.value.retry_seconds == 14
    lab.now += 14
    lab.hand_in(ada, "one more")


def test_after_the_deadline_and_its_grace_nothing_is_taken_but_tries(lab: Laboratory) -> None:
    ada = lab.join()
    with lab.database.writing() as connection:
        connection.execute(update(assignments).values(due=lab.now))
    late = replace(lab.assignment, due=lab.now)
    lab.now += 60
    lab.hand_in(ada, "v", assignment=late)
    lab.now += 61
    with pytest.raises(NotAllowed, match="You can still try, not hand in"):
        lab.hand_in(ada, "v", assignment=late)
    lab.send(ada, "v", assignment=late, handed_in=False)


def test_what_comes_late_loses_points_by_the_day(lab: Laboratory) -> None:
    ada = lab.join()
    with lab.database.writing() as connection:
        change_class(connection, lab.lab_class.id, "Late", {}, {"late_points": 2})
        connection.execute(update(assignments).values(due=lab.now))
    late = replace(lab.assignment, due=lab.now)
    lab.now += 1.5 * DAY
    lab.hand_in(ada, "vvvvvvv", assignment=late)
    lab.engine.do_all()
    grade = lab.grade(ada)
    assert grade is not None
    assert grade.points == 3


def test_a_hint_that_costs_lowers_the_grade_and_hints_open_in_order(lab: Laboratory) -> None:
    ada = lab.join()
    lab.hand_in(ada, "vvvvvvv")
    lab.engine.do_all()
    hints = (Hint("Look at the store."), Hint("Use a local.", 1))
    points = []
    for _ in range(3):
        with lab.database.writing() as connection:
            open_hint(connection, ada.id, lab.assignment, hints, lab.now)
        grade = lab.grade(ada)
        points.append(grade.points if grade else None)
    assert points == [7, 6, 6]


def test_an_override_stays_whatever_is_handed_in_later(lab: Laboratory) -> None:
    ada = lab.join()
    with lab.database.writing() as connection:
        override_grade(connection, ada.id, lab.assignment, 5, "Told me the reason.")
    lab.hand_in(ada, "vvvvvvv")
    lab.engine.do_all()
    grade = lab.grade(ada)
    assert grade is not None
    assert (grade.points, grade.earned) == (5, 7)


def test_a_member_who_is_deleted_leaves_attempts_without_an_owner(lab: Laboratory) -> None:
    ada = lab.join("ada lovelace")
    lab.hand_in(ada, "vv")
    lab.engine.do_all()
    with lab.database.writing() as connection:
        delete_member(connection, ada)
    with lab.database.reading() as connection:
        assert connection.scalar(select(func.count()).select_from(members)) == 0
        assert connection.scalar(select(func.count()).select_from(grades)) == 0
        assert list(connection.scalars(select(attempts.c.member_id))) == [None]


def test_deleting_leaves_nothing_in_the_file(lab: Laboratory) -> None:
    if not lab.database.is_sqlite:
        return
    ada = lab.joined("Zacharias the Unforgettable").member
    with lab.database.writing() as connection:
        delete_member(connection, ada)
    lab.database.tidy()
    folder = lab.database.engine.url.database or ""
    for end in ("", "-wal"):
        with open(folder + end, "rb") as file:
            content = file.read()
        assert b"Unforgettable" not in content
        assert ada.token_hash.encode() not in content


def test_a_variant_is_drawn_once_and_differs_between_members(lab: Laboratory) -> None:
    with lab.database.reading() as connection:
        here = find_class(connection, lab.lab_class.id)
    from classroom.assignments import exercise_of, values_for

    found = []
    for member in [lab.join() for _ in range(12)]:
        with lab.database.writing() as connection:
            exercise = exercise_of(connection, lab.assignment.digest)
            values = [
                values_for(connection, here, member, lab.assignment, exercise) for _ in range(2)
            ]
        assert values[0] == values[1]
        found.append(values[0]["type"])
    assert len(set(found)) > 1


def test_grading_again_changes_nothing_until_it_is_taken_over(lab: Laboratory) -> None:
    ada, bob = lab.join(), lab.join()
    lab.hand_in(ada, "vv")
    first = lab.hand_in(bob, "vvvvvvv")
    lab.engine.do_all()
    with lab.database.writing() as connection:
        assert begin_again(connection, lab.assignment, 0, lab.now) == 2
    turned = {"vv": 7, "vvvvvvv": 2}

    def other(asked: Asked) -> list[GradedCheck]:
        points = turned[asked.attempt.state["source"]]
        return [
            GradedCheck(check=1, status="passed", points=points, of=7, sentence="Found.", data={})
        ]

    GradingEngine(lab.database, other, threads=0).do_all()
    with lab.database.reading() as connection:
        found = trials(connection, lab.lab_class.id)[lab.assignment.id]
    assert (found.judged, found.waiting, found.rise, found.fall) == (2, 0, 1, 1)
    assert lab.attempt(first).points == 7
    with lab.database.writing() as connection:
        assert take_over(connection, lab.assignment) == 2
    grades_now = [lab.grade(one) for one in (ada, bob)]
    assert [one.points for one in grades_now if one] == [7, 2]
    with lab.database.reading() as connection:
        assert set(connection.scalars(select(outcomes.c.run))) == {1, 2}
