"""GPTQ on a few columns of one layer, each step kept for a page.

The first columns are cut out with their part of the Hessian: a smaller problem of the same kind,
which is then solved by the very routine that quantises whole models.
"""

from __future__ import annotations

import numpy as np

from compiler_core.errors import InputError
from compiler_core.llm.weight_quantisation.gptq import (
    GptqSettings,
    RoundedColumn,
    gptq,
    hessian_of,
)
from compiler_core.llm.weight_quantisation.grids import GridFamily, grid_family, nearest_codes
from compiler_core.llm.weight_quantisation.records import FedError, GptqStep, GptqWalk
from compiler_core.llm.weight_quantisation.round_to_nearest import round_to_nearest
from compiler_core.llm.weight_quantisation.tensor_error import output_error

_FED_COLUMNS = 6
"""Columns shown of those that a rounded one changed: the ones it changed most."""

_LEAST_COLUMNS = 64


def gptq_walk(
    name: str,
    weights: np.ndarray,
    activations: np.ndarray,
    type_name: str = "Q4_0",
    group: int = 32,
    rows: int = 64,
    settings: GptqSettings | None = None,
) -> GptqWalk:
    """Of a tensor float32 [out, in] and its inputs float32 [samples, in].

    rows: at most so many are computed; four of them are shown. Raises InputError when the inputs
    are not those of this tensor.
    """
    _check_inputs(name, weights, activations)
    chosen = settings or GptqSettings()
    family = grid_family(type_name, group, weights.shape[1])
    columns = min(max(_LEAST_COLUMNS, family.span), weights.shape[1])
    part = weights[:rows, :columns].astype(np.float32)
    recorder = _Recorder(part, hessian_of(activations[:, :columns]), family)
    rounded = gptq(part, recorder.hessian, family, chosen, recorder.record)
    plain = output_error(part, round_to_nearest(part, family).values, recorder.hessian)
    error = output_error(part, rounded.values, recorder.hessian)
    return GptqWalk(
        name=name,
        type=type_name,
        group=family.group,
        damping=chosen.damping,
        rows=len(part),
        columns=columns,
        of_rows=len(weights),
        of_columns=weights.shape[1],
        samples=len(activations),
        shown_rows=tuple(range(recorder.shown)),
        order=tuple(step.column for step in recorder.steps),
        steps=tuple(recorder.steps),
        plain_error=plain,
        error=error,
        sentences=_sentences(name, recorder.steps, plain, error, chosen),
    )


def _check_inputs(name: str, weights: np.ndarray, activations: np.ndarray) -> None:
    if weights.ndim != 2 or activations.ndim != 2 or activations.shape[1] != weights.shape[1]:
        raise InputError(f"The calibration inputs are not those of {name}.")


class _Recorder:
    """Follows the weights as GPTQ changes them and keeps one step for each column."""

    def __init__(self, weights: np.ndarray, hessian: np.ndarray, family: GridFamily) -> None:
        self.family = family
        self.original = weights
        self.hessian = hessian
        self.current = weights.astype(np.float64)
        self.shown = min(4, len(weights))
        self.steps: list[GptqStep] = []

    def record(self, update: RoundedColumn) -> None:
        errors = update.weights - update.rounded
        later = update.remaining[1:]
        changes = -np.outer(errors, update.feedback[1:])
        self.current[:, update.column] = update.rounded
        self.current[:, later] += changes
        self.steps.append(self._step(update, errors, later, changes))

    def _step(
        self, update: RoundedColumn, errors: np.ndarray, later: np.ndarray, changes: np.ndarray
    ) -> GptqStep:
        top = slice(0, self.shown)
        original = self.original[:, update.column]
        return GptqStep(
            place=update.place,
            column=update.column,
            sensitivity=float(self.hessian[update.column, update.column] / 2),
            pivot=update.pivot,
            original=_numbers(original[top]),
            weights=_numbers(update.weights[top]),
            codes=tuple(int(code) for code in update.codes[top]),
            plain_codes=self._plain_codes(update)[top],
            rounded=_numbers(update.rounded[top]),
            errors=_numbers(errors[top]),
            fed=_most_changed(later, changes, self.shown),
            output_error=output_error(self.original, self.current, self.hessian),
        )

    def _plain_codes(self, update: RoundedColumn) -> tuple[int, ...]:
        original = self.original[:, update.column]
        codes = nearest_codes(original, update.steps, update.floors, self.family)
        return tuple(int(code) for code in codes)


def _most_changed(later: np.ndarray, changes: np.ndarray, shown: int) -> tuple[FedError, ...]:
    order = np.argsort(-np.abs(changes).sum(axis=0), kind="stable")[:_FED_COLUMNS]
    return tuple(FedError(int(later[j]), _numbers(changes[:shown, j])) for j in order)


def _numbers(values: np.ndarray) -> tuple[float, ...]:
    return tuple(float(value) for value in values)


def _sentences(
    name: str, steps: list[GptqStep], plain: float, error: float, settings: GptqSettings
) -> tuple[str, ...]:
    moved = sum(
        code != other
        for step in steps
        for code, other in zip(step.codes, step.plain_codes, strict=True)
    )
    total = sum(len(step.codes) for step in steps)
    first = steps[0]
    order = "Columns are taken as they stand."
    if settings.order == "activation":
        order = (
            f"Column {first.column} comes first: its input has the largest mean square, "
            f"{first.sensitivity:.4g}."
        )
    return (
        order,
        f"{moved} of the {total} codes shown differ from what rounding to nearest would take.",
        f"Over the calibration inputs of {name} the squared error of the output is "
        f"{100 * error:.3g} % of the output, after rounding to nearest {100 * plain:.3g} %.",
    )
