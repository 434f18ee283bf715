"""The operators of programs: where each applies, and what it makes of its operands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from compiler_core.atlas.superoptimiser.expressions import ONE, Axes, Expression
from compiler_core.atlas.superoptimiser.residues import (
    Residues,
    each_modulus,
    exponential,
    matrix_product,
    product,
    quotient,
    row_sums,
    total,
    unknown_function,
)
from compiler_core.atlas.superoptimiser.terms import (
    Inside,
    Term,
    atom_term,
    product_term,
    quotient_term,
    summed_term,
)

Operands = Sequence[Expression]
_ROOT, _SIGMOID = unknown_function(0x5EED_0001), unknown_function(0x5EED_0002)


@dataclass(frozen=True, slots=True, kw_only=True)
class TensorOperator:
    """One operator on matrices."""

    name: str
    """As texts of expressions write it: `matmul`."""
    operands: int
    """How many it takes: 1 or 2."""
    applies: Callable[[Operands], bool]
    """Whether it may be applied to these operands, by their axes."""
    value: Callable[[Operands], Residues]
    """Residues of its result, from those of its operands; may raise NoInverse."""
    term: Callable[[Operands], Term]
    """The term of its result, from those of its operands."""
    reduces: bool = False
    """Whether it sums over the columns of its first operand."""
    commutes: bool = False
    """Whether its two operands may change places, so that one order is tried only."""


def apply(operator: TensorOperator, operands: Operands) -> Expression:
    """The operator on operands to which it applies. Raises NoInverse."""
    return Expression(
        text=text_of(operator, operands),
        operator=operator.name,
        operands=tuple(operands),
        axes=_axes(operator, operands),
        value=operator.value(operands),
        term=operator.term(operands),
        passes=_passes(operator, operands),
    )


def text_of(operator: TensorOperator, operands: Operands) -> str:
    return f"{operator.name}({', '.join(operand.text for operand in operands)})"


def _axes(operator: TensorOperator, operands: Operands) -> Axes:
    if operator.name == "matmul":
        return operands[0].axes[0], operands[1].axes[1]
    if operator.reduces:
        return operands[0].axes[0], ONE
    rows = [operand.axes[0] for operand in operands]
    columns = [operand.axes[1] for operand in operands]
    return _wider(rows), _wider(columns)


def _wider(axes: Sequence[str]) -> str:
    return next((axis for axis in axes if axis != ONE), ONE)


def _passes(operator: TensorOperator, operands: Operands) -> dict[str, int]:
    passes: dict[str, int] = {}
    for operand in operands:
        for axis, count in operand.passes.items():
            passes[axis] = max(passes.get(axis, 0), count)
    if operator.reduces:
        axis = operands[0].axes[1]
        passes[axis] = passes.get(axis, 0) + 1
    return passes


def _always(operands: Operands) -> bool:
    return True


def _has_columns(operands: Operands) -> bool:
    return operands[0].axes[1] != ONE


def _has_exponent(operands: Operands) -> bool:
    return operands[0].value.of_half is not None


def _spreads(narrow: Expression, wide: Expression) -> bool:
    """Whether the rows and columns of the first are those of the second, or one."""
    pairs = zip(narrow.axes, wide.axes, strict=True)
    return all(axis in (other, ONE) for axis, other in pairs)


def _fit(operands: Operands) -> bool:
    left, right = operands
    return _spreads(left, right) or _spreads(right, left)


def _divisible(operands: Operands) -> bool:
    left, right = operands
    return left is not right and _spreads(right, left)


def _same_axes(operands: Operands) -> bool:
    return operands[0].axes == operands[1].axes


def _multipliable(operands: Operands) -> bool:
    return operands[0].axes[1] == operands[1].axes[0] != ONE


def _values(operands: Operands) -> list[Residues]:
    return [operand.value for operand in operands]


OPERATORS: tuple[TensorOperator, ...] = (
    TensorOperator(
        name="sq", operands=1, applies=_always,
        value=lambda given: each_modulus(product, given[0].value, given[0].value),
        term=lambda given: product_term(given[0].term, given[0].term),
    ),
    TensorOperator(
        name="rowsum", operands=1, applies=_has_columns, reduces=True,
        value=lambda given: each_modulus(row_sums, given[0].value),
        term=lambda given: summed_term(given[0].term),
    ),
    TensorOperator(
        name="sqrt", operands=1, applies=_always,
        value=lambda given: each_modulus(_ROOT, given[0].value),
        term=lambda given: atom_term(Inside("sqrt", given[0].term)),
    ),
    TensorOperator(
        name="exp", operands=1, applies=_has_exponent,
        value=lambda given: exponential(given[0].value),
        term=lambda given: atom_term(Inside("exp", given[0].term)),
    ),
    TensorOperator(
        name="sigmoid", operands=1, applies=_always,
        value=lambda given: each_modulus(_SIGMOID, given[0].value),
        term=lambda given: atom_term(Inside("sigmoid", given[0].term)),
    ),
    TensorOperator(
        name="mul", operands=2, applies=_fit, commutes=True,
        value=lambda given: each_modulus(product, *_values(given)),
        term=lambda given: product_term(given[0].term, given[1].term),
    ),
    TensorOperator(
        name="div", operands=2, applies=_divisible,
        value=lambda given: each_modulus(quotient, *_values(given)),
        term=lambda given: quotient_term(given[0].term, given[1].term),
    ),
    TensorOperator(
        name="add", operands=2, applies=_same_axes, commutes=True,
        value=lambda given: each_modulus(total, *_values(given)),
        term=lambda given: given[0].term | given[1].term,
    ),
    TensorOperator(
        name="matmul", operands=2, applies=_multipliable, reduces=True,
        value=lambda given: each_modulus(matrix_product, *_values(given)),
        term=lambda given: summed_term(product_term(given[0].term, given[1].term)),
    ),
)  # fmt: skip
OPERATOR_BY_NAME = {operator.name: operator for operator in OPERATORS}
