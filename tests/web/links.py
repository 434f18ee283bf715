"""Into the file of a store of links."""

from __future__ import annotations

from sqlalchemy import Engine

from app.links.link_places import LinkFile
from app.links.store import LinkStore


def engine_of(store: LinkStore) -> Engine:
    """Of a store whose links have a file of their own."""
    assert isinstance(store.place, LinkFile)
    return store.place.engine
