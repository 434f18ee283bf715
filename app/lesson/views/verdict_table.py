"""A table of sentences about compilers: a row for each, a verdict for every compiler here."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class VerdictCell:
    """One compiler's verdict."""

    mark: str
    """CSS class of the verdict."""
    sign: str
    """Symbol of the verdict."""
    words: str
    """The verdict in words."""
    instead: Markup
    """What this compiler does otherwise; empty where it does what the sentence says."""
    flags: str
    """Flags under which it was tried, with commas between; empty where nothing is stated."""
    found: str
    """What was found, in words; empty where nothing is stated."""


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
    """Id of the row: the claim's own."""
    says: Markup
    """The sentence."""
    address: str
    """What it is about."""
    shows: str
    """What one sees there."""
    cells: tuple[VerdictCell, ...]
    """The verdicts, in the order of the table's compilers."""
    breaks: tuple[BreakView, ...]
    """Flags and edits that are known to turn the sentence over."""
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
    """Titles of the columns of verdicts."""
    last: str
    """Head of the column of what breaks the sentences; empty for a table without one."""
    rows: tuple[VerdictRow, ...]
    """The sentences, each with its verdicts; empty while they are being tried."""
    waiting: str
    """Set while the sentences are being tried, and then there are no rows."""
