"""Loop rotation: the test moves from the top of the loop to its end.

A copy of the test before the loop guards the first round; another one at the end of the body
decides about the next. Inside the guard the loop surely runs, so that code which may trap can be
hoisted there. Behind the loop, phis join what the variables are if no round ran, and if some did.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.loop.analyses.control_flow import predecessors_of
from compiler_core.loop.analyses.dominators import Dominators, dominators_of
from compiler_core.loop.analyses.loops import Loop, loops_of
from compiler_core.loop.ir.building import new_instruction
from compiler_core.loop.ir.cloning import CopyMap, copy_instruction
from compiler_core.loop.ir.editing import block_of, phi_operand, replace_in, users_of
from compiler_core.loop.ir.printer import instruction_text
from compiler_core.loop.ir.values import Block, Function, Instruction, Module, Value
from compiler_core.loop.passes.infrastructure import Journal, Pass


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Rotation:
    """A loop with its test at the top: where it starts, goes on and ends."""

    loop: Loop
    """With its test in the header and one latch."""
    preheader: Block
    """The block from which the loop is entered."""
    header: Block
    """The block with the test."""
    latch: Block
    """The only block that jumps back to the header."""
    body: Block
    """Where the header goes to stay in the loop."""
    exit: Block
    """Where the header goes to leave; entered only from it."""


def rotation_of(loop: Loop, before: dict[Block, list[Block]]) -> Rotation | str:
    """The parts of the loop, or why it is not rotated."""
    header = loop.header
    if loop.preheader is None or len(loop.latches) != 1:
        return "it needs one preheader and one latch"
    if loop.latches[0].terminator.opcode != "jump" or header.terminator.opcode != "branch":
        return "its test does not stand at the top"
    body, outside = header.terminator.targets
    if body not in loop.blocks:
        body, outside = outside, body
    if outside in loop.blocks or body is header:
        return "its test does not stand at the top"
    if before[outside] != [header] or before[body] != [header]:
        return f"another way leads to {outside.name} or {body.name}"
    return Rotation(
        loop=loop,
        preheader=loop.preheader,
        header=header,
        latch=loop.latches[0],
        body=body,
        exit=outside,
    )


def place_of_use(user: Instruction, value: Value, homes: dict[Instruction, Block]) -> list[Block]:
    """Where the value is needed: for a phi, at the end of the blocks it comes from."""
    if not user.is_phi:
        return [homes[user]]
    ways = zip(user.targets, user.operands, strict=True)
    return [block for block, operand in ways if operand is value]


def uses_by_side(
    function: Function, rotation: Rotation, dominators: Dominators
) -> dict[Value, tuple[list[Instruction], list[Instruction]]] | None:
    """For each value of the header, its users inside the loop and behind it.

    None if some user belongs to neither side.
    """
    users, homes = users_of(function), block_of(function)
    sides: dict[Value, tuple[list[Instruction], list[Instruction]]] = {}
    for value in rotation.header.instructions:
        inside, behind = [], []
        for user in users.get(value, ()):
            places = place_of_use(user, value, homes)
            if all(block is rotation.header for block in places) and not user.is_phi:
                continue
            if all(dominators.dominates(rotation.body, block) for block in places):
                inside.append(user)
            elif all(dominators.dominates(rotation.exit, block) for block in places):
                behind.append(user)
            else:
                return None
        sides[value] = (inside, behind)
    return sides


def copy_test(
    function: Function, rotation: Rotation, end: Block, values: Mapping[Value, Value], target: Block
) -> dict[Value, Value]:
    """The header's work at the end of a block, with its branch to `target` or to the exit.

    `values`: what the header's phis are there. Returns what each value of the header is there.
    """
    known = CopyMap(values=dict(values))
    end.instructions.pop()
    for instruction in rotation.header.body:
        end.instructions.append(copy_instruction(function, instruction, known))
    branch = copy_instruction(function, rotation.header.terminator, known)
    branch.targets = [target if block is rotation.body else block for block in branch.targets]
    end.instructions.append(branch)
    return known.values


def rotate(
    function: Function,
    rotation: Rotation,
    uses: dict[Value, tuple[list[Instruction], list[Instruction]]],
    journal: Journal,
) -> None:
    """Take the header apart: its test goes to both ends, its phis to the body and the exit."""
    header, body = rotation.header, rotation.body
    preheader, latch = rotation.preheader, rotation.latch
    phis = header.phis
    entry = Block(function.fresh_block_name(preheader.name))
    starts: dict[Value, Value] = {phi: phi_operand(phi, preheader) for phi in phis}
    first = copy_test(function, rotation, preheader, starts, entry)
    entry.instructions.append(new_instruction(function, "jump", (), targets=(body,)))
    carried = [operation for operation in header.body if uses[operation][0]]
    joins = {value: join(function, value, entry, latch, first[value]) for value in carried}
    for carried_value, phi in joins.items():
        for user in uses[carried_value][0]:
            replace_in(user, {carried_value: phi})
    following: dict[Value, Value] = {phi: phi_operand(phi, latch) for phi in phis}
    later = copy_test(function, rotation, latch, following, body)
    for carried_value, phi in joins.items():
        phi.operands[1] = later[carried_value]
    for phi in phis:
        phi.targets, phi.operands = [entry, latch], [first[phi], following[phi]]
    body.instructions[:0] = [*phis, *joins.values()]
    join_behind(function, rotation, uses, first, later)
    position = function.blocks.index(header)
    function.blocks[position : position + 1] = [entry]
    journal.change(
        "reordered",
        rotation.loop.title,
        f"tests at its end now: the copy in {preheader.name} guards the first round, the one in "
        f"{latch.name} decides about the next",
        before=header.body,
        after=[preheader.terminator, latch.terminator],
    )


def join(
    function: Function, value: Instruction, entry: Block, latch: Block, first: Value
) -> Instruction:
    """A phi in the body for something that the header computed in each round."""
    return new_instruction(
        function,
        "phi",
        (first, first),
        type_=value.type,
        hint=value.name,
        targets=(entry, latch),
        span=value.span,
    )


def join_behind(
    function: Function,
    rotation: Rotation,
    uses: dict[Value, tuple[list[Instruction], list[Instruction]]],
    first: Mapping[Value, Value],
    later: Mapping[Value, Value],
) -> None:
    """Phis in the exit for what is read behind the loop."""
    ends = []
    for value, (_, behind) in uses.items():
        if not behind:
            continue
        end = new_instruction(
            function,
            "phi",
            (first[value], later[value]),
            type_=value.type,
            hint=f"{value.name}.end",
            targets=(rotation.preheader, rotation.latch),
        )
        ends.append(end)
        for user in behind:
            replace_in(user, {value: end})
    rotation.exit.instructions[:0] = ends


def rotate_next(function: Function, done: set[Block], journal: Journal) -> bool:
    """Rotate one loop that was not looked at; False if there is none."""
    dominators, before = dominators_of(function), predecessors_of(function)
    for loop in loops_of(function, dominators):
        if loop.header in done:
            continue
        done.add(loop.header)
        rotation = rotation_of(loop, before)
        if isinstance(rotation, str):
            journal.refuse(loop.title, rotation)
            continue
        uses = uses_by_side(function, rotation, dominators)
        if uses is None:
            journal.refuse(loop.title, "its variables are read where both ways out meet")
            continue
        journal.moment(
            f"{instruction_text(loop.header.terminator)} moves to both ends",
            loop.header.body,
            read_inside=[value for value, (inside, _) in uses.items() if inside],
            read_behind=[live_out for live_out, (_, behind) in uses.items() if behind],
        )
        rotate(function, rotation, uses, journal)
        done.add(rotation.body)
        return True
    return False


class LoopRotation(Pass):
    name = "loop-rotation"
    title = "Loop rotation"
    concept = "rotate"

    def rewrite(self, function: Function, module: Module, journal: Journal) -> None:
        done: set[Block] = set()
        while rotate_next(function, done, journal):
            pass
