"""The ledger below the passes: what each pass saved, as bars that end where the next begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.host.ledger.record import Ledger, LedgerBar

BAR_WIDTH = 120
_LEAST_WIDTH = 1.0
_NOTES = {
    "stopped here": (
        "Each row is a program of its own: the code as it stood after that pass, taken to AArch64 "
        "by code generation alone and run on the same input. So the savings add up."
    ),
    "without it": (
        "GCC's code between two passes cannot be read back, so each row is the whole compile "
        "without that one pass, run on the same input. Such savings need not add up."
    ),
}


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One pass. step: its number in the list of passes, None for a row that is no pass.

    saved: `4,732` instructions, `−12` where it cost. start, width: of its bar, in pixels of
    `bar_width`. classes: whether it saved or cost. note: what else is to be said of its run, or
    empty.
    """

    name: str
    step: int | None
    saved: str
    instructions: str
    start: float
    width: float
    classes: str
    note: str


@dataclass(frozen=True, slots=True)
class LedgerView:
    """The section. leads: whether it comes before the step, for nobody has chosen one.

    sentences: what the rows come to; rows: passes that changed the count, from the first to the
    last; others: which did not run, in words. method: how it was counted; column: in a word.
    setting: of the run. message: why there are no rows.
    """

    leads: bool
    sentences: tuple[str, ...] = ()
    rows: tuple[LedgerRow, ...] = ()
    others: str = ""
    method: str = ""
    column: str = ""
    setting: str = ""
    message: str = ""
    bar_width: int = BAR_WIDTH


def ledger_view(ledger: Ledger, leads: bool) -> LedgerView:
    """The section for a ledger. leads: as in the view."""
    failed = [bar for bar in ledger.bars if bar.instructions is None]
    rows = _fallen(ledger) if ledger.method == "stopped here" else _missed(ledger)
    return LedgerView(
        leads=leads,
        sentences=ledger.sentences,
        rows=tuple(rows),
        others=_others(failed, ledger.needed),
        method=_NOTES[ledger.method],
        column="After" if ledger.method == "stopped here" else "Without",
        setting=f"{ledger.function}, n = {ledger.n:,}, {ledger.programs} programs run",
        message=ledger.message,
    )


def refused_ledger(message: str) -> LedgerView:
    """The section where the function cannot be run."""
    return LedgerView(leads=True, message=message)


def _others(failed: Sequence[LedgerBar], needed: Sequence[str]) -> str:
    found = []
    if needed:
        found.append(f"The compiler compiles nothing without {', '.join(needed)}.")
    if failed:
        names = ", ".join(bar.pass_name for bar in failed)
        found.append(f"Not counted: {names}. {failed[0].message}")
    return " ".join(found)


def _fallen(ledger: Ledger) -> list[LedgerRow]:
    """From the count before any pass down to the whole's; each bar hangs where the last ended."""
    if ledger.before is None or ledger.whole is None:
        return []
    counted = [bar.instructions or 0 for bar in ledger.bars]
    scale = BAR_WIDTH / max(ledger.before.instructions, *counted, 1)
    rows = [_end_row("before any pass", ledger.before.instructions, scale)]
    for bar in ledger.bars:
        if bar.saved and bar.instructions is not None:
            earlier = bar.instructions + bar.saved
            rows.append(_row(bar, min(earlier, bar.instructions) * scale, scale))
    return [*rows, _end_row("in the end", ledger.whole.instructions, scale)]


def _missed(ledger: Ledger) -> list[LedgerRow]:
    most = max((abs(bar.saved or 0) for bar in ledger.bars), default=0)
    scale = BAR_WIDTH / max(most, 1)
    return [_row(bar, 0.0, scale) for bar in ledger.bars if bar.saved]


def _end_row(name: str, instructions: int, scale: float) -> LedgerRow:
    width = round(max(instructions * scale, _LEAST_WIDTH), 1)
    return LedgerRow(name, None, "", f"{instructions:,}", 0.0, width, "is-end", "")


def _row(bar: LedgerBar, start: float, scale: float) -> LedgerRow:
    saved = bar.saved or 0
    sign = "" if saved > 0 else "−"
    return LedgerRow(
        name=bar.pass_name,
        step=bar.step,
        saved=f"{sign}{abs(saved):,}",
        instructions=f"{bar.instructions:,}",
        start=round(start, 1),
        width=round(max(abs(saved) * scale, _LEAST_WIDTH), 1),
        classes="is-saved" if saved > 0 else "is-cost",
        note="other bits" if bar.same_bits is False else "",
    )
