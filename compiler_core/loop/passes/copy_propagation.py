"""Copy propagation: who reads a copy may read the original.

In SSA form a value never changes, so a copy and its source are equal wherever the copy can be used.
A phi whose ways all bring the same value is a copy too. The copies themselves stay; without readers
they are dead, which is another pass's work.
"""

from __future__ import annotations

from compiler_core.loop.ir.editing import final, replace_values, users_of
from compiler_core.loop.ir.values import Function, Instruction, Module, Value
from compiler_core.loop.passes.infrastructure import Journal, Pass


def source_of(instruction: Instruction, known: dict[Value, Value]) -> Value | None:
    """What an instruction is a copy of; None if it is none."""
    if instruction.opcode == "copy":
        return final(instruction.operands[0], known)
    if not instruction.is_phi:
        return None
    different = {final(operand, known) for operand in instruction.operands} - {instruction}
    return different.pop() if len(different) == 1 else None


def find_copies(function: Function, journal: Journal) -> dict[Value, Value]:
    """Copies and their sources. A phi can turn out to be one after another did: repeat."""
    known: dict[Value, Value] = {}
    changed = True
    while changed:
        changed = False
        for instruction in function.instructions():
            source = source_of(instruction, known) if instruction not in known else None
            if source is not None and source is not instruction:
                known[instruction] = source
                changed = True
                journal.moment(
                    f"{instruction.text} is {source.text} under another name",
                    [instruction],
                    copies=[f"{copy.text} = {final(copy, known).text}" for copy in known],
                )
    return known


def tell(copy: Instruction, source: Value, readers: list[Instruction], journal: Journal) -> None:
    """One change for each copy that somebody read."""
    what = "all its ways bring this value" if copy.is_phi else "a value never changes in SSA form"
    times = "once" if len(readers) == 1 else f"{len(readers)} times"
    journal.change(
        "replaced",
        copy,
        f"is read as {source.text} ({times}): {what}",
        before=readers,
        after=readers,
    )


class CopyPropagation(Pass):
    name = "copy-propagation"
    title = "Copy propagation"
    concept = "fold"

    def rewrite(self, function: Function, module: Module, journal: Journal) -> None:
        users = users_of(function)
        known = find_copies(function, journal)
        for copy, source in known.items():
            assert isinstance(copy, Instruction)
            readers = [user for user in users.get(copy, ()) if user not in known]
            if readers:
                tell(copy, final(source, known), readers, journal)
        replace_values(function, known)
