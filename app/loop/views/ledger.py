"""The ledger below the passes: what each pass saved, as bars that end where the next begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from app.loop.loop_request import LEDGER_CLOSED, LEDGER_OPENED
from compiler_core.host.counting.record import Totals
from compiler_core.host.ledger.record import Ledger, LedgerBar, SkippedPass
from compiler_core.host.ledger.sentences import unpriced_sentences
from compiler_core.host.running.refusal import without_options
from compiler_core.host.running.run_words import of_length

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
_MACHINE_NOTE = (
    "What LLVM prints between machine passes cannot be read back, so here each row is the whole "
    "compile with that one part of code generation switched off, run on the same input. These "
    "numbers do not add up, and are no part of the bars above."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerRow:
    """One pass."""

    name: str
    """Of the pass, or `before any pass` and `in the end`."""
    title: str
    """What it does, empty for a row that is no pass."""
    step: int | None
    """The pass's number in the list of passes; None for what is no pass or cannot be opened yet."""
    saved: str
    """`4,732` instructions, `−12` where it cost."""
    instructions: str
    """Executed after the pass, or without it, as `LedgerView.column` says; `4,732`."""
    loads: str
    """Executed and moved, for each element where their number is known."""
    bytes: str
    """Loaded and stored, for each element where their number is known."""
    start: float
    """Left edge of the bar, in pixels."""
    width: float
    """Of the bar, in pixels."""
    classes: str
    """Whether it saved or cost."""
    note: str
    """What else is to be said of its run, or empty."""


@dataclass(frozen=True, slots=True)
class SkipRow:
    """A later pass whose saving differs. step: as in LedgerRow; before, now: what it saves with
    the left-out pass before it, and without.
    """

    name: str
    title: str
    step: int | None
    before: str
    now: str


@dataclass(frozen=True, slots=True)
class SkipView:
    """What came of leaving one pass out. option: as the pipeline has it. message: why nothing."""

    title: str
    option: str = ""
    sentences: tuple[str, ...] = ()
    rows: tuple[SkipRow, ...] = ()
    message: str = ""


@dataclass(frozen=True, slots=True)
class PricesTold:
    """How far a ledger is. tried: of so many programs planned, 0 where that is not known yet."""

    words: str
    tried: int = 0
    planned: int = 0


@dataclass(frozen=True, slots=True)
class MachineView:
    """Code generation, opened. rows: its parts that change the count, by what is missed without."""

    sentences: tuple[str, ...]
    rows: tuple[LedgerRow, ...]
    note: str = _MACHINE_NOTE


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerView:
    """The section."""

    leads: bool
    """Whether it comes before the step, for nobody has chosen one."""
    sentences: tuple[str, ...] = ()
    """What the rows come to."""
    rows: tuple[LedgerRow, ...] = ()
    """Passes that changed the count, from the first to the last."""
    others: str = ""
    """Which did not run, in words."""
    method: str = ""
    """How it was counted."""
    column: str = ""
    """What the rows are counted with: `After` a pass, or `Without` it."""
    setting: str = ""
    """Function, length and how many programs were run."""
    per_element: str = ""
    """`per element` where loads and bytes are counted for each element, else empty."""
    message: str = ""
    """Why there are no rows."""
    can_skip: bool = False
    """Whether a pass can be left out of the compiler's own pipeline."""
    skip: SkipView | None = None
    """What came of it where one was."""
    machine: MachineView | None = None
    """None for GCC and as long as it is not opened."""
    can_open: bool = False
    """Whether a button does."""
    shown: str = LEDGER_CLOSED
    """What the form keeps of that."""
    stream: str = ""
    """Address of the parts that take this section's place, empty where it is whole, and in a part.
    """
    waits: str = ""
    """What a form sends to get the whole at once."""
    told: PricesTold | None = None
    """How far it is, None once it is whole."""
    bar_width: int = BAR_WIDTH
    """The longest bar, in pixels."""


def begun_ledger(stream: str, leads: bool, waits: str) -> LedgerView:
    """The section before there is anything in it. stream, waits: as in the view."""
    progress = PricesTold("Compiling, running, counting…")
    return LedgerView(leads=leads, stream=stream, waits=waits, told=progress)


def told_ledger(ledger: Ledger, leads: bool) -> LedgerView:
    """The bars that are there while others are still counted: none can be pressed yet."""
    view = ledger_view(ledger, leads)
    rows = tuple(replace(row, step=None) for row in view.rows)
    words = f"{ledger.tried} of {ledger.planned} programs compiled and counted."
    progress = PricesTold(words, ledger.tried, ledger.planned)
    setting = of_length(ledger.function, ledger.n)
    return replace(view, rows=rows, can_skip=False, can_open=False, setting=setting, told=progress)


