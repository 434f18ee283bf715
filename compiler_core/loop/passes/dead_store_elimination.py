"""Dead store elimination: a store that is overwritten before anyone reads the place is not needed.

Going backwards, the facts are places that will surely be written again before they are read. A
store into such a place is dead. A load that may read it ends the fact, and so does the definition
of its subscript, because before it the same name meant another place. When the function ends,
arrays of its own die with it.
"""

from __future__ import annotations

from compiler_core.loop.analyses.affine import affine_of
from compiler_core.loop.analyses.alias import alias_of
from compiler_core.loop.analyses.dataflow import Analysis, intersection, solve
from compiler_core.loop.ir.editing import remove_instructions
from compiler_core.loop.ir.printer import place_text
from compiler_core.loop.ir.values import Array, Block, Function, Instruction, Module, Value
from compiler_core.loop.passes.infrastructure import Journal, Pass

# An array and a subscript; None as subscript: every element of the array.
Place = tuple[Array, Value | None]
Facts = frozenset[Place]


def may_read(load: Instruction, location: Place) -> bool:
    """May the load read the place? Not if the arrays or the subscripts surely differ."""
    array, subscript = location
    if not alias_of(load.array, array).may:
        return False
    if load.array is not array or subscript is None or load.opcode == "vload":
        return True
    gap = affine_of(load.subscript).plus(affine_of(subscript), -1)
    return gap.number in (None, 0)


def before_instruction(instruction: Instruction, facts: Facts, own_arrays: Facts) -> Facts:
    """The facts before an instruction, from those behind it."""
    if instruction.opcode == "return":
        return own_arrays
    if instruction.opcode in ("load", "vload"):
        facts = frozenset(location for location in facts if not may_read(instruction, location))
    if instruction.opcode == "store":
        facts = facts | {(instruction.array, instruction.subscript)}
    return frozenset(location for location in facts if location[1] is not instruction)


def is_dead(store: Instruction, facts: Facts) -> bool:
    """Is its place among those that are written again, or never read again?"""
    if (store.array, None) in facts:
        return True
    return store.opcode == "store" and (store.array, store.subscript) in facts


def facts_before_blocks(function: Function, journal: Journal) -> dict[Block, Facts]:
    """What holds at the end of each block, by the common solver."""
    own: Facts = frozenset((array, None) for array in function.local_arrays)

    def transfer(block: Block, facts: Facts) -> Facts:
        for instruction in reversed(block.instructions):
            facts = before_instruction(instruction, facts, own)
        return facts

    def watch(block: Block, behind: Facts, before: Facts, worklist: object) -> None:
        journal.moment(
            f"{block.name}: from its end to its start",
            written_again_at_end=_texts(behind),
            written_again_at_start=_texts(before),
        )

    analysis: Analysis[Facts] = Analysis("backward", frozenset(), intersection, transfer)
    return solve(function, analysis, watch).incoming


def _texts(facts: Facts) -> list[str]:
    return sorted(
        f"{array.name}[{subscript.text if subscript else '…'}]" for array, subscript in facts
    )


def dead_stores(
    block: Block, facts: Facts, function: Function, journal: Journal
) -> list[Instruction]:
    """The dead stores of one block, each told with its reason."""
    own: Facts = frozenset((array, None) for array in function.local_arrays)
    dead: list[Instruction] = []
    for operation in reversed(block.instructions):
        if operation.opcode in ("store", "vstore") and is_dead(operation, facts):
            forever = (operation.array, None) in facts
            why = (
                f"{operation.array.name} dies with the function and nobody reads it again"
                if forever
                else f"{place_text(operation)} is written again before anyone reads it"
            )
            journal.change("removed", operation, f"goes: {why}")
            dead.append(operation)
            continue
        facts = before_instruction(operation, facts, own)
    return dead


def tell_reads_between(block: Block, dead: list[Instruction], journal: Journal) -> None:
    """A refusal for each store that only a read in between keeps alive."""
    for position, store in enumerate(block.instructions):
        if store.opcode != "store" or store in dead:
            continue
        later = block.instructions[position + 1 :]
        again = next(
            (
                at
                for at, writer in enumerate(later)
                if writer.opcode == "store"
                and (writer.array, writer.subscript) == (store.array, store.subscript)
            ),
            None,
        )
        for instruction in later[:again] if again is not None else ():
            if instruction.opcode == "load" and may_read(
                instruction, (store.array, store.subscript)
            ):
                reason = alias_of(instruction.array, store.array).reason
                journal.refuse(
                    store,
                    f"{instruction.text} = load {place_text(instruction)} may read it before it is "
                    f"written again ({reason})",
                )
                break


class DeadStoreElimination(Pass):
    name = "dead-store-elimination"
    title = "Dead store elimination"
    concept = "remove-dead"

    def rewrite(self, function: Function, module: Module, journal: Journal) -> None:
        facts = facts_before_blocks(function, journal)
        dead = []
        for block in function.blocks:
            gone = dead_stores(block, facts.get(block, frozenset()), function, journal)
            tell_reads_between(block, gone, journal)
            dead += gone
        remove_instructions(function, dead)
