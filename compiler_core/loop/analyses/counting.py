"""Loops whose rounds are counted before the first: `i` from start, by 1, while `i < bound`."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.loop.analyses.induction import Induction, inductions_of
from compiler_core.loop.analyses.loops import Loop
from compiler_core.loop.ir.types import wrap
from compiler_core.loop.ir.values import Block, Constant, Instruction, Value

REMAINDER = "remainder"


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class CountedLoop:
    """A loop that is left by its header only, when `counter.phi < bound` is false."""

    loop: Loop
    """The loop itself, with one latch and one exit."""
    preheader: Block
    """The block from which the loop is entered."""
    counter: Induction
    """The variable that starts in the preheader and advances by 1 each round."""
    bound: Value
    """What `counter.phi` is compared with; does not change in the loop."""
    test: Instruction
    """The instruction `lt` in the header that compares counter and bound."""
    inside: Block
    """Where the header goes while the test is true."""
    outside: Block
    """Where the header goes when the test is false."""

    @property
    def rounds(self) -> int | None:
        """The number of rounds, if start and bound are constants."""
        start, bound = self.counter.start, self.bound
        if not isinstance(start, Constant) or not isinstance(bound, Constant):
            return None
        return (
            max(wrap(int(bound.value) - int(start.value), bound.type), 0)
            if bound.value > start.value
            else 0
        )


def counted_loop(loop: Loop) -> CountedLoop | str:
    """The counted loop, or why it is none, as the second half of a sentence."""
    if loop.header.name.startswith(REMAINDER):
        return "it is the remainder of another loop and runs a few rounds at most"
    if loop.preheader is None or len(loop.latches) != 1:
        return "it needs one preheader and one latch"
    if [inside for inside, _ in loop.exits] != [loop.header]:
        return "it can be left from its middle, so the number of rounds is not known before"
    test = loop.header.terminator.operands[0]
    if not isinstance(test, Instruction) or test.opcode != "lt":
        condition = test.opcode if isinstance(test, Instruction) else test.text
        return f"its test is {condition}, and only `counter < bound` is counted here"
    counter = next(
        (variable for variable in inductions_of(loop) if variable.phi is test.operands[0]), None
    )
    if counter is None or not isinstance(counter.step, Constant):
        return f"{test.operands[0].text} does not advance by a constant each round"
    if counter.step.value * counter.sign != 1:
        return (
            f"{counter.phi.text} advances by {counter.step_text}, and only steps of 1 are counted"
        )
    if not loop.invariant(test.operands[1]):
        return f"its bound {test.operands[1].text} is computed inside; hoist it first"
    yes, no = loop.header.terminator.targets
    if yes not in loop.blocks:
        return "it goes on when its test is false"
    return CountedLoop(
        loop=loop,
        preheader=loop.preheader,
        counter=counter,
        bound=test.operands[1],
        test=test,
        inside=yes,
        outside=no,
    )
