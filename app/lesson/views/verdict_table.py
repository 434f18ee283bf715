"""A table of sentences about compilers: a row for each, a verdict for every compiler here."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class VerdictCell:
    """One compiler's verdict."""

    mark: str
    """Its class."""
    sign: str
    """The verdict."""
    words: str
    """The verdict."""
    instead: Markup
    """What happens."""
    flags: str
    found: str


@dataclass(frozen=True, slots=True)
class BreakView:
    """A flag or an edit that turns the sentence over; compilers it works on; address to try it."""

    title: str
    compilers: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictRow:
    """One sentence."""

    anchor: str
    says: Markup
    address: str
    """What it is about."""
    shows: str
    """What one sees there."""
    cells: tuple[VerdictCell, ...]
    breaks: tuple[BreakView, ...]
    break_address: str
    """To post to, to try to break it, "" for one that no setting can break."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictTable:
    """A table of sentences about compilers, with a verdict for each compiler."""

    label: str
    """What the table is."""
    first: str
    """Heads of the sentences' column, and of the column of what breaks them, empty where there is
    none."""
    compilers: tuple[str, ...]
    last: str
    """As `first`."""
    rows: tuple[VerdictRow, ...]
    waiting: str
    """Set while the sentences are being tried, and then there are no rows."""
