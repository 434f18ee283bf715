"""What takes long and is still being made: how far it is, and where its parts come from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingView:
    """words: what is done now; done, most: the same counted, most 0 where it is not. stream: of the
    parts that take its place, empty in a part. field, waits: name and value that a form sends to
    get the whole at once; reload: the address that does, for a browser without scripts, empty where
    no address holds the source.
    """

    words: str
    done: int = 0
    most: int = 0
    stream: str = ""
    field: str = ""
    waits: str = ""
    reload: str = ""
