"""GPTQ's columns and AWQ's tried exponents as traces, for the pages that step through any pipeline.

A snapshot holds the weights shown, one line a row; a column's step changes them from what earlier
columns left to what this one leaves.
"""

from __future__ import annotations

from compiler_core.llm.weight_quantisation.records import AwqCurve, AwqPoint, GptqStep, GptqWalk
from compiler_core.trace import Change, Snapshot, SnapshotLine, Step, Trace


def gptq_trace(walk: GptqWalk) -> Trace:
    """One step for each column, in the order GPTQ takes them."""
    return Trace("gptq", tuple(_column_step(step, walk) for step in walk.steps))


def _column_step(step: GptqStep, walk: GptqWalk) -> Step:
    before = _rows(f"Column {step.column} before", step.column, step.weights, walk)
    after = _rows(f"Column {step.column} on the grid", step.column, step.rounded, walk)
    changes = [_rounded(step, place, row) for place, row in enumerate(walk.shown_rows)]
    if step.fed:
        changes.append(_fed(step))
    return Step(
        pass_name=f"column {step.column}",
        kind="column",
        changed=True,
        before=before,
        after=after,
        changes=tuple(changes),
        metrics={"output error": step.output_error, "mean square of the input": step.sensitivity},
    )


def _rows(title: str, column: int, values: tuple[float, ...], walk: GptqWalk) -> Snapshot:
    lines = (
        SnapshotLine(f"row-{row}", f"w[{row}, {column}] = {value:.6g}")
        for row, value in zip(walk.shown_rows, values, strict=True)
    )
    return Snapshot(title, tuple(lines))


def _rounded(step: GptqStep, place: int, row: int) -> Change:
    reason = f"{step.weights[place]:.5g} is nearest to code {step.codes[place]}."
    if step.codes[place] != step.plain_codes[place]:
        reason = (
            f"Errors of earlier columns moved it from {step.original[place]:.5g} to "
            f"{step.weights[place]:.5g}: code {step.codes[place]} instead of "
            f"{step.plain_codes[place]}."
        )
    return Change("quantised", f"w[{row}, {step.column}]", reason, (f"row-{row}",), (f"row-{row}",))


def _fed(step: GptqStep) -> Change:
    most = step.fed[0]
    return Change(
        "folded",
        f"the error of column {step.column}",
        f"Its inputs go together with others: column {most.column} makes up for most of it and "
        f"changes by {most.changes[0]:.4g} in the first row shown.",
    )


def awq_trace(curve: AwqCurve) -> Trace:
    """One step for each exponent tried; refused when the fold does not hold."""
    if not curve.points:
        refused = Change("refused", curve.folded_into, curve.reason)
        return Trace("awq", (Step("fold", "search", False, None, None, (refused,)),))
    return Trace("awq", tuple(_alpha_step(point, curve) for point in curve.points))


def _alpha_step(point: AwqPoint, curve: AwqCurve) -> Step:
    best = point.alpha == curve.alpha
    changes = (Change("folded", curve.folded_into, curve.reason),) if best and point.alpha else ()
    return Step(
        pass_name=f"alpha {point.alpha:.2f}",
        kind="search",
        changed=bool(changes),
        before=None,
        after=None,
        changes=changes,
        metrics={"output error": point.error, "against rounding": _ratio(point, curve)},
    )


def _ratio(point: AwqPoint, curve: AwqCurve) -> float:
    return point.error / curve.plain_error if curve.plain_error else 1.0
