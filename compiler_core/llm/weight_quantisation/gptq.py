"""GPTQ: columns are rounded one by one, and the others make up for each error.

The error of a layer's output over calibration inputs X is quadratic in the error of its weights,
with the Hessian H = 2·X·Xᵀ. When column i is rounded with error e, the best change of the columns
not yet rounded is −e / U[i, i] · U[i, i:], where U is the upper Cholesky factor of H⁻¹. Columns
may be taken in order of falling diagonal of H (act-order): inputs that matter most are rounded
while most others can still make up for it. Then grids are fitted to the weights as they were
before, because a group's columns no longer come one after the other and a file has fixed groups.
Source: Frantar et al., GPTQ (ICLR 2023), algorithm 1, with its lazy updates in blocks of columns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from compiler_core.errors import InputError
from compiler_core.llm.weight_quantisation.grids import (
    FittedGrid,
    GridFamily,
    nearest_codes,
    on_grid,
)
from compiler_core.llm.weight_quantisation.records import QuantisedMatrix
from compiler_core.llm.weight_quantisation.round_to_nearest import (
    columns_of,
    fitted_grids,
    quantised_matrix,
)

DAMPING = 0.01
"""Of the diagonal's mean, added to the diagonal: the value of the paper."""

_LAZY_COLUMNS = 128


@dataclass(frozen=True, slots=True)
class GptqSettings:
    """damping: share of the mean diagonal. order: of columns."""

    damping: float = DAMPING
    order: str = "activation"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundedColumn:
    """What an observer is told of each column: arrays [rows], feedback [columns not yet
    rounded]."""

    place: int
    """In the order of processing, from 0."""
    column: int
    """Number of the column in the matrix, from 0."""
    pivot: float
    """Diagonal element of the factor; the error is divided by it before it is fed on."""
    weights: np.ndarray
    """Of the column just before rounding, as earlier columns changed them; float64 [rows]."""
    codes: np.ndarray
    """The grid's codes that were chosen, [rows]."""
    rounded: np.ndarray
    """The values that the codes stand for, [rows]."""
    remaining: np.ndarray
    """Those columns, by number, this one first."""
    feedback: np.ndarray
    """The factor's row over its pivot, so a column j changes by −error · feedback[j]."""
    steps: np.ndarray
    """Distance between neighbours of the column's grid, [rows]."""
    floors: np.ndarray
    """What is subtracted from code times step to give a value, [rows]."""


Observer = Callable[[RoundedColumn], None]


def hessian_of(activations: np.ndarray) -> np.ndarray:
    """2·Xᵀ·X / samples of inputs float32 [samples, n]: float64 [n, n]."""
    if activations.ndim != 2 or not len(activations):
        raise InputError("GPTQ needs calibration inputs: none were given for this layer.")
    if not np.isfinite(activations).all():
        raise InputError("A calibration input is infinite or not a number.")
    inputs = activations.astype(np.float64)
    return 2 * inputs.T @ inputs / len(inputs)


def factor_of(hessian: np.ndarray, damping: float) -> np.ndarray:
    """Upper U with Uᵀ·U = H⁻¹, float64 [n, n].

    Inputs that never occur get the mean diagonal: their columns are then rounded plainly. Raises
    InputError when H is not positive definite even with this damping.
    """
    diagonal = np.diag(hessian)
    mean = float(diagonal.mean()) or 1.0
    damped = hessian + np.diag(damping * mean + np.where(diagonal == 0, mean, 0))
    try:
        inverse = np.linalg.inv(damped)
        return np.linalg.cholesky((inverse + inverse.T) / 2).T
    except np.linalg.LinAlgError as err:
        raise InputError(
            "The inputs' Hessian has no inverse.", "Raise the damping or calibrate on more text."
        ) from err


