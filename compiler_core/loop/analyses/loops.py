"""Natural loops: a way back to a block that dominates its start, and all that reaches it.

The header is the only way in; a latch is where a way back starts; the preheader is the one block
outside that leads to the header and nowhere else, which is where passes put what should run once.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.loop.analyses.control_flow import predecessors_of
from compiler_core.loop.analyses.dominators import Dominators
from compiler_core.loop.ir.values import Block, Constant, Function, Instruction, Parameter, Value


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Loop:
    """One natural loop."""

    header: Block
    """The only block through which the loop is entered."""
    blocks: tuple[Block, ...]
    """In program order, header included, those of inner loops too."""
    latches: tuple[Block, ...]
    """Sources of the ways back."""
    preheader: Block | None
    """None if the loop has none."""
    exits: tuple[tuple[Block, Block], ...]
    """(block inside, block outside) for every way out."""
    parent: Loop | None
    """The next loop around it."""
    depth: int
    """1 for an outermost loop."""

    def defines(self, value: Value) -> bool:
        """Is the value computed inside the loop?"""
        return isinstance(value, Instruction) and any(
            value is instruction for block in self.blocks for instruction in block.instructions
        )

    def invariant(self, value: Value) -> bool:
        """Is it the same in every round because it comes from outside?"""
        return not self.defines(value)

    def instructions(self) -> list[Instruction]:
        """All inside, in program order."""
        return [instruction for block in self.blocks for instruction in block.instructions]

    @property
    def line(self) -> int:
        """The source line the loop starts at: the least one of its instructions; 0 if unknown."""
        return min(
            (operation.line for operation in self.instructions() if operation.line), default=0
        )

    @property
    def title(self) -> str:
        """How sentences call it."""
        return f"the loop at line {self.line}" if self.line else f"the loop {self.header.name}"


def loops_of(function: Function, dominators: Dominators) -> list[Loop]:
    """Natural loops, inner ones first."""
    before = predecessors_of(function)
    latches: dict[Block, list[Block]] = {}
    for block in dominators.order:
        for target in block.successors:
            if dominators.dominates(target, block):
                latches.setdefault(target, []).append(block)
    bodies = {header: _body(header, ways, before) for header, ways in latches.items()}
    loops: dict[Block, Loop] = {}
    for header in sorted(bodies, key=lambda candidate: -len(bodies[candidate])):
        around = [outer for outer in loops.values() if header in outer.blocks]
        parent = max(around, key=lambda candidate: candidate.depth, default=None)
        blocks = tuple(block for block in function.blocks if block in bodies[header])
        loops[header] = Loop(
            header=header,
            blocks=blocks,
            latches=tuple(latches[header]),
            preheader=_preheader(header, blocks, before),
            exits=tuple(
                (inside_block, two)
                for inside_block in blocks
                for two in inside_block.successors
                if two not in blocks
            ),
            parent=parent,
            depth=parent.depth + 1 if parent else 1,
        )
    return sorted(loops.values(), key=lambda candidate: -candidate.depth)


def _body(header: Block, latches: list[Block], before: dict[Block, list[Block]]) -> set[Block]:
    """Everything that reaches a latch without passing the header."""
    body, pending = {header}, list(latches)
    while pending:
        block = pending.pop()
        if block not in body:
            body.add(block)
            pending += before[block]
    return body


def _preheader(
    header: Block, blocks: tuple[Block, ...], before: dict[Block, list[Block]]
) -> Block | None:
    outside = [block for block in before[header] if block not in blocks]
    if len(outside) == 1 and outside[0].successors == [header]:
        return outside[0]
    return None


def innermost(loops: list[Loop]) -> list[Loop]:
    """Loops without another loop inside."""
    parents = {loop.parent for loop in loops}
    return [loop for loop in loops if loop not in parents]


def runs_each_round(loop: Loop, block: Block, dominators: Dominators) -> bool:
    """Does the block run in every round and at least once when the loop is entered?

    True if it dominates every way out and every latch: then no round can avoid it.
    """
    ends = [inside for inside, _ in loop.exits] + list(loop.latches)
    return bool(loop.exits) and all(dominators.dominates(block, end) for end in ends)


def why_invariant(values: list[Value], loop: Loop) -> str:
    """`n and 4 are defined outside the loop`: a phrase for reasons."""
    names = list(dict.fromkeys(value.text for value in values))
    if not names:
        return "it has no operands"
    if all(isinstance(value, Constant) for value in values):
        return f"{names[0]} is a constant" if len(names) == 1 else "its operands are constants"
    joined = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    kinds = {type(value) for value in values}
    verb = "is" if len(names) == 1 else "are"
    where = "a parameter" if kinds == {Parameter} and len(names) == 1 else "defined outside"
    return f"{joined} {verb} {where}" + (" the loop" if where == "defined outside" else "")
