"""Algebraic simplification: the same value by fewer or cheaper operations.

Each rule is a line of the table: an operation, a condition on its operands, what is taken instead,
and why that is the same for every value. Rules that hold for integers only are refused for floats
with the number for which they fail; that is why compilers need -ffast-math for them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from compiler_core.loop.ir.printer import instruction_text
from compiler_core.loop.ir.types import wrap
from compiler_core.loop.ir.values import Constant, Function, Instruction, Module, Value
from compiler_core.loop.passes.infrastructure import Journal, Pass

Condition = Callable[[Instruction], bool]
# The new operation and its operands; a copy of a value where nothing is left to compute.
Replacement = Callable[[Instruction], tuple[str, list[Value]]]


@dataclass(frozen=True, slots=True)
class Rule:
    """opcodes it looks at; `applies`; what it makes of the operation, or nothing: then `reason`
    says why the tempting rewrite is wrong."""

    opcodes: tuple[str, ...]
    applies: Condition
    becomes: Replacement | None
    reason: str


def number(value: Value) -> int | float | None:
    """The number of a constant; None for anything else."""
    return value.value if isinstance(value, Constant) and value.type.kind != "bool" else None


def second_is(wanted: float) -> Condition:
    """An integer operation with this constant second."""
    return lambda operation: operation.type.is_integer and number(operation.operands[1]) == wanted


def float_second_is(wanted: float) -> Condition:
    """The same for floats; -0.0 and 0.0 are different here."""

    def matches(operation: Instruction) -> bool:
        value = number(operation.operands[1])
        if value is None or not operation.type.is_float:
            return False
        return (value, math.copysign(1.0, value)) == (wanted, math.copysign(1.0, wanted))

    return matches


def same_operands(operation: Instruction) -> bool:
    """`x - x` on integers or truth values."""
    left, right = operation.operands
    return left == right and not left.type.is_float


def power_of_two(operation: Instruction) -> bool:
    """Is the second operand 2, 4, 8…?"""
    value = number(operation.operands[1])
    return (
        operation.type.is_integer
        and isinstance(value, int)
        and value > 1
        and not value & (value - 1)
    )


def unsigned_power(operation: Instruction) -> bool:
    return power_of_two(operation) and operation.type.kind == "unsigned"


def signed_power(operation: Instruction) -> bool:
    return power_of_two(operation) and operation.type.kind == "signed"


def exact_reciprocal(operation: Instruction) -> bool:
    """A float power of two whose reciprocal is a float as well."""
    value = number(operation.operands[1])
    if not operation.type.is_float or value is None or value == 0 or not math.isfinite(value):
        return False
    fraction, exponent = math.frexp(value)
    return abs(fraction) == 0.5 and abs(exponent) < (120 if operation.type.bits == 32 else 1000)


def constants_meet(operation: Instruction) -> bool:
    """`(x + 1) + 2`: the same operation twice, each with a constant, on integers."""
    inner = operation.operands[0]
    return (
        operation.type.is_integer
        and number(operation.operands[1]) is not None
        and isinstance(inner, Instruction)
        and inner.opcode == operation.opcode
        and number(inner.operands[1]) is not None
    )


def first(operation: Instruction) -> tuple[str, list[Value]]:
    return "copy", [operation.operands[0]]


def constant(value: float) -> Replacement:
    """A copy of a constant of the operation's own type."""
    return lambda operation: ("copy", [Constant(operation.type, value)])


def by_shift(opcode: str) -> Replacement:
    """Shift by the power's exponent."""

    def shifted(operation: Instruction) -> tuple[str, list[Value]]:
        exponent = int(number(operation.operands[1]) or 1).bit_length() - 1
        return opcode, [operation.operands[0], Constant(operation.type, exponent)]

    return shifted


def masked(operation: Instruction) -> tuple[str, list[Value]]:
    return "and", [
        operation.operands[0],
        Constant(operation.type, int(number(operation.operands[1]) or 1) - 1),
    ]


def by_reciprocal(operation: Instruction) -> tuple[str, list[Value]]:
    return "mul", [
        operation.operands[0],
        Constant(operation.type, 1.0 / (number(operation.operands[1]) or 1.0)),
    ]


def merged(operation: Instruction) -> tuple[str, list[Value]]:
    """One operation with both constants."""
    inner = operation.operands[0]
    assert isinstance(inner, Instruction)
    one_number, other = int(number(inner.operands[1]) or 0), int(number(operation.operands[1]) or 0)
    together = one_number * other if operation.opcode == "mul" else one_number + other
    return operation.opcode, [
        inner.operands[0],
        Constant(operation.type, wrap(together, operation.type)),
    ]


def of_inner(operation: Instruction) -> tuple[str, list[Value]]:
    inner = operation.operands[0]
    assert isinstance(inner, Instruction)
    return "copy", [inner.operands[0]]


