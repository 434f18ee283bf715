"""Subscripts and ends of loops as MLIR's affine expressions: whole numbers times counters and
values that stay the same, added up.

Affine arithmetic never wraps. So signed sums may be taken apart (in C their overflow is undefined),
and those of 64 bits, which addresses wrap like; sums of unsigned ints wrap, and stay closed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.loop.ir.values import Constant, Instruction, Parameter, Value

_DEEPEST = 40
_LARGEST = 1 << 40
_ADDRESS_BITS = 64


@dataclass(frozen=True, slots=True)
class LinearForm:
    """terms: the factor of each value, none of them 0; constant: added to their sum."""

    terms: Mapping[Value, int]
    constant: int = 0

    def plus(self, other: LinearForm, factor: int = 1) -> LinearForm:
        """This and `factor` times the other."""
        terms = dict(self.terms)
        for value, times in other.terms.items():
            terms[value] = terms.get(value, 0) + factor * times
        return LinearForm(
            {value: times for value, times in terms.items() if times},
            self.constant + factor * other.constant,
        )


@dataclass(frozen=True, slots=True)
class LinearReader:
    """counters: of loops; fixed: values that are computed once, outside of all loops and ifs."""

    counters: frozenset[Value]
    fixed: frozenset[Value]

    def form_of(self, value: Value, depth: int = 0) -> LinearForm | None:
        """None for what is no sum of this kind."""
        if isinstance(value, Constant):
            number = int(value.value)
            return LinearForm({}, number) if abs(number) < _LARGEST else None
        if value in self.counters:
            return LinearForm({value: 1})
        taken_apart = self._sum(value, depth + 1) if isinstance(value, Instruction) else None
        if taken_apart is not None:
            return taken_apart
        is_fixed = isinstance(value, Parameter) or value in self.fixed
        return LinearForm({value: 1}) if is_fixed and value.type.is_integer else None

    def _sum(self, value: Instruction, depth: int) -> LinearForm | None:
        if depth > _DEEPEST or not value.type.is_integer:
            return None
        if value.opcode == "copy":
            return self.form_of(value.operands[0], depth)
        if value.opcode == "convert":
            return self._widened(value, depth)
        if value.opcode not in ("add", "sub", "mul") or not _never_wraps(value):
            return None
        left, right = (self.form_of(one, depth) for one in value.operands)
        if left is None or right is None:
            return None
        if value.opcode != "mul":
            return left.plus(right, 1 if value.opcode == "add" else -1)
        if left.terms and right.terms:
            return None
        scaled, factor = (left, right.constant) if left.terms else (right, left.constant)
        made = LinearForm({}).plus(scaled, factor)
        return made if all(abs(times) < _LARGEST for times in made.terms.values()) else None

    def _widened(self, value: Instruction, depth: int) -> LinearForm | None:
        """As an address, a signed sum in an unsigned long has the same 64 bits, and the other way
        round; an unsigned int is no sum that could wrap, since none is taken apart."""
        source = value.operands[0].type
        is_same = source.bits == value.type.bits == _ADDRESS_BITS
        if not source.is_integer or not (is_same or 32 <= source.bits < value.type.bits):
            return None
        return self.form_of(value.operands[0], depth)


def _never_wraps(value: Instruction) -> bool:
    return value.type.kind == "signed" or value.type.bits == 64
