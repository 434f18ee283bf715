"""Stage 4, the measured choice: what each method leaves of the output and of each tensor."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from app.model_runs.request import ModelRequest
from compiler_core.graph.calibration.measured_choice import ASSEMBLED
from compiler_core.graph.calibration.methods import MEASURED
from compiler_core.graph.observing.records import OutputNoise, TensorCalibration
from compiler_core.graph.pipeline.quantise_stage import LARGEST_LOSS, QuantiseDetails

ANCHOR = "measured-title"


@dataclass(frozen=True, slots=True)
class MeasuredCell:
    """Decibels as text. used: whether this range is in use."""

    text: str
    used: bool


@dataclass(frozen=True, slots=True)
class CalibrationRow:
    """A tensor, or the output; cells in the order of the methods. warning: what the range in use
    loses, where that is much.
    """

    name: str
    cells: tuple[MeasuredCell, ...]
    warning: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationView:
    """The methods of calibration beside each other, by what each of them loses."""

    methods: tuple[str, ...]
    """Names of the methods, in the order of the columns."""
    sentence: str
    """Which choice the output speaks for."""
    output: CalibrationRow | None
    """None where it was not looked at."""
    rows: tuple[CalibrationRow, ...]
    """Of every measured tensor."""
    warning: str
    """How many tensors lose much, in a sentence; empty where none does."""
    remedy: str
    """Address with the measured choice, empty where it is in use."""


def calibration_view(request: ModelRequest, details: QuantiseDetails) -> CalibrationView | None:
    """The view; None where nothing was measured."""
    tensors = [tensor for tensor in details.calibration.tensors.values() if tensor.decibel]
    if not tensors:
        return None
    methods = tuple(tensors[0].decibel)
    rows = tuple(_row(measured, methods, details.method) for measured in tensors)
    output, chosen = details.calibration.output, details.method
    remedy = (
        "" if chosen == MEASURED else request.with_settings(calibration=MEASURED).address(ANCHOR)
    )
    return CalibrationView(
        methods=methods,
        sentence=_sentence(output),
        output=_output(output, methods, chosen) if output else None,
        rows=rows,
        warning=_warning(rows),
        remedy=remedy,
    )


def _row(tensor: TensorCalibration, methods: tuple[str, ...], chosen: str) -> CalibrationRow:
    used = tensor.winner if chosen == MEASURED else chosen
    return CalibrationRow(
        tensor.name, _cells(tensor.decibel, methods, used), _lost(tensor.lost(chosen))
    )


def _output(output: OutputNoise, methods: tuple[str, ...], chosen: str) -> CalibrationRow:
    used = output.chosen if chosen == MEASURED else chosen
    return CalibrationRow(
        "the output",
        _cells(output.decibel, (*methods, ASSEMBLED), used),
        _lost(output.lost(chosen)),
    )


def _cells(
    decibel: Mapping[str, float], methods: tuple[str, ...], used: str
) -> tuple[MeasuredCell, ...]:
    return tuple(MeasuredCell(_text(decibel[name]), name == used) for name in methods)


def _text(value: float) -> str:
    if math.isfinite(value):
        return f"{value:.1f}"
    return "exact" if value > 0 else "lost"


def _lost(decibel: float) -> str:
    if decibel <= LARGEST_LOSS:
        return ""
    return f"loses {decibel:.1f} dB" if math.isfinite(decibel) else "loses what another keeps"


def _warning(rows: tuple[CalibrationRow, ...]) -> str:
    lossy = [row for row in rows if row.warning]
    if not lossy:
        return ""
    return (
        f"{len(lossy)} of {len(rows)} tensors lose more than {LARGEST_LOSS:g} dB against the best "
        f"range for them, {lossy[0].name} first."
    )


def _sentence(output: OutputNoise | None) -> str:
    if output is None:
        return "The output was not compared: the network in int8 does not run in ONNX Runtime."
    alone = {name: value for name, value in output.decibel.items() if name != ASSEMBLED}
    best = max(alone, key=lambda name: alone[name])
    assembled = _text(output.decibel[ASSEMBLED])
    said = (
        f"On {output.samples} samples, each tensor's best range together leaves the output "
        f"{assembled} dB; the best method alone, {best}, {_text(alone[best])} dB."
    )
    if output.chosen == ASSEMBLED:
        return f"{said} So the method “measured” takes each tensor's best."
    return f"{said} So the method “measured” takes {output.chosen} for all."
