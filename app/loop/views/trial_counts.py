"""What a trial's function executed before and after, as a small table with its comparison."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler_core.host.running.refusal import without_options
from compiler_core.host.trials.trial_counts import RunCost, TrialCounts

# Below it, what is left is the function's start and end, shared out over all elements.
_LEAST = 0.01


@dataclass(frozen=True, slots=True)
class CountRow:
    """One kind of event: in all, and per element (— where nothing says how many there are)."""

    name: str
    before: str
    before_each: str
    after: str
    after_each: str


@dataclass(frozen=True, slots=True)
class CountsLine:
    """The counts of a trial."""

    counts: TrialCounts
    """Both sides, as the core counted them."""
    sign: str
    """`✓` where both sides computed the same bits, `≠` where not; empty if not known."""
    word: str
    """`Same bits` or `Different bits`; empty if not known."""
    tone: str
    """`good` where the bits are the same, `warn` where not; empty if not known."""
    rows: tuple[CountRow, ...]
    """The figures, empty without two."""
    missing: tuple[str, ...]
    """Why a side has none."""


def counts_line(counts: TrialCounts) -> CountsLine:
    """The counts of both sides, or why there are none."""
    rows = tuple(_rows(counts.before, counts.after))
    return CountsLine(counts, *_bits(counts), rows, tuple(_missing(counts)))


def _bits(counts: TrialCounts) -> tuple[str, str, str]:
    if counts.same_bits is None:
        return "", "", ""
    return ("✓", "Same bits", "good") if counts.same_bits else ("≠", "Different bits", "warn")


def _missing(counts: TrialCounts) -> Iterator[str]:
    """One sentence where both sides have the same reason."""
    before, after = map(without_options, (counts.before.message, counts.after.message))
    if before and before == after:
        yield f"Not counted: {before}"
        return
    for side, message in (("before", before), ("after", after)):
        if message:
            yield f"Not counted {side}: {message}"


def _rows(before: RunCost, after: RunCost) -> Iterator[CountRow]:
    if before.instructions is None or after.instructions is None:
        return
    for name in ("instructions", "loads", "stores"):
        yield CountRow(
            name,
            f"{getattr(before, name):,}",
            _each(before, name),
            f"{getattr(after, name):,}",
            _each(after, name),
        )
    if before.library or after.library:
        yield CountRow(
            "in library code called", f"{before.library:,}", "—", f"{after.library:,}", "—"
        )


def _each(cost: RunCost, name: str) -> str:
    figure = getattr(cost, f"{name}_per_element")
    if figure is None:
        return "—"
    return "< 0.01" if 0 < figure < _LEAST else f"{figure:,.3g}"
