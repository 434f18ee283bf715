"""Which blocks control must pass on its way to another.

Block a dominates b if every way from the entry to b leads through a (Lengauer and Tarjan 1979 give
a faster algorithm; here sets and the common solver do). The frontier of a block is where its
dominance ends: the places that need a phi for what the block defines (Cytron et al. 1991).
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.loop.analyses.control_flow import predecessors_of, reverse_postorder
from compiler_core.loop.analyses.dataflow import Analysis, intersection, solve
from compiler_core.loop.ir.values import Block, Function


@dataclass(frozen=True, slots=True)
class Dominators:
    """of: all dominators of a reachable block, itself included; immediate: the closest other one
    (the entry has none); children: the tree; order: reverse postorder."""

    of: dict[Block, frozenset[Block]]
    immediate: dict[Block, Block]
    children: dict[Block, list[Block]]
    order: list[Block]

    def dominates(self, dominator: Block, other: Block) -> bool:
        """Must control pass `dominator` before `other`? True for a block and itself."""
        return dominator in self.of.get(other, ())

    def preorder(self) -> list[Block]:
        """Blocks of the tree, each before its children."""
        blocks, pending = [], [self.order[0]]
        while pending:
            block = pending.pop()
            blocks.append(block)
            pending += reversed(self.children[block])
        return blocks


def dominators_of(function: Function) -> Dominators:
    """Dominators of every reachable block."""
    analysis: Analysis[frozenset[Block]] = Analysis(
        direction="forward",
        start=frozenset(),
        merge=intersection,
        transfer=lambda block, fact: fact | {block},
    )
    of = solve(function, analysis).outgoing
    order = reverse_postorder(function)
    immediate = {
        block: max(of[block] - {block}, key=lambda parent: len(of[parent])) for block in order[1:]
    }
    children: dict[Block, list[Block]] = {block: [] for block in order}
    for block in order[1:]:
        children[immediate[block]].append(block)
    return Dominators(of, immediate, children, order)


def frontiers_of(function: Function, dominators: Dominators) -> dict[Block, list[Block]]:
    """The dominance frontier of every block, in program order."""
    frontiers: dict[Block, list[Block]] = {block: [] for block in dominators.order}
    before = predecessors_of(function)
    for block in dominators.order:
        ways = [predecessor for predecessor in before[block] if predecessor in frontiers]
        for way in ways if len(ways) > 1 else ():
            runner = way
            while runner is not dominators.immediate.get(block):
                if block not in frontiers[runner]:
                    frontiers[runner].append(block)
                runner = dominators.immediate[runner]
    return frontiers
