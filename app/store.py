"""Shared links: content-addressed, in SQLite, within a quota.

The id is the beginning of the digest of the content, so the same state always gets the same link
and a link can never point to something else. WAL mode lets readers work while a link is written.
Where there is no room for a new link, links that nobody has opened for 30 days give way; if that is
not enough, the new one is refused: a link that is in use never goes.
"""

from __future__ import annotations

import hashlib
import sqlite3
import string
import time
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import orjson
from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Float,
    MetaData,
    String,
    Table,
    Text,
    delete,
    literal,
    select,
)  # fmt: skip
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import DatabaseError
from sqlalchemy.schema import CreateIndex, CreateTable

from app.loop_request import LoopRequest
from app.run_settings import PANE_ONLY
from app.settings import settings
from app.shared_state import shared_state
from compiler_core.errors import (
    LoweringLabError,
    Overloaded,
    StorageClosed,
    StorageFull,
    UnknownName,
)
from compiler_core.sqlite_files import sqlite_engine, write_ahead, writing_at_once
from compiler_core.storage import require_room, storage_closed, storage_full
from compiler_core.toolchain.stores import LINKS_BYTES

DIGITS = string.digits + string.ascii_uppercase + string.ascii_lowercase
SHORTEST_ID = 8
FULL_ID = 43
FIELDS = (
    "source", "second", "language", "compiler", "flags", "right_compiler", "right_flags", "pane",
    "show", "function",
)  # fmt: skip
LATER_FIELDS = ("line", "file", "step", "unchanged", "trial", "remarks", "core", "bisect")
EMPTY = LoopRequest()
UNOPENED_DAYS = 30
_DAY_SECONDS = 86_400.0
# A link's row is written again at most so often, however often it is opened.
_NOTED_SECONDS = _DAY_SECONDS / 4
# What one removal makes room for, so that a full store does not remove at each new link.
_ROOM_BYTES = 1 << 20
_REMOVED_AT_ONCE = 64
# https://www.sqlite.org/rescode.html: the last byte of a code is its primary one.
_PRIMARY_CODE = 0xFF
_UNWRITABLE = (
    sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PERM,
)  # fmt: skip
_BUSY_SECONDS = 5.0

_metadata = MetaData()
_links = Table(
    "links",
    _metadata,
    Column("id", String(FULL_ID), primary_key=True),
    Column("content", Text, nullable=False),
)


# Beside the links and not in them: links from before this was noted stay as they are. opened: when
# it was last opened, or shared again, or made; seconds since the epoch.
_uses = Table(
    "link_uses",
    _metadata,
    Column("id", String(FULL_ID), primary_key=True),
    Column("made", Float, nullable=False),
    Column("opened", Float, nullable=False, index=True),
)


def _nobody_minds() -> None:
    """Whoever makes the link may make any number."""


