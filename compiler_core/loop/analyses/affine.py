"""Subscripts as sums: coefficient times value, plus a constant, plus so much per round of a loop.

`4 * i + n - 1` with i advancing by 1 is {n: 1} - 1 + 4 per round. Such sums can be subtracted, and
so the dependence tests compare subscripts. As in C, arithmetic in a subscript is taken not to
overflow; where unsigned arithmetic wraps, the access is out of bounds of any array that fits into
memory, or all subscripts wrap alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.loop.analyses.computed_from import computed_from
from compiler_core.loop.analyses.induction import inductions_of
from compiler_core.loop.analyses.loops import Loop
from compiler_core.loop.ir.types import I64, wrap
from compiler_core.loop.ir.values import Constant, Instruction, Value

_SUMS = ("copy", "neg", "add", "sub", "mul", "shl")
_LARGEST = 1 << 64
"""A sum with a greater number is a term of its own: a number squared k times has 2^k digits."""


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
    return _affine(value, _steps(loop) if loop is not None else {})


def _steps(loop: Loop) -> dict[Value, tuple[Value, int]]:
    """Start and constant step of each induction variable."""
    return {
        induction.phi: (induction.start, induction.sign * int(induction.step.value))
        for induction in inductions_of(loop)
        if isinstance(induction.step, Constant)
    }


def _affine(value: Value, steps: Mapping[Value, tuple[Value, int]]) -> Affine:
    sums: dict[Value, Affine] = {}
    for operand in computed_from(value, lambda operand: operand not in steps and _is_sum(operand)):
        if operand in steps:
            start, step = steps[operand]
            affine = _affine(start, {}).plus(Affine({}, 0, step))
        elif isinstance(operand, Constant):
            affine = Affine({}, _signed(operand))
        elif isinstance(operand, Instruction) and _is_sum(operand):
            affine = _of_operation(operand, sums)
        else:
            affine = None
        sums[operand] = affine if affine is not None and _is_small(affine) else Affine({operand: 1})
    return sums[value]


def _is_sum(instruction: Instruction) -> bool:
    """Whether it may be taken apart into its operands."""
    if not instruction.type.is_integer or instruction.type.is_vector:
        return False
    return instruction.opcode in _SUMS or (instruction.opcode == "convert" and _widens(instruction))


def _is_small(affine: Affine) -> bool:
    numbers = (*affine.terms.values(), affine.constant, affine.per_round)
    return all(abs(number) <= _LARGEST for number in numbers)


def _of_operation(instruction: Instruction, sums: Mapping[Value, Affine]) -> Affine | None:
    left, right = sums[instruction.operands[0]], sums[instruction.operands[-1]]
    if instruction.opcode in ("copy", "convert"):
        return left
    if instruction.opcode == "neg":
        return left.times(-1)
    if instruction.opcode in ("add", "sub"):
        return left.plus(right, 1 if instruction.opcode == "add" else -1)
    if instruction.opcode == "shl":
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


def _widens(instruction: Instruction) -> bool:
    source = instruction.operands[0].type
    return source.is_integer and 32 <= source.bits <= instruction.type.bits
