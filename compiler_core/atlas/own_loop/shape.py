"""What of a function is loops that count, what stands outside of all, and what MLIR's loops refuse.

The representation is in static single assignment form; a loop here is a header that compares a
counter with its end, and one way back. Everything else is refused by its line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from compiler_core.loop.analyses.computed_from import computed_from
from compiler_core.loop.analyses.dominators import dominators_of
from compiler_core.loop.analyses.induction import Induction, inductions_of
from compiler_core.loop.analyses.loops import Loop, loops_of
from compiler_core.loop.errors import OutsideSubset
from compiler_core.loop.ir.editing import users_of
from compiler_core.loop.ir.types import BOOL
from compiler_core.loop.ir.values import Block, Constant, Function, Instruction, Value
from compiler_core.source import Location

_FLIPPED = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le", "ne": "ne"}
_COUNTING = {1: ("lt", "le", "ne"), -1: ("gt", "ge", "ne")}
DEEPEST_NEST = 8


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class CountedLoop:
    """A loop whose counter goes from start by step until it passes end."""

    loop: Loop
    """Its header and blocks, as the analysis of loops found them."""
    induction: Induction
    """The counter: its phi, its start, and what it becomes each round."""
    step: int
    """What each round adds to the counter; negative for one that goes down."""
    end: Value
    """What the header compares the counter with; the same in every round."""
    closed: bool
    """End itself still has its round (`<=`, `>=`)."""
    body: Block
    """The first block of a round, to which the header goes while the counter has not passed
    `end`."""
    exit: Block
    """The block behind the loop, to which the header goes at last."""
    carried: tuple[Instruction, ...]
    """What one round hands to the next besides the counter."""
    counter_outlives: bool
    """It is read behind the loop."""

    @property
    def counter(self) -> Instruction:
        return self.induction.phi


@dataclass(frozen=True, slots=True)
class LoopShape:
    """loops: by their headers. outside: blocks that run once whenever the function does. joins: the
    block that each block's ways meet in again. returns: the last block."""

    loops: Mapping[Block, CountedLoop]
    outside: frozenset[Block]
    joins: Mapping[Block, Block]
    users: Mapping[Value, list[Instruction]]


def refused(file: str, line: int, what: str, advice: str) -> OutsideSubset:
    """At a line of the reader's source."""
    return OutsideSubset(what, advice, Location(file, max(line, 1)))


def shape_of(function: Function, file: str) -> LoopShape:
    """Raises OutsideSubset, with the line of what has no place in a loop of MLIR's."""
    returns = [
        instruction for instruction in function.instructions() if instruction.opcode == "return"
    ]
    if len(returns) != 1:
        line = min((returned.line for returned in returns if returned.line), default=1)
        raise refused(
            file,
            line,
            "This return leaves the function early." if returns else "The function never ends.",
            "What is translated has one way out: return once, at the end.",
        )
    users = users_of(function)
    loops = loops_of(function, dominators_of(function))
    counted = {loop.header: _counted(loop, users, file) for loop in loops}
    inside = {block for loop in loops for block in loop.blocks}
    after = _post_dominators(function)
    outside = frozenset(after[function.blocks[0]] - inside)
    joins = {
        block: max(after[block] - {block}, key=lambda dominator: len(after[dominator]))
        for block in function.blocks
        if len(after[block]) > 1
    }
    return LoopShape(counted, outside, joins, users)


def _post_dominators(function: Function) -> dict[Block, frozenset[Block]]:
    """For each block, all that control must still pass, itself included."""
    everything = frozenset(function.blocks)
    passed = {
        block: everything if block.successors else frozenset({block}) for block in function.blocks
    }
    changed = True
    while changed:
        changed = False
        for block in reversed(function.blocks):
            if block.successors:
                met = frozenset.intersection(
                    *(passed[successor] for successor in block.successors)
                ) | {block}
                changed |= met != passed[block]
                passed[block] = met
    return passed


