"""How the reference multiplies by a weight matrix: in float32, observed, or in integers.

All matrix products of a forward pass go through one object with `product`, so calibration and
integer arithmetic need no second forward pass.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np

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
