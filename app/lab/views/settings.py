"""The settings of a class: its dates, exercises and members."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.lab.views.door import Offer, sheet_offers
from app.lab.views.frame import ClassFrame
from app.lab.views.sheet import sheet_links
from app.site.views.links import Link
from app.words import count
from classroom.assignments import general_title
from classroom.course_pack import sheets_in
from classroom.moments import form_moment, moment_words, span_words
from classroom.records import Assignment, LabClass, Member
from classroom.roles import MEMBER_ROLES
from compiler_core.exercises.exercise import Exercise
from compiler_core.sheets.reading import shipped_sheets


@dataclass(frozen=True, slots=True)
class AssignedRow:
    """An exercise of the class. place: from 1. due: as a form's field holds it."""

    id: str
    title: str
    place: int
    points: int
    due: str


@dataclass(frozen=True, slots=True)
class OfferedRow:
    """facts: kind, points and checks in words."""

    id: str
    title: str
    facts: str


@dataclass(frozen=True, slots=True)
class RoleChoice:
    """A role that a member may have. selected: the one they have."""

    word: str
    selected: bool


@dataclass(frozen=True, slots=True)
class MemberRow:
    """One member. roles: to choose from. joined, seen: in words."""

    id: int
    nickname: str
    roles: tuple[RoleChoice, ...]
    joined: str
    seen: str


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """opens, closes: as a form's fields hold them. offered: exercises that can be added. sheets: of
    the class; more_sheets: that can be picked. told: what the last button did. problem: why it did
    not.
    """

    title: str
    frame: ClassFrame
    opens: str
    closes: str
    late_points: str
    keep_days: int
    same_values: bool
    open_class: bool
    assigned: tuple[AssignedRow, ...]
    offered: tuple[OfferedRow, ...]
    members: tuple[MemberRow, ...]
    sheets: tuple[Link, ...]
    more_sheets: tuple[Offer, ...]
    told: str
    problem: str


def settings_page(
    frame: ClassFrame, lab_class: LabClass, assigned: Sequence[Assignment],
    titles: Mapping[int, str], shipped: Sequence[Exercise], members: Sequence[Member], now: float,
    told: str, problem: str,
) -> SettingsPage:  # fmt: skip
    """told: what the last button did. problem: why it did not."""
    there = {one.exercise_id for one in assigned}
    chosen = lab_class.settings
    return SettingsPage(
        "Settings",
        frame,
        form_moment(lab_class.opens),
        form_moment(lab_class.closes),
        "" if chosen.late_points is None else str(chosen.late_points),
        chosen.keep_days,
        chosen.same_values,
        chosen.open_class,
        tuple(
            AssignedRow(one.exercise_id, titles[one.id], number, one.points, form_moment(one.due))
            for number, one in enumerate(assigned, 1)
        ),
        tuple(_offered(one) for one in shipped if one.id not in there),
        tuple(_member(one, now) for one in members),
        sheet_links(frame, sheets_in(lab_class)),
        sheet_offers([one for one in shipped_sheets() if one.id not in chosen.sheets]),
        told,
        problem,
    )


def _offered(one: Exercise) -> OfferedRow:
    facts = f"{one.kind}, {count(one.points, 'point')}, {count(len(one.checks), 'check')}"
    return OfferedRow(one.id, general_title(one), facts)


def _member(one: Member, now: float) -> MemberRow:
    roles = tuple(RoleChoice(role.word, role == one.role) for role in MEMBER_ROLES)
    return MemberRow(
        one.id, one.nickname, roles, moment_words(one.joined), span_words(now - one.seen)
    )
