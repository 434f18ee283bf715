"""How the reference multiplies by a weight matrix: in float32, observed, or in integers.

All matrix products of a forward pass go through one object with `product`, so calibration and
integer arithmetic need no second forward pass.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np

# Block types whose products an engine computes in integers.
INTEGER_TYPES = ("Q4_0", "Q8_0", "Q4_K", "Q6_K")
Observer = Callable[[str, np.ndarray], None]


class Products(Protocol):
    """What `forward` multiplies with."""

    def product(self, name: str, x: np.ndarray, expert: int | None = None) -> np.ndarray:
        """x float32 [positions, in] times the transposed weight [out, in], or that of an expert."""
        ...


@dataclass(frozen=True, slots=True)
class FloatProducts:
    """Weights and activations in float32."""

    tensors: Mapping[str, np.ndarray]

    def product(self, name: str, x: np.ndarray, expert: int | None = None) -> np.ndarray:
        weight = self.tensors[name]
        return x @ (weight if expert is None else weight[expert]).T


@dataclass(frozen=True, slots=True)
class ObservedProducts:
    """As `inner`; the observer is told the weight's name and what it is multiplied with."""

    inner: Products
    observer: Observer

    def product(self, name: str, x: np.ndarray, expert: int | None = None) -> np.ndarray:
        self.observer(name, x)
        return self.inner.product(name, x, expert)


@dataclass(frozen=True, slots=True)
class QuantisedMatrix:
    """type: a block type, "Q4_0", "Q8_0", "Q4_K" or "Q6_K". raw: uint8 [rows, bytes of a row]."""

    type: str
    raw: np.ndarray


@dataclass(frozen=True, slots=True)
class IntegerProducts:
    """W4A8 and W8A8, as the engine computes: activations become 8-bit codes for every product.

    A row of activations is cut into blocks as the weight's type wants them (Q8_0 for Q4_0 and Q8_0,
    Q8_K for K-quants). Products of codes are summed exactly in int32 for each block, the blocks in
    float32 from first to last: `block_formats.integer_products` states the order. Matrices that
    are not in `matrices` go to `rest`.
    """

    matrices: Mapping[str, QuantisedMatrix]
    rest: Products

    def product(self, name: str, x: np.ndarray, expert: int | None = None) -> np.ndarray:
        from compiler_core.llm.block_formats.integer_products import quantised_matmul

        matrix = self.matrices.get(name)
        if matrix is None:
            return self.rest.product(name, x, expert)
        raw = matrix.raw if expert is None else matrix.raw[expert]
        return quantised_matmul(matrix.type, raw, x)


@dataclass(frozen=True, slots=True)
class RoundedProducts:
    """Activations rounded to 8 bits as for `IntegerProducts`, then multiplied in float32.

    The same numbers up to the rounding of float sums, and much faster: for perplexity.
    `activation_types` names the weight type by the matrix.
    """

    inner: Products
    activation_types: Mapping[str, str]

    def product(self, name: str, x: np.ndarray, expert: int | None = None) -> np.ndarray:
        from compiler_core.llm.block_formats.integer_products import quantised_activations

        if name in self.activation_types:
            x = quantised_activations(self.activation_types[name], x).values
        return self.inner.product(name, x, expert)
