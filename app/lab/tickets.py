"""What a browser keeps between two requests, signed with a key of this server.

A ticket names members; one who got a new return link, or was removed, is known by an old ticket no
more.
"""

from __future__ import annotations

import hmac
import os
import secrets
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from itsdangerous import BadData, URLSafeSerializer

from app.settings import settings
from classroom.identity import mark_of

_NONCE_BYTES = 16
_KEY_NAME = "lab.key"
MOST_CLASSES = 20
"""That one browser remembers; the oldest is forgotten first."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """What a browser keeps. members: class, member and the beginning of the hash of the member's
    token. host: the same beginning of a host's link, empty for everybody else. nonce: what form
    tokens are made from.
    """

    members: tuple[tuple[str, int, str], ...] = ()
    host: str = ""
    nonce: str = ""

    def member_of(self, class_id: str) -> tuple[int, str] | None:
        """Number of the member and mark of their token."""
        return next(((id_, mark) for name, id_, mark in self.members if name == class_id), None)

    def with_member(self, class_id: str, member: int, token_hash_: str) -> Ticket:
        """Also, or now, this member of that class."""
        others = tuple(badge for badge in self.members if badge[0] != class_id)
        return replace(
            self, members=(*others, (class_id, member, mark_of(token_hash_)))[-MOST_CLASSES:]
        )

    def without(self, class_id: str) -> Ticket:
        return replace(self, members=tuple(badge for badge in self.members if badge[0] != class_id))

    @property
    def form_token(self) -> str:
        """Stands in every form of this browser; a page of another site cannot know it."""
        return hmac.new(_key(), f"form {self.nonce}".encode(), "sha256").hexdigest()[:32]

    def knows_form(self, token: str) -> bool:
        return bool(self.nonce) and hmac.compare_digest(
            token.encode("utf-8", "replace"), self.form_token.encode()
        )


def fresh_ticket() -> Ticket:
    """Of a browser that comes for the first time."""
    return Ticket(nonce=secrets.token_hex(_NONCE_BYTES))


def ticket_text(ticket: Ticket) -> str:
    """As the cookie holds it, signed."""
    return str(_signer().dumps([list(ticket.members), ticket.host, ticket.nonce]))


def read_ticket(text: str) -> Ticket:
    """The ticket that a browser brought; a fresh one where none is, or a forged one."""
    try:
        members, host, nonce = _signer().loads(text)
        badges = tuple((str(name), int(member), str(mark)) for name, member, mark in members)
    except (BadData, ValueError, TypeError):
        return fresh_ticket()
    return Ticket(badges, str(host), str(nonce))


def signed(purpose: str, value: str) -> str:
    """A value that an address carries and nobody else can make."""
    return str(URLSafeSerializer(_key(), salt=purpose).dumps(value))


def read_signed(purpose: str, text: str) -> str | None:
    """The value; None for what was not made here, or for another purpose."""
    try:
        return str(URLSafeSerializer(_key(), salt=purpose).loads(text))
    except BadData:
        return None


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(_key(), salt="lab ticket")


@lru_cache(maxsize=1)
def _key() -> bytes:
    """The server's key, made at its first start and readable by its owner only."""
    path = settings().state / _KEY_NAME
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        _write_new(path, secrets.token_bytes(32))
    return path.read_bytes()


def _write_new(path: Path, content: bytes) -> None:
    """Whole, or not at all, where two servers start at once. Raises FileExistsError."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    draft.touch(mode=0o600)
    try:
        draft.write_bytes(content)
        os.link(draft, path)
    finally:
        draft.unlink()
