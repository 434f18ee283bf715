"""`a && b` and `a || b`: branches that share a target become one condition again.

The front end makes of them a branch each, the second one only reached past the first. Where the
second only computes its condition, both are one `scf.if` that gives a truth value, so that what
they lead to is written once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.loop.ir.editing import phi_operand
from compiler_core.loop.ir.values import Block, Instruction, Value


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Condition:
    """One branch, or two conditions joined."""

    yes: Block
    """Where control goes if the whole condition is true."""
    no: Block
    """Where control goes if the whole condition is false."""
    to_yes: tuple[Block, ...]
    """Blocks that go to `yes`, in order; phis there take the same from each."""
    to_no: tuple[Block, ...]
    """Blocks that go to `no`, in order; phis there take the same from each."""
    block: Block | None = None
    """The block that ends in this branch; None where two conditions are joined."""
    left: Condition | None = None
    """The first of two that are joined; None for a single branch."""
    right: Condition | None = None
    """The second, which decides only where the first does not; None for a single branch."""
    joins: str = ""
    """`and` or `or`; empty for a single branch."""
    turned: bool = False
    """True and false change places."""

    def opposite(self) -> Condition:
        return Condition(
            yes=self.no,
            no=self.yes,
            to_yes=self.to_no,
            to_no=self.to_yes,
            block=self.block,
            left=self.left,
            right=self.right,
            joins=self.joins,
            turned=not self.turned,
        )


@dataclass(frozen=True, slots=True)
class ConditionReader:
    """before: the blocks that lead to a block. heads: of loops, which stay apart."""

    before: Mapping[Block, list[Block]]
    users: Mapping[Value, list[Instruction]]
    heads: frozenset[Block]

    def condition_at(self, block: Block) -> Condition:
        """All that can be decided at once where this block ends in a branch."""
        yes, no = block.terminator.targets
        whole = Condition(yes=yes, no=no, to_yes=(block,), to_no=(block,), block=block)
        while (longer := self._longer(whole)) is not None:
            whole = longer
        return whole

    def _longer(self, whole: Condition) -> Condition | None:
        if self._only_decides(whole.yes):
            further = self._towards(self.condition_at(whole.yes), whole.no)
            if further is not None and _agree(whole.no, (*whole.to_no, *further.to_no)):
                return Condition(
                    yes=further.yes,
                    no=whole.no,
                    to_yes=further.to_yes,
                    to_no=(*whole.to_no, *further.to_no),
                    left=whole,
                    right=further,
                    joins="and",
                )
        if self._only_decides(whole.no):
            further = self._towards(self.condition_at(whole.no), whole.yes)
            turned = further.opposite() if further is not None else None
            if turned is not None and _agree(whole.yes, (*whole.to_yes, *turned.to_yes)):
                return Condition(
                    yes=whole.yes,
                    no=turned.no,
                    to_yes=(*whole.to_yes, *turned.to_yes),
                    to_no=turned.to_no,
                    left=whole,
                    right=turned,
                    joins="or",
                )
        return None

    def _towards(self, further: Condition, shared: Block) -> Condition | None:
        """The one whose `no` is the shared block."""
        if further.no is shared:
            return further
        return further.opposite() if further.yes is shared else None

    def _only_decides(self, block: Block) -> bool:
        if block in self.heads or len(self.before[block]) != 1 or block.phis:
            return False
        if block.terminator.opcode != "branch":
            return False
        inside = set(block.instructions)
        return all(
            instruction.opcode != "store"
            and all(user in inside for user in self.users.get(instruction, ()))
            for instruction in block.body
        )


def _agree(target: Block, ways: tuple[Block, ...]) -> bool:
    """Whether its phis take the same from all these blocks."""
    return all(len({phi_operand(phi, way) for way in ways}) == 1 for phi in target.phis)
