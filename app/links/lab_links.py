"""Links in the database of the classes, so that all processes that serve one site share them."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, func, select, text

from app.links.link_places import LinkFile
from classroom.database import LabDatabase, insert_new
from classroom.tables import link_uses, links

MOVED_SUFFIX = ".moved"
ROW_BYTES = 200
"""What a link takes beside its content, about."""
# Of PostgreSQL's advisory locks: whoever makes or removes links holds it.
_LOCK = 0x6C696E6B
log = logging.getLogger("lowlab")


class LabLinks:
    """A place for links among the tables of classes."""

    links = links
    uses = link_uses

    def __init__(self, database: LabDatabase) -> None:
        self._database = database

    def reading(self) -> AbstractContextManager[Connection]:
        return self._database.reading()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        with self._database.writing() as connection:
            if not self._database.is_sqlite:
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            yield connection

    def insert(self, connection: Connection, table: Table, row: dict[str, Any]) -> None:
        insert_new(connection, table, row)

    def use_of(self, name: str, content: str, now: float) -> dict[str, Any]:
        size = len(content.encode()) + ROW_BYTES
        return {"id": name, "made": now, "opened": now, "bytes": size}

    def used_bytes(self, connection: Connection) -> int:
        return int(connection.scalar(select(func.coalesce(func.sum(link_uses.c.bytes), 0))) or 0)


def move_links(path: Path, backend: LabLinks, now: float) -> int:
    """Bring the links of a file here, once: how many there were. Only when each of them is kept
    here the file is renamed; until then nothing of it changes.

    Two servers that do so at once do the same.
    """
    if not path.exists():
        return 0
    file = LinkFile(path, now)
    try:
        with file.reading() as old, backend.writing() as new:
            number, taken = _copied(old, new, backend)
    finally:
        file.engine.dispose()
    if taken:
        log.error("%d links of the file stand for something else here; it stays", taken)
        return number
    _set_aside(path)
    return number


def _copied(old: Connection, new: Connection, backend: LabLinks) -> tuple[int, int]:
    """How many links there were, and how many of their ids have another content here."""
    wanted = select(LinkFile.links, LinkFile.uses.c.made, LinkFile.uses.c.opened)
    rows = old.execute(wanted.join(LinkFile.uses, LinkFile.uses.c.id == LinkFile.links.c.id))
    number = taken = 0
    for row in rows:
        backend.insert(new, links, {"id": row.id, "content": row.content})
        use = backend.use_of(row.id, row.content, row.made) | {"opened": row.opened}
        backend.insert(new, link_uses, use)
        content = new.scalar(select(links.c.content).where(links.c.id == row.id))
        number, taken = number + 1, taken + (content != row.content)
    return number, taken


def _set_aside(path: Path) -> None:
    """With what SQLite keeps beside it; another server may have done so already."""
    for suffix in ("", "-wal", "-shm"):
        beside = path.with_name(path.name + suffix)
        if beside.exists():
            os.replace(beside, path.with_name(path.name + MOVED_SUFFIX + suffix))