def _counted(loop: Loop, users: Mapping[Value, list[Instruction]], file: str) -> CountedLoop:
    if loop.depth > DEEPEST_NEST:
        raise refused(
            file, loop.line, f"Loops are nested more than {DEEPEST_NEST} deep.", "Paste the inner."
        )
    if len(loop.exits) != 1 or loop.exits[0][0] is not loop.header or len(loop.latches) != 1:
        line = next((tail.terminator.line for tail, _ in loop.exits if tail is not loop.header), 0)
        raise refused(
            file,
            line or loop.line,
            "Another way leads out of this loop, or its test stands at its end.",
            "Such a loop knows how often it runs before it begins: no break, no return, no do.",
        )
    branch = loop.header.terminator
    body, end = branch.targets if branch.targets[0] in loop.blocks else branch.targets[::-1]
    counted = next((test for test in _tests(loop, branch, body) if test is not None), None)
    if counted is None:
        raise refused(
            file,
            branch.line or loop.line,
            "No counter decides when this loop ends.",
            "Such a loop counts by a constant up or down to an end that stays the same: "
            "i < n; i += 2.",
        )
    _check_header(loop, counted, users, file)
    phis = tuple(phi for phi in loop.header.phis if phi is not counted.counter and phi in users)
    outlives = _is_used_outside(counted.counter, loop, users)
    return replace(counted, exit=end, carried=phis, counter_outlives=outlives)


def _tests(loop: Loop, branch: Instruction, body: Block) -> Iterable[CountedLoop | None]:
    test = branch.operands[0]
    if not isinstance(test, Instruction) or test.opcode not in _FLIPPED:
        return
    if branch.targets[0] is not body:
        return
    left, right = test.operands
    for induction in inductions_of(loop):
        yield _test(loop, induction, test.opcode, left, right, body)
        yield _test(loop, induction, _FLIPPED[test.opcode], right, left, body)


def _test(
    loop: Loop, induction: Induction, opcode: str, counter: Value, end: Value, body: Block
) -> CountedLoop | None:
    if not isinstance(induction.step, Constant) or not _is_counter(counter, induction):
        return None
    step = induction.sign * _signed(induction.step)
    sign = (step > 0) - (step < 0)
    if not sign or opcode not in _COUNTING[sign] or (opcode == "ne" and abs(step) != 1):
        return None
    if not _stays_or_is_counted(end, loop):
        return None
    return CountedLoop(
        loop=loop,
        induction=induction,
        step=step,
        end=end,
        closed=opcode in ("le", "ge"),
        body=body,
        exit=loop.header,
        carried=(),
        counter_outlives=False,
    )


def _stays_or_is_counted(end: Value, loop: Loop) -> bool:
    """Whether it is the same in each test, or computed there from what is, without memory."""

    def is_counted(value: Instruction) -> bool:
        return value in loop.header.instructions and value.opcode not in ("load", "phi", "call")

    return all(
        loop.invariant(operand) or (isinstance(operand, Instruction) and is_counted(operand))
        for operand in computed_from(end, is_counted)
    )


def _signed(constant: Constant) -> int:
    bits, value = constant.type.bits, int(constant.value)
    return value - (1 << bits) if value >= 1 << (bits - 1) else value


def _is_counter(value: Value, induction: Induction) -> bool:
    """The counter itself, or made wider; to an unsigned type only if it starts at no less than 0
    and goes up."""
    if value is induction.phi:
        return True
    if not isinstance(value, Instruction) or value.opcode not in ("convert", "copy"):
        return False
    source, target = value.operands[0].type, value.type
    if not source.is_integer or not target.is_integer or not 32 <= source.bits <= target.bits:
        return False
    start = induction.start
    counts_up = induction.sign > 0 and isinstance(start, Constant) and start.value >= 0
    keeps = source.kind == target.kind or source.kind == "unsigned" or counts_up
    return keeps and _is_counter(value.operands[0], induction)


def _check_header(
    loop: Loop, counted: CountedLoop, users: Mapping[Value, list[Instruction]], file: str
) -> None:
    for instruction in loop.header.body:
        if instruction.opcode in ("load", "store", "call"):
            raise refused(
                file,
                instruction.line or loop.line,
                "The test of this loop reads or writes memory.",
                "Compute its end in a variable before the loop.",
            )
        if instruction.type != BOOL and _is_used_outside(instruction, loop, users):
            raise refused(
                file,
                instruction.line or loop.line,
                "What the test of this loop computes is used later.",
                "Compute it again behind the loop.",
            )
    if counted.counter.type.bits < 32:
        raise refused(
            file, loop.line, "The counter is shorter than an int.", "Count in an int or a long."
        )


def _is_used_outside(value: Value, loop: Loop, users: Mapping[Value, list[Instruction]]) -> bool:
    inside = set(loop.instructions())
    return any(user not in inside for user in users.get(value, ()))
