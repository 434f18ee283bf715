"""Cycles per element of two settings side by side, loop by loop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.host.comparison.wording import decimal
from compiler_core.host.cycles.record import CyclesReport, LoopCycles, ModelAnswer

# Start-up costs and rounding move a figure by a few percent; less is no difference to speak of.
_SAME = 0.03


@dataclass(frozen=True, slots=True)
class CyclesComparison:
    """One source loop under two settings by one model; None where a side has no figure.

    ratio: right over left, below 1 where the right side is faster. statement names the models.
    """

    function: str
    source_line: int | None
    model: str
    left: float | None
    right: float | None
    ratio: float | None
    sentence: str
    statement: str


def compare_cycles(left: CyclesReport, right: CyclesReport) -> tuple[CyclesComparison, ...]:
    """Main bodies of the same source line, by each model that both sides asked."""
    rights = {_place(loop): loop for loop in reversed(_mains(right))}
    return tuple(
        _compared(loop, answer, other)
        for loop in _mains(left)
        if (partner := rights.get(_place(loop))) is not None
        for answer in loop.models
        for other in partner.models
        if other.model == answer.model
    )


def _mains(report: CyclesReport) -> Sequence[LoopCycles]:
    """The first main body of each source loop."""
    found: dict[tuple[str, int | None], LoopCycles] = {}
    for loop in report.loops:
        if loop.role == "main":
            found.setdefault(_place(loop), loop)
    return tuple(found.values())


def _place(loop: LoopCycles) -> tuple[str, int | None]:
    return loop.symbol, loop.source_line


def _compared(loop: LoopCycles, left: ModelAnswer, right: ModelAnswer) -> CyclesComparison:
    ratio = None
    if left.cycles_per_element and right.cycles_per_element is not None:
        ratio = right.cycles_per_element / left.cycles_per_element
    return CyclesComparison(
        function=loop.function,
        source_line=loop.source_line,
        model=left.model,
        left=left.cycles_per_element,
        right=right.cycles_per_element,
        ratio=ratio,
        sentence=_sentence(left, right, ratio),
        statement=left.statement or right.statement,
    )


def _sentence(left: ModelAnswer, right: ModelAnswer, ratio: float | None) -> str:
    if ratio is None:
        missing = next(side for side in (left, right) if side.cycles_per_element is None)
        reason = (
            missing.message or f"unknown how many elements a round does: {missing.elements_reason}"
        )
        return f"No comparison: {reason}"
    figures = (
        f"{decimal(left.cycles_per_element or 0)} cycles per element on the left, "
        f"{decimal(right.cycles_per_element or 0)} on the right"
    )
    if left.cpu_used != right.cpu_used:
        figures += f" (models of different cores: {left.cpu_used} and {right.cpu_used})"
    if left.is_lower_bound or right.is_lower_bound:
        return f"{figures}; at least one is a lower bound, so the two do not compare."
    if abs(ratio - 1) <= _SAME:
        return f"{figures}: no difference."
    if ratio < 1:
        return f"{figures}: the right side needs {decimal(1 / ratio)} times fewer."
    return f"{figures}: the right side needs {decimal(ratio)} times more."
