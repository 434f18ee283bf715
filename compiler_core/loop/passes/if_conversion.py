"""If-conversion: a branch that only chooses a value becomes a selection.

Where two ways part and meet again, and the blocks between only compute without any trap or effect,
both can be computed and `select` takes the right one at each phi. The loop body is then straight
code, which several lanes can run together. A store or an access in between must not run when the
source would not run it, so such a branch stays.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.loop.analyses.control_flow import predecessors_of
from compiler_core.loop.analyses.effects import has_effect, why_it_may_trap
from compiler_core.loop.ir.building import new_instruction
from compiler_core.loop.ir.editing import merge_with_next, phi_operand, replace_values
from compiler_core.loop.ir.values import Block, Function, Instruction, Module, Value
from compiler_core.loop.passes.infrastructure import Journal, Pass

MOST_INSTRUCTIONS = 8


@dataclass(frozen=True, eq=False, slots=True)
class BranchShape:
    """From `top`, control goes through an arm or straight to `join`; arms lead nowhere else.

    yes and no: where control comes from at the join if the condition is true, or false.
    """

    top: Block
    arms: tuple[Block, ...]
    join: Block
    yes: Block
    no: Block


def choice_at(top: Block, before: dict[Block, list[Block]]) -> BranchShape | None:
    """The diamond or triangle that starts at a block; None if there is none."""
    if top.terminator.opcode != "branch":
        return None
    first, second = top.terminator.targets

    def leads_to(arm: Block) -> Block | None:
        alone = before[arm] == [top] and arm.terminator.opcode == "jump" and not arm.phis
        return arm.terminator.targets[0] if alone else None

    if leads_to(first) is second:
        shape = BranchShape(top, (first,), second, first, top)
    elif leads_to(second) is first:
        shape = BranchShape(top, (second,), first, top, second)
    elif leads_to(first) is not None and leads_to(first) is leads_to(second):
        shape = BranchShape(top, (first, second), first.terminator.targets[0], first, second)
    else:
        return None
    return shape if len(before[shape.join]) == 2 else None


def why_not(choice: BranchShape, module: Module) -> tuple[Instruction | Block, str] | None:
    """What in the arms must not run unasked; None if nothing."""
    inside = [instruction for arm in choice.arms for instruction in arm.body]
    for arm_instruction in inside:
        if has_effect(arm_instruction):
            return arm_instruction, "it must run only where the branch leads to it"
        trap = why_it_may_trap(arm_instruction, module)
        if trap:
            return arm_instruction, f"{trap} where the branch would not lead to it"
    if len(inside) > MOST_INSTRUCTIONS:
        return choice.top, f"{len(inside)} instructions are more than a branch costs"
    return None


def convert(function: Function, choice: BranchShape, journal: Journal) -> None:
    """Arms move up, phis become selections, the branch becomes a jump."""
    top, branch = choice.top, choice.top.terminator
    condition = branch.operands[0]
    replacement: dict[Value, Value] = {}
    for arm in choice.arms:
        for arm_instruction in arm.body:
            top.insert_before_terminator(arm_instruction)
    for phi in choice.join.phis:
        values = (phi_operand(phi, choice.yes), phi_operand(phi, choice.no))
        # The selection takes the variable's name over from the phi.
        function.names.discard(phi.name)
        chosen = new_instruction(function, "select", (condition, *values), hint=phi.name)
        chosen.span = phi.span
        top.insert_before_terminator(chosen)
        replacement[phi] = chosen
        journal.change(
            "replaced",
            phi,
            f"selects {values[0].text} or {values[1].text} by {condition.text}: both can be "
            "computed without trap or effect",
            before=[branch],
            after=[chosen],
        )
    if not choice.join.phis:
        journal.change(
            "removed", f"the branch in {top.name}", "goes: both ways do the same", before=[branch]
        )
    choice.join.instructions = [member for member in choice.join.instructions if not member.is_phi]
    branch.opcode, branch.operands, branch.targets = "jump", [], [choice.join]
    function.blocks = [block for block in function.blocks if block not in choice.arms]
    merge_with_next(function, top)
    replace_values(function, replacement)


def next_choice(function: Function, module: Module, journal: Journal) -> BranchShape | None:
    """The first branch that can be converted; refusals on the way are told."""
    before = predecessors_of(function)
    for block in function.blocks:
        choice = choice_at(block, before)
        if choice is None:
            continue
        problem = why_not(choice, module)
        journal.moment(
            f"{block.name} parts and {choice.join.name} joins"
            + (": it must stay" if problem else ": a selection will do"),
            [block.terminator],
            arms=choice.arms,
        )
        if problem is None:
            return choice
        journal.refuse(*problem)
    return None


class IfConversion(Pass):
    name = "if-conversion"
    title = "If-conversion"
    concept = "if-convert"

    def rewrite(self, function: Function, module: Module, journal: Journal) -> None:
        while (choice := next_choice(function, module, journal)) is not None:
            convert(function, choice, journal)