def twice(operation: Instruction) -> bool:
    """`-(-x)`, `~~x`, `!!x`."""
    inner = operation.operands[0]
    return isinstance(inner, Instruction) and inner.opcode == operation.opcode


RULES: tuple[Rule, ...] = (
    Rule(("add", "sub", "or", "xor", "shl", "shr"), second_is(0), first,
         "adding 0 changes nothing"),
    Rule(("mul", "div"), second_is(1), first, "by 1 every number stays the same"),
    Rule(("mul", "and"), second_is(0), constant(0), "0 times anything is 0"),
    Rule(("rem",), second_is(1), constant(0), "1 leaves no remainder"),
    Rule(("and",), second_is(-1), first, "-1 has all bits set"),
    Rule(("sub", "xor"), same_operands, constant(0), "a number minus itself is 0"),
    Rule(("and", "or"), same_operands, first, "both operands are the same"),
    Rule(("add", "mul"), constants_meet, merged, "wrapping integers may be grouped in any way"),
    Rule(("mul",), power_of_two, by_shift("shl"), "times a power of two is a shift"),
    Rule(("div",), unsigned_power, by_shift("shr"),
         "unsigned division by a power of two drops the low bits"),
    Rule(("rem",), unsigned_power, masked,
         "an unsigned remainder by a power of two is its low bits"),
    Rule(("div",), signed_power, None,
         "a signed division rounds towards zero, a shift rounds down: -1 / 2 is 0, -1 >> 1 is -1"),
    Rule(("rem",), signed_power, None,
         "a signed remainder can be negative, low bits cannot: -1 % 2 is -1"),
    Rule(("div",), lambda division: same_operands(division) and division.type.is_integer, None,
         "x / x is 1 except for x = 0, where it traps"),
    Rule(("mul", "div"), float_second_is(1.0), first, "times 1.0 every float stays the same"),
    Rule(("sub",), float_second_is(0.0), first, "x - 0.0 is x, for -0.0 as well"),
    Rule(("add",), float_second_is(-0.0), first, "x + -0.0 is x, for -0.0 as well"),
    Rule(("add",), float_second_is(0.0), None, "-0.0 + 0.0 is 0.0, not -0.0"),
    Rule(("mul",), float_second_is(0.0), None, "0.0 times infinity is NaN, times -1 is -0.0"),
    Rule(("sub",), lambda sub: sub.type.is_float and sub.operands[0] == sub.operands[1], None,
         "infinity minus infinity is NaN, not 0"),
    Rule(("div",), exact_reciprocal, by_reciprocal,
         "the reciprocal of a power of two is exact, so the product rounds like the quotient"),
    Rule(("mul",), float_second_is(2.0), lambda instruction: ("add", [instruction.operands[0]] * 2),
         "2.0 * x is exactly x + x"),
    Rule(("neg", "not"), twice, of_inner, "turned round twice it is what it was"),
    Rule(("eq", "le", "ge"), same_operands, constant(1), "everything equals itself"),
    Rule(("ne", "lt", "gt"), same_operands, constant(0), "nothing differs from itself"),
    Rule(("select",), lambda instruction: instruction.operands[1] == instruction.operands[2],
         lambda instruction: ("copy", [instruction.operands[1]]), "both choices are the same"),
)  # fmt: skip


def in_order(operation: Instruction, commutes: bool) -> None:
    """Constants of commutative operations go second, so that the table needs one form only."""
    if commutes and isinstance(operation.operands[0], Constant):
        operation.operands.reverse()


def simplify(operation: Instruction, journal: Journal) -> bool:
    """Apply the first rule that fits; True if the instruction changed."""
    if operation.type.is_vector:
        return False
    in_order(operation, operation.opcode in ("add", "mul", "and", "or", "xor", "eq", "ne"))
    rule = next(
        (rule for rule in RULES if operation.opcode in rule.opcodes and rule.applies(operation)),
        None,
    )
    if rule is None:
        return False
    if rule.becomes is None:
        journal.refuse(operation, rule.reason)
        return False
    old = instruction_text(operation).partition(" = ")[2]
    operation.opcode, operation.operands = rule.becomes(operation)
    new = instruction_text(operation).partition(" = ")[2]
    journal.change(
        "replaced", operation, f"was {old} and is {new}: {rule.reason}", after=[operation]
    )
    return True


class AlgebraicSimplification(Pass):
    name = "algebraic-simplification"
    title = "Algebraic simplification"
    concept = "fold"

    def rewrite(self, function: Function, module: Module, journal: Journal) -> None:
        for block in function.blocks:
            for operation in block.body:
                while simplify(operation, journal):
                    journal.moment(
                        f"now {instruction_text(operation)}: does another rule fit?", [operation]
                    )
