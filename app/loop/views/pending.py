"""What takes long and is still being made: how far it is, and where its parts come from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingView:
    """What stands in the place of something that is still being made."""

    words: str
    """What is done now."""
    done: int = 0
    """How many of `most` are made."""
    most: int = 0
    """How many there will be; 0 where nothing is counted."""
    stream: str = ""
    """Address of the parts that take its place; empty in a part."""
    field: str = ""
    """Name of the form's field that asks for the whole at once."""
    waits: str = ""
    """Value of that field."""
    reload: str = ""
    """The address that does, for a browser without scripts, empty where no address holds the
    source."""
