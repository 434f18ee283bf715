"""Which layer suffers most from int8: measured once the program has run, for it takes longer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import onnx_ir as ir

from compiler_core.errors import LoweringLabError
from compiler_core.graph.pipeline.quantise_stage import LayerSensitivity, QuantiseDetails
from compiler_core.graph.pipeline.state import PipelineState
from compiler_core.graph.quantisation.mixed_precision import MixedPrecision, mixed_precision
from compiler_core.graph.quantisation.quantise import pinned_nodes
from compiler_core.graph.quantisation.records import QuantisationSettings
from compiler_core.graph.quantisation.sensitivity import accuracy_of_layers, noise_of_layers
from compiler_core.pipelines.stages import StageResult

MOST_MULTIPLIES = 60_000_000
TOO_LARGE = (
    "Layers are quantised one at a time on networks of at most {most:,} multiplications; this one "
    "is larger."
)
UNTRAINED = "Nobody knows right answers for this network, so only the noise of layers is measured."


def with_sensitivity(state: PipelineState, result: StageResult) -> StageResult:
    """The result of stage 4 with a row for each multiplying layer, or with why there is none."""
    details = result.details
    if not isinstance(details, QuantiseDetails):
        return result
    if state.source.imported.report.multiplies > MOST_MULTIPLIES:
        return _with(result, details, (), TOO_LARGE.format(most=MOST_MULTIPLIES))
    accuracy = _accuracy_of(state)
    try:
        rows = _rows(state, details, accuracy)
        mixed = _mixed(state, details)
    except LoweringLabError as error:
        return _with(result, details, (), f"It could not be measured: {error.message}")
    return _with(result, replace(details, mixed=mixed), rows, "" if accuracy else UNTRAINED)


def _with(
    result: StageResult, details: QuantiseDetails, rows: tuple[LayerSensitivity, ...], note: str
) -> StageResult:
    return replace(result, details=replace(details, sensitivity=rows, sensitivity_note=note))


def _rows(
    state: PipelineState, details: QuantiseDetails, accuracy: Callable[[ir.Model], float] | None
) -> tuple[LayerSensitivity, ...]:
    model, calibration = state.float_model, details.calibration
    settings = QuantisationSettings(details.method)
    noise = noise_of_layers(model, calibration, state.inputs.run, settings)
    if accuracy is None:
        return tuple(LayerSensitivity(layer.node, layer.operator, layer.decibel) for layer in noise)
    alone = {row.node: row for row in accuracy_of_layers(model, calibration, accuracy, settings)}
    return tuple(
        LayerSensitivity(
            site.node, site.operator, site.decibel, alone[site.node].accuracy, alone[site.node].drop
        )
        for site in noise
    )


def _mixed(state: PipelineState, details: QuantiseDetails) -> MixedPrecision:
    pinned = pinned_nodes(state.float_model, details.pinned)
    return mixed_precision(
        state.float_model, details.calibration, state.inputs.samples, details.method, pinned
    )


def _accuracy_of(state: PipelineState) -> Callable[[ir.Model], float] | None:
    """How a model is judged; None where nobody knows right answers."""
    picture = state.source.picture
    if not state.source.trained or picture is None:
        return None
    from compiler_core.graph.evaluation.accuracy import accuracy
    from compiler_core.graph.evaluation.splits import split

    test = split("test")
    return lambda model: accuracy(model, test, picture).share
