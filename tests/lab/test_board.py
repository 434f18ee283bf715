"""The board says who is where, who is stuck and why, and stays small for a large class."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import event, insert
from starlette.requests import Request

from app.lab.board import Followed, changed_text
from app.lab.views.board import BoardView
from app.lab.visits import COOKIE
from classroom.assignments import exercise_of
from classroom.board import read_board
from classroom.grading import GradingEngine
from classroom.members import change_role
from classroom.roles import Role
from classroom.tables import attempts, grades, members, outcomes
from compiler_core.errors import LoweringLabError
from tests.lab.laboratory import Laboratory
from tests.lab.town import Town, town_of


@pytest.fixture
def town(lab: Laboratory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Town]:
    with town_of(lab, tmp_path, monkeypatch) as made:
        yield made


def stuck(lab: Laboratory) -> list[tuple[str, int]]:
    with lab.database.reading() as connection:
        board = read_board(connection, lab.lab_class.id, lab.now)
    return [(one.member.nickname, one.check) for one in board.stuck]


def send(lab: Laboratory, member: object, *answers: str, handed_in: bool = True) -> None:
    for answer in answers:
        lab.send(member, answer, handed_in=handed_in)  # pyright: ignore[reportArgumentType]
        lab.engine.do_all()


def test_who_fails_the_same_check_five_times_is_stuck_and_who_varies_is_not(
    lab: Laboratory,
) -> None:
    ada, bob, eve, dan = (lab.join(name) for name in ("ada", "bob", "eve", "dan"))
    send(lab, ada, "vv a", "vv b", "vv c", "vv d")
    assert stuck(lab) == []
    send(lab, ada, "vv e")
    send(lab, bob, "vv a", "vv b", "- c", "vv d", "vv e", handed_in=False)
    send(lab, eve, "vvvvvvv", *[f"vv {number}" for number in range(5)])
    send(lab, dan, *[f"- {number}" for number in range(6)], handed_in=False)
    assert stuck(lab) == [("ada", 2), ("dan", 1)]


def test_who_sends_nothing_for_ten_minutes_is_stuck_until_they_have_left(lab: Laboratory) -> None:
    ada, bob = lab.join("ada"), lab.join("bob")
    second = lab.add_exercise("second")
    send(lab, bob, "vvvvvvv")
    send(lab, ada, "vv")
    lab.now += 599
    assert stuck(lab) == []
    lab.now += 1
    assert stuck(lab) == [("ada", 0)]
    lab.send(ada, "vvvvvvv", assignment=second, handed_in=True)
    lab.engine.do_all()
    lab.now += 700
    assert stuck(lab) == [], "the exercise at which she is now is full"
    lab.send(bob, "vv", assignment=second, handed_in=False)
    lab.engine.do_all()
    lab.now += 3 * 3600
    assert stuck(lab) == []


def test_the_commonest_first_failing_check_of_newest_attempts_is_the_wrong_reason(
    lab: Laboratory,
) -> None:
    for answer in ("vv", "vv b", "-"):
        send(lab, lab.join(), "- first", answer)
    send(lab, lab.join(), "-", "vvvvvvv")
    with lab.database.reading() as connection:
        (reason,) = read_board(connection, lab.lab_class.id, lab.now).reasons
    assert (reason.check, reason.count, reason.of, reason.sentence) == (2, 2, 3, "Found.")


def test_the_board_opens_attempts_for_assistants_of_this_class_only(town: Town) -> None:
    lab = town.lab
    ada = lab.join("<script>ada")
    attempt = lab.hand_in(ada, "vv </textarea><script>alert(1)</script>")
    lab.engine.do_all()

    def broken(_: object) -> list[object]:
        raise LoweringLabError("The disk is on fire.")

    failed = lab.hand_in(lab.join("bob"), "v")
    GradingEngine(lab.database, broken, threads=0).do_all()  # pyright: ignore
    assistant = town.walker("tutor", Role.ASSISTANT)
    text = assistant.open(f"{town.address}/board").text
    assert f"<a href=board/attempt/{attempt.id}>◐ 2 part</a>" in text
    assert f"<a href=board/attempt/{failed.id}>! our error</a>" in text
    assert "Errors of ours" in text
    assert "<script>ada" not in text
    shown = assistant.open(f"{town.address}/board/attempt/{attempt.id}").text
    assert "&lt;script&gt;alert(1)" in shown
    assert "<script>alert(1)" not in shown
    other = Laboratory(lab.database)
    foreign = other.hand_in(other.join(), "v")
    for path, status in (
        (f"board/attempt/{foreign.id}", 404),
        (f"board/attempt/{2**70}", 404),
        (f"board?page={10**6}", 200),
    ):
        assert assistant.open(f"{town.address}/{path}").status_code == status, path
    assert assistant.open(f"/lab/{other.lab_class.id}/board").status_code == 404
    student = town.walker("student")
    for path in ("board", "board/events", f"board/attempt/{attempt.id}"):
        assert student.open(f"{town.address}/{path}").status_code == 403, path


def test_an_open_board_is_sent_again_when_it_reads_otherwise_and_only_to_who_may_see_it(
    town: Town,
) -> None:
    lab = town.lab
    joined = lab.joined("tutor", Role.ASSISTANT)
    walker = town.walker()
    walker.open(f"/lab/r/{joined.token}")
    cookie = f"{COOKIE}={walker.client.cookies[COOKIE]}".encode()
    request = Request(
        {"type": "http", "headers": [(b"cookie", cookie)], "path": "/", "query_string": b"",
         "path_params": {"class_id": lab.lab_class.id}}
    )  # fmt: skip
    followed, view = Followed(""), BoardView()
    assert "Members and exercises" in changed_text(request, view, followed)
    assert changed_text(request, view, followed) == ""
    lab.hand_in(lab.join("ada"), "vv")
    assert "… waits" in changed_text(request, view, followed)
    lab.engine.do_all()
    assert "◐ 2 part" in changed_text(request, view, followed)
    assert changed_text(request, view, followed) == ""
    with lab.database.writing() as connection:
        change_role(connection, joined.member, Role.STUDENT)
    with pytest.raises(LoweringLabError, match="assistants"):
        changed_text(request, view, followed)


def test_a_class_without_names_shows_sums(town: Town) -> None:
    from classroom.classes import change_class

    lab = town.lab
    send(lab, lab.join("ada the unseen"), *[f"vv {number}" for number in range(5)])
    with lab.database.writing() as connection:
        change_class(connection, lab.lab_class.id, "Open", {}, {"open_class": True})
    text = town.walker("tutor", Role.ASSISTANT).open(f"{town.address}/board").text
    assert "unseen" not in text
    assert "0 full, 1 part" in text


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_board_of_three_hundred_takes_six_queries_and_150_kilobytes(town: Town) -> None:
    lab = town.lab
    fill(lab, students=300, exercises=24, rounds=14)
    queries: list[str] = []

    def noted(*arguments: object) -> None:
        queries.append(str(arguments[2]))

    event.listen(lab.database.engine, "before_cursor_execute", noted)
    with lab.database.reading() as connection:
        board = read_board(connection, lab.lab_class.id, lab.now)
    assert sum(query.lstrip().upper().startswith("SELECT") for query in queries) <= 6
    assert len(board.grades) == 7_200
    assert sum(tally.count for tally in board.tallies.values()) == 100_800
    instructor = town.walker("lead", Role.INSTRUCTOR)
    for page in (1, 2, 4):
        answer = instructor.open(f"{town.address}/board?page={page}")
        assert len(answer.content) <= 150_000
        assert answer.text.count("board/attempt/") >= 60 * 24


def fill(lab: Laboratory, students: int, exercises: int, rounds: int) -> None:
    """Every student hands in `rounds` times at every exercise, in lab.now's sitting."""
    added = [lab.assignment, *(lab.add_exercise(f"e-{n}") for n in range(1, exercises))]
    first = lab.join()
    with lab.database.writing() as connection:
        checks = len(exercise_of(connection, lab.assignment.digest).checks)
        people = [
            {"id": first.id + number, "class_id": lab.lab_class.id,
             "nickname": f"Student with a name {number}", "nickname_key": f"s{number}",
             "role": "student", "token_hash": f"hash {number}", "joined": 0.0, "seen": 0.0}
            for number in range(1, students)
        ]  # fmt: skip
        connection.execute(insert(members), people)
        rows, found, earned = [], [], []
        for round_ in range(rounds):
            for assignment in added:
                for number in range(students):
                    identity = 100_000 + len(rows)
                    points = (number + round_) % 3 * 2
                    rows.append(
                        {"id": identity, "member_id": first.id + number,
                         "assignment_id": assignment.id, "digest": assignment.digest,
                         "state": {"source": "x" * 300}, "source_digest": "", "handed_in": True,
                         "at": lab.now - 5000 + round_ * 300, "run": 1, "status": "graded",
                         "points": points, "client_key": str(identity)}
                    )  # fmt: skip
                    found += [
                        {"attempt_id": identity, "run": 1, "number": check, "points": 0, "most": 5,
                         "status": "failed" if check == checks else "passed",
                         "sentence": f"Found {points}.", "data": {}}
                        for check in range(1, checks + 1)
                    ]  # fmt: skip
                    if round_ == rounds - 1:
                        earned.append(
                            {"member_id": first.id + number, "assignment_id": assignment.id,
                             "points": points, "attempt_id": identity}
                        )  # fmt: skip
        for table, all_rows in ((attempts, rows), (outcomes, found), (grades, earned)):
            for begin in range(0, len(all_rows), 20_000):
                connection.execute(insert(table), all_rows[begin : begin + 20_000])
