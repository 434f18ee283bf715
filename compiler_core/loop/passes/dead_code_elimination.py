"""Dead code elimination: what nobody needs is not computed.

Alive is what has an effect, and everything that something alive uses; a worklist follows the uses.
All the rest goes, even values that only use each other round a loop. A division that might trap
goes as well: a program that traps has no result, so a trap may disappear, though never appear.
"""

from __future__ import annotations

from compiler_core.loop.analyses.effects import removable, why_it_may_trap
from compiler_core.loop.ir.editing import remove_instructions, users_of
from compiler_core.loop.ir.printer import instruction_text
from compiler_core.loop.ir.values import Function, Instruction, Module
from compiler_core.loop.passes.infrastructure import Journal, Pass


def mark(function: Function, journal: Journal) -> dict[Instruction, None]:
    """Everything alive, in the order found: the roots, and what they use."""
    worklist = [root for root in function.instructions() if not removable(root)]
    alive = dict.fromkeys(worklist)
    while worklist:
        instruction = worklist.pop()
        journal.moment(
            f"{instruction_text(instruction)} is needed, and so is what it uses",
            [instruction],
            worklist=worklist,
            alive=alive,
        )
        for operand in instruction.operands:
            if isinstance(operand, Instruction) and operand not in alive:
                alive[operand] = None
                worklist.append(operand)
    return alive


def reason_for(instruction: Instruction, users: list[Instruction], module: Module) -> str:
    """Why it may go."""
    names = sorted({user.text for user in users if user is not instruction})
    reader = "nobody reads it"
    if names:
        reader = (
            f"nobody needs {' and '.join(names)}, its only {'readers' if names[1:] else 'reader'}"
        )
    trap = why_it_may_trap(instruction, module)
    quiet = (
        f"{trap}, but a trap may disappear" if trap else f"{instruction.opcode} has no side effect"
    )
    return f"goes: {reader}, and {quiet}"


class DeadCodeElimination(Pass):
    name = "dead-code-elimination"
    title = "Dead code elimination"
    concept = "remove-dead"
    needs_ssa = False

    def rewrite(self, function: Function, module: Module, journal: Journal) -> None:
        alive, users = mark(function, journal), users_of(function)
        dead = [instruction for instruction in function.instructions() if instruction not in alive]
        for operation in dead:
            journal.change(
                "removed", operation, reason_for(operation, users.get(operation, []), module)
            )
        remove_instructions(function, dead)
