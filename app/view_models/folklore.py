"""The folklore ledger: a sentence per row, a verdict per compiler, and what turns it over."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class FolkloreCell:
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


@dataclass(frozen=True, slots=True)
class FolkloreRow:
    """One sentence. address: its loop in the explorer."""

    anchor: str
    says: Markup
    address: str
    cells: tuple[FolkloreCell, ...]
    breaks: tuple[BreakView, ...]


@dataclass(frozen=True, slots=True)
class FolklorePage:
    """All sentences, on the compilers of the head. waiting: set while they are being tried, and
    then there are no rows. command: the same at home.
    """

    title: str
    compilers: tuple[str, ...]
    rows: tuple[FolkloreRow, ...]
    waiting: str
    command: str
