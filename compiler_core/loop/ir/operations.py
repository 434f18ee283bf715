"""The operations, as one table: what an instruction may be and what passes may assume of it.

An operation that may trap (division by zero; an access out of bounds; a call whose function may)
must not run where the source would not run it. One with an effect must run exactly as often as in
the source. Everything else may move, be shared, or go.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Family = Literal[
    "arithmetic", "comparison", "logic", "data", "memory", "vector", "call", "control",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation.

    operands: how many values it takes; -1 for any number. may_trap: on integers; calls and memory
    accesses are judged by `effects`. commutative: operands may change places without changing the
    result, floats included.
    """

    name: str
    family: Family
    operands: int
    meaning: str
    commutative: bool = False
    may_trap: bool = False
    has_effect: bool = False
    is_terminator: bool = False


OPERATIONS: tuple[Operation, ...] = (
    Operation("add", "arithmetic", 2, "the sum", commutative=True),
    Operation("sub", "arithmetic", 2, "first minus second"),
    Operation("mul", "arithmetic", 2, "the product", commutative=True),
    Operation("div", "arithmetic", 2, "the quotient, rounded towards zero", may_trap=True),
    Operation("rem", "arithmetic", 2, "the remainder, with the dividend's sign", may_trap=True),
    Operation("neg", "arithmetic", 1, "with the other sign"),
    Operation("and", "logic", 2, "bits set in both", commutative=True),
    Operation("or", "logic", 2, "bits set in either", commutative=True),
    Operation("xor", "logic", 2, "bits set in one of them", commutative=True),
    Operation("shl", "logic", 2, "bits moved up"),
    Operation("shr", "logic", 2, "bits moved down; a signed value keeps its sign"),
    Operation("not", "logic", 1, "every bit turned round; of a bool, the opposite"),
    Operation("eq", "comparison", 2, "are they equal?", commutative=True),
    Operation("ne", "comparison", 2, "do they differ?", commutative=True),
    Operation("lt", "comparison", 2, "is the first less?"),
    Operation("le", "comparison", 2, "is the first less or equal?"),
    Operation("gt", "comparison", 2, "is the first greater?"),
    Operation("ge", "comparison", 2, "is the first greater or equal?"),
    Operation("select", "data", 3, "the second if the first is true, else the third"),
    Operation("convert", "data", 1, "the same value in another type"),
    Operation("copy", "data", 1, "the same value under another name"),
    Operation("phi", "data", -1, "the value that belongs to the way taken into the block"),
    Operation("load", "memory", -1, "what memory holds there"),
    Operation("store", "memory", -1, "writes memory", has_effect=True),
    Operation("vload", "vector", 1, "neighbouring elements into the lanes"),
    Operation("vstore", "vector", 2, "the lanes into neighbouring elements", has_effect=True),
    Operation("splat", "vector", 1, "the value in every lane"),
    Operation("ramp", "vector", 2, "first, first + second, first + 2 × second… in the lanes"),
    Operation("reduce_add", "vector", 1, "the sum of the lanes"),
    Operation("reduce_mul", "vector", 1, "the product of the lanes"),
    Operation("reduce_and", "vector", 1, "bits set in all lanes"),
    Operation("reduce_or", "vector", 1, "bits set in any lane"),
    Operation("reduce_xor", "vector", 1, "bits set in an odd number of lanes"),
    Operation("call", "call", -1, "the value of a pure function"),
    Operation("jump", "control", 0, "goes on there", has_effect=True, is_terminator=True),
    Operation("branch", "control", 1, "goes to the first place if true, else to the second",
              has_effect=True, is_terminator=True),
    Operation("return", "control", -1, "ends the function", has_effect=True, is_terminator=True),
)  # fmt: skip

_BY_NAME = {operation.name: operation for operation in OPERATIONS}
COMPARISONS = tuple(one.name for one in OPERATIONS if one.family == "comparison")


def operation_named(name: str) -> Operation | None:
    """The operation of this name; None if there is none."""
    return _BY_NAME.get(name)


def operation(name: str) -> Operation:
    """The operation of a known name. Raises KeyError."""
    return _BY_NAME[name]
