"""The block: RMSNorm and a product of matrices, as operators that every compiler is told by name.

Operators and sizes are those of the page on TVM; without a gain one operator less. All systems get
the same numbers, drawn in the same order from one seed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod

import numpy as np

from compiler_core.atlas.tvm.graphs import GraphOperator, OperatorGraph, graph_named

EPSILON = 1e-5
SEED = 19
MOST_PRODUCTS = 1 << 28
"""Multiplications up to which the outputs are computed and compared."""
_GAIN, _SCALED = "gain", "scaled"


@dataclass(frozen=True, slots=True, kw_only=True)
class FusedBlock:
    """[rows, width] normalised, times [width, columns]; a gain for each of the width, or none."""

    rows: int
    width: int
    columns: int
    has_gain: bool

    @property
    def graph(self) -> OperatorGraph:
        """Its operators, in order."""
        whole = graph_named("rmsnorm-matmul")
        return whole if self.has_gain else _without_gain(whole)

    @property
    def sizes(self) -> dict[str, int]:
        """By the names that the graph's shapes use."""
        return {"rows": self.rows, "width": self.width, "columns": self.columns}

    @property
    def operators(self) -> tuple[str, ...]:
        """Their names, in order."""
        return tuple(operator.name for operator in self.graph.operators)

    @property
    def is_run(self) -> bool:
        """Whether it is small enough to be computed, beside being compiled."""
        return prod(self.sizes.values()) <= MOST_PRODUCTS


USUAL = FusedBlock(rows=16, width=1024, columns=4096, has_gain=True)
TITLES: dict[str, str] = {
    "square": "x·x", "mean": "mean", "shifted": "+ ε", "root": "root", "scaled": "· gain",
    "normed": "÷ root", "product": "· W",
}  # fmt: skip
"""What each operator does, in a word or two."""


@lru_cache(maxsize=1)
def drawn(block: FusedBlock) -> dict[str, np.ndarray]:
    """Numbers for all inputs but epsilon, in the order of the graph."""
    generator = np.random.default_rng(SEED)
    return {
        name: generator.uniform(-1, 1, shape).astype(np.float32)
        for name, shape in block.graph.shapes(block.sizes).items()
        if name != "epsilon"
    }


@lru_cache(maxsize=1)
def expected(block: FusedBlock) -> np.ndarray:
    """What it gives, by numpy in 64 bits."""
    wide = {name: array.astype(np.float64) for name, array in drawn(block).items()}
    values = wide["x"]
    root = np.sqrt(np.mean(values * values, axis=-1, keepdims=True) + EPSILON)
    scaled = values * wide[_GAIN] if block.has_gain else values
    return (scaled / root) @ wide["first"]


def difference(result: np.ndarray, right: np.ndarray) -> float:
    """Of the largest element of what is right."""
    return float(np.abs(result - right).max() / np.abs(right).max())


def _without_gain(whole: OperatorGraph) -> OperatorGraph:
    operators = (operator for operator in whole.operators if operator.name != _SCALED)
    return replace(
        whole,
        inputs=tuple(tensor for tensor in whole.inputs if tensor[0] != _GAIN),
        operators=tuple(
            GraphOperator(
                operation.name,
                operation.operator,
                tuple("x" if name == _SCALED else name for name in operation.reads),
            )
            for operation in operators
        ),
    )