class LinkStore:
    """The links in one database file.

    quota: bytes of the file that may be in use. clock: seconds since the epoch.
    """

    def __init__(
        self, path: Path, quota: int = LINKS_BYTES, clock: Callable[[], float] = time.time
    ) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.quota = quota
        self._clock = clock
        self.engine = _engine(path)
        try:
            _prepare(self.engine, clock())
        except DatabaseError:
            # On a disk that takes no more, links that exist still open.
            if not _is_readable(self.engine):
                raise

    def save(self, request: LoopRequest, admit: Callable[[], None] = _nobody_minds) -> str:
        """Keep a state and return its id; the shortest one that no other content has.

        admit: called before a link is made that is not there yet; what it raises keeps it out.
        Raises StorageFull when there is no room.
        """
        content = canonical_text(request)
        full = content_id(content)
        known = self._known(full, content)
        if known:
            self._note(known)
            return known
        admit()
        with writing_at_once(self.engine) as connection:
            self._require_room(connection, len(content.encode()))
            for length in range(SHORTEST_ID, FULL_ID + 1):
                name = full[:length]
                values = insert(_links).values(id=name, content=content)
                connection.execute(values.on_conflict_do_nothing())
                kept = select(_links.c.content).where(_links.c.id == name)
                if connection.scalar(kept) == content:
                    used = insert(_uses).values(id=name, made=self._clock(), opened=self._clock())
                    connection.execute(used.on_conflict_do_nothing())
                    return name
        raise AssertionError("two contents with one SHA-256 digest")

    def load(self, name: str) -> LoopRequest:
        """The state behind an id; raises UnknownName."""
        return shared_state(self.load_text(name))

    def load_text(self, name: str) -> str:
        """The same as it is kept, noting that it was opened; see `shared_state`."""
        with self.engine.connect() as connection:
            content = connection.scalar(select(_links.c.content).where(_links.c.id == name))
        if content is None:
            raise UnknownName(
                "There is no shared loop at this address.",
                f"Check the link. One that nobody opens for {UNOPENED_DAYS} days may be gone.",
            )
        self._note(name)
        return content

    def used_bytes(self) -> int:
        """Bytes of the file that are in use."""
        with self.engine.connect() as connection:
            return _used_bytes(connection)

    def _known(self, full: str, content: str) -> str:
        """The id that this content has; empty if it has none."""
        names = [full[:length] for length in range(SHORTEST_ID, FULL_ID + 1)]
        with self.engine.connect() as connection:
            found = select(_links.c.id).where(_links.c.id.in_(names), _links.c.content == content)
            return connection.scalar(found) or ""

    def _note(self, name: str) -> None:
        """That it is in use now. A disk that takes no more does not keep a link from opening."""
        now = self._clock()
        with suppress(DatabaseError):
            with self.engine.connect() as connection:
                opened = connection.scalar(select(_uses.c.opened).where(_uses.c.id == name))
            if opened is not None and now - opened < _NOTED_SECONDS:
                return
            with writing_at_once(self.engine) as connection:
                values = insert(_uses).values(id=name, made=now, opened=now)
                connection.execute(values.on_conflict_do_update(["id"], set_={"opened": now}))

    def _require_room(self, connection: Connection, size: int) -> None:
        """Remove what nobody opens until there is room. Raises StorageFull if there is none."""
        if _used_bytes(connection) + size <= self.quota:
            return
        wanted = self.quota - size - min(_ROOM_BYTES, self.quota // 16)
        while _used_bytes(connection) > wanted and self._remove_unopened(connection):
            pass
        if _used_bytes(connection) + size > self.quota:
            raise StorageFull(
                "No more links can be kept here at present: the store is full.",
                "Links that exist still work; download the offline file instead.",
            )

    def _remove_unopened(self, connection: Connection) -> bool:
        """Some links that nobody has opened for long: first those that nobody ever opened, then
        those longest unopened. False if there is none."""
        before = self._clock() - UNOPENED_DAYS * _DAY_SECONDS
        unopened = select(_uses.c.id).where(_uses.c.opened < before)
        order = unopened.order_by(_uses.c.opened > _uses.c.made, _uses.c.opened)
        names = list(connection.scalars(order.limit(_REMOVED_AT_ONCE)))
        for table in (_links, _uses):
            connection.execute(delete(table).where(table.c.id.in_(names)))
        return bool(names)


def _used_bytes(connection: Connection) -> int:
    """Pages that hold something; what was removed leaves its pages free for others."""
    pages, free, size = (
        connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
        for name in ("page_count", "freelist_count", "page_size")
    )
    return (pages - free) * size


def canonical_text(request: LoopRequest) -> str:
    """The state as JSON with sorted keys; equal states give equal text.

    Of the fields that links have not always had, only those that are set are written, so that a
    state keeps the link it has.
    """
    values: dict[str, object] = {name: getattr(request, name) for name in FIELDS}
    later = {name: getattr(request, name) for name in LATER_FIELDS}
    values |= {name: value for name, value in later.items() if value != getattr(EMPTY, name)}
    changed = dict(request.run.query(PANE_ONLY))
    if changed:
        values["run"] = changed
    return orjson.dumps(values, option=orjson.OPT_SORT_KEYS).decode()


def content_id(content: str) -> str:
    """SHA-256 in base 62, most significant digit last so that a short beginning is random too."""
    number = int.from_bytes(hashlib.sha256(content.encode()).digest())
    digits = []
    for _ in range(FULL_ID):
        number, rest = divmod(number, len(DIGITS))
        digits.append(DIGITS[rest])
    return "".join(digits)


def database_error(error: BaseException) -> LoweringLabError | None:
    """What an error of the database says of the disk; None when it says something else."""
    cause = error.orig if isinstance(error, DatabaseError) else None
    code = getattr(cause, "sqlite_errorcode", 0) & _PRIMARY_CODE
    if code == sqlite3.SQLITE_FULL:
        return storage_full()
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Overloaded("Too many links are being made right now.", "Try again in a moment.")
    return _unwritable() if code in _UNWRITABLE else None


def _unwritable() -> LoweringLabError:
    """SQLite does not always tell a full disk from a closed one: its own files may not fit."""
    try:
        require_room(settings().state)
    except (StorageFull, StorageClosed) as error:
        return error
    return storage_closed()


def _engine(path: Path) -> Engine:
    settings = ("synchronous=NORMAL", f"journal_size_limit={_ROOM_BYTES}")
    return sqlite_engine(f"sqlite:///{path}", _BUSY_SECONDS, settings)


def _prepare(engine: Engine, now: float) -> None:
    """Make what is not there yet; many processes and threads may do so at once."""
    write_ahead(engine, _BUSY_SECONDS)
    with writing_at_once(engine) as connection:
        for table in (_links, _uses):
            connection.execute(CreateTable(table, if_not_exists=True))
        for index in _uses.indexes:
            connection.execute(CreateIndex(index, if_not_exists=True))
        unnoted = select(_links.c.id, literal(now), literal(now))
        unnoted = unnoted.where(_links.c.id.not_in(select(_uses.c.id)))
        connection.execute(insert(_uses).from_select(["id", "made", "opened"], unnoted))


def _is_readable(engine: Engine) -> bool:
    with suppress(DatabaseError), engine.connect() as connection:
        connection.execute(select(_links.c.id).limit(1))
        return True
    return False


@lru_cache(maxsize=1)
def link_store() -> LinkStore:
    """The links of this server. Two that are made at once do no harm; one of them is kept."""
    return LinkStore(settings().state / "links.sqlite")
