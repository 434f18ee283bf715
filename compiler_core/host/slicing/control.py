"""Which branch let an instruction run, and which could have written a register had it gone the
other way.

Control dependence: Ferrante, Ottenstein and Warren, "The Program Dependence Graph and Its Use in
Optimization" (1987), here by post-dominators. Of the branches that decide about a block the one
that ran last decided about this run of it. The second kind makes a slice "relevant": Gyimóthy,
Beszédes and Forgács, "An Efficient Relevant Slicing Method for Debugging" (1999).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from compiler_core.host.compilation import BasicBlock
from compiler_core.host.loop_analysis.flow_graph import (
    graph_of_edges,
    immediate_dominators,
    predecessors_of,
    successors_of,
)
from compiler_core.host.slicing.locations import FLAGS, Bank
from compiler_core.host.slicing.recorded_run import RecordedRun
from compiler_core.host.work import spend


@dataclass(frozen=True, slots=True)
class ControlFlow:
    """The branches of one recorded run.

    deciders: block -> the blocks whose branches decide whether it runs. ran: block that ends in
    such a branch -> the steps at which it did. block_at: address -> block. others: register -> the
    steps of branches that, had they gone the other way, could have written it.
    """

    deciders: Mapping[int, tuple[int, ...]]
    ran: Mapping[int, Sequence[int]]
    block_at: Mapping[int, int]
    others: Mapping[Bank, Sequence[int]]

    def decided_by(self, address: int, step: int) -> int | None:
        """The step of the branch that let the instruction at an address run as this step."""
        block = self.block_at.get(address)
        branch_steps = [
            steps[position - 1]
            for decider in self.deciders.get(block if block is not None else -1, ())
            if (position := bisect_left(steps := self.ran.get(decider, ()), step))
        ]
        return max(branch_steps, default=None)

    def undone_between(self, bank: Bank, first: int, end: int) -> Sequence[int]:
        """Branches from step `first` on, before `end`, that might have written a register."""
        steps = self.others.get(bank, ())
        return steps[bisect_left(steps, first) : bisect_left(steps, end)]


def control_flow(run: RecordedRun, blocks: Sequence[BasicBlock]) -> ControlFlow:
    """Of a run of the function with these blocks."""
    owners = {
        position: block.id for block in blocks for position in range(block.first, block.last + 1)
    }
    block_at = {
        address: owners[fact.placed.position]
        for address, fact in run.code.items()
        if fact.placed.position in owners
    }
    ends = _ends(block_at)
    after = _post_dominators(blocks)
    deciding = {ends[block.id] for block in blocks if _decides(block) and block.id in ends}
    ran: dict[int, list[int]] = {}
    others: dict[Bank, list[int]] = {}
    missed = _missed(run, blocks, block_at, after)
    for number, step in enumerate(run.steps):
        if step.address not in deciding:
            continue
        block = block_at[step.address]
        ran.setdefault(block, []).append(number)
        for bank in missed.get((block, block_at.get(run.following(number), -1)), ()):
            others.setdefault(bank, []).append(number)
    return ControlFlow(_deciders(blocks, after), ran, block_at, others)


def _decides(block: BasicBlock) -> bool:
    return len(set(block.successors)) > 1


def _ends(block_at: Mapping[int, int]) -> dict[int, int]:
    """The address of each block's last instruction; addresses come in order."""
    return {block: address for address, block in sorted(block_at.items())}


def _post_dominators(blocks: Sequence[BasicBlock]) -> dict[int, int]:
    """Block -> the closest block through which every way from it to the end leads; -1 for none.

    The graph is turned round, with the end as its block 0.
    """
    successors = successors_of(blocks)
    leaving = [number + 1 for number, following in enumerate(successors) if not following]
    turned = [
        leaving,
        *([predecessor + 1 for predecessor in preds] for preds in predecessors_of(successors)),
    ]
    closest = immediate_dominators(graph_of_edges(turned))
    return {number: closest[number + 1] - 1 for number in range(len(blocks))}


def _deciders(blocks: Sequence[BasicBlock], after: Mapping[int, int]) -> dict[int, tuple[int, ...]]:
    by_block: dict[int, list[int]] = {}
    for block in blocks:
        if not _decides(block):
            continue
        for successor in dict.fromkeys(block.successors):
            for reached in _way_down(successor, after[block.id], after):
                by_block.setdefault(reached, []).append(block.id)
    return {block: tuple(dict.fromkeys(deciders)) for block, deciders in by_block.items()}


def _way_down(block: int, stop: int, after: Mapping[int, int]) -> list[int]:
    """From a block along the post-dominators, down to `stop` without it."""
    way: list[int] = []
    while block >= 0 and block != stop:
        way.append(block)
        block = after[block]
    spend(len(way))
    return way


def _missed(
    run: RecordedRun,
    blocks: Sequence[BasicBlock],
    block_at: Mapping[int, int],
    after: Mapping[int, int],
) -> dict[tuple[int, int], frozenset[Bank]]:
    """(block, where its branch went) -> registers written on the other ways, until they meet."""
    writes: dict[int, set[Bank]] = {}
    for address, block in block_at.items():
        writes.setdefault(block, set()).update(run.code[address].writes)
    missed: dict[tuple[int, int], frozenset[Bank]] = {}
    for block in blocks:
        if not _decides(block):
            continue
        for taken in block.successors:
            ways = [other for other in block.successors if other != taken]
            region = set().union(*(_region(way, after[block.id], blocks) for way in ways))
            banks = set().union(*(writes.get(passed, set()) for passed in region))
            missed[block.id, taken] = frozenset(banks - {FLAGS})
    return missed


def _region(start: int, stop: int, blocks: Sequence[BasicBlock]) -> set[int]:
    """The blocks on ways from `start` that do not pass `stop`."""
    seen: set[int] = set()
    waiting = [start] if start != stop else []
    while waiting:
        block = waiting.pop()
        if block in seen:
            continue
        seen.add(block)
        spend(1 + len(blocks[block].successors))
        waiting += [successor for successor in blocks[block].successors if successor != stop]
    return seen
