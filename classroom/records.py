"""What stands in the tables, as records. Times are seconds since the epoch."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Self

from sqlalchemy import Row

from classroom.roles import ROLE_OF, Role


@dataclass(frozen=True, slots=True)
class ClassSettings:
    """late_points: lost for each day after the deadline; None refuses what comes late. same_values:
    one variant for all. open_class: any number may join, and nobody's
    nickname is shown to others. keep_days: after its end a class is deleted. sheets: ids of the
    course pack's, in the order in which they were picked.
    """

    late_points: int | None = None
    same_values: bool = False
    open_class: bool = False
    keep_days: int = 180
    sheets: tuple[str, ...] = ()

    @classmethod
    def of(cls, values: dict[str, Any]) -> Self:
        """Of the stored object; what it does not have, or no more, is as usual."""
        known = {field.name for field in fields(cls)}
        stored: dict[str, Any] = {name: value for name, value in values.items() if name in known}
        stored["sheets"] = tuple(stored.get("sheets", ()))
        return cls(**stored)


@dataclass(frozen=True, slots=True, kw_only=True)
class LabClass:
    """A class, as its table keeps it."""

    id: str
    """Eight random characters, the class's part of addresses: `/lab/{id}`."""
    code: str
    """What students type to join, stored without its hyphen: `K7QX`, shown as `K7-QX`."""
    title: str
    """As its pages show it."""
    made: float
    """Seconds since the epoch."""
    opens: float | None
    """When the class begins, in seconds since the epoch; None for no such date."""
    closes: float | None
    """When the class ends, in seconds since the epoch; None for no such date."""
    settings: ClassSettings
    """What instructors chose for it; what its row does not hold is as usual."""
    secret: bytes
    """Variants and hidden inputs are drawn from it."""

    @classmethod
    def of(cls, row: Row[Any]) -> Self:
        return cls(
            id=row.id,
            code=row.code,
            title=row.title,
            made=row.made,
            opens=row.opens,
            closes=row.closes,
            settings=ClassSettings.of(row.settings),
            secret=bytes(row.secret),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    id: int
    """The key of its row; attempts, grades and answers name it."""
    class_id: str
    """The `id` of the class that they are a member of; who joins two classes is two members."""
    nickname: str
    """As typed; unique in the class, and the only name that is kept."""
    role: Role
    """Student, assistant or instructor."""
    token_hash: str
    """A hash of the token in their return link, in hexadecimal; the token itself is not kept."""
    joined: float
    """Seconds since the epoch."""
    seen: float
    """When they last opened a page of the class, roughly: seconds since the epoch."""

    @classmethod
    def of(cls, row: Row[Any]) -> Self:
        return cls(
            id=row.id,
            class_id=row.class_id,
            nickname=row.nickname,
            role=ROLE_OF[row.role],
            token_hash=row.token_hash,
            joined=row.joined,
            seen=row.seen,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """An exercise in a class."""

    id: int
    """The key of its row; attempts, grades and variants name it."""
    class_id: str
    """The `id` of the class that it belongs to."""
    exercise_id: str
    """The `id` that the exercise's file gives itself; once in a class."""
    digest: str
    """SHA-256 of the version of the exercise that the class has, the key of its stored file."""
    place: int
    """Where it stands among the class's exercises, counted from 0."""
    points: int
    """Of all checks of the exercise together: the most that an answer can get."""
    due: float | None
    """The class's deadline in seconds since the epoch; None for none. A member may have a later
    one."""
    grace: float
    """Seconds after the deadline in which an answer is not late yet."""

    @classmethod
    def of(cls, row: Row[Any]) -> Self:
        return cls(
            id=row.id,
            class_id=row.class_id,
            exercise_id=row.exercise_id,
            digest=row.digest,
            place=row.place,
            points=row.points,
            due=row.due,
            grace=row.grace,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """What one member handed in, or tried."""

    id: int
    """The key of its row, growing: the newest attempt has the largest."""
    member_id: int | None
    """None when the member is deleted."""
    assignment_id: int
    """The `id` of the assignment that it answers."""
    digest: str
    """SHA-256 of the version of the exercise that it answers."""
    state: dict[str, Any]
    """The answer itself, as the page sent it: values by the names that the exercise allows."""
    at: float
    """When it came in, in seconds since the epoch."""
    handed_in: bool
    """False for a try, which counts for nothing."""
    run: int
    """Which grading of it counts, from 1; it grows when a further run is taken over."""
    status: str
    """Of that run: `waiting`, `running`, `graded`, `error` (ours), or `replaced` by a newer one."""
    points: int
    """What that run gave, 0 until it is graded; deductions are made in the grade, not here."""

    @classmethod
    def of(cls, row: Row[Any]) -> Self:
        return cls(
            id=row.id,
            member_id=row.member_id,
            assignment_id=row.assignment_id,
            digest=row.digest,
            state=row.state,
            at=row.at,
            handed_in=row.handed_in,
            run=row.run,
            status=row.status,
            points=row.points,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeRow:
    """What became of one check."""

    number: int
    """The check's, from 1."""
    status: str
    """One of `passed`, `failed`, `skipped` (an earlier check ended the grading) and `error` (our
    fault, which costs nobody points)."""
    points: int
    """What was earned: all of `most` where it passed, else 0."""
    most: int
    """Points that this check gives when it passes."""
    sentence: str
    """What was found, after what was expected where a judged check failed; or why it was not
    judged."""
    data: dict[str, Any]
    """The texts `expected` and `found` of a check that was judged, `why` of an error; else
    empty."""

    @classmethod
    def of(cls, row: Row[Any]) -> Self:
        return cls(
            number=row.number,
            status=row.status,
            points=row.points,
            most=row.most,
            sentence=row.sentence,
            data=row.data,
        )
