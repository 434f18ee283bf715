"""Subscripts and ends of loops as MLIR's affine expressions: whole numbers times counters and
values that stay the same, added up.

Affine arithmetic never wraps. So signed sums may be taken apart (in C their overflow is undefined),
and those of 64 bits, which addresses wrap like; sums of unsigned ints wrap, and stay closed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.loop.analyses.computed_from import computed_from
from compiler_core.loop.ir.values import Constant, Instruction, Parameter, Value

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

    @property
    def is_small(self) -> bool:
        """Whether its numbers are far from where 64 bits end."""
        return all(abs(number) < _LARGEST for number in (*self.terms.values(), self.constant))


@dataclass(frozen=True, slots=True)
class LinearReader:
    """counters: of loops; fixed: values that are computed once, outside of all loops and ifs."""

    counters: frozenset[Value]
    fixed: frozenset[Value]

    def form_of(self, value: Value) -> LinearForm | None:
        """None for what is no sum of this kind."""
        forms: dict[Value, LinearForm | None] = {}
        for operand in computed_from(value, self._is_sum):
            forms[operand] = self._form(operand, forms)
        return forms[value]

    def _form(self, value: Value, forms: Mapping[Value, LinearForm | None]) -> LinearForm | None:
        if isinstance(value, Constant):
            number = int(value.value)
            return LinearForm({}, number) if abs(number) < _LARGEST else None
        if value in self.counters:
            return LinearForm({value: 1})
        if isinstance(value, Instruction) and self._is_sum(value):
            taken_apart = _sum(value, forms)
            if taken_apart is not None and taken_apart.is_small:
                return taken_apart
        is_fixed = isinstance(value, Parameter) or value in self.fixed
        return LinearForm({value: 1}) if is_fixed and value.type.is_integer else None

    def _is_sum(self, value: Instruction) -> bool:
        """Whether it may be taken apart into its operands."""
        if value in self.counters or not value.type.is_integer:
            return False
        if value.opcode == "convert":
            return _keeps_sums(value)
        is_arithmetic = value.opcode in ("add", "sub", "mul") and _never_wraps(value)
        return value.opcode == "copy" or is_arithmetic


def _sum(value: Instruction, forms: Mapping[Value, LinearForm | None]) -> LinearForm | None:
    left, right = forms[value.operands[0]], forms[value.operands[-1]]
    if value.opcode in ("copy", "convert"):
        return left
    if left is None or right is None:
        return None
    if value.opcode != "mul":
        return left.plus(right, 1 if value.opcode == "add" else -1)
    if left.terms and right.terms:
        return None
    scaled, factor = (left, right.constant) if left.terms else (right, left.constant)
    return LinearForm({}).plus(scaled, factor)


def _keeps_sums(value: Instruction) -> bool:
    """As an address, a signed sum in an unsigned long has the same 64 bits, and the other way
    round; an unsigned int is no sum that could wrap, since none is taken apart."""
    source = value.operands[0].type
    is_same = source.bits == value.type.bits == _ADDRESS_BITS
    return source.is_integer and (is_same or 32 <= source.bits < value.type.bits)


def _never_wraps(value: Instruction) -> bool:
    return value.type.kind == "signed" or value.type.bits == 64


def affine_text(form: LinearForm, letters: Mapping[Value, str]) -> str:
    """`%i * 64 + %j - 1`; a term that is taken away stands behind one that is added."""
    parts = [(letters[value], factor) for value, factor in form.terms.items()]
    parts.sort(key=lambda part: part[1] < 0)
    written = ""
    for letter, factor in parts:
        term = letter if abs(factor) == 1 else f"{letter} * {abs(factor)}"
        sign = "-" if factor < 0 else "+"
        written += f" {sign} {term}" if written else term if factor > 0 else f"-{term}"
    if form.constant or not written:
        sign = "-" if form.constant < 0 else "+"
        written += f" {sign} {abs(form.constant)}" if written else str(form.constant)
    return written
