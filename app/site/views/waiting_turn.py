"""The page, or the explorer's line, that says how many turns come before one's own."""

from __future__ import annotations

from dataclasses import dataclass

from app.words import count

SHARES = "Everyone who waits gets a turn in each round, so many requests of one hold up no other."


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingPage:
    """A request whose turn has not come."""

    title: str
    """Of the document."""
    headline: str
    """The place in the queue, in a sentence."""
    before: str
    """How many come first, in a sentence."""
    shares: str
    """A sentence that says how turns are given."""
    address: str
    """Where to ask again; the place is kept."""
    values: str
    """Fields that a button of the explorer added, as a JSON object; `{}` elsewhere."""
    headers: str
    """By which the place is known, as JSON."""


def waiting_page(number: int, address: str, values: str = "{}", headers: str = "{}") -> WaitingPage:
    """number: 1 for the one whose turn is next."""
    first = "Yours is the next turn."
    before = f"{count(number - 1, 'request')} {'comes' if number == 2 else 'come'} before yours."
    return WaitingPage(
        title="Waiting for a turn",
        headline=f"You are number {number} in the queue.",
        before=first if number == 1 else before,
        shares=SHARES,
        address=address,
        values=values,
        headers=headers,
    )
