"""Loop unrolling: four rounds become one, so that testing and branching happen once for the four.

A main loop runs whole groups of four, its body four copies of the old one; what is left over runs
in the old loop, behind it. A loop of a few rounds whose number is known becomes straight code with
no test at all.
"""

from __future__ import annotations

from compiler_core.loop.analyses.counting import CountedLoop, counted_loop
from compiler_core.loop.analyses.dominators import dominators_of
from compiler_core.loop.analyses.loops import innermost, loops_of
from compiler_core.loop.ir.building import new_instruction
from compiler_core.loop.ir.cloning import CopyMap, connect, copy_instruction
from compiler_core.loop.ir.editing import phi_operand, remove_unreachable, rename_way, retarget
from compiler_core.loop.ir.values import Block, Function, Instruction, Module, Value
from compiler_core.loop.passes.infrastructure import Journal, Pass
from compiler_core.loop.passes.main_loop import close_main_loop, open_main_loop

FACTOR = 4
MOST_ROUNDS = 8
MOST_INSTRUCTIONS = 100


def copy_round(
    function: Function, counted: CountedLoop, values: dict[Value, Value]
) -> tuple[list[Block], dict[Value, Value]]:
    """One round as blocks of its own, without phis and test.

    `values`: what each phi of the header is in this round. Returns the blocks, the first one first
    and the last one last, and what each phi is in the round after.
    """
    loop, known = counted.loop, CopyMap(values=dict(values))
    for block in loop.blocks:
        known.blocks[block] = Block(function.fresh_block_name("unrolled.body"))
    for block in loop.blocks:
        known.blocks[block].instructions = [
            copy_instruction(function, instruction, known)
            for instruction in block.instructions
            if block is not loop.header or is_repeated(instruction, counted)
        ]
    into_body = new_instruction(function, "jump", (), targets=(known.blocks[counted.inside],))
    known.blocks[loop.header].instructions.append(into_body)
    copies = [known.blocks[block] for block in loop.blocks if block is not loop.latches[0]]
    copies.append(known.blocks[loop.latches[0]])
    for copy in copies:
        for copied in copy.instructions:
            connect(copied, known)
    following = {phi: phi_operand(phi, loop.latches[0]) for phi in loop.header.phis}
    return copies, {phi: known.values.get(value, value) for phi, value in following.items()}


def is_repeated(instruction: Instruction, counted: CountedLoop) -> bool:
    """What of the header each round still does: neither phis nor branch, nor a test for the branch
    alone."""
    if instruction.is_phi or instruction.is_terminator:
        return False
    readers = [user for user in counted.loop.instructions() if instruction in user.operands]
    return instruction is not counted.test or readers != [counted.loop.header.terminator]


def copy_rounds(
    function: Function, counted: CountedLoop, values: dict[Value, Value], count: int
) -> tuple[list[Block], dict[Value, Value]]:
    """Several rounds, one after the other; the caller says where the last one leads.

    Blocks that only follow each other become one.
    """
    blocks: list[Block] = []
    for _ in range(count):
        copies, values = copy_round(function, counted, values)
        if blocks:
            blocks[-1].terminator.targets = [copies[0]]
        blocks += copies
    blocks[-1].terminator.targets = []
    return joined(blocks), values


def joined(blocks: list[Block]) -> list[Block]:
    """Append each block to the one before it, where control can go no other way."""
    result = blocks[:1]
    for block in blocks[1:]:
        ways = [predecessor for predecessor in blocks if block in predecessor.successors]
        straight = ways == [result[-1]] and result[-1].terminator.opcode == "jump"
        if straight and not block.phis:
            for target in block.successors:
                rename_way(target, block, result[-1])
            result[-1].instructions[-1:] = block.instructions
            block.instructions = []
        else:
            result.append(block)
    return result


def unroll_by_four(function: Function, counted: CountedLoop, journal: Journal) -> None:
    """Main loop of four rounds each, and the old loop for the remainder."""
    title, phis = counted.loop.title, counted.loop.header.phis
    main = open_main_loop(function, counted, FACTOR, "unrolled", phis)
    blocks, after = copy_rounds(function, counted, dict(main.phis), FACTOR)
    blocks[-1].terminator.targets = [main.header]
    close_main_loop(function, main, blocks, after)
    journal.change(
        "unrolled",
        title,
        f"does {FACTOR} rounds at a time: {counted.counter.phi.text} advances by 1 up to "
        f"{counted.bound.text}, so the number of rounds is known before; at most {FACTOR - 1} "
        "rounds are left for the old loop",
        after=main.header.phis,
    )


def unroll_completely(
    function: Function, counted: CountedLoop, rounds: int, journal: Journal
) -> None:
    """Straight code: the header stays for its phis, and goes straight on."""
    loop = counted.loop
    starts: dict[Value, Value] = {
        phi: phi_operand(phi, counted.preheader) for phi in loop.header.phis
    }
    journal.change(
        "unrolled",
        loop.title,
        f"becomes {rounds} copies of its body: it always runs {rounds} rounds, so no test is left",
        before=[counted.test],
    )
    blocks, after = copy_rounds(function, counted, dict(starts), rounds)
    retarget(counted.preheader, loop.header, blocks[0])
    blocks[-1].terminator.targets = [loop.header]
    rename_way(loop.header, counted.preheader, blocks[-1])
    for phi in loop.header.phis:
        phi.operands[phi.targets.index(blocks[-1])] = after[phi]
    loop.header.terminator.opcode = "jump"
    loop.header.terminator.operands, loop.header.terminator.targets = [], [counted.outside]
    position = function.blocks.index(loop.header)
    function.blocks[position:position] = blocks
    remove_unreachable(function)


def unroll(function: Function, counted: CountedLoop, journal: Journal) -> None:
    """Completely if the loop is short, else by four."""
    size = len(counted.loop.instructions())
    rounds = counted.rounds
    short = rounds is not None and 0 < rounds <= MOST_ROUNDS
    journal.moment(
        f"{counted.loop.title}: {size} instructions, rounds known: {rounds}",
        counted.loop.header.instructions,
        carried=counted.loop.header.phis,
    )
    if size > MOST_INSTRUCTIONS:
        journal.refuse(counted.loop.title, f"{size} instructions are too many to repeat")
    elif short and rounds is not None:
        unroll_completely(function, counted, rounds, journal)
    else:
        unroll_by_four(function, counted, journal)


class LoopUnrolling(Pass):
    name = "loop-unrolling"
    title = "Loop unrolling"
    concept = "unroll"

    def rewrite(self, function: Function, module: Module, journal: Journal) -> None:
        for loop in innermost(loops_of(function, dominators_of(function))):
            counted = counted_loop(loop)
            if isinstance(counted, str):
                journal.refuse(loop.title, counted)
            else:
                unroll(function, counted, journal)
