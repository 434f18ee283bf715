"""Shared links: content-addressed, permanent, in SQLite.

The id is the beginning of the digest of the content, so the same state always gets the same link
and a link can never point to something else. WAL mode lets readers work while a link is written.
"""

from __future__ import annotations

import hashlib
import string
from functools import lru_cache
from pathlib import Path

import orjson
from sqlalchemy import Column, Engine, MetaData, String, Table, Text, create_engine, event, select
from sqlalchemy.dialects.sqlite import insert

from app.loop_request import LoopRequest
from app.run_settings import PANE_ONLY, RunSettings
from app.settings import settings
from compiler_core.errors import UnknownName

DIGITS = string.digits + string.ascii_uppercase + string.ascii_lowercase
SHORTEST_ID = 8
FULL_ID = 43
FIELDS = (
    "source", "second", "language", "compiler", "flags", "right_compiler", "right_flags", "pane",
    "show", "function",
)  # fmt: skip
LATER_FIELDS = ("line", "file", "step", "unchanged", "trial", "remarks", "core", "bisect")
EMPTY = LoopRequest()

_metadata = MetaData()
_links = Table(
    "links",
    _metadata,
    Column("id", String(FULL_ID), primary_key=True),
    Column("content", Text, nullable=False),
)


class LinkStore:
    """The links in one database file."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.engine = _engine(path)
        _metadata.create_all(self.engine)

    def save(self, request: LoopRequest) -> str:
        """Keep a state and return its id; the shortest one that no other content has."""
        content = canonical_text(request)
        full = content_id(content)
        with self.engine.begin() as connection:
            for length in range(SHORTEST_ID, FULL_ID + 1):
                values = insert(_links).values(id=full[:length], content=content)
                connection.execute(values.on_conflict_do_nothing())
                kept = select(_links.c.content).where(_links.c.id == full[:length])
                if connection.scalar(kept) == content:
                    return full[:length]
        raise AssertionError("two contents with one SHA-256 digest")

    def load(self, name: str) -> LoopRequest:
        """The state behind an id; raises UnknownName."""
        with self.engine.connect() as connection:
            content = connection.scalar(select(_links.c.content).where(_links.c.id == name))
        if content is None:
            raise UnknownName("There is no shared loop at this address.", "Check the link.")
        values = orjson.loads(content)
        settings = RunSettings(**values.pop("run", {}))
        return LoopRequest(**values | {"show": tuple(values["show"]), "run": settings})


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


def _engine(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": 5})

    @event.listens_for(engine, "connect")
    def _configure(connection: object, _record: object) -> None:
        cursor = connection.cursor()  # pyright: ignore[reportAttributeAccessIssue]
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=NORMAL")
        cursor.close()

    return engine


@lru_cache(maxsize=1)
def link_store() -> LinkStore:
    """The links of this server."""
    return LinkStore(settings().state / "links.sqlite")
