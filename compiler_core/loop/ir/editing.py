"""The few ways in which passes edit a function."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from compiler_core.loop.ir.values import Block, Function, Instruction, Value


def users_of(function: Function) -> dict[Value, list[Instruction]]:
    """For each value, the instructions that use it, in program order; absent if nobody does."""
    users: dict[Value, list[Instruction]] = {}
    for instruction in function.instructions():
        for operand in dict.fromkeys(instruction.operands):
            users.setdefault(operand, []).append(instruction)
    return users


def block_of(function: Function) -> dict[Instruction, Block]:
    """For each instruction, the block it stands in."""
    return {instruction: block for block in function.blocks for instruction in block.instructions}


def replace_values(function: Function, replacement: Mapping[Value, Value]) -> None:
    """Use the new values wherever the old ones are used; chains of replacements are followed."""
    if not replacement:
        return
    for instruction in function.instructions():
        replace_in(instruction, replacement)


def replace_in(instruction: Instruction, replacement: Mapping[Value, Value]) -> None:
    """The same for one instruction."""
    instruction.operands = [final(operand, replacement) for operand in instruction.operands]


def final(value: Value, replacement: Mapping[Value, Value]) -> Value:
    """The end of the chain of replacements that starts here."""
    seen = set()
    while value in replacement and value not in seen:
        seen.add(value)
        value = replacement[value]
    return value


def remove_instructions(function: Function, dead: Collection[Instruction]) -> None:
    """Take these instructions out of their blocks."""
    gone = set(dead)
    for block in function.blocks:
        block.instructions = [member for member in block.instructions if member not in gone]


def phi_operand(phi: Instruction, block: Block) -> Value:
    """What the phi takes when control comes from this block. Raises ValueError if it cannot."""
    return phi.operands[phi.targets.index(block)]


def remove_way(phi: Instruction, block: Block) -> None:
    """Forget the way from this block into the phi."""
    position = phi.targets.index(block)
    del phi.targets[position], phi.operands[position]


def rename_way(block: Block, old: Block, new: Block) -> None:
    """Control that came into `block` from `old` now comes from `new`."""
    for phi in block.phis:
        phi.targets = [new if target is old else target for target in phi.targets]


def retarget(block: Block, old: Block, new: Block) -> None:
    """The terminator goes to `new` where it went to `old`."""
    last = block.terminator
    last.targets = [new if target is old else target for target in last.targets]


def remove_unreachable(function: Function) -> list[Block]:
    """Remove blocks that nothing leads to, and their ways into phis; returns them."""
    reached = reachable_blocks(function)
    gone = [block for block in function.blocks if block not in reached]
    for block in gone:
        for target in block.successors:
            _forget_ways(target.phis, block)
    function.blocks = [block for block in function.blocks if block in reached]
    return gone


def _forget_ways(phis: Iterable[Instruction], block: Block) -> None:
    for phi in phis:
        if block in phi.targets:
            remove_way(phi, block)


def merge_with_next(function: Function, block: Block) -> None:
    """Append the block that follows, which must have no other way in and no phis."""
    following = block.terminator.targets[0]
    block.instructions[-1:] = following.instructions
    for target in following.successors:
        rename_way(target, following, block)
    function.blocks.remove(following)


def reachable_blocks(function: Function) -> set[Block]:
    """Blocks that control can reach from the entry."""
    reached = {function.blocks[0]}
    pending = [function.blocks[0]]
    while pending:
        for target in pending.pop().successors:
            if target not in reached:
                reached.add(target)
                pending.append(target)
    return reached
