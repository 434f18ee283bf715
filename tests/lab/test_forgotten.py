"""A member who is deleted leaves nothing that leads to them, on either database."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import select

from classroom.database import LabDatabase
from classroom.grades import open_hint
from classroom.jobs import take_job
from classroom.members import delete_member
from classroom.reports import keep_words
from classroom.tables import jobs, metadata
from compiler_core.exercises.exercise import Hint
from tests.lab.laboratory import Laboratory

NAME = "Zyxwvuthilde"


def rows_of(database: LabDatabase) -> dict[str, list[dict[str, object]]]:
    with database.reading() as connection:
        return {
            table.name: [dict(row._mapping) for row in connection.execute(select(table))]
            for table in metadata.sorted_tables
        }


def test_every_table_that_names_a_member_forgets_them() -> None:
    """Neither a row of theirs nor a reference stays, whatever tables come."""
    kept = {
        f"{table.name}.{key.parent.name}": key.ondelete
        for table in metadata.sorted_tables
        for key in table.foreign_keys
        if key.column.table.name == "member"
    }
    assert len(kept) > 8
    assert {one for one in kept.values() if one not in ("CASCADE", "SET NULL")} == set()
    assert [name for name, rule in kept.items() if rule == "SET NULL"] == ["attempt.member_id"]


def test_nothing_leads_to_a_deleted_member(lab: Laboratory) -> None:
    other = lab.join()
    joined = lab.joined(NAME)
    me = joined.member
    graded, waiting = lab.send(me, "vvvvvvv", handed_in=False), lab.hand_in(me, "vv")
    with lab.database.writing() as connection:
        job = connection.scalar(select(jobs.c.id).where(jobs.c.attempt_id == graded.id)) or 0
        assert take_job(connection, job, lab.now) is not None
        open_hint(connection, me.id, lab.assignment, [Hint("Look.", 0)], lab.now)
        keep_words(connection, me, lab.assignment, f"I, {NAME}, did this.")
    before = rows_of(lab.database)
    assert NAME in str(before)
    token_hash = next(row["token_hash"] for row in before["member"] if row["id"] == me.id)
    with lab.database.writing() as connection:
        delete_member(connection, me)
    lab.database.tidy()
    lab.engine.do_all()

    after = rows_of(lab.database)
    for word in (NAME, NAME.lower(), joined.token, str(token_hash)):
        assert word not in str(after), word
    assert [row["id"] for row in after["member"]] == [other.id]
    assert {row["member_id"] for row in after["attempt"]} == {None}
    assert {row["owner"] for row in after["job"]} == {""}
    assert lab.attempt(waiting).status == "graded"
    if lab.database.is_sqlite:
        folder = Path(lab.database.engine.url.database or "").parent
        kept = b"".join(one.read_bytes() for one in folder.rglob("*") if one.is_file())
        assert NAME.encode() not in kept
        assert str(token_hash).encode() not in kept
