"""The space: every way that the page's generator can write one product of 48 × 48 matrices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Literal

SIZE = 48
"""Rows, columns and depth of the product."""
LANES = 4
"""Floats of one vector register."""
REGISTERS = 32
"""Vector registers of AArch64."""

LoopOrder = Literal["rows", "columns"]
ROWS, VECTORS, UNROLLS = (1, 2, 3, 4, 6, 8), (1, 2, 3, 4), (1, 2, 4)
ORDERS: tuple[LoopOrder, ...] = ("rows", "columns")


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelChoice:
    """One kernel: a tile of rows × vectors sums, kept in registers while the depth is walked."""

    rows: int
    vectors: int
    unroll: int
    """Steps of the depth in one turn of the innermost loop."""
    order: LoopOrder
    """Which of the two outer loops is the outermost."""
    packed: bool
    """Whether the columns of a tile are first copied so that they lie one behind the other."""

    @property
    def name(self) -> str:
        """As people read it."""
        packing = "packed" if self.packed else "in place"
        return (
            f"{self.rows} × {self.vectors}, unroll {self.unroll}, {self.order} outermost, {packing}"
        )

    @property
    def registers(self) -> int:
        """That the innermost loop wants: the sums, one row of vectors, and one for factors."""
        return self.rows * self.vectors + self.vectors + 1


SPACE: tuple[KernelChoice, ...] = tuple(
    KernelChoice(rows=rows, vectors=vectors, unroll=unroll, order=order, packed=packed)
    for rows, vectors, unroll, order, packed in product(
        ROWS, VECTORS, UNROLLS, ORDERS, (False, True)
    )
)


_PLACES = {choice: place for place, choice in enumerate(SPACE)}


@cache
def neighbours() -> tuple[tuple[int, ...], ...]:
    """Of each kernel the places of all that differ from it in one property."""
    return tuple(tuple(_PLACES[other] for other in _one_step_from(choice)) for choice in SPACE)


def _one_step_from(choice: KernelChoice) -> Iterator[KernelChoice]:
    changed = (
        *(replace(choice, rows=rows) for rows in ROWS),
        *(replace(choice, vectors=vectors) for vectors in VECTORS),
        *(replace(choice, unroll=unroll) for unroll in UNROLLS),
        *(replace(choice, order=order) for order in ORDERS),
        replace(choice, packed=not choice.packed),
    )
    return (other for other in changed if other != choice)