def gptq(
    weights: np.ndarray,
    hessian: np.ndarray,
    family: GridFamily,
    settings: GptqSettings | None = None,
    observer: Observer | None = None,
) -> QuantisedMatrix:
    """Weights float32 [rows, n] on grids of the family; hessian: float64 [n, n]."""
    chosen = settings or GptqSettings()
    order, static = _order(weights, hessian, family, chosen)
    factor = factor_of(hessian[np.ix_(order, order)], chosen.damping)
    run = _Run(weights[:, order].astype(np.float64), factor, order, family, static, observer)
    run.round_all()
    codes, values = np.empty_like(run.codes), np.empty_like(run.values)
    codes[:, order], values[:, order] = run.codes, run.values
    return quantised_matrix(codes, values, run.grids, family)


def _order(
    weights: np.ndarray, hessian: np.ndarray, family: GridFamily, settings: GptqSettings
) -> tuple[np.ndarray, list[FittedGrid]]:
    """Columns as they are processed, and the grids fitted beforehand for act-order."""
    if settings.order == "activation":
        order = np.argsort(-np.diag(hessian), kind="stable")
        return order, fitted_grids(weights, family)
    if settings.order == "given":
        return np.arange(weights.shape[1]), []
    raise InputError(f"There is no column order {settings.order!r}.", "Take activation or given.")


class _Run:
    """The state of one run: weights not yet rounded change with every column."""

    def __init__(
        self,
        weights: np.ndarray,
        factor: np.ndarray,
        order: np.ndarray,
        family: GridFamily,
        static: list[FittedGrid],
        observer: Observer | None,
    ) -> None:
        self.weights = weights
        self.factor = factor
        self.order = order
        self.family = family
        self.observer = observer
        self.grids = list(static)
        self.fixed = columns_of(static, family) if static else None
        self.codes = np.zeros(weights.shape, np.float32)
        self.values = np.zeros(weights.shape, np.float32)

    def round_all(self) -> None:
        lazy = max(_LAZY_COLUMNS, self.family.span)
        for first in range(0, self.weights.shape[1], lazy):
            last = min(first + lazy, self.weights.shape[1])
            errors = np.zeros((len(self.weights), last - first))
            for index in range(first, last):
                errors[:, index - first] = self._round_column(index, last)
            self.weights[:, last:] -= errors @ self.factor[first:last, last:]

    def _round_column(self, index: int, last: int) -> np.ndarray:
        """Rounds one column, changes those up to `last`; gives error / pivot, [rows]."""
        steps, floors = self._grid_at(index)
        current = self.weights[:, index].copy()
        codes = nearest_codes(current, steps, floors, self.family)
        rounded = on_grid(codes, steps, floors)
        scaled = (current - rounded) / self.factor[index, index]
        self.codes[:, index], self.values[:, index] = codes, rounded
        self.weights[:, index + 1 : last] -= np.outer(scaled, self.factor[index, index + 1 : last])
        self._tell(index, current, codes, rounded, steps, floors)
        return scaled

    def _grid_at(self, index: int) -> tuple[np.ndarray, np.ndarray]:
        column = int(self.order[index])
        if self.fixed is not None:
            return self.fixed[0][:, column], self.fixed[1][:, column]
        within = column % self.family.span
        if within == 0:
            span = self.weights[:, index : index + self.family.span]
            self.grids.append(self.family.fit(span.astype(np.float32)))
        grid = self.grids[-1]
        group = within // self.family.group
        return grid.steps[:, group], grid.floors[:, group]

    def _tell(
        self,
        index: int,
        current: np.ndarray,
        codes: np.ndarray,
        rounded: np.ndarray,
        steps: np.ndarray,
        floors: np.ndarray,
    ) -> None:
        if self.observer is None:
            return
        pivot = float(self.factor[index, index])
        feedback = self.factor[index, index:] / pivot
        remaining = self.order[index:]
        column = int(self.order[index])
        self.observer(
            RoundedColumn(
                place=index,
                column=column,
                pivot=pivot,
                weights=current,
                codes=codes,
                rounded=rounded,
                remaining=remaining,
                feedback=feedback,
                steps=steps,
                floors=floors,
            )
        )
