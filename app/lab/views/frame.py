"""What every page of a class shows around its content."""

from __future__ import annotations

from dataclasses import dataclass

from app.lab.visits import Visit
from app.site.views.links import TabLink
from classroom.identity import shown_code
from classroom.roles import Role


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassFrame:
    """What every page of a class shows around its content."""

    title: str
    """The class's."""
    address: str
    """The class's first page, such as `/lab/…`, to which ends like `/board` are added."""
    code: str
    """What one types to join the class."""
    nickname: str
    """The visitor's own in this class."""
    role: str
    """The visitor's in a word, such as `student`; what they look as where they try that."""
    links: tuple[TabLink, ...]
    """What this role may open."""
    form_token: str
    """Stands in every form."""
    as_student: bool
    """The visitor leads the class and looks at it as a student does."""
    may_try: bool
    """They may begin to."""


_PAGES = (
    ("Exercises", "", Role.STUDENT),
    ("Tests", "/inventory", Role.STUDENT),
    ("Report", "/report", Role.STUDENT),
    ("Board", "/board", Role.ASSISTANT),
    ("Present", "/present", Role.ASSISTANT),
    ("Grades", "/grades", Role.INSTRUCTOR),
    ("Write", "/write", Role.ASSISTANT),
    ("Settings", "/settings", Role.INSTRUCTOR),
)


def class_address(class_id: str) -> str:
    """Of the class's first page."""
    return f"/lab/{class_id}"


def class_frame(visit: Visit, page: str) -> ClassFrame:
    """page: the end of the address that is open."""
    here = visit.here
    address = class_address(here.id)
    return ClassFrame(
        title=here.title,
        address=address,
        code=shown_code(here.code),
        nickname=visit.me.nickname,
        role=visit.role.word,
        links=tuple(
            TabLink(title, address + end, end == page)
            for title, end, least in _PAGES
            if visit.role >= least
        ),
        form_token=visit.ticket.form_token,
        as_student=visit.tries_as_student,
        may_try=visit.role > Role.STUDENT,
    )
