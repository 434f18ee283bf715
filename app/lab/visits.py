"""Who visits a page of the lab: found from the cookie or a token, and held against the least role
that the route declares.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from sqlalchemy import Connection
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from app.lab.tickets import Ticket, fresh_ticket, read_ticket, ticket_text
from app.serving.addresses import read_as
from app.serving.answers import base_address
from app.serving.bodies import StrictBody
from app.serving.forms import files_of, form_of
from app.serving.lab_database import lab_database
from app.settings import settings
from classroom.classes import find_class, is_host_link
from classroom.errors import NotAllowed, NotHere
from classroom.identity import mark_of, token_hash
from classroom.members import Joined, find_member, is_seen_late, member_of_token, note_seen
from classroom.records import LabClass, Member
from classroom.roles import Role

COOKIE = "lowlab_lab"
COOKIE_SECONDS = 200 * 86_400
AS_STUDENT_COOKIE = "lowlab_lab_as_student"
"""Holds the class that its instructor looks at as a student does. It is not signed: it can only
take rights away."""
WELCOME_COOKIE = "lowlab_lab_welcome"
WELCOME_SECONDS = 600
_BEARER = "bearer "


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """Who visits a page of the lab, and in which class."""

    ticket: Ticket
    """What this browser keeps: in which classes it is whom."""
    role: Role
    """In the class of the address; HOST where there is none and the visitor may make classes."""
    now: float
    """Seconds since the epoch."""
    lab_class: LabClass | None = None
    """The class of the address; None for an address without one."""
    member: Member | None = None
    """The visitor in that class; None where they are nobody in it."""
    base: str = ""
    """The server, as the visitor typed it."""

    @property
    def here(self) -> LabClass:
        assert self.lab_class is not None
        return self.lab_class

    @property
    def me(self) -> Member:
        assert self.member is not None
        return self.member

    @property
    def tries_as_student(self) -> bool:
        """Whether the visitor may do more than they see now."""
        return self.member is not None and self.role < self.member.role


class Requires:
    """A route's declaration of the least role that it serves; gives the visit.

    An address of a class in which the visitor is nobody does not exist for them.
    """

    def __init__(self, role: Role) -> None:
        self.role = role

    def __call__(self, request: Request) -> Visit:
        """Raises NotHere, NotAllowed."""
        visit = visit_of(request)
        in_class = "class_id" in request.path_params
        if in_class and visit.role < max(self.role, Role.STUDENT):
            if visit.member is None:
                raise NotHere("There is no class of yours at this address.", "Join at /lab.")
            raise NotAllowed(
                f"This is for {_ROLE_WORDS[self.role]}.", "Your instructor can change your role."
            )
        if not in_class and visit.role < self.role:
            raise NotAllowed(
                "Only whoever runs this server may do this.",
                "Open the link that the server printed when it started.",
            )
        return visit


_ROLE_WORDS = {
    Role.STUDENT: "members of this class",
    Role.ASSISTANT: "assistants and instructors",
    Role.INSTRUCTOR: "instructors",
    Role.HOST: "whoever runs this server",
}


def visit_of(request: Request) -> Visit:
    """Raises NotHere where no lab is hosted, and for a class that is not."""
    if not settings().lab:
        raise NotHere("This server hosts no classes.", "lowlab serve --lab starts one that does.")
    now = time.time()
    ticket = read_ticket(request.cookies.get(COOKIE, ""))
    class_id = str(request.path_params.get("class_id", ""))
    bearer = _bearer(request)
    with lab_database().reading() as connection:
        host = bool(ticket.host) and is_host_link(connection, ticket.host)
        if not class_id:
            return Visit(ticket=ticket, role=Role.HOST if host else Role.VISITOR, now=now)
        known = find_class(connection, class_id)
        try:
            if bearer:
                member = member_of_token(connection, bearer)
            else:
                member = _ticket_member(connection, ticket, class_id)
        except NotHere:
            member = None
    if member is None or member.class_id != class_id:
        return Visit(ticket=ticket, role=Role.VISITOR, now=now, lab_class=known)
    if is_seen_late(member, now):
        with lab_database().writing() as connection:
            note_seen(connection, member, now)
    as_student = not bearer and request.cookies.get(AS_STUDENT_COOKIE) == class_id
    role = Role.STUDENT if as_student else member.role
    return Visit(
        ticket=ticket,
        role=role,
        now=now,
        lab_class=known,
        member=replace(member, seen=now),
        base=base_address(request),
    )


class TokenForm(StrictBody):
    """What every form of ours has."""

    form_token: str


def check_form(visit: Visit, form: FormData) -> None:
    """Raises NotAllowed for a form that no page of ours made for this browser."""
    if not visit.ticket.knows_form(read_as(TokenForm, form).form_token):
        raise NotAllowed(
            "This form is not from a page that this server gave you.",
            "Open the page again and send it once more; what you wrote is still in the form.",
        )


async def sent_form(request: Request, visit: Visit) -> FormData:
    """The form's fields, once it is known to be of a page of ours; files are left out. Raises
    UnreadableForm, NotAllowed."""
    async with form_of(request) as form:
        check_form(visit, form)
        return _fields(form)


async def sent_file(request: Request, visit: Visit, most_bytes: int) -> tuple[FormData, bytes]:
    """The same with the content of its one file, and one byte more than most_bytes at most."""
    async with form_of(request, max_files=1) as form:
        check_form(visit, form)
        sent = files_of(form, "file")
        content = await sent[-1].read(most_bytes + 1) if sent else b""
        return _fields(form), content


def _fields(form: FormData) -> FormData:
    return FormData([(name, text) for name, text in form.multi_items() if isinstance(text, str)])


def keep_ticket(request: Request, response: Response, ticket: Ticket) -> None:
    """The browser keeps the ticket from now on."""
    response.set_cookie(
        COOKIE,
        ticket_text(ticket),
        max_age=COOKIE_SECONDS,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def keep_welcome(request: Request, response: Response, joined: Joined) -> None:
    """The welcome page may show the return link again for a while; the database holds only its
    hash."""
    response.set_cookie(
        WELCOME_COOKIE,
        f"{joined.member.class_id}.{joined.token}",
        max_age=WELCOME_SECONDS,
        path="/lab",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def welcome_token(request: Request, member: Member) -> str:
    """What the browser still knows of the member's return link; empty when that is over."""
    class_id, _, token = request.cookies.get(WELCOME_COOKIE, "").partition(".")
    known = class_id == member.class_id and token_hash(token) == member.token_hash
    return token if known else ""


