"""The settings of a class: its dates, exercises and members."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.lab.views.door import sheet_offers
from app.lab.views.frame import ClassFrame
from app.lab.views.sheet import sheet_links
from app.site.views.links import Link
from app.site.views.setting_fields import SettingChoice
from app.words import count
from classroom.assignments import general_title
from classroom.course_pack import sheets_in
from classroom.moments import form_moment, moment_words, span_words, zone_words
from classroom.records import Assignment, ClassSettings, LabClass, Member
from classroom.roles import MEMBER_ROLES, Role
from compiler_core.exercises.exercise import Exercise
from compiler_core.sheets.reading import shipped_sheets


@dataclass(frozen=True, slots=True)
class AssignedRow:
    """An exercise of the class. due: as a form's field holds it."""

    assignment: Assignment
    title: str
    due: str


@dataclass(frozen=True, slots=True)
class OfferedRow:
    """facts: kind, points and checks in words."""

    id: str
    title: str
    facts: str


@dataclass(frozen=True, slots=True)
class MemberRow:
    """joined, seen: in words."""

    member: Member
    joined: str
    seen: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsPage:
    """class_title to open_class: as the form of the class holds them, or as they stood in one that
    was refused."""

    title: str
    """Of the document."""
    frame: ClassFrame
    """What stands around every page of the class."""
    zone: str
    """The time that all moments are told in."""
    class_title: str
    """As the form holds it, or held it when it was refused."""
    opens: str
    """A moment as the form's field holds it; empty for a class that is open from the start."""
    closes: str
    """A moment as the form's field holds it; empty for a class without an end."""
    late_points: str
    """Points lost for each day late, as typed; empty where nothing is taken late."""
    keep_days: str
    """Days that the class is kept after its end, as typed."""
    same_values: bool
    """Everybody gets the same variant of an exercise."""
    open_class: bool
    """More than 300 students may join, and the board shows no names."""
    copy_title: str
    """Of a copy, as its form holds it."""
    copy_begins: str
    """When a copy begins, as its form holds it; empty before it was typed."""
    assigned: tuple[AssignedRow, ...]
    """Exercises of the class, in their order."""
    offered: tuple[OfferedRow, ...]
    """Exercises that can be added."""
    members: tuple[MemberRow, ...]
    """All of the class, with when they joined and were seen."""
    roles: tuple[Role, ...]
    """That a member may have."""
    sheets: tuple[Link, ...]
    """Links to those sheets of the course pack that the class uses."""
    more_sheets: tuple[SettingChoice, ...]
    """That can be picked."""
    class_sheets: tuple[SettingChoice, ...]
    """The class's own sheets, to choose one whose exercises get a deadline."""
    told: str
    """What the last button did."""
    problem: str
    """Why it did not."""


def settings_page(
    frame: ClassFrame,
    lab_class: LabClass,
    assigned: Sequence[Assignment],
    titles: Mapping[int, str],
    shipped: Sequence[Exercise],
    members: Sequence[Member],
    now: float,
    message: str,
    problem: str,
    typed: Mapping[str, str],
) -> SettingsPage:
    """message: what the last button did. problem: why it did not. typed: the refused form."""
    there = {assignment.exercise_id for assignment in assigned}
    chosen = lab_class.settings
    saved = typed if typed.get("act") == "save" else {}
    copied = typed if "begins" in typed else {}
    return SettingsPage(
        title="Settings",
        frame=frame,
        zone=zone_words(),
        class_title=saved.get("title", lab_class.title),
        opens=saved.get("opens", form_moment(lab_class.opens)),
        closes=saved.get("closes", form_moment(lab_class.closes)),
        late_points=saved.get("late_points", _late_words(chosen)),
        keep_days=saved.get("keep_days", str(chosen.keep_days)),
        same_values="same_values" in saved if saved else chosen.same_values,
        open_class="open_class" in saved if saved else chosen.open_class,
        copy_title=copied.get("title", lab_class.title),
        copy_begins=copied.get("begins", ""),
        assigned=tuple(AssignedRow(row, titles[row.id], form_moment(row.due)) for row in assigned),
        offered=tuple(_offered(exercise) for exercise in shipped if exercise.id not in there),
        members=tuple(_member_row(member, now) for member in members),
        roles=tuple(MEMBER_ROLES),
        sheets=sheet_links(frame, sheets_in(lab_class)),
        more_sheets=_more_sheets(chosen),
        class_sheets=sheet_offers(sheets_in(lab_class)),
        told=message,
        problem=problem,
    )


def _late_words(settings: ClassSettings) -> str:
    return "" if settings.late_points is None else str(settings.late_points)


def _member_row(member: Member, now: float) -> MemberRow:
    return MemberRow(member, moment_words(member.joined), span_words(now - member.seen))


def _more_sheets(settings: ClassSettings) -> tuple[SettingChoice, ...]:
    return sheet_offers([sheet for sheet in shipped_sheets() if sheet.id not in settings.sheets])


def _offered(offer: Exercise) -> OfferedRow:
    facts = f"{offer.kind}, {count(offer.points, 'point')}, {count(len(offer.checks), 'check')}"
    return OfferedRow(offer.id, general_title(offer), facts)
