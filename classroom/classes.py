"""Classes: made by a host, found by code or id, changed and deleted by their instructors."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from classroom.errors import NotHere
from classroom.identity import (
    CODE_DIGITS,
    CODE_LENGTH,
    new_code,
    new_id,
    new_token,
    read_code,
    shown_code,
    token_hash,
)
from classroom.records import ClassSettings, LabClass
from classroom.tables import audit, classes, host_links
from compiler_core.errors import InputError

MOST_TITLE = 80
_SECRET_BYTES = 32
_TRIES = 50


def make_host_link(connection: Connection, now: float) -> str:
    """A fresh token that lets its holder make classes; those before it end."""
    token = new_token()
    connection.execute(delete(host_links))
    connection.execute(insert(host_links).values(token_hash=token_hash(token), made=now))
    return token


def is_host_link(connection: Connection, hash_: str) -> bool:
    """Whether a token with this hash, or this beginning of it, makes its holder a host."""
    hashes = connection.scalars(select(host_links.c.token_hash))
    return bool(hash_) and any(known_hash.startswith(hash_) for known_hash in hashes)


def make_class(
    connection: Connection, title: str, now: float, draw: Callable[[], str] = new_code
) -> LabClass:
    """Raises InputError for a title that is none."""
    named = read_title(title)
    for _ in range(_TRIES):
        code = draw()
        if connection.scalar(select(classes.c.id).where(classes.c.code == code)) is None:
            break
    else:
        raise InputError("No free code was found.", "Delete classes that are over.")
    values = {
        "id": new_id(), "code": code, "title": named, "made": now,
        "settings": asdict(ClassSettings()), "secret": secrets.token_bytes(_SECRET_BYTES),
    }  # fmt: skip
    connection.execute(insert(classes).values(values))
    return find_class(connection, values["id"])


def find_class(connection: Connection, class_id: str) -> LabClass:
    """Raises NotHere."""
    row = connection.execute(select(classes).where(classes.c.id == class_id)).first()
    if row is None:
        raise NotHere("There is no class at this address.", "Join with its code at /lab.")
    return LabClass.of(row)


def class_of_code(connection: Connection, typed: str) -> LabClass:
    """Raises NotHere, with the code as it was read."""
    code = read_code(typed)
    row = connection.execute(select(classes).where(classes.c.code == code)).first()
    if row is None:
        shown = shown_code(code) if len(code) == CODE_LENGTH else typed.strip()[:20] or "(empty)"
        odd = any(digit not in CODE_DIGITS for digit in code)
        advice = (
            "Codes have no O, I, 0 or 1."
            if odd or len(code) == CODE_LENGTH
            else (f"A code has {CODE_LENGTH} letters and digits, such as K7-QX.")
        )
        raise NotHere(f"No class has the code {shown}.", advice)
    return LabClass.of(row)


def all_classes(connection: Connection) -> tuple[LabClass, ...]:
    """Oldest first."""
    rows = connection.execute(select(classes).order_by(classes.c.made))
    return tuple(LabClass.of(row) for row in rows)


def change_class(
    connection: Connection,
    class_id: str,
    title: str,
    dates: dict[str, float | None],
    changed: dict[str, Any],
) -> None:
    """dates: opens and closes. changed: fields of the settings."""
    known = find_class(connection, class_id)
    values: dict[str, Any] = {"title": read_title(title), **dates}
    values["settings"] = asdict(replace(known.settings, **changed))
    connection.execute(update(classes).where(classes.c.id == class_id).values(values))


def delete_class(connection: Connection, class_id: str) -> None:
    """With all that is in it."""
    connection.execute(delete(classes).where(classes.c.id == class_id))


def note(
    connection: Connection, class_id: str | None, now: float, actor: str, act: str, subject: str
) -> None:
    """For whoever must answer for it later. actor, subject: numbers and ids, never names."""
    row = {"class_id": class_id, "at": now, "actor": actor, "act": act, "subject": subject}
    connection.execute(insert(audit).values(row))


def read_title(text: str) -> str:
    """One line of at most MOST_TITLE characters. Raises InputError."""
    title = " ".join(text.split())
    if not title or len(title) > MOST_TITLE or not is_plain(title):
        raise InputError(
            f"A class needs a title of 1 to {MOST_TITLE} characters.", "Such as Compilers, group 2."
        )
    return title


def is_plain(text: str) -> bool:
    """Without control characters and such as turn or hide text."""
    return not any(
        unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn") for character in text
    )
