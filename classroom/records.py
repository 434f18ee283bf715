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
        stored: dict[str, Any] = {
            name: value for name, value in values.items() if name in known
        }  # fmt: skip
        stored["sheets"] = tuple(stored.get("sheets", ()))
        return cls(**stored)


@dataclass(frozen=True, slots=True, kw_only=True)
class LabClass:
    """A class, as its table keeps it."""

    id: str
    code: str
    title: str
    made: float
    opens: float | None
    closes: float | None
    settings: ClassSettings
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
    class_id: str
    nickname: str
    role: Role
    token_hash: str
    joined: float
    seen: float

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
    class_id: str
    exercise_id: str
    digest: str
    """Of the exercise's file."""
    place: int
    """Counted from 0."""
    points: int
    due: float | None
    """None for no deadline."""
    grace: float
    """Seconds after it."""

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
    member_id: int | None
    """None when the member is deleted."""
    assignment_id: int
    digest: str
    state: dict[str, Any]
    at: float
    handed_in: bool
    run: int
    """Of grading."""
    status: str
    """Waiting, running, graded, or error (ours)."""
    points: int

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