def ledger_view(ledger: Ledger, leads: bool, skip: SkipView | None = None) -> LedgerView:
    """The section for a ledger. leads, skip: as in the view."""
    machine = MachineView(ledger.machine_sentences, tuple(_missed(ledger.machine, ledger)))
    rows = _fallen(ledger) if ledger.method == "stopped here" else _missed(ledger.bars, ledger)
    return LedgerView(
        leads=leads,
        sentences=ledger.sentences,
        rows=tuple(rows),
        others=" ".join(unpriced_sentences(ledger)),
        method=_NOTES[ledger.method],
        column="After" if ledger.method == "stopped here" else "Without",
        setting=f"{of_length(ledger.function, ledger.n)}, {ledger.programs} programs run",
        per_element="per element" if ledger.elements else "",
        message=without_options(ledger.message),
        can_skip=ledger.method == "stopped here",
        skip=skip,
        machine=machine if ledger.machine else None,
        can_open=bool(ledger.bars) and not ledger.opened,
        shown=LEDGER_OPENED if ledger.machine else LEDGER_CLOSED,
    )


def skip_view(skipped: SkippedPass) -> SkipView:
    """What came of leaving out the pass of one step."""
    rows = tuple(
        SkipRow(row.pass_name, row.title, row.step, _signed(row.saved), _signed(row.saved_without))
        for row in skipped.later
    )
    title = f"Without {skipped.pass_name or f'step {skipped.step}'}"
    return SkipView(title, skipped.option, skipped.sentences, rows, skipped.message)


def refused_skip(step: int, message: str) -> SkipView:
    """The same where it cannot be tried."""
    return SkipView(f"Without step {step}", message=message)


def refused_ledger(message: str) -> LedgerView:
    """The section where the function cannot be run."""
    return LedgerView(leads=True, message=without_options(message))


def _fallen(ledger: Ledger) -> list[LedgerRow]:
    """From the count before any pass down to the whole's; each bar hangs where the last ended."""
    if ledger.before is None or ledger.whole is None:
        return []
    counted = [bar.instructions or 0 for bar in ledger.bars]
    scale = BAR_WIDTH / max(ledger.before.instructions, *counted, 1)
    rows = [_end_row("before any pass", ledger.before, ledger.elements, scale)]
    for bar in ledger.bars:
        if bar.saved and bar.instructions is not None:
            earlier = bar.instructions + bar.saved
            start = min(earlier, bar.instructions) * scale
            rows.append(_row(bar, ledger.elements, start, scale))
    return [*rows, _end_row("in the end", ledger.whole, ledger.elements, scale)]


def _missed(bars: Sequence[LedgerBar], ledger: Ledger) -> list[LedgerRow]:
    most = max((abs(bar.saved or 0) for bar in bars), default=0)
    scale = BAR_WIDTH / max(most, 1)
    return [_row(bar, ledger.elements, 0.0, scale) for bar in bars if bar.saved]


def _end_row(name: str, totals: Totals, elements: int | None, scale: float) -> LedgerRow:
    moved = totals.bytes_loaded + totals.bytes_stored
    return LedgerRow(
        name=name,
        title="",
        step=None,
        saved="",
        instructions=f"{totals.instructions:,}",
        loads=_each(totals.loads, elements),
        bytes=_each(moved, elements),
        start=0.0,
        width=round(max(totals.instructions * scale, _LEAST_WIDTH), 1),
        classes="is-end",
        note="",
    )


def _row(bar: LedgerBar, elements: int | None, start: float, scale: float) -> LedgerRow:
    saved = bar.saved or 0
    return LedgerRow(
        name=bar.pass_name,
        title=bar.title,
        step=bar.step,
        saved=_signed(saved),
        instructions=f"{bar.instructions:,}",
        loads=_each(bar.loads, elements),
        bytes=_each(bar.bytes, elements),
        start=round(start, 1),
        width=round(max(abs(saved) * scale, _LEAST_WIDTH), 1),
        classes="is-saved" if saved > 0 else "is-cost",
        note=", ".join(_notes(bar)),
    )


def _notes(bar: LedgerBar) -> Iterator[str]:
    if bar.same_bits is False:
        yield "other bits"
    if bar.library:
        yield f"and {bar.library:,} in library code"


def _signed(saved: int) -> str:
    return f"{'−' if saved < 0 else ''}{abs(saved):,}"


def _each(count: int | None, elements: int | None) -> str:
    if count is None:
        return ""
    return f"{count / elements:.3g}" if elements else f"{count:,}"
