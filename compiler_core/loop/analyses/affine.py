"""Subscripts as sums: coefficient times value, plus a constant, plus so much per round of a loop.

`4 * i + n - 1` with i advancing by 1 is {n: 1} - 1 + 4 per round. Such sums can be subtracted, and
so the dependence tests compare subscripts. As in C, arithmetic in a subscript is taken not to
overflow; where unsigned arithmetic wraps, the access is out of bounds of any array that fits into
memory, or all subscripts wrap alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.loop.analyses.induction import inductions_of
from compiler_core.loop.analyses.loops import Loop
from compiler_core.loop.ir.types import I64, wrap
from compiler_core.loop.ir.values import Constant, Instruction, Value

_DEEPEST = 64


@dataclass(frozen=True, slots=True)
class Affine:
    """terms: coefficient of each value; constant; per_round: what one round of the loop adds."""

    terms: Mapping[Value, int]
    constant: int = 0
    per_round: int = 0

    def plus(self, other: Affine, factor: int = 1) -> Affine:
        """This sum plus `factor` times the other."""
        terms = dict(self.terms)
        for value, coefficient in other.terms.items():
            terms[value] = terms.get(value, 0) + factor * coefficient
        return Affine(
            {value: coefficient for value, coefficient in terms.items() if coefficient},
            self.constant + factor * other.constant,
            self.per_round + factor * other.per_round,
        )

    def times(self, factor: int) -> Affine:
        """`factor` times this sum."""
        return Affine({}).plus(self, factor)

    @property
    def number(self) -> int | None:
        """The constant, if nothing else is in the sum."""
        return self.constant if not self.terms and not self.per_round else None


def affine_of(value: Value, loop: Loop | None = None) -> Affine:
    """The sum that a value is; induction variables of `loop` are written as start plus rounds.

    What cannot be taken apart is a term of its own.
    """
    return _affine(value, _steps(loop) if loop is not None else {}, 0)


def _steps(loop: Loop) -> dict[Value, tuple[Value, int]]:
    """Start and constant step of each induction variable."""
    return {
        one.phi: (one.start, one.sign * int(one.step.value))
        for one in inductions_of(loop)
        if isinstance(one.step, Constant)
    }


def _affine(value: Value, steps: Mapping[Value, tuple[Value, int]], depth: int) -> Affine:
    if isinstance(value, Constant):
        return Affine({}, _signed(value))
    if value in steps:
        start, step = steps[value]
        return _affine(start, {}, depth + 1).plus(Affine({}, 0, step))
    if not isinstance(value, Instruction) or depth > _DEEPEST:
        return Affine({value: 1})
    return _of_operation(value, steps, depth + 1) or Affine({value: 1})


def _of_operation(
    one: Instruction, steps: Mapping[Value, tuple[Value, int]], depth: int
) -> Affine | None:
    if not one.type.is_integer or one.type.is_vector:
        return None
    if one.opcode == "copy" or (one.opcode == "convert" and _widens(one)):
        return _affine(one.operands[0], steps, depth)
    if one.opcode == "neg":
        return _affine(one.operands[0], steps, depth).times(-1)
    if one.opcode not in ("add", "sub", "mul", "shl"):
        return None
    left, right = (_affine(operand, steps, depth) for operand in one.operands)
    if one.opcode in ("add", "sub"):
        return left.plus(right, 1 if one.opcode == "add" else -1)
    if one.opcode == "shl":
        amount = right.number
        return left.times(1 << amount) if amount is not None and 0 <= amount < 31 else None
    if right.number is not None:
        return left.times(right.number)
    return right.times(left.number) if left.number is not None else None


def _signed(value: Constant) -> int:
    """An unsigned constant above the signed range stands for a step back: `i + 4294967295u`."""
    if not value.type.is_integer:
        return 0
    narrow = value.type.bits == 32 and value.type.kind == "unsigned"
    return wrap(int(value.value), I64) if not narrow else _signed_32(int(value.value))


def _signed_32(value: int) -> int:
    return value - (1 << 32) if value >= 1 << 31 else value


def _widens(one: Instruction) -> bool:
    source = one.operands[0].type
    return source.is_integer and 32 <= source.bits <= one.type.bits
