"""What a member collected: their best attempt at each exercise, with their own words about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from classroom.assignments import exercises_of, posed_for
from classroom.attempts import find_attempt, outcomes_of
from classroom.predictions import answered_first
from classroom.records import Assignment, Attempt, Member, OutcomeRow
from classroom.tables import grades, own_words, variants

MOST_WORDS = 4_000
"""Characters of one entry's own words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportEntry:
    """The attempt that counts."""

    assignment: Assignment
    """What the attempt answers."""
    title: str
    """The exercise's, with the member's own values in place of its variants."""
    values: Mapping[str, Any]
    """Values of the exercise's variants that the member drew, by name; empty without variants."""
    attempt: Attempt
    """The one that the member's grade rests on."""
    outcomes: tuple[OutcomeRow, ...]
    """What became of each check of that attempt, in the order of the checks."""
    answered_first: bool
    """Whether the member predicted the answer before they tried or handed in anything."""
    words: str
    """What the member wrote about it themselves; empty for nothing."""


def report_entries(connection: Connection, member: Member) -> tuple[ReportEntry, ...]:
    """In the order of the class's exercises."""
    mine = grades.c.member_id == member.id
    rows = connection.execute(select(grades.c.assignment_id, grades.c.attempt_id).where(mine))
    best = {row.assignment_id: row.attempt_id for row in rows if row.attempt_id is not None}
    said = _words(connection, member)
    drawn = select(variants).where(variants.c.member_id == member.id)
    values = {row.assignment_id: row._mapping["values"] for row in connection.execute(drawn)}
    entries: list[ReportEntry] = []
    for assignment, exercise in exercises_of(connection, member.class_id):
        if assignment.id not in best:
            continue
        attempt = find_attempt(connection, best[assignment.id])
        own = dict(values.get(assignment.id, {}))
        entries.append(
            ReportEntry(
                assignment=assignment,
                title=posed_for(exercise, own).title,
                values=own,
                attempt=attempt,
                outcomes=outcomes_of(connection, attempt),
                answered_first=answered_first(connection, member.id, assignment.id),
                words=said.get(assignment.id, ""),
            )
        )
    return tuple(entries)


def keep_words(connection: Connection, member: Member, assignment: Assignment, text: str) -> None:
    """Instead of what stood there."""
    mine = (own_words.c.member_id == member.id) & (own_words.c.assignment_id == assignment.id)
    connection.execute(delete(own_words).where(mine))
    words = text.replace("\r\n", "\n").replace("\0", "").strip()[:MOST_WORDS]
    if words:
        row = {"member_id": member.id, "assignment_id": assignment.id, "text": words}
        connection.execute(insert(own_words).values(row))


def _words(connection: Connection, member: Member) -> dict[int, str]:
    wanted = select(own_words).where(own_words.c.member_id == member.id)
    return {row.assignment_id: row.text for row in connection.execute(wanted)}
