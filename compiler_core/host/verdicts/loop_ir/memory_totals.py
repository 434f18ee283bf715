"""Totals and best values that live in memory: loaded, changed and stored in every iteration."""

from __future__ import annotations

from collections.abc import Iterator

from compiler_core.host.verdicts.loop_ir.accesses import MemoryAccess
from compiler_core.host.verdicts.loop_ir.motion import Motions


def reductions_in_memory(accesses: tuple[MemoryAccess, ...], motions: Motions) -> Iterator[str]:
    """A fixed place is loaded, changed and stored again in every iteration."""
    loads = {
        (access.base, access.fields, access.indexes): access.operation.result
        for access in accesses
        if not access.stores and access.pattern == "fixed"
    }
    for access in accesses:
        address = (access.base, access.fields, access.indexes)
        if not access.stores or access.pattern != "fixed" or address not in loads:
            continue
        if not access.operation.operands:
            continue
        stored, loaded = access.operation.operands[0], loads[address]
        if leads(motions, stored, loaded):
            yield "memory_reduction"
            if access.operation.floating:
                yield "float_reduction"
        elif _compares(motions, stored, loaded):
            yield "memory_reduction"


def _compares(motions: Motions, stored: str, loaded: str) -> bool:
    """The best so far lies in memory: what is stored there was compared with what it held."""
    comparisons = (
        operation.operands
        for operation in motions.loop.operations()
        if operation.code == "compare" or (operation.code == "branch" and operation.detail)
    )
    return any(
        leads(motions, first, origin) and leads(motions, second, other)
        for first, second in (pair for pair in comparisons if len(pair) == 2)
        for origin, other in ((stored, loaded), (loaded, stored))
    )


def leads(motions: Motions, name: str, target: str) -> bool:
    """True if a value is computed from another one within the iteration."""
    waiting, seen = [name], set[str]()
    while waiting:
        current = waiting.pop()
        if current == target:
            return True
        if current in seen or not motions.inside(current):
            continue
        seen.add(current)
        operation = motions.definitions.get(current)
        if operation is not None and operation.code != "load":
            waiting.extend(operation.operands)
    return False
