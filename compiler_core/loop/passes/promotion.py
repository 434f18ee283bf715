"""Promotion to static single assignment: variables move from memory into values.

A variable whose address nobody takes needs no memory: a load gives what the last store wrote. Where
control arrives from several places that may have stored different values, a phi takes the value of
the way taken; those places are the iterated dominance frontier of the stores (Cytron et al., 1991).
Phis are placed only where the variable is still read afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.loop.analyses.dataflow import Analysis, solve, union
from compiler_core.loop.analyses.dominators import Dominators, dominators_of, frontiers_of
from compiler_core.loop.interpreter.machine import zero_of
from compiler_core.loop.ir.building import new_instruction
from compiler_core.loop.ir.editing import remove_instructions, replace_values
from compiler_core.loop.ir.values import (
    Block,
    Constant,
    Function,
    Instruction,
    Module,
    Slot,
    Value,
)
from compiler_core.loop.passes.infrastructure import Journal, Pass

Frontiers = dict[Block, list[Block]]


def live_slots(function: Function) -> dict[Block, frozenset[Slot]]:
    """For each block, the variables that may be read after its start before being written."""

    def transfer(block: Block, after: frozenset[Slot]) -> frozenset[Slot]:
        live = set(after)
        for instruction in reversed(block.instructions):
            if isinstance(instruction.place, Slot):
                (live.add if instruction.opcode == "load" else live.discard)(instruction.place)
        return frozenset(live)

    analysis: Analysis[frozenset[Slot]] = Analysis("backward", frozenset(), union, transfer)
    return solve(function, analysis).outgoing


def blocks_that_need_a_phi(
    slot: Slot,
    function: Function,
    frontiers: Frontiers,
    live: dict[Block, frozenset[Slot]],
    journal: Journal,
) -> list[Block]:
    """The iterated dominance frontier of the stores, where the variable is live."""
    worklist = [block for block in function.blocks if _stores_to(block, slot)]
    joins: list[Block] = []
    while worklist:
        journal.moment(
            f"&{slot.name}: {worklist[0].name} writes it; where does its word end?",
            worklist=worklist,
            phis_in=joins,
        )
        for block in frontiers.get(worklist.pop(0), ()):
            if block not in joins and slot in live.get(block, ()):
                joins.append(block)
                worklist.append(block)
    return joins


def _stores_to(block: Block, slot: Slot) -> bool:
    return any(
        operation.place is slot and operation.opcode == "store" for operation in block.instructions
    )


def insert_phis(
    function: Function, dominators: Dominators, journal: Journal
) -> dict[Instruction, Slot]:
    """Empty phis wherever a variable needs one."""
    live, frontiers = live_slots(function), frontiers_of(function, dominators)
    phis: dict[Instruction, Slot] = {}
    for slot in function.slots:
        # In dominance order, so that the outermost phi carries the variable's plain name.
        blocks = blocks_that_need_a_phi(slot, function, frontiers, live, journal)
        for block in sorted(blocks, key=dominators.order.index):
            phi = new_instruction(function, "phi", (), type_=slot.type, hint=slot.name)
            block.instructions.insert(len(block.phis), phi)
            phis[phi] = slot
    return phis


def rename(
    function: Function, dominators: Dominators, phis: dict[Instruction, Slot], journal: Journal
) -> dict[Value, Value]:
    """Walk the dominator tree, knowing what each variable holds; loads become these values."""
    holds_at_end: dict[Block, dict[Slot, Value]] = {}
    start = {slot: Constant(slot.type, zero_of(slot.type)) for slot in function.slots}
    replacement: dict[Value, Value] = {}
    for block in dominators.preorder():
        above = dominators.immediate.get(block)
        holds: dict[Slot, Value] = dict(holds_at_end[above] if above is not None else start)
        for instruction in block.instructions:
            if instruction in phis:
                holds[phis[instruction]] = instruction
            elif isinstance(instruction.place, Slot) and instruction.opcode == "load":
                replacement[instruction] = holds[instruction.place]
            elif isinstance(instruction.place, Slot):
                holds[instruction.place] = replacement.get(instruction.stored, instruction.stored)
        holds_at_end[block] = holds
        journal.moment(
            f"at the end of {block.name} each variable holds one value",
            values=[f"{slot.name} = {value.text}" for slot, value in holds.items()],
        )
        for target in block.successors:
            for phi in target.phis:
                if phi in phis:
                    phi.targets.append(block)
                    phi.operands.append(holds[phis[phi]])
    return replacement


def counted(number: int, noun: str) -> str:
    """`1 load`, `2 loads`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def tell(journal: Journal, slot: Slot, accesses: Sequence[Instruction], phis: int) -> None:
    """One change for each variable."""
    loads = sum(access.opcode == "load" for access in accesses)
    stores = len(accesses) - loads
    journal.change(
        "promoted",
        f"&{slot.name}",
        f"needs no memory: nobody takes its address, so {counted(loads, 'load')} and "
        f"{counted(stores, 'store')} become values, joined by {counted(phis, 'phi')}",
        before=accesses,
    )


class Promotion(Pass):
    name = "promotion"
    title = "Promotion to SSA"
    concept = "promote-to-ssa"
    needs_ssa = False

    def rewrite(self, function: Function, module: Module, journal: Journal) -> None:
        dominators = dominators_of(function)
        phis = insert_phis(function, dominators, journal)
        replacement = rename(function, dominators, phis, journal)
        replace_values(function, replacement)
        accesses = [
            operation for operation in function.instructions() if isinstance(operation.place, Slot)
        ]
        for slot in function.slots:
            own = [access for access in accesses if access.place is slot]
            tell(journal, slot, own, sum(phis[phi] is slot for phi in phis))
        for phi in phis:
            ways = " and ".join(
                f"{value.text} from {block.name}"
                for block, value in zip(phi.targets, phi.operands, strict=True)
            )
            journal.change("added", phi, f"joins what the ways bring: {ways}", after=[phi])
        remove_instructions(function, accesses)
        function.slots.clear()
