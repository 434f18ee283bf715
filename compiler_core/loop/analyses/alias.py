"""May two arrays share memory?

The answer comes from what C promises, not from the program's values: an array of the function's
own, `restrict`, and C's rule that an object is accessed through its own type or a character type
(C11 6.5 paragraph 7). Where nothing is promised, they may.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.loop.ir.types import Type
from compiler_core.loop.ir.values import Array


@dataclass(frozen=True, slots=True)
class Alias:
    """may: can they share memory? reason: why, or why not, as the second half of a sentence."""

    may: bool
    reason: str


def alias_of(first: Array, other: Array) -> Alias:
    """What is known of two arrays of one function, of which at least one is written."""
    if first is other:
        return Alias(True, f"both are {first.name}")
    for array in (first, other):
        if array.is_local:
            return Alias(False, f"{array.name} belongs to this function, nothing else reaches it")
    for array in (first, other):
        if array.restrict:
            return Alias(False, f"{array.name} is restrict, nothing else reaches its elements")
    if not _types_may_meet(first.element, other.element):
        return Alias(
            False,
            f"{first.name} holds {first.element}, {other.name} {other.element}: "
            "an object is accessed through one type only",
        )
    return Alias(True, f"{first.name} and {other.name} may overlap; restrict would rule that out")


def _types_may_meet(first: Type, other: Type) -> bool:
    """Character types may look at anything; signed and unsigned of one width count as one."""
    if 8 in (first.bits, other.bits):
        return True
    return first.bits == other.bits and first.is_float == other.is_float
