"""The first page of the lab: join a class, come back to one, or make one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.lab.views.frame import class_address
from app.site.views.setting_fields import SettingChoice, choices_of
from app.words import count
from classroom.records import LabClass, Member
from compiler_core.sheets.reading import shipped_sheets
from compiler_core.sheets.sheet import CourseSheet


@dataclass(frozen=True, slots=True)
class KnownClass:
    """A class in which this browser is somebody."""

    title: str
    address: str
    nickname: str
    role: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorPage:
    """The first page of the lab: join a class, come back to one, or make one."""

    title: str
    """Of the document."""
    known: tuple[KnownClass, ...]
    """Classes in which this browser is somebody."""
    may_host: bool
    """Whether the visitor may make classes; then a form for that stands below."""
    form_token: str
    """Stands in each form, so that only pages of ours can send it."""
    code: str
    """The class's code, from the address or as it was typed before; else empty."""
    nickname: str
    """As it was typed before; else empty."""
    class_title: str
    """Of a new class, as it was typed before; else empty."""
    sheets: tuple[SettingChoice, ...]
    """Sheets of the course pack that a new class can begin with; empty for who may make none."""
    told: str
    """What was done just now."""
    problem: str
    """What was wrong with the last try, empty for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WelcomePage:
    """After joining: the link by which one comes back, and where to go on."""

    title: str
    """Of the document."""
    class_title: str
    """The class that was joined."""
    nickname: str
    """The member's own."""
    link: str
    """The return link: whoever has it is the member."""
    address: str
    """Where one goes on."""
    next_title: str
    """Words of the button that goes there, such as `To the exercises`."""


NEXT_STEPS = {
    "": ("", "To the exercises"),
    "class": ("", "To the class"),
    "choose": ("/settings", "Choose exercises"),
    "settings": ("/settings", "To its settings"),
}
"""Where one goes on from the welcome page, by what its address says: the address below that of the
class, and the words of the button."""


def welcome_page(
    lab_class: LabClass, member: Member, return_link: str, next_step: str
) -> WelcomePage:
    """next_step: one of NEXT_STEPS; anything else counts as the first."""
    end, words = NEXT_STEPS.get(next_step, NEXT_STEPS[""])
    address = class_address(lab_class.id)
    return WelcomePage(
        title="Welcome",
        class_title=lab_class.title,
        nickname=member.nickname,
        link=return_link,
        address=address + end,
        next_title=words,
    )


def door_page(
    known: Sequence[tuple[LabClass, Member]],
    may_host: bool,
    form_token: str,
    typed: dict[str, str],
    problem: str = "",
) -> DoorPage:
    """typed: what stood in the form before."""
    return DoorPage(
        title="Lab",
        known=tuple(
            KnownClass(lab_class.title, class_address(lab_class.id), me.nickname, me.role.word)
            for lab_class, me in known
        ),
        may_host=may_host,
        form_token=form_token,
        code=typed.get("code", ""),
        nickname=typed.get("nickname", ""),
        class_title=typed.get("title", ""),
        sheets=sheet_offers(shipped_sheets(), typed.get("sheet", "")) if may_host else (),
        told="The class is deleted, with all that was in it." if "deleted" in typed else "",
        problem=problem,
    )


def sheet_offers(sheets: Sequence[CourseSheet], selected: str = "") -> tuple[SettingChoice, ...]:
    """selected: id of the one that was chosen."""
    options = (
        (sheet.id, f"{sheet.number} {sheet.title}, {count(len(sheet.exercises), 'exercise')}")
        for sheet in sheets
    )
    return choices_of(options, selected)
