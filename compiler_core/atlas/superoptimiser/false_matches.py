"""How often chance makes a wrong program look right, by the size of the prime.

A right rewrite of RMSNorm and its product, and two wrong ones that forget the square root or square
the sum, are compared with the reference on a hundred draws of inputs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from compiler_core.atlas.superoptimiser.expressions import Expression
from compiler_core.atlas.superoptimiser.operators import OPERATOR_BY_NAME, apply
from compiler_core.atlas.superoptimiser.programs import PROGRAMS, drawn_inputs
from compiler_core.atlas.superoptimiser.residues import Field, NoInverse

_DRAWS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceMatches:
    """Of as many draws as divide by nothing that is zero, up to 100."""

    draws: int
    right_accepted: int
    wrong_accepted: int
    """Wrong programs, two a draw, that agree in every element."""
    elements: int
    """Wrong programs whose first element agrees."""


@lru_cache(maxsize=8)
def false_matches(modulus: Field) -> ChanceMatches:
    """Deterministic. Small primes divide by zero more often; draws that do are left out."""
    draws = right = wrong = elements = 0
    for seed in range(10 * _DRAWS):
        if draws == _DRAWS:
            break
        inputs = drawn_inputs(PROGRAMS[0], modulus, seed)
        try:
            reference, same, others = PROGRAMS[0].build(inputs), _right(inputs), _wrong(inputs)
        except NoInverse:
            continue
        draws += 1
        right += same.value.key == reference.value.key
        wrong += sum(other.value.key == reference.value.key for other in others)
        elements += sum(_first(other) == _first(reference) for other in others)
    return ChanceMatches(draws=draws, right_accepted=right, wrong_accepted=wrong, elements=elements)


def _first(expression: Expression) -> int:
    return int(expression.value.of_prime[0, 0])


def _of(name: str, *operands: Expression) -> Expression:
    return apply(OPERATOR_BY_NAME[name], operands)


def _scaled_product(given: Mapping[str, Expression], divisor: Expression) -> Expression:
    return _of("div", _of("matmul", _of("mul", given["X"], given["G"]), given["W"]), divisor)


def _right(given: Mapping[str, Expression]) -> Expression:
    return _scaled_product(given, _of("sqrt", _of("rowsum", _of("sq", given["X"]))))


def _wrong(given: Mapping[str, Expression]) -> tuple[Expression, ...]:
    without_root = _of("rowsum", _of("sq", given["X"]))
    square_of_sum = _of("sqrt", _of("sq", _of("rowsum", given["X"])))
    return _scaled_product(given, without_root), _scaled_product(given, square_of_sum)
