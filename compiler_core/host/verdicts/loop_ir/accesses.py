"""What a loop loads and stores: the base, how the address moves, and how far elements lie apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from compiler_core.host.verdicts.loop_ir.motion import Motion, Motions
from compiler_core.host.verdicts.loop_ir.operations import Operation, Reference

Pattern = Literal["fixed", "adjacent", "strided", "symbolic", "gathered", "carried", "merged",
                  "bent"]  # fmt: skip
BYTES = {"i8": 1, "i16": 2, "i32": 4, "i64": 8, "f16": 2, "f32": 4, "f64": 8, "ptr": 8,
         "i128": 16, "f128": 16, "i1": 1}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryAccess:
    """One load or store."""

    operation: Operation
    """The load or store as the compiler's form has it."""
    base: str
    """What the address counts from; empty if nothing single is found."""
    indexes: tuple[Motion, ...]
    """Per dimension; a pointer's own one is in bytes."""
    pattern: Pattern
    """How neighbouring iterations' elements lie. block: where it happens."""
    position: int
    """Its place in the loop's order of statements, to tell which of two comes first."""
    fields: str = ""
    """Fields behind the base, as in `.x`; empty for none."""

    @property
    def stores(self) -> bool:
        """True if it writes."""
        return self.operation.code == "store"


def accesses_of(motions: Motions) -> tuple[MemoryAccess, ...]:
    """All loads and stores of a loop's own blocks, in the order of its statements."""
    accesses = []
    for position, operation in enumerate(motions.loop.operations()):
        if operation.address is not None and operation.code in ("load", "store"):
            accesses.append(_access(operation, operation.address, motions, position))
    return tuple(accesses)


def _access(
    operation: Operation, reference: Reference, motions: Motions, position: int
) -> MemoryAccess:
    indexes = [motions.of(index) for index in reference.indexes]
    base, moved = reference.base, Motion()
    if not reference.variable or base.startswith(("%", "@")):
        base, moved = _root(motions, motions.of(base))
    moved = moved.plus(Motion(constant=reference.offset))
    every = (moved, *indexes)
    pattern = _pattern(every, BYTES.get(operation.type, 0))
    return MemoryAccess(
        operation=operation,
        base=base,
        indexes=every,
        pattern=pattern,
        position=position,
        fields=reference.fields,
    )


def _root(motions: Motions, motion: Motion) -> tuple[str, Motion]:
    """The pointer a sum of addresses counts from, and the rest in bytes."""
    single = [name for name, count in motion.terms if count == 1 and _is_pointer(motions, name)]
    if len(single) != 1:
        return "", motion
    rest = tuple(term for term in motion.terms if term[0] != single[0])
    return single[0], Motion(motion.constant, motion.step, rest, motion.traits, motion.period)


def _is_pointer(motions: Motions, name: str) -> bool:
    if name.startswith(("&", "@")):
        return True
    operation = motions.definitions.get(name)
    return operation is None or operation.type in ("ptr", "")


def _pattern(indexes: Sequence[Motion], size: int) -> Pattern:
    traits = frozenset().union(*(motion.traits for motion in indexes))
    order: tuple[tuple[str, Pattern], ...] = (
        ("loaded", "gathered"), ("carried", "carried"), ("symbolic", "symbolic"),
        ("merged", "merged"), ("bent", "bent"),
    )  # fmt: skip
    for trait, pattern in order:
        if trait in traits:
            return pattern
    if not any(motion.step for motion in indexes):
        return "fixed"
    bytes_moved, *elements = (motion.step for motion in indexes)
    if bytes_moved:
        return "adjacent" if abs(bytes_moved) == size and not any(elements) else "strided"
    *outer, last = elements
    return "adjacent" if abs(last) == 1 and not any(outer) else "strided"
