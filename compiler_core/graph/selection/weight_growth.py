"""How much memory Winograd's transformed weights may add to a whole network.

F(2×2, 3×3) keeps 16 numbers of a filter instead of 9. Where not all layers may have that, those
come first that save most instructions for each byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from compiler_core.graph.kernels.registry import find_tactic
from compiler_core.graph.selection.builder_log import sentence_of
from compiler_core.graph.selection.records import Cost, LayerChoice, TacticRow

ALGORITHM = "winograd"
MEBIBYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class _Grown:
    """A choice of Winograd. bytes: more than the next tactic's weights; saved: instructions."""

    place: int
    bytes: int
    saved: int

    @property
    def worth(self) -> float:
        return self.saved / max(self.bytes, 1)


def within_growth(choices: Sequence[LayerChoice], mebibytes: int) -> tuple[LayerChoice, ...]:
    """The same choices; layers for whose transformed weights there is no room take their next
    tactic, and the row says so. mebibytes: that all layers together may add."""
    left, plan = mebibytes * MEBIBYTE, list(choices)
    grown = [growth for index, choice in enumerate(choices) if (growth := _grown(index, choice))]
    for growth in sorted(grown, key=lambda each: (-each.worth, each.place)):
        if growth.bytes <= left:
            left -= growth.bytes
        else:
            plan[growth.place] = _without(choices[growth.place], _reason(growth, left, mebibytes))
    return tuple(plan)


def _grown(index: int, choice: LayerChoice) -> _Grown | None:
    costs = [row.cost for row in choice.rows if row.cost is not None]
    if find_tactic(choice.tactic).algorithm != ALGORITHM or len(costs) < 2:
        return None
    first, second = costs[0], costs[1]
    extra = first.packed_bytes - second.packed_bytes
    return _Grown(index, extra, _instructions_saved(first, second)) if extra > 0 else None


def _instructions_saved(first: Cost, second: Cost) -> int:
    return second.instructions - first.instructions


def _reason(growth: _Grown, left: int, mebibytes: int) -> str:
    return (
        f"its transformed weights take {growth.bytes:,} B more, and of the {mebibytes} MiB that "
        f"weights may grow by {left:,} B are left: layers that save more for each byte come first"
    )


def _without(choice: LayerChoice, reason: str) -> LayerChoice:
    refused = tuple(
        TacticRow(row.tactic, reason, None, row.error)
        for row in choice.rows
        if row.tactic == choice.tactic
    )
    legal = tuple(row for row in choice.rows if row.cost and row.tactic != choice.tactic)
    others = tuple(row for row in choice.rows if row.cost is None)
    rows = (*legal, *refused, *others)
    return replace(choice, tactic=legal[0].tactic, rows=rows, reason=sentence_of(rows))