def look_as_student(request: Request, response: Response, class_id: str) -> None:
    """Until the browser closes, or `look_as_oneself`."""
    response.set_cookie(
        AS_STUDENT_COOKIE,
        class_id,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def look_as_oneself(response: Response) -> None:
    response.delete_cookie(AS_STUDENT_COOKIE, path="/")


def forget_ticket(response: Response) -> None:
    """Leave: the next person at this computer is nobody."""
    response.delete_cookie(COOKIE, path="/")
    response.delete_cookie(WELCOME_COOKIE, path="/lab")
    look_as_oneself(response)


def with_member(ticket: Ticket, member: Member) -> Ticket:
    base = ticket if ticket.nonce else fresh_ticket()
    return base.with_member(member.class_id, member.id, member.token_hash)


def _ticket_member(connection: Connection, ticket: Ticket, class_id: str) -> Member | None:
    badge = ticket.member_of(class_id)
    if badge is None:
        return None
    number, mark = badge
    member = find_member(connection, class_id, number)
    return member if mark_of(member.token_hash) == mark else None


def _bearer(request: Request) -> str:
    """The token that a program sends instead of a cookie."""
    value = request.headers.get("authorization", "")
    return value[len(_BEARER) :].strip() if value.lower().startswith(_BEARER) else ""
