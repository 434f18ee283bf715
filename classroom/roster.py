"""A list of students from another system: its ids beside nicknames, nothing else is kept.

CSV with a line of titles; `nickname` and `id` are read, in any order, others are left alone.
"""

from __future__ import annotations

import csv
import io

from sqlalchemy import Connection, update

from classroom.members import members_of
from classroom.tables import members
from compiler_core.errors import InputError

MOST_BYTES = 1 << 20
MOST_ID = 80


def read_roster(content: bytes) -> dict[str, str]:
    """External id by nickname. Raises InputError with the line and what was found there."""
    if len(content) > MOST_BYTES:
        raise InputError(f"The list is larger than {MOST_BYTES >> 20} MiB.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise InputError(
            f"Line {line} is not UTF-8: found the byte 0x{content[error.start]:02x}.",
            "Save the list as UTF-8.",
        ) from error
    rows = csv.DictReader(io.StringIO(text, newline=""))
    titles = [fieldname.strip().lower() for fieldname in rows.fieldnames or ()]
    if "nickname" not in titles or "id" not in titles:
        raise InputError(
            f"Line 1 has the titles {titles}.", "Two of them must be `nickname` and `id`."
        )
    rows.fieldnames = titles
    ids: dict[str, str] = {}
    lines: dict[str, int] = {}
    for row in rows:
        nickname, id_ = (str(row.get(name) or "").strip() for name in ("nickname", "id"))
        if not nickname and not id_:
            continue
        if id_ in lines:
            raise InputError(f"Line {rows.line_num} has the id {id_!r} of line {lines[id_]}.")
        if not nickname or not id_ or len(id_) > MOST_ID:
            raise InputError(f"Line {rows.line_num} has the nickname {nickname!r}, the id {id_!r}.")
        lines[id_] = rows.line_num
        ids[nickname] = id_
    return ids


def note_ids(connection: Connection, class_id: str, ids: dict[str, str]) -> tuple[str, ...]:
    """Keep the ids of those who are here, by nickname in any case; the nicknames of nobody."""
    known = {name.casefold(): (name, id_) for name, id_ in ids.items()}
    for member in members_of(connection, class_id):
        entry = known.pop(member.nickname.casefold(), None)
        if entry is not None:
            here = update(members).where(members.c.id == member.id)
            connection.execute(here.values(external_id=entry[1]))
    return tuple(name for name, _ in known.values())
