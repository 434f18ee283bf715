"""Members of a class: they join with a nickname, come back by a link, and leave without a trace."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from classroom.classes import is_plain
from classroom.errors import NotAllowed, NotHere, Taken
from classroom.identity import new_token, token_hash
from classroom.records import LabClass, Member
from classroom.roles import Role
from classroom.tables import jobs, members
from compiler_core.errors import InputError

MOST_NICKNAME = 40
MOST_STUDENTS = 300
"""Of a class that is not open to all; who teaches it is not counted."""
_SEEN_SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class Joined:
    """token: shown once, as the return link."""

    member: Member
    token: str


def join_class(
    connection: Connection, joined: LabClass, nickname: str, now: float, role: Role = Role.STUDENT
) -> Joined:
    """Raises InputError for a nickname that is none, Taken, NotAllowed when the class is over or
    full."""
    named = read_nickname(nickname)
    if role == Role.STUDENT:
        _check_open(connection, joined, now)
    token = new_token()
    row = {
        "class_id": joined.id, "nickname": named, "nickname_key": _key(named), "role": role.word,
        "token_hash": token_hash(token), "joined": now, "seen": now,
    }  # fmt: skip
    taken = select(members.c.id).where(
        members.c.class_id == joined.id, members.c.nickname_key == row["nickname_key"]
    )
    try:
        if connection.scalar(taken) is not None:
            raise _taken(named)
        made = connection.execute(insert(members).values(row)).inserted_primary_key
    except IntegrityError as error:
        raise _taken(named) from error
    assert made is not None
    return Joined(find_member(connection, joined.id, made[0]), token)


def find_member(connection: Connection, class_id: str, member_id: int) -> Member:
    """Raises NotHere, for a member of another class too."""
    wanted = select(members).where(members.c.id == member_id, members.c.class_id == class_id)
    row = connection.execute(wanted).first()
    if row is None:
        raise NotHere("There is no such member in this class.", "They may have left.")
    return Member.of(row)


def member_of_token(connection: Connection, token: str) -> Member:
    """Raises NotHere."""
    wanted = select(members).where(members.c.token_hash == token_hash(token))
    row = connection.execute(wanted).first()
    if row is None:
        raise NotHere(
            "This return link leads to nobody.",
            "It may have been replaced. Ask your instructor for a new one, or join again.",
        )
    return Member.of(row)


def members_of(connection: Connection, class_id: str) -> tuple[Member, ...]:
    """In the order of their nicknames."""
    wanted = select(members).where(members.c.class_id == class_id).order_by(members.c.nickname_key)
    return tuple(Member.of(row) for row in connection.execute(wanted))


def new_return_link(connection: Connection, member: Member) -> str:
    """A fresh token; the old one, and every browser that knows it, is known no more."""
    token = new_token()
    changed = update(members).where(members.c.id == member.id)
    connection.execute(changed.values(token_hash=token_hash(token)))
    return token


def change_role(connection: Connection, member: Member, role: Role) -> None:
    """Raises InputError for a role that no member has."""
    if role not in (Role.STUDENT, Role.ASSISTANT, Role.INSTRUCTOR):
        raise InputError("A member is a student, an assistant or an instructor.")
    connection.execute(update(members).where(members.c.id == member.id).values(role=role.word))


def delete_member(connection: Connection, member: Member) -> None:
    """Their attempts stay without an owner; everything else of theirs goes. Not even their number
    says then which attempts were one member's."""
    own = update(jobs).where(jobs.c.owner == str(member.id))
    connection.execute(own.values(owner=""))
    connection.execute(delete(members).where(members.c.id == member.id))


def note_seen(connection: Connection, member: Member, now: float) -> None:
    connection.execute(update(members).where(members.c.id == member.id).values(seen=now))


def is_seen_late(member: Member, now: float) -> bool:
    """Whether it is time to note again that they are here."""
    return now - member.seen > _SEEN_SECONDS


def read_nickname(text: str) -> str:
    """Raises InputError."""
    named = unicodedata.normalize("NFC", " ".join(text.split()))
    if not named or len(named) > MOST_NICKNAME or not is_plain(named):
        raise InputError(
            f"A nickname has 1 to {MOST_NICKNAME} characters that can be seen.",
            "It need not be your name.",
        )
    return named


def _check_open(connection: Connection, joined: LabClass, now: float) -> None:
    if joined.closes is not None and now > joined.closes:
        raise NotAllowed("This class is over.", "Ask whoever gave you the code.")
    if joined.settings.open_class:
        return
    here = (members.c.class_id == joined.id) & (members.c.role == Role.STUDENT.word)
    count = connection.scalar(select(func.count()).select_from(members).where(here))
    if (count or 0) >= MOST_STUDENTS:
        raise NotAllowed(f"This class has its {MOST_STUDENTS} students.", "Ask your instructor.")


def _key(nickname: str) -> str:
    return unicodedata.normalize("NFKC", nickname).casefold()


def _taken(nickname: str) -> Taken:
    return Taken(
        f"Someone here is called {nickname} already.", "Add a letter, or use your return link."
    )
