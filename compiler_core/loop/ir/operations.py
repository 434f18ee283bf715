"""The operations, as one table: what an instruction may be and what passes may assume of it.

An operation that may trap (division by zero; an access out of bounds; a call whose function may)
must not run where the source would not run it. One with an effect must run exactly as often as in
the source. Everything else may move, be shared, or go.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Family = Literal["arithmetic", "comparison", "logic", "data", "memory", "vector", "call", "control"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One operation."""

    name: str
    """As in the printed text and in `Instruction.opcode`: `add`."""
    family: Family
    """The group it belongs to in the table of operations."""
    operands: int
    """How many values it takes; -1 for any number."""
    meaning: str
    """A phrase for a reader, without a full stop: `the sum`."""
    commutative: bool = False
    """Operands may change places without changing the result, floats included."""
    may_trap: bool = False
    """On integers; calls and memory accesses are judged by `effects`."""
    has_effect: bool = False
    """It must run exactly as often as in the source."""
    is_terminator: bool = False
    """It ends a block and says where to go."""


OPERATIONS: tuple[Operation, ...] = (
    Operation(name="add", family="arithmetic", operands=2, meaning="the sum", commutative=True),
    Operation(name="sub", family="arithmetic", operands=2, meaning="first minus second"),
    Operation(name="mul", family="arithmetic", operands=2, meaning="the product", commutative=True),
    Operation(
        name="div",
        family="arithmetic",
        operands=2,
        meaning="the quotient, rounded towards zero",
        may_trap=True,
    ),
    Operation(
        name="rem",
        family="arithmetic",
        operands=2,
        meaning="the remainder, with the dividend's sign",
        may_trap=True,
    ),
    Operation(name="neg", family="arithmetic", operands=1, meaning="with the other sign"),
    Operation(name="and", family="logic", operands=2, meaning="bits set in both", commutative=True),
    Operation(
        name="or", family="logic", operands=2, meaning="bits set in either", commutative=True
    ),
    Operation(
        name="xor", family="logic", operands=2, meaning="bits set in one of them", commutative=True
    ),
    Operation(name="shl", family="logic", operands=2, meaning="bits moved up"),
    Operation(
        name="shr",
        family="logic",
        operands=2,
        meaning="bits moved down; a signed value keeps its sign",
    ),
    Operation(
        name="not",
        family="logic",
        operands=1,
        meaning="every bit turned round; of a bool, the opposite",
    ),
    Operation(
        name="eq", family="comparison", operands=2, meaning="are they equal?", commutative=True
    ),
    Operation(
        name="ne", family="comparison", operands=2, meaning="do they differ?", commutative=True
    ),
    Operation(name="lt", family="comparison", operands=2, meaning="is the first less?"),
    Operation(name="le", family="comparison", operands=2, meaning="is the first less or equal?"),
    Operation(name="gt", family="comparison", operands=2, meaning="is the first greater?"),
    Operation(name="ge", family="comparison", operands=2, meaning="is the first greater or equal?"),
    Operation(
        name="select",
        family="data",
        operands=3,
        meaning="the second if the first is true, else the third",
    ),
    Operation(name="convert", family="data", operands=1, meaning="the same value in another type"),
    Operation(name="copy", family="data", operands=1, meaning="the same value under another name"),
    Operation(
        name="phi",
        family="data",
        operands=-1,
        meaning="the value that belongs to the way taken into the block",
    ),
    Operation(name="load", family="memory", operands=-1, meaning="what memory holds there"),
    Operation(name="store", family="memory", operands=-1, meaning="writes memory", has_effect=True),
    Operation(
        name="vload", family="vector", operands=1, meaning="neighbouring elements into the lanes"
    ),
    Operation(
        name="vstore",
        family="vector",
        operands=2,
        meaning="the lanes into neighbouring elements",
        has_effect=True,
    ),
    Operation(name="splat", family="vector", operands=1, meaning="the value in every lane"),
    Operation(
        name="ramp",
        family="vector",
        operands=2,
        meaning="first, first + second, first + 2 × second… in the lanes",
    ),
    Operation(name="reduce_add", family="vector", operands=1, meaning="the sum of the lanes"),
    Operation(name="reduce_mul", family="vector", operands=1, meaning="the product of the lanes"),
    Operation(name="reduce_and", family="vector", operands=1, meaning="bits set in all lanes"),
    Operation(name="reduce_or", family="vector", operands=1, meaning="bits set in any lane"),
    Operation(
        name="reduce_xor", family="vector", operands=1, meaning="bits set in an odd number of lanes"
    ),
    Operation(name="call", family="call", operands=-1, meaning="the value of a pure function"),
    Operation(
        name="jump",
        family="control",
        operands=0,
        meaning="goes on there",
        has_effect=True,
        is_terminator=True,
    ),
    Operation(
        name="branch",
        family="control",
        operands=1,
        meaning="goes to the first place if true, else to the second",
        has_effect=True,
        is_terminator=True,
    ),
    Operation(
        name="return",
        family="control",
        operands=-1,
        meaning="ends the function",
        has_effect=True,
        is_terminator=True,
    ),
)

_BY_NAME = {operation.name: operation for operation in OPERATIONS}
COMPARISONS = tuple(operator.name for operator in OPERATIONS if operator.family == "comparison")


def operation_named(name: str) -> Operation | None:
    """The operation of this name; None if there is none."""
    return _BY_NAME.get(name)


def operation(name: str) -> Operation:
    """The operation of a known name. Raises KeyError."""
    return _BY_NAME[name]
