"""What takes long and is still being made: how far it is, and where its parts come from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingView:
    """What stands in the place of something that is still being made."""

    words: str
    """What is done now."""
    done: int = 0
    """The same counted, most 0 where it is not."""
    most: int = 0
    """The same counted, most 0 where it is not."""
    stream: str = ""
    """Of the parts that take its place, empty in a part."""
    field: str = ""
    """Name and value that a form sends to get the whole at once."""
    waits: str = ""
    """Name and value that a form sends to get the whole at once."""
    reload: str = ""
    """The address that does, for a browser without scripts, empty where no address holds the
    source."""
