"""What a mapping would gain if its units worked at the same time, in words that promise no more."""

from __future__ import annotations

from app.words import share_text
from compiler_core.amounts import time_text
from compiler_core.soc.mapping.records import AtOnce, MappedUnit, MappingTotals

# Of the whole time: less is rounding, or not worth a picture.
LEAST_SHARE = 0.001


def saved_share(bound: AtOnce, totals: MappingTotals) -> float:
    """Of the time one after the other."""
    return 1 - bound.seconds / totals.seconds if totals.seconds else 0.0


def at_once_words(
    bound: AtOnce, totals: MappingTotals, units: tuple[MappedUnit, ...]
) -> tuple[str, ...]:
    """Sentences: both times, what bounds the lower one, what it leaves out."""
    saved = saved_share(bound, totals)
    if saved < LEAST_SHARE:
        return (
            "If its units worked at the same time, this mapping would take as long: what one of "
            "them does waits for what another has made.",
        )
    return (
        f"If its units worked at the same time, this mapping would take {time_text(bound.seconds)} "
        f"(modelled), {share_text(saved)} less than {time_text(totals.seconds)} one after the "
        "other.",
        f"{_bounds(bound, units)} The same kernels on the same units cannot be faster than the "
        "longer of these two.",
        "Expect a time between the two: units that work at the same time share main memory, while "
        "here each has all of its bandwidth. Each unit keeps the order of the graph. The mapping "
        "is the best for kernels one after the other; for work at the same time another order or "
        "another mapping may be better.",
    )


def _bounds(bound: AtOnce, units: tuple[MappedUnit, ...]) -> str:
    busiest = next(unit.title for unit in units if unit.name == bound.busiest)
    return (
        f"The longest chain of kernels that wait for each other takes "
        f"{time_text(bound.chain_seconds)}; the busiest unit, {busiest}, works for "
        f"{time_text(bound.busiest_seconds)}."
    )
