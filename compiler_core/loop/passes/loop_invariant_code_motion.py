"""Loop-invariant code motion: what gives the same value in every round is computed once, before.

An instruction is invariant if its operands come from outside the loop, or are invariant themselves.
It may move to the preheader if running it there cannot be noticed: it has no effect, no store of
the loop can change what it reads, and it cannot trap, or the loop surely runs it anyway.
"""

from __future__ import annotations

from compiler_core.loop.analyses.dependence import dependence_of
from compiler_core.loop.analyses.dominators import Dominators, dominators_of
from compiler_core.loop.analyses.effects import has_effect, why_it_may_trap
from compiler_core.loop.analyses.loops import Loop, loops_of, runs_each_round, why_invariant
from compiler_core.loop.ir.operations import operation
from compiler_core.loop.ir.printer import instruction_text, place_text
from compiler_core.loop.ir.values import Block, Function, Instruction, Module
from compiler_core.loop.passes.infrastructure import Journal, Pass


def is_invariant(instruction: Instruction, loop: Loop) -> bool:
    """Do all operands come from outside the loop, where by now some have moved?"""
    return all(loop.invariant(value) for value in instruction.operands)


def what_keeps(instruction: Instruction, loop: Loop) -> str:
    """What makes an instruction part of each round."""
    if has_effect(instruction):
        return "has an effect, so it runs in every round"
    changing = [value.text for value in instruction.operands if not loop.invariant(value)]
    return f"{' and '.join(dict.fromkeys(changing))} may change each round"


def changed_by(load: Instruction, loop: Loop) -> str:
    """Why the loaded element may change during the loop; empty if no store can reach it."""
    for store in loop.instructions():
        if store.opcode not in ("store", "vstore"):
            continue
        dependence = dependence_of(store, load, loop)
        if dependence.verdict != "never":
            return f"store {place_text(store)} in the loop may change it: {dependence.reason}"
    return ""


def why_not(
    instruction: Instruction, block: Block, loop: Loop, module: Module, dominators: Dominators
) -> str:
    """Why an invariant instruction must stay; empty if it may move."""
    if instruction.opcode in ("load", "vload") and (reason := changed_by(instruction, loop)):
        return reason
    trap = why_it_may_trap(instruction, module)
    if not trap or runs_each_round(loop, block, dominators):
        return ""
    if dominators.dominates(block, loop.latches[0]):
        return f"{trap} and the loop may run zero times"
    return f"{trap} and not every round runs it"


def why_legal(instruction: Instruction, loop: Loop, module: Module) -> str:
    """The reason of a move, all three parts of it."""
    family = operation(instruction.opcode).family
    effect = (
        "no store in the loop can change it"
        if family == "memory"
        else f"{instruction.opcode} has no side effect"
    )
    trap = why_it_may_trap(instruction, module)
    safe = f"{trap}, but the loop runs it in every round" if trap else "it cannot trap"
    return f"{why_invariant(instruction.operands, loop)}, {effect}, and {safe}"


def hoist(loop: Loop, module: Module, dominators: Dominators, journal: Journal) -> None:
    """Move what may move, in dominance order, so that operands arrive before their users."""
    if loop.preheader is None:
        journal.refuse(loop.title, "it has no preheader to move anything to")
        return
    moved: list[Instruction] = []
    blocks = [block for block in dominators.order if block in loop.blocks]
    for block in blocks:
        for instruction in block.body:
            invariant = not has_effect(instruction) and is_invariant(instruction, loop)
            journal.moment(
                f"{instruction_text(instruction)}: "
                + ("the same in every round" if invariant else what_keeps(instruction, loop)),
                [instruction],
                loop=loop.blocks,
                moved=moved,
            )
            if not invariant:
                continue
            reason = why_not(instruction, block, loop, module, dominators)
            if reason:
                journal.refuse(instruction, reason)
                continue
            journal.change(
                "hoisted",
                instruction,
                f"moves to the {loop.preheader.name}: {why_legal(instruction, loop, module)}",
                after=[instruction],
            )
            block.instructions.remove(instruction)
            loop.preheader.insert_before_terminator(instruction)
            moved.append(instruction)


class LoopInvariantCodeMotion(Pass):
    name = "loop-invariant-code-motion"
    title = "Loop-invariant code motion"
    concept = "hoist"

    def rewrite(self, function: Function, module: Module, journal: Journal) -> None:
        dominators = dominators_of(function)
        for loop in loops_of(function, dominators):
            hoist(loop, module, dominators, journal)
