"""Common subexpressions: the same operation on the same values is computed once.

Walking the dominator tree with a table of what was computed on the way, an instruction that is
already in the table becomes a copy of the earlier one, which surely ran before (dominator-based
value numbering: Briggs, Cooper, Simpson 1997). A load is the same only while no store that may
reach its place stands between; a store also tells what a load behind it would give.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from compiler_core.loop.analyses.affine import affine_of
from compiler_core.loop.analyses.alias import alias_of
from compiler_core.loop.analyses.control_flow import predecessors_of
from compiler_core.loop.analyses.dominators import dominators_of
from compiler_core.loop.ir.operations import operation
from compiler_core.loop.ir.printer import instruction_text, place_text
from compiler_core.loop.ir.values import Array, Block, Function, Instruction, Module, Value
from compiler_core.loop.passes.infrastructure import Journal, Pass

Expression = tuple[object, ...]
Location = tuple[Array, Value]


@dataclass(slots=True)
class Known:
    """What was computed on the way here: values of expressions, contents of places.

    lost: loads whose place a store may have changed since, with that store.
    """

    expressions: dict[Expression, Instruction] = field(default_factory=dict)
    contents: dict[Location, Value] = field(default_factory=dict)
    lost: dict[Location, Instruction] = field(default_factory=dict)


def expression_of(instruction: Instruction) -> Expression | None:
    """Equal for instructions that compute the same; None for what cannot be shared."""
    family = operation(instruction.opcode).family
    if family in ("memory", "control") or instruction.opcode in ("phi", "copy", "vload", "vstore"):
        return None
    operands = list(instruction.operands)
    if operation(instruction.opcode).commutative:
        operands.sort(key=lambda value: (value.text, id(value)))
    return (instruction.opcode, instruction.callee, instruction.type, *operands)


def changes_place(store: Instruction, location: Location) -> bool:
    """May the store write this place? Not if the arrays or the subscripts surely differ."""
    array, subscript = location
    if store.array is not array:
        return alias_of(store.array, array).may
    gap = affine_of(store.subscript).plus(affine_of(subscript), -1)
    width = store.stored.type.lanes
    return gap.number is None or -width < gap.number <= 0


def after_store(store: Instruction, known: Known) -> None:
    """Forget what the store may change; remember what it wrote."""
    for location in list(known.contents):
        if changes_place(store, location):
            del known.contents[location]
            known.lost[location] = store
    if store.opcode == "store":
        known.contents[store.array, store.subscript] = store.stored
        known.lost.pop((store.array, store.subscript), None)


def visit_load(load: Instruction, known: Known, journal: Journal) -> None:
    """A load of a place whose content is known becomes a copy of it."""
    location = (load.array, load.subscript)
    content = known.contents.get(location)
    if content is not None:
        how = (
            "it was loaded before and no store in between can reach it"
            if isinstance(content, Instruction) and content.opcode == "load"
            else "the store before wrote exactly that"
        )
        become_copy(load, content, how, journal)
        return
    store = known.lost.get(location)
    if store is not None:
        reason = alias_of(store.array, load.array).reason
        journal.refuse(load, f"store {place_text(store)} in between may change it ({reason})")
    known.contents[location] = load


def become_copy(target: Instruction, value: Value, why: str, journal: Journal) -> None:
    """The instruction stays under its name and only copies."""
    what = instruction_text(target).partition(" = ")[2]
    source = [value] if isinstance(value, Instruction) else []
    journal.change(
        "replaced",
        target,
        f"copies {value.text} instead of {what}: {why}",
        before=source,
        after=[target],
    )
    target.opcode, target.operands, target.place, target.callee = "copy", [value], None, ""


def visit_block(block: Block, known: Known, journal: Journal) -> None:
    """Replace what is known, and add what is new."""
    for instruction in block.body:
        if instruction.opcode in ("store", "vstore"):
            after_store(instruction, known)
        elif instruction.opcode == "load":
            visit_load(instruction, known, journal)
        else:
            visit_value(instruction, known, journal)
        journal.moment(
            f"after {instruction_text(instruction)}",
            [instruction],
            known_expressions=known.expressions.values(),
            known_contents=[
                f"{array.name}[{subscript.text}] = {value.text}"
                for (array, subscript), value in known.contents.items()
            ],
        )


def visit_value(instruction: Instruction, known: Known, journal: Journal) -> None:
    """The same expression as before becomes a copy."""
    expression = expression_of(instruction)
    if expression is None:
        return
    earlier = known.expressions.get(expression)
    if earlier is not None:
        become_copy(
            instruction, earlier, "the same operation on the same values ran before", journal
        )
    else:
        known.expressions[expression] = instruction


class CommonSubexpressions(Pass):
    name = "common-subexpressions"
    title = "Common subexpression elimination"
    concept = "reuse"

    def rewrite(self, function: Function, module: Module, journal: Journal) -> None:
        dominators, before = dominators_of(function), predecessors_of(function)
        at_end: dict[Block, Known] = {}
        for block in dominators.preorder():
            above = dominators.immediate.get(block)
            known = Known()
            if above is not None:
                known.expressions = dict(at_end[above].expressions)
            if above is not None and before[block] == [above]:
                # No other way leads here, so memory is as the block above left it.
                known.contents = dict(at_end[above].contents)
                known.lost = dict(at_end[above].lost)
            visit_block(block, known, journal)
            at_end[block] = known
