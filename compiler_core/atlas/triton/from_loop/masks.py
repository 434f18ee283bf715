"""When a block of the loop's body has its turn, as a mask: ifs of C are no branches here.

All numbers of a block go the same way. What stands under a condition is done for those numbers of
which it is true: by masks of loads and stores, and by a choice between values where ways meet.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from compiler_core.atlas.triton.from_loop.one_loop import OneLoop
from compiler_core.atlas.triton.from_loop.scalars import joined, turned
from compiler_core.loop.analyses.control_flow import predecessors_of
from compiler_core.loop.ir.values import Block

Mask = ast.expr | None
"""None where there is no condition but that of the loop itself."""


@dataclass(slots=True)
class Masks:
    """conditions: of blocks that end in a branch. short: what gives a long mask a name."""

    of: OneLoop
    short: Callable[[ast.expr], ast.expr]
    conditions: dict[Block, ast.expr] = field(default_factory=dict)
    known: dict[Block, Mask] = field(default_factory=dict)
    before: dict[Block, list[Block]] = field(init=False)

    def __post_init__(self) -> None:
        self.before = predecessors_of(self.of.function)
        self.known[self.of.counted.body] = None

    def of_block(self, block: Block) -> Mask:
        """Blocks that lead here have been written."""
        if block not in self.known:
            self.known[block] = self._found(block)
        return self.known[block]

    def _found(self, block: Block) -> Mask:
        above = self.of.dominators.immediate[block]
        if above is not self.of.counted.loop.header and block in self._behind(above):
            return self.of_block(above)
        whole: Mask = None
        inner = self.of.nest.inner.get(block)
        for way in [inner.loop.preheader] if inner else self.before[block]:
            assert way is not None
            mask = self.of_way(way, block)
            if mask is None:
                return None
            whole = mask if whole is None else joined(ast.BitOr(), whole, mask)
        return self.short(whole) if isinstance(whole, ast.BinOp) else whole

    def _behind(self, block: Block) -> Iterator[Block]:
        """Where all ways from here meet again, one after the other."""
        while block in self.of.shape.joins and block is not self.of.counted.loop.header:
            block = self.of.shape.joins[block]
            yield block

    def of_way(self, start: Block, end: Block) -> Mask:
        """From a block to the next. All numbers of a block go round an inner loop together."""
        mask = self.of_block(start)
        ending = start.terminator
        is_counted = start in self.of.nest.inner
        if is_counted or ending.opcode != "branch" or len(set(ending.targets)) == 1:
            return mask
        condition = self.conditions[start]
        if ending.targets[0] is not end:
            condition = turned(condition)
        return condition if mask is None else joined(ast.BitAnd(), mask, condition)
