"""The rules that every function keeps; checked after each pass.

Blocks end in one terminator and start with their phis; a phi has one operand for each block that
leads to it; every value is computed on each way to where it is used; types fit; names are unique.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from compiler_core.loop.analyses.control_flow import predecessors_of
from compiler_core.loop.analyses.dominators import Dominators, dominators_of
from compiler_core.loop.ir.editing import block_of, reachable_blocks
from compiler_core.loop.ir.operations import COMPARISONS, operation_named
from compiler_core.loop.ir.printer import instruction_text
from compiler_core.loop.ir.types import BOOL, VOID, Type
from compiler_core.loop.ir.values import (
    Array,
    Block,
    Constant,
    Function,
    Instruction,
    Parameter,
    Slot,
    Value,
)


def problems_of(function: Function) -> list[str]:
    """Every broken rule in one sentence; empty for a sound function."""
    problems = list(_shape(function))
    if problems:
        return problems
    reached = reachable_blocks(function)
    problems = [f"nothing leads to {node.name}" for node in function.blocks if node not in reached]
    problems += _unique(function)
    before = predecessors_of(function)
    problems += [problem for block in function.blocks for problem in _phis(block, before[block])]
    for instruction in function.instructions():
        problems += [
            f"`{instruction_text(instruction)}`: {problem}"
            for problem in _typing(function, instruction)
        ]
    return problems or list(_dominance(function))


def _shape(function: Function) -> Iterator[str]:
    if not function.blocks:
        yield "the function has no block"
    for block in function.blocks:
        ends = [instruction for instruction in block.instructions if instruction.is_terminator]
        if len(ends) != 1 or block.instructions[-1] is not ends[0]:
            yield f"{block.name} must end in its one terminator"
            continue
        count = {"jump": 1, "branch": 2, "return": 0}[ends[0].opcode]
        if len(ends[0].targets) != count or len(set(ends[0].targets)) != count:
            yield f"{block.name}: {ends[0].opcode} needs {count} different targets"
        if any(target not in function.blocks for target in ends[0].targets):
            yield f"{block.name} goes to a block that is not in the function"
        first = [operation.is_phi for operation in block.instructions]
        if first != sorted(first, reverse=True):
            yield f"{block.name}: phis stand first"


def _unique(function: Function) -> Iterator[str]:
    names = [instruction.name for instruction in function.instructions() if instruction.name]
    names += [parameter.name for parameter in function.parameters]
    names += [array.name for array in function.local_arrays]
    keys = [operation.key for operation in function.instructions()]
    blocks = [block.name for block in function.blocks]
    for kind, all_of in (("name", names), ("key", keys), ("block", blocks)):
        for twice in sorted(
            {label for label in all_of if all_of.count(label) > 1}
            if len(set(all_of)) < len(all_of)
            else ()
        ):
            yield f"the {kind} {twice} occurs twice"
    for block in function.blocks:
        if function.blocks[0] in block.successors:
            yield f"{block.name} leads back to the entry"


def _phis(block: Block, ways: list[Block]) -> Iterator[str]:
    for phi in block.phis:
        if len(phi.targets) != len(phi.operands) or sorted(
            target.name for target in phi.targets
        ) != sorted(predecessor.name for predecessor in ways):
            expected = ", ".join(way.name for way in ways)
            yield f"`{instruction_text(phi)}`: needs one operand for each of {expected}"


def _typing(function: Function, instruction: Instruction) -> Iterator[str]:
    known = operation_named(instruction.opcode)
    if known is None:
        yield "there is no such operation"
        return
    if known.operands not in (-1, len(instruction.operands)):
        yield f"takes {known.operands} operands"
        return
    if (instruction.type == VOID) == bool(instruction.name):
        yield "a value needs a name and a type, anything else has neither"
    if any(operand.type == VOID for operand in instruction.operands):
        yield "uses something that has no value"
    rule = _RULES.get(instruction.opcode) or (_same_types if known.family != "control" else None)
    if rule is not None:
        yield from rule(function, instruction)


def _same_types(_: Function, instruction: Instruction) -> Iterator[str]:
    types = {operand.type for operand in instruction.operands}
    if len(types) != 1:
        yield "its operands have different types"
        return
    (type_,) = types
    result = BOOL.with_lanes(type_.lanes) if instruction.opcode in COMPARISONS else type_
    if instruction.type != result:
        yield f"its type is {instruction.type}, its operands say {result}"
    if instruction.opcode in ("and", "or", "xor", "shl", "shr", "not", "rem") and type_.is_float:
        yield "is not an operation on floats"
    if instruction.opcode in ("add", "sub", "mul", "div", "rem", "neg", "shl", "shr") and not (
        type_.is_integer or type_.is_float
    ):
        yield "is arithmetic, and needs numbers"


def _phi_types(_: Function, instruction: Instruction) -> Iterator[str]:
    if any(operand.type != instruction.type for operand in instruction.operands):
        yield f"its operands must be of type {instruction.type}"


def _access(function: Function, access: Instruction) -> Iterator[str]:
    place, stores = access.place, access.opcode in ("store", "vstore")
    if isinstance(place, Slot):
        if place not in function.slots:
            yield "the slot is not in the function"
        if len(access.operands) != int(stores) or access.opcode.startswith("v"):
            yield "a slot has no subscript"
            return
        element: Type = place.type
    elif isinstance(place, Array):
        if place not in function.arrays:
            yield "the array is not in the function"
        if len(access.operands) != 1 + int(stores) or not access.subscript.type.is_integer:
            yield "an array needs one integer as subscript"
            return
        element = place.element
    else:
        yield "accesses nothing"
        return
    accessed = access.stored.type if stores else access.type
    if accessed.scalar != element or accessed.is_vector != access.opcode.startswith("v"):
        yield f"the element is {element}, the value {accessed}"


def _select(_: Function, instruction: Instruction) -> Iterator[str]:
    condition, first, second = (operand.type for operand in instruction.operands)
    if first != second or instruction.type != first or condition != BOOL.with_lanes(first.lanes):
        yield "takes a bool and two values of one type"


def _conversion(_: Function, instruction: Instruction) -> Iterator[str]:
    if instruction.type.lanes != instruction.operands[0].type.lanes:
        yield "cannot change the number of lanes"


def _spread(_: Function, instruction: Instruction) -> Iterator[str]:
    if not instruction.type.is_vector or any(
        value.type != instruction.type.scalar for value in instruction.operands
    ):
        yield "makes a vector of its operand's type"


def _reduction(_: Function, instruction: Instruction) -> Iterator[str]:
    if (
        not instruction.operands[0].type.is_vector
        or instruction.type != instruction.operands[0].type.scalar
    ):
        yield "makes one value of a vector"


def _branch(_: Function, instruction: Instruction) -> Iterator[str]:
    if instruction.operands[0].type != BOOL:
        yield "needs a bool"


def _return(function: Function, instruction: Instruction) -> Iterator[str]:
    given = [operand.type for operand in instruction.operands]
    if given != ([] if function.result == VOID else [function.result]):
        yield f"the function returns {function.result}"


def _nothing(_: Function, __: Instruction) -> Iterator[str]:
    return iter(())


_RULES: dict[str, Callable[[Function, Instruction], Iterator[str]]] = {
    "phi": _phi_types, "load": _access, "store": _access, "vload": _access, "vstore": _access,
    "select": _select, "convert": _conversion, "splat": _spread, "ramp": _spread,
    "call": _nothing, "branch": _branch, "return": _return,
    **dict.fromkeys(("reduce_add", "reduce_mul", "reduce_and", "reduce_or", "reduce_xor"),
                    _reduction),
}  # fmt: skip


def _dominance(function: Function) -> Iterator[str]:
    dominators, homes = dominators_of(function), block_of(function)
    order = {instruction: position for position, instruction in enumerate(function.instructions())}
    for user in function.instructions():
        for position, operand in enumerate(user.operands):
            where = user.targets[position] if user.is_phi else homes[user]
            if not _available(operand, user, where, function, dominators, homes, order):
                yield f"`{instruction_text(user)}`: {operand.text} is not computed on every way"


def _available(
    operand: Value,
    user: Instruction,
    where: Block,
    function: Function,
    dominators: Dominators,
    homes: dict[Instruction, Block],
    order: dict[Instruction, int],
) -> bool:
    """Is the value there at the user, or for a phi at the end of the block it comes from?"""
    if isinstance(operand, Constant):
        return True
    if isinstance(operand, Parameter):
        return operand in function.parameters
    if not isinstance(operand, Instruction) or operand not in homes:
        return False
    home = homes[operand]
    if home is where and not user.is_phi:
        return order[operand] < order[user]
    return dominators.dominates(home, where)
