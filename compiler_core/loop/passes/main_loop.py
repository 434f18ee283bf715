"""A counted loop in two: a main loop that does whole groups of rounds, and the loop as it was for
the rest. Unrolling and vectorisation fill the main loop, each in its way.

The number of whole groups is computed before the loop, in wrapping arithmetic that is right for
every start and bound: rounds = start < bound ? bound - start : 0, stop = start + (rounds & -group).
The main loop runs while its counter differs from stop.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.loop.analyses.counting import REMAINDER, CountedLoop
from compiler_core.loop.ir.building import new_instruction
from compiler_core.loop.ir.editing import phi_operand, rename_way, retarget
from compiler_core.loop.ir.types import wrap
from compiler_core.loop.ir.values import Block, Constant, Function, Instruction, Value


@dataclass(frozen=True, eq=False, slots=True)
class MainLoop:
    """header: tests the counter. exit: between the main loop and the remainder. phis: the main
    loop's own for the original ones; each still lacks its operand for the way back."""

    header: Block
    exit: Block
    phis: dict[Value, Instruction]


def append(
    function: Function,
    block: Block,
    opcode: str,
    *operands: Value,
    hint: str = "",
    targets: Sequence[Block] = (),
) -> Instruction:
    """A new instruction at the end of a block that has no terminator yet."""
    instruction = new_instruction(function, opcode, operands, hint=hint, targets=targets)
    block.instructions.append(instruction)
    return instruction


def before_loop(
    function: Function, counted: CountedLoop, opcode: str, *operands: Value, hint: str
) -> Instruction:
    """A new instruction in the preheader."""
    instruction = new_instruction(function, opcode, operands, hint=hint, span=counted.test.span)
    counted.preheader.insert_before_terminator(instruction)
    return instruction


def stop_of(function: Function, counted: CountedLoop, group: int) -> Value:
    """Where the main loop's counter ends; the remainder starts there."""
    start, bound, type_ = counted.counter.start, counted.bound, counted.bound.type
    zero = Constant(type_, 0)
    runs = before_loop(function, counted, "lt", start, bound, hint="runs")
    count = bound
    if start != zero:
        count = before_loop(function, counted, "sub", bound, start, hint="count")
    rounds = before_loop(function, counted, "select", runs, count, zero, hint="rounds")
    mask = Constant(type_, wrap(-group, type_))
    whole = before_loop(function, counted, "and", rounds, mask, hint="whole")
    if start == zero:
        return whole
    return before_loop(function, counted, "add", start, whole, hint="stop")


def open_main_loop(
    function: Function, counted: CountedLoop, group: int, prefix: str, phis: Sequence[Instruction]
) -> MainLoop:
    """Put an empty main loop between the preheader and the loop.

    `phis`: those of the original header that the main loop carries as they are. The header's branch
    to the main loop's body has no target yet: `close_main_loop` gives it.
    """
    stop = stop_of(function, counted, group)
    header, exit_ = (
        Block(function.fresh_block_name(f"{prefix}.{part}")) for part in ("header", "exit")
    )
    own: dict[Value, Instruction] = {}
    for phi in phis:
        start = phi_operand(phi, counted.preheader)
        own[phi] = new_instruction(
            function, "phi", (start,), type_=phi.type, hint=phi.name, targets=(counted.preheader,)
        )
        own[phi].span = phi.span
        header.instructions.append(own[phi])
    more = append(function, header, "ne", own[counted.counter.phi], stop, hint="more")
    more.span = counted.test.span
    original = counted.loop.header
    append(function, exit_, "jump", targets=(original,))
    retarget(counted.preheader, original, header)
    rename_way(original, counted.preheader, exit_)
    for phi in phis:
        phi.operands[phi.targets.index(exit_)] = own[phi]
    position = function.blocks.index(original)
    function.blocks[position:position] = [header, exit_]
    for block in counted.loop.blocks:
        block.name = function.fresh_block_name(f"{REMAINDER}.{block.name}")
    return MainLoop(header, exit_, own)


def close_main_loop(
    function: Function, main: MainLoop, body: Sequence[Block], following: dict[Value, Value]
) -> None:
    """Connect the body: `following` is what each original phi is after one group of rounds."""
    more = main.header.instructions[-1]
    append(function, main.header, "branch", more, targets=(body[0], main.exit))
    for phi, own in main.phis.items():
        own.targets.append(body[-1])
        own.operands.append(following[phi])
    position = function.blocks.index(main.exit)
    function.blocks[position:position] = list(body)
