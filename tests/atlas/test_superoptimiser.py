"""The search: what it finds is right, what it prunes is not needed, and its arithmetic is exact."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler_core.atlas.superoptimiser.costs import cost_of
from compiler_core.atlas.superoptimiser.expressions import Expression
from compiler_core.atlas.superoptimiser.false_matches import false_matches
from compiler_core.atlas.superoptimiser.operators import OPERATORS, apply
from compiler_core.atlas.superoptimiser.programs import PROGRAMS, TensorProgram, drawn_inputs
from compiler_core.atlas.superoptimiser.residues import (
    FIELDS,
    Residues,
    each_modulus,
    exponential,
    matrix_product,
    product,
    quotient,
    total,
)
from compiler_core.atlas.superoptimiser.search import search

LARGE = FIELDS[0]
EXTENTS = {"b": 16, "k": 64, "n": 96, "r": 4, "d": 8, "v": 8}
numbers = st.integers(0, LARGE.half - 1)


def in_floats(expression: Expression, given: dict[str, np.ndarray]) -> np.ndarray:
    """The same program on floating-point numbers, by another reader of its operators."""
    if not expression.operator:
        return given[expression.text]
    operands = [in_floats(operand, given) for operand in expression.operands]
    return {
        "sq": lambda x: x * x,
        "rowsum": lambda x: x.sum(1, keepdims=True),
        "sqrt": np.sqrt,
        "exp": np.exp,
        "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
        "mul": lambda x, y: x * y,
        "div": lambda x, y: x / y,
        "add": lambda x, y: x + y,
        "matmul": lambda x, y: x @ y,
    }[expression.operator](*operands)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda one: one.name)
def test_what_is_found_computes_the_same_numbers(program: TensorProgram) -> None:
    found = search(program, LARGE, program.most_operators)
    assert found.complete
    assert found.programs
    generator = np.random.default_rng(1)
    drawn = {
        name: generator.uniform(0.5, 1.5, one.value.shape) for name, one in found.inputs.items()
    }
    wanted = in_floats(found.reference, drawn)
    for expression in found.programs:
        np.testing.assert_allclose(in_floats(expression, drawn), wanted, rtol=1e-9)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda one: one.name)
def test_pruning_loses_no_program_of_a_few_operators(program: TensorProgram) -> None:
    """Every shorter goal is found whether branches are pruned or not, at the same cost."""
    size = min(program.most_operators, 4)
    both = [search(program, LARGE, size, pruning) for pruning in ("on", "off")]
    best = [min((cost_of(one, EXTENTS) for one in found.programs), default=None) for found in both]
    assert best[0] == best[1]
    assert both[0].tried < both[1].tried


def test_the_walks_are_the_known_ones() -> None:
    passes = {}
    for program in PROGRAMS:
        found = search(program, LARGE, program.most_operators)
        best = min(cost_of(one, EXTENTS).passes for one in found.programs)
        passes[program.name] = (found.reference.most_passes, best)
    assert passes == {"rmsnorm": (2, 1), "attention": (2, 1), "lora": (1, 1), "gated": (1, 1)}


def test_three_hundred_right_pairs_are_accepted_and_wrong_ones_are_not() -> None:
    chance = false_matches(LARGE)
    assert (chance.draws, chance.right_accepted, chance.wrong_accepted) == (100, 100, 0)
    small = false_matches(FIELDS[2])
    assert small.draws == small.right_accepted == 100
    assert small.wrong_accepted > 0
    program = PROGRAMS[0]
    for seed in range(200):
        given = drawn_inputs(program, LARGE, 1000 + seed)
        moved = reassociated(program.build(given))
        assert moved.value.key == program.build(given).value.key


def reassociated(reference: Expression) -> Expression:
    """matmul(div(s, r), W) as div(matmul(s, W), r)."""
    by_name = {operator.name: operator for operator in OPERATORS}
    quotient_part, matrix = reference.operands
    above, below = quotient_part.operands
    return apply(by_name["div"], (apply(by_name["matmul"], (above, matrix)), below))


@given(numbers, numbers)
def test_exponents_add_where_powers_multiply(one: int, other: int) -> None:
    left, right = (scalar(value) for value in (one, other))
    summed = exponential(each_modulus(total, left, right))
    multiplied = each_modulus(product, exponential(left), exponential(right))
    assert summed.key == multiplied.key
    assert multiplied.of_half is None


@given(numbers, st.integers(1, LARGE.half - 1))
def test_a_quotient_times_its_divisor_is_the_dividend(one: int, other: int) -> None:
    left, right = scalar(one), scalar(other)
    back = each_modulus(product, each_modulus(quotient, left, right), right)
    assert back.key == left.key
    assert back.of_half is not None
    assert int(back.of_half[0, 0]) == one


@given(st.lists(st.integers(0, LARGE.prime - 1), min_size=12, max_size=12))
def test_products_of_matrices_are_exact(values: list[int]) -> None:
    left = np.array(values[:6], np.int64).reshape(2, 3)
    right = np.array(values[6:], np.int64).reshape(3, 2)
    exact = (left.astype(object) @ right.astype(object)) % LARGE.prime
    assert (matrix_product(left, right, LARGE.prime) == exact.astype(np.int64)).all()


def scalar(value: int) -> Residues:
    array = np.array([[value]], np.int64)
    return Residues(LARGE, array, array)
