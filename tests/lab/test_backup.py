"""A backup holds everything, from either database into either."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import select

from classroom.attempts import outcomes_of
from classroom.backup import back_up, restore, rows_by_table
from classroom.database import LabDatabase
from classroom.grades import settle_grade
from classroom.records import Attempt, Member
from classroom.tables import attempts, grades
from compiler_core.errors import InputError
from tests.lab.laboratory import Laboratory


@pytest.fixture
def filled(lab: Laboratory) -> Laboratory:
    for name in ("ada", "bob"):
        member = lab.join(name)
        lab.hand_in(member, "vv")
        lab.send(member, "v", handed_in=False)
    lab.engine.do_all()
    return lab


def test_backup_and_restore_elsewhere(filled: Laboratory, tmp_path: Path) -> None:
    file = tmp_path / "backup.sqlite"
    back_up(filled.database, file)
    assert not list(tmp_path.glob("backup.sqlite-*"))
    elsewhere = LabDatabase(f"sqlite:///{tmp_path / 'elsewhere.sqlite'}")
    restore(file, elsewhere)
    assert rows_by_table(elsewhere) == rows_by_table(filled.database)
    again = Laboratory(elsewhere)
    again.hand_in(again.join("carol"), "v")
    with pytest.raises(InputError, match="classes here already"):
        restore(file, elsewhere)
    elsewhere.close()


def test_restore_into_postgresql_goes_on_counting(tmp_path: Path, database: LabDatabase) -> None:
    own = LabDatabase(f"sqlite:///{tmp_path / 'own.sqlite'}")
    own.prepare()
    before = Laboratory(own)
    before.hand_in(before.join("ada"), "vv")
    before.engine.do_all()
    back_up(own, tmp_path / "file")
    restore(tmp_path / "file", database)
    assert rows_by_table(database) == rows_by_table(own)
    later = Laboratory(database)
    later.hand_in(later.join("new"), "v")
    own.close()


def test_what_is_no_backup_is_refused(tmp_path: Path, database: LabDatabase) -> None:
    (tmp_path / "text").write_text("no database")
    for name in ("text", "nothing"):
        with pytest.raises(InputError, match="no backup of a lab"):
            restore(tmp_path / name, database)
    (tmp_path / "there").touch()
    with pytest.raises(InputError, match="exists already"):
        back_up(database, tmp_path / "there")


def test_a_backup_is_of_one_moment_while_a_class_works(lab: Laboratory, tmp_path: Path) -> None:
    """What was acknowledged before it began is in it; grades are those of the attempts in it."""
    members = [lab.join(f"member {number}") for number in range(4)]
    kept: list[int] = []
    graded = 0
    ending = Event()

    def work(member: Member) -> None:
        for number in count():
            if ending.is_set():
                return
            lab.now += 70.0  # Nobody is told that they hand in too often.
            kept.append(lab.hand_in(member, "v" * (number % 9), key=f"key {number}").id)

    def grade() -> None:
        while not ending.is_set():
            if not lab.engine.do_next():
                ending.wait(0.01)

    with ThreadPoolExecutor(5) as threads:
        working = [*(threads.submit(work, one) for one in members), threads.submit(grade)]
        try:
            for number in range(4):
                while len(kept) < 20 * (number + 1) and not any(one.done() for one in working):
                    ending.wait(0.02)
                known = set(kept)
                back_up(lab.database, tmp_path / f"{number}.sqlite")
                elsewhere = LabDatabase(f"sqlite:///{tmp_path / f'elsewhere{number}.sqlite'}")
                restore(tmp_path / f"{number}.sqlite", elsewhere)
                graded = check_whole(elsewhere, known)
                elsewhere.close()
        finally:
            ending.set()
        for one in working:
            one.result()
    assert graded


def check_whole(database: LabDatabase, known: set[int]) -> int:
    """How many attempts in it are graded."""
    with database.writing() as connection:
        found = [Attempt.of(row) for row in connection.execute(select(attempts))]
        assert known <= {one.id for one in found}
        for one in found:
            judged = outcomes_of(connection, one)
            assert len(judged) == (2 if one.status == "graded" else 0)
            assert sum(each.points for each in judged) == one.points
        before = connection.execute(select(grades).order_by(grades.c.member_id)).all()
        for row in before:
            settle_grade(connection, row.member_id, row.assignment_id)
        assert connection.execute(select(grades).order_by(grades.c.member_id)).all() == before
    return sum(one.status == "graded" for one in found)
