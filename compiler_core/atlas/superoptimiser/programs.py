"""The programs that the search is asked to write anew, on matrices small enough to compare.

The search runs on a few rows and columns: what holds for random residues of these holds for any
extent of the same axes. Costs are those of the real extents.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from compiler_core.atlas.superoptimiser.expressions import Axes, Expression
from compiler_core.atlas.superoptimiser.operators import OPERATOR_BY_NAME, apply
from compiler_core.atlas.superoptimiser.residues import Field, drawn
from compiler_core.atlas.superoptimiser.terms import atom_term

_SMALL = {"1": 1, "b": 3, "k": 4, "n": 5, "r": 2, "d": 4, "v": 2}
Build = Callable[[Mapping[str, Expression]], Expression]


@dataclass(frozen=True, slots=True, kw_only=True)
class TensorProgram:
    """A program as it is usually written, and what the search may use."""

    name: str
    """As settings name it: `rmsnorm`."""
    title: str
    """For people: `RMSNorm, then a matrix product`."""
    inputs: Mapping[str, Axes]
    """Axes of each matrix, rows then columns, by its name: `X` has `("b", "k")`."""
    build: Build
    """Makes the program as it is usually written of its inputs by name."""
    operators: tuple[str, ...]
    """Names of those that the search may use."""
    most_operators: int
    """How long a program may be that the search finds within its time."""
    extents: Mapping[str, int]
    """The real extent of each axis, for costs; rows, `b`, are left out, as the reader chooses
    them."""
    says: str
    """What is to be seen here, in a sentence."""


def _of(name: str, *operands: Expression) -> Expression:
    return apply(OPERATOR_BY_NAME[name], operands)


def _normalised_product(given: Mapping[str, Expression]) -> Expression:
    scaled = _of("mul", given["X"], given["G"])
    norm = _of("sqrt", _of("rowsum", _of("sq", given["X"])))
    return _of("matmul", _of("div", scaled, norm), given["W"])


def _attention(given: Mapping[str, Expression]) -> Expression:
    weights = _of("exp", _of("matmul", given["Q"], given["K"]))
    return _of("matmul", _of("div", weights, _of("rowsum", weights)), given["V"])


def _low_rank(given: Mapping[str, Expression]) -> Expression:
    added = _of("matmul", _of("matmul", given["X"], given["A"]), given["B"])
    return _of("add", _of("matmul", given["X"], given["W"]), added)


def _gated(given: Mapping[str, Expression]) -> Expression:
    gate = _of("matmul", given["X"], given["W"])
    return _of("mul", _of("mul", gate, _of("sigmoid", gate)), _of("matmul", given["X"], given["U"]))


PROGRAMS: tuple[TensorProgram, ...] = (
    TensorProgram(
        name="rmsnorm", title="RMSNorm, then a matrix product",
        inputs={"X": ("b", "k"), "G": ("1", "k"), "W": ("k", "n")}, build=_normalised_product,
        operators=("sq", "rowsum", "sqrt", "mul", "div", "matmul"), most_operators=6,
        extents={"k": 1024, "n": 4096},
        says="The sum of squares and the product wait for each other only because the division "
        "stands before the product.",
    ),
    TensorProgram(
        name="attention", title="Attention, without its maximum",
        inputs={"Q": ("b", "d"), "K": ("d", "n"), "V": ("n", "v")}, build=_attention,
        operators=("exp", "rowsum", "mul", "div", "matmul"), most_operators=7,
        extents={"d": 64, "n": 4096, "v": 64},
        says="Divide behind the product and one walk over the keys is enough: that is the heart of "
        "FlashAttention. The maximum that real programs subtract first is left out here.",
    ),
    TensorProgram(
        name="lora", title="A product with a low-rank correction (LoRA)",
        inputs={"X": ("b", "k"), "W": ("k", "n"), "A": ("k", "r"), "B": ("r", "n")},
        build=_low_rank, operators=("mul", "add", "matmul"), most_operators=4,
        extents={"k": 1024, "n": 1024, "r": 16},
        says="Which form is cheapest depends on how many rows there are: merging W + A·B costs the "
        "same for one row as for a thousand.",
    ),
    TensorProgram(
        name="gated", title="A gated multi-layer perceptron",
        inputs={"X": ("b", "k"), "W": ("k", "n"), "U": ("k", "n")}, build=_gated,
        operators=("sigmoid", "mul", "matmul"), most_operators=6,
        extents={"k": 1024, "n": 2816},
        says="Both products already walk their axis at once: no program here needs fewer passes.",
    ),
)  # fmt: skip


def drawn_inputs(program: TensorProgram, field: Field, seed: int) -> dict[str, Expression]:
    """The program's inputs with random residues."""
    generator = np.random.default_rng(seed)
    return {
        name: Expression(
            text=name,
            operator="",
            operands=(),
            axes=axes,
            value=drawn(generator, field, (_SMALL[axes[0]], _SMALL[axes[1]])),
            term=atom_term(name),
            passes={},
        )
        for name, axes in program.inputs.items()
    }
