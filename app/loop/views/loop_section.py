"""What takes long in a pane of the explorer, as far as it is: one of its sections."""

from __future__ import annotations

from dataclasses import dataclass

from app.loop.views.breaking import BreakSection
from app.loop.views.ledger import LedgerView
from app.loop.views.passes import PassesView
from app.loop.views.slice import WhyNumberView


@dataclass(frozen=True, slots=True)
class LoopSection:
    """ledger: what passes cost; breaking: what would turn a verdict over; why: what a value depends
    on; passes: the whole pane; the others are None."""

    ledger: LedgerView | None = None
    breaking: BreakSection | None = None
    why: WhyNumberView | None = None
    passes: PassesView | None = None
