"""Shared links: content-addressed, in a database, within a quota.

The id is the beginning of the digest of the content, so the same state always gets the same link
and a link can never point to something else. WAL mode lets readers work while a link is written.
Where there is no room for a new link, links that nobody has opened for 30 days give way; if that is
not enough, the new one is refused: a link that is in use never goes.
"""

from __future__ import annotations

import hashlib
import string
import time
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import orjson
from sqlalchemy import Connection, delete, select, update
from sqlalchemy.exc import DatabaseError

from app.links.link_places import FULL_ID, ROOM_BYTES, LinkFile, LinkPlace
from app.links.shared_state import shared_state
from app.loop.loop_request import LoopRequest
from app.loop.run_settings import PANE_ONLY
from app.settings import settings
from compiler_core.errors import (
    StorageFull,
    UnknownName,
)
from compiler_core.toolchain.stores import LINKS_BYTES

DIGITS = string.digits + string.ascii_uppercase + string.ascii_lowercase
SHORTEST_ID = 8
FILE_NAME = "links.sqlite"
FIELDS = (
    "source", "second", "language", "compiler", "flags", "right_compiler", "right_flags", "pane",
    "show", "function",
)  # fmt: skip
LATER_FIELDS = (
    "line", "file", "step", "unchanged", "trial", "remarks", "core", "bisect", "ledger",
    "skip", "breaking",
)  # fmt: skip
EMPTY = LoopRequest()
UNOPENED_DAYS = 30
_DAY_SECONDS = 86_400.0
# A link's row is written again at most so often, however often it is opened.
_NOTED_SECONDS = _DAY_SECONDS / 4
_REMOVED_AT_ONCE = 64


def _nobody_minds() -> None:
    """Whoever makes the link may make any number."""


class LinkStore:
    """The links of one place; a path is a file of their own.

    quota: bytes that links may take there. clock: seconds since the epoch.
    """

    def __init__(
        self,
        backend: LinkPlace | Path,
        quota: int = LINKS_BYTES,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.quota = quota
        self._clock = clock
        self.place: LinkPlace = LinkFile(backend, clock()) if isinstance(backend, Path) else backend

    def save(self, request: LoopRequest, admit: Callable[[], None] = _nobody_minds) -> str:
        """Keep a state and return its id; the shortest one that no other content has.

        admit: called before a link is made that is not there yet; what it raises keeps it out.
        Raises StorageFull when there is no room.
        """
        links = self.place.links
        content = canonical_text(request)
        full = content_id(content)
        known = self._known(full, content)
        if known:
            self._note(known)
            return known
        admit()
        with self.place.writing() as connection:
            self._require_room(connection, len(content.encode()))
            for length in range(SHORTEST_ID, FULL_ID + 1):
                name = full[:length]
                self.place.insert(connection, links, {"id": name, "content": content})
                query = select(links.c.content).where(links.c.id == name)
                if connection.scalar(query) == content:
                    used = self.place.use_of(name, content, self._clock())
                    self.place.insert(connection, self.place.uses, used)
                    return name
        raise AssertionError("two contents with one SHA-256 digest")

    def load(self, name: str) -> LoopRequest:
        """The state behind an id; raises UnknownName."""
        return shared_state(self.load_text(name))

    def load_text(self, name: str) -> str:
        """The same as it is kept, noting that it was opened; see `shared_state`."""
        links = self.place.links
        with self.place.reading() as connection:
            content = connection.scalar(select(links.c.content).where(links.c.id == name))
        if content is None:
            raise UnknownName(
                "There is no shared loop at this address.",
                f"Check the link. One that nobody opens for {UNOPENED_DAYS} days may be gone.",
            )
        self._note(name)
        return content

    def used_bytes(self) -> int:
        """Bytes of the file that are in use."""
        with self.place.reading() as connection:
            return self.place.used_bytes(connection)

    def _known(self, full: str, content: str) -> str:
        """The id that this content has; empty if it has none."""
        links = self.place.links
        names = [full[:length] for length in range(SHORTEST_ID, FULL_ID + 1)]
        with self.place.reading() as connection:
            query = select(links.c.id).where(links.c.id.in_(names), links.c.content == content)
            return connection.scalar(query) or ""

    def _note(self, name: str) -> None:
        """That it is in use now. A disk that takes no more does not keep a link from opening."""
        uses = self.place.uses
        now = self._clock()
        with suppress(DatabaseError):
            with self.place.reading() as connection:
                opened = connection.scalar(select(uses.c.opened).where(uses.c.id == name))
            if opened is not None and now - opened < _NOTED_SECONDS:
                return
            with self.place.writing() as connection:
                noted = update(uses).where(uses.c.id == name)
                connection.execute(noted.values(opened=now))

    def _require_room(self, connection: Connection, size: int) -> None:
        """Remove what nobody opens until there is room. Raises StorageFull if there is none."""
        if self.place.used_bytes(connection) + size <= self.quota:
            return
        wanted = self.quota - size - min(ROOM_BYTES, self.quota // 16)
        while self.place.used_bytes(connection) > wanted and self._remove_unopened(connection):
            pass
        if self.place.used_bytes(connection) + size > self.quota:
            raise StorageFull(
                "No more links can be kept here at present: the store is full.",
                "Links that exist still work; download the offline file instead.",
            )

    def _remove_unopened(self, connection: Connection) -> bool:
        """Some links that nobody has opened for long: first those that nobody ever opened, then
        those longest unopened. False if there is none."""
        uses = self.place.uses
        before = self._clock() - UNOPENED_DAYS * _DAY_SECONDS
        unopened = select(uses.c.id).where(uses.c.opened < before)
        order = unopened.order_by(uses.c.opened > uses.c.made, uses.c.opened)
        names = list(connection.scalars(order.limit(_REMOVED_AT_ONCE)))
        for table in (self.place.links, uses):
            connection.execute(delete(table).where(table.c.id.in_(names)))
        return bool(names)


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


@lru_cache(maxsize=1)
def link_store() -> LinkStore:
    """The links of this server. Two that are made at once do no harm; one of them is kept.

    Where classes are hosted, links are in their database, and those of the file come along.
    """
    path = settings().state / FILE_NAME
    if not settings().lab:
        return LinkStore(path)
    # Processes that analyse sources know this module and no classes.
    from app.links.lab_links import LabLinks, move_links
    from app.serving.lab_database import lab_database

    backend = LabLinks(lab_database())
    move_links(path, backend, time.time())
    return LinkStore(backend)
