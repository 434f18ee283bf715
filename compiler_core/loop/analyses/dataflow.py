"""One solver for every data-flow analysis; an analysis is data.

A fact is what is known at a place. `transfer` says what a block makes of a fact, `merge` what holds
where several ways meet, `start` what holds at the function's entry (forward) or wherever it ends
(backward). The solver takes blocks from a worklist until no fact changes any more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from compiler_core.loop.analyses.control_flow import predecessors_of, reverse_postorder
from compiler_core.loop.ir.values import Block, Function

Fact = TypeVar("Fact")
Watch = Callable[[Block, Fact, Fact, Sequence[Block]], None]


@dataclass(frozen=True, slots=True)
class Analysis(Generic[Fact]):
    """direction; start; merge of the facts known so far of the neighbours; transfer of a block."""

    direction: Literal["forward", "backward"]
    start: Fact
    merge: Callable[[Sequence[Fact]], Fact]
    transfer: Callable[[Block, Fact], Fact]


@dataclass(frozen=True, slots=True)
class Solution(Generic[Fact]):
    """The facts before and after each reachable block, in the analysis' own direction."""

    incoming: dict[Block, Fact]
    outgoing: dict[Block, Fact]


def solve(
    function: Function, analysis: Analysis[Fact], watch: Watch[Fact] | None = None
) -> Solution[Fact]:
    """The strongest facts that hold; `watch` sees (block, incoming, outgoing, worklist) each time.

    Ends if facts can change only finitely often, as with sets that only grow or only shrink.
    """
    order = reverse_postorder(function)
    before, after = predecessors_of(function), {block: block.successors for block in order}
    if analysis.direction == "backward":
        order.reverse()
        before, after = after, before
    incoming: dict[Block, Fact] = {}
    outgoing: dict[Block, Fact] = {}
    worklist = dict.fromkeys(order)
    while worklist:
        block = next(iter(worklist))
        del worklist[block]
        known = [outgoing[earlier] for earlier in before[block] if earlier in outgoing]
        incoming[block] = analysis.merge(known) if known else analysis.start
        result = analysis.transfer(block, incoming[block])
        if block not in outgoing or outgoing[block] != result:
            outgoing[block] = result
            worklist.update(dict.fromkeys(later for later in after[block] if later in outgoing))
        if watch is not None:
            watch(block, incoming[block], result, tuple(worklist))
    return Solution(incoming, outgoing)


def intersection(facts: Sequence[frozenset]) -> frozenset:
    """Merge for what must hold on every way."""
    return frozenset.intersection(*facts)


def union(facts: Sequence[frozenset]) -> frozenset:
    """Merge for what may hold on some way."""
    return frozenset().union(*facts)
