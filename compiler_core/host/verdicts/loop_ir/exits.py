"""What ends a loop: its own counting, a place in memory, the data it passes over, or a jump."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from compiler_core.host.verdicts.loop_ir.motion import Motions
from compiler_core.host.verdicts.loop_ir.operations import IrLoop, Operation


def exits_of(motions: Motions) -> Iterator[str]:
    """What decides that the loop ends: a place in memory, or the data it passes over."""
    loop = motions.loop
    for name in exiting_blocks(loop):
        for operation in loop.function.blocks[name].operations:
            if operation.code not in ("branch", "switch"):
                continue
            for load in _loads_behind(motions, operation):
                yield "bound_in_memory" if motions.fixed(load) else "data_exit"
                if not motions.fixed(load) and _counts(motions, operation):
                    yield "early_exit"
            for operand in _compared(motions, operation):
                yield from _counting(motions, operand)
            if _is_carried(motions, operation):
                yield "computed_exit"
            if any(_is_float_count(motions, operand) for operand in _compared(motions, operation)):
                yield "float_counter"


def exiting_blocks(loop: IrLoop) -> Iterator[str]:
    for name in sorted(loop.blocks):
        if any(successor not in loop.blocks for successor in loop.function.blocks[name].successors):
            yield name


def exit_places(loop: IrLoop, exits: Iterable[str]) -> Iterator[object]:
    """Copies of one condition have one place."""
    for name in exits:
        last = loop.function.blocks[name].operations[-1:]
        yield (last[0].place or name) if last else name


def _counts(motions: Motions, branch: Operation) -> bool:
    """One of several conditions of a branch is the loop's own counting."""
    return any(
        motions.of(operand).step and not motions.of(operand).traits
        for name in branch.operands
        for part in _parts(motions, name)
        for operand in part.operands
        if part.code == "compare"
    )


def _parts(motions: Motions, name: str) -> Iterator[Operation]:
    """The comparisons that a condition is put together of."""
    waiting, seen = [name], set[str]()
    while waiting:
        current = waiting.pop()
        operation = motions.definitions.get(current)
        if operation is None or current in seen:
            continue
        seen.add(current)
        if operation.code in ("select", "and", "or"):
            waiting.extend(operation.operands)
        else:
            yield operation


def _compared(motions: Motions, branch: Operation) -> tuple[str, ...]:
    """The operands of the comparison a branch rests on."""
    if len(branch.operands) == 1:
        compare = motions.definitions.get(branch.operands[0])
        return compare.operands if compare is not None and compare.code == "compare" else ()
    return branch.operands


def _loads_behind(motions: Motions, branch: Operation) -> Iterator[Operation]:
    waiting, seen = list(branch.operands), set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen or not motions.inside(name):
            continue
        seen.add(name)
        operation = motions.definitions[name]
        if operation.code == "load":
            yield operation
        elif operation.code != "phi" and (operation.code != "select" or operation.type == "i1"):
            waiting.extend(operation.operands)


def _is_carried(motions: Motions, branch: Operation) -> bool:
    """The branch rests on what goes on from the iteration before and is no plain count."""
    carried = {phi.result for phi in motions.carried}
    waiting, seen = list(branch.operands), set[str]()
    while waiting:
        name = waiting.pop()
        if name in carried:
            return True
        operation = motions.definitions.get(name)
        if name in seen or operation is None or not motions.inside(name):
            continue
        seen.add(name)
        if operation.code != "load" and not motions.is_header_phi(operation):
            waiting.extend(operation.operands)
    return False


def _counting(motions: Motions, name: str) -> Iterator[str]:
    """What is unusual in how a compared value counts."""
    if motions.of(name).traits == {"symbolic"} and not _is_float(motions, name):
        yield "unknown_step"
    if _is_merged_count(motions, name):
        yield "merged_count"


def _is_merged_count(motions: Motions, name: str) -> bool:
    """The counter's next value, made in each of several branches by itself."""
    operation = motions.definitions.get(name)
    if operation is None or operation.code != "phi" or motions.is_header_phi(operation):
        return False
    return any(motions.latch_value(motions.definitions[phi]) == name for phi in motions.inductions)


def _is_float(motions: Motions, name: str) -> bool:
    operation = motions.definitions.get(name)
    return operation is not None and operation.floating


def _is_float_count(motions: Motions, name: str) -> bool:
    """A floating-point value that goes up by an invariant amount."""
    operation = motions.definitions.get(name)
    if operation is None or not operation.floating or not motions.inside(name):
        return False
    phis = {phi.result for phi in motions.carried if phi.floating}
    if operation.result in phis:
        return True
    invariant = [other for other in operation.operands if not motions.inside(other)]
    return (
        operation.code in ("add", "sub", "mul")
        and bool(invariant)
        and bool(phis.intersection(operation.operands))
    )
