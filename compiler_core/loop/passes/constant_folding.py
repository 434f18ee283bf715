"""Constant folding: what depends on constants only is computed now.

The worklist holds instructions that may have become constant. An instruction whose operands are all
constants is replaced by its value, computed by the interpreter's own arithmetic, and its users go
back on the list. A branch on a constant becomes a jump, and blocks nobody reaches any more go.
"""

from __future__ import annotations

from compiler_core.loop.interpreter.arithmetic import Trap
from compiler_core.loop.interpreter.steps import evaluate
from compiler_core.loop.ir.editing import (
    remove_instructions,
    remove_unreachable,
    remove_way,
    replace_in,
    users_of,
)
from compiler_core.loop.ir.operations import operation
from compiler_core.loop.ir.printer import instruction_text
from compiler_core.loop.ir.values import Block, Constant, Function, Instruction, Module
from compiler_core.loop.passes.infrastructure import Journal, Pass

_FOLDABLE = ("arithmetic", "comparison", "logic", "data")


def constant_of(instruction: Instruction, module: Module, journal: Journal) -> Constant | None:
    """The value of an instruction whose operands are all constants; None if it has none."""
    if (
        operation(instruction.opcode).family not in _FOLDABLE
        or instruction.is_phi
        or instruction.type.is_vector
    ):
        return None
    values = [operand.value for operand in instruction.operands if isinstance(operand, Constant)]
    if len(values) < len(instruction.operands):
        return None
    try:
        return Constant(instruction.type, evaluate(instruction, values))
    except Trap as trap:
        journal.refuse(
            instruction, f"{trap.kind} has no value; it traps where it stands, if it runs"
        )
        return None


def fold_values(function: Function, module: Module, journal: Journal) -> None:
    """Replace constant instructions by their values until none is left."""
    users = users_of(function)
    worklist = dict.fromkeys(
        operation for operation in function.instructions() if not operation.is_terminator
    )
    folded: dict[Instruction, Constant] = {}
    while worklist:
        instruction = next(iter(worklist))
        del worklist[instruction]
        value = constant_of(instruction, module, journal)
        journal.moment(
            f"{instruction_text(instruction)}: "
            + (f"it is {value.text}" if value else "not constant"),
            [instruction],
            worklist=worklist,
            folded=folded,
        )
        if value is None:
            continue
        text = instruction_text(instruction).partition(" = ")[2]
        journal.change("folded", instruction, f"is {value.text}: {text} has constant operands only")
        folded[instruction] = value
        for user in users.get(instruction, ()):
            replace_in(user, {instruction: value})
            if not user.is_terminator:
                worklist[user] = None
    remove_instructions(function, folded)


def fold_branches(function: Function, journal: Journal) -> None:
    """A branch on a constant becomes a jump; blocks that nothing leads to any more are removed."""
    for block in function.blocks:
        condition = block.terminator.operands[:1]
        if block.terminator.opcode == "branch" and isinstance(condition[0], Constant):
            _make_jump(block, condition[0], journal)
    for block in remove_unreachable(function):
        journal.change(
            "removed", block, "goes: nothing leads to it any more", before=block.instructions
        )


def _make_jump(block: Block, condition: Constant, journal: Journal) -> None:
    branch = block.terminator
    taken, other = branch.targets if condition.value else reversed(branch.targets)
    for phi in other.phis:
        remove_way(phi, block)
    branch.opcode, branch.operands, branch.targets = "jump", [], [taken]
    journal.change(
        "folded",
        f"the branch in {block.name}",
        f"always goes to {taken.name}: its condition is {condition.text}",
        before=[branch],
        after=[branch],
    )


class ConstantFolding(Pass):
    name = "constant-folding"
    title = "Constant folding"
    concept = "fold"

    def rewrite(self, function: Function, module: Module, journal: Journal) -> None:
        fold_values(function, module, journal)
        fold_branches(function, journal)
