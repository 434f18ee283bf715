"""Into the file of a store of links."""

from __future__ import annotations

from sqlalchemy import Engine

from app.link_places import LinkFile
from app.store import LinkStore


def engine_of(store: LinkStore) -> Engine:
    """Of a store whose links have a file of their own."""
    assert isinstance(store.place, LinkFile)
    return store.place.engine
