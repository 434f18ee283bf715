"""A table of sentences about compilers: a row for each, a verdict for every compiler here."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class VerdictCell:
    """One compiler's verdict. mark: its class; sign, words: the verdict; instead: what happens."""

    mark: str
    sign: str
    words: str
    instead: Markup
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
    """One sentence. address: what it is about; shows: what one sees there. break_address: to
    post to, to try to break it, "" for one that no setting can break."""

    anchor: str
    says: Markup
    address: str
    shows: str
    cells: tuple[VerdictCell, ...]
    breaks: tuple[BreakView, ...]
    break_address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictTable:
    """label: what the table is. first, last: heads of the sentences' column, and of the column of
    what breaks them, empty where there is none. waiting: set while the sentences are being tried,
    and then there are no rows.
    """

    label: str
    first: str
    compilers: tuple[str, ...]
    last: str
    rows: tuple[VerdictRow, ...]
    waiting: str
