"""Stage 4: calibrate, quantise, and compute with the integers themselves."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from compiler_core.graph.calibration.calibrate import calibrate
from compiler_core.graph.calibration.methods import CHOICES, MEASURED
from compiler_core.graph.observing.records import Calibration
from compiler_core.graph.pass_pipeline import collector_paused
from compiler_core.graph.passes.batch_norm_expansion import BATCH_NORM_EXPANSION
from compiler_core.graph.pipeline.files import onnx_files
from compiler_core.graph.pipeline.pass_steps import run_one
from compiler_core.graph.pipeline.passes_stage import LAYOUT
from compiler_core.graph.pipeline.state import Advance, PipelineState, StageEnd
from compiler_core.graph.quantisation.decibel import decibel_text
from compiler_core.graph.quantisation.integer_form import INTEGER_FORM
from compiler_core.graph.quantisation.mixed_precision import (
    PROPOSED,
    MixedPrecision,
    mixed_precision,
)
from compiler_core.graph.quantisation.parameters import ActivationParameters
from compiler_core.graph.quantisation.quantise import pinned_nodes, quantise
from compiler_core.graph.quantisation.records import LayerRow, QuantisationSettings
from compiler_core.graph.undoing import run_sound_passes
from compiler_core.pipelines.stages import StageResult
from compiler_core.trace import Step

# A choice of ranges that loses more decibels than this against the best one is warned of.
LARGEST_LOSS = 6.0


@dataclass(frozen=True, slots=True)
class LayerSensitivity:
    """A layer when it alone is int8. decibel: signal to noise of its output. accuracy: share of the
    test pictures; drop: from the float32 model's. Both None where nobody knows right answers.
    """

    node: str
    operator: str
    decibel: float
    accuracy: float | None = None
    drop: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QuantiseDetails:
    """What the stage that quantises a network has to tell."""

    layers: tuple[LayerRow, ...]
    """One row for each node, in the order of the graph."""
    calibration: Calibration
    """Histograms and ranges by value name."""
    parameters: dict[str, ActivationParameters]
    """Scale and zero point of every int8 value, by the name it had in float32."""
    origin: str
    """What was calibrated on."""
    method: str
    """Name of the method by which ranges were chosen."""
    methods: tuple[tuple[str, str], ...]
    """Name and title of each method that may be chosen."""
    sensitivity: tuple[LayerSensitivity, ...] = ()
    """Empty until it is measured, or where it cannot be; the note says which."""
    sensitivity_note: str = "This is measured after the program has run. Look again in a moment."
    """Why `sensitivity` is empty, or says nothing of accuracy; empty where all is there."""
    mixed: MixedPrecision | None = None
    """What each layer loses the output, and which to keep in float32; None as long as there is no
    sensitivity."""
    pinned: tuple[str, ...] = ()
    """Names of layers kept in float32: those of the settings, `proposed` resolved to nodes."""


def quantise_stage(state: PipelineState, advance: Advance) -> StageEnd:
    """Int8 if that was asked for; in fp32 the model stays as it is."""
    if state.settings.precision == "fp32":
        sentence = "Nothing is quantised: fp32 was chosen. Choose int8 to see what it would change."
        return StageEnd(state, StageResult(stage="quantise", sentence=sentence))
    state, expanded = _expanded(state)
    samples = state.inputs.samples
    counted = _counted(samples, advance)
    pinned = tuple(name for name in state.settings.pinned if name != PROPOSED)
    with collector_paused():
        calibration = calibrate(state.model, counted, pinned=pinned)
    if PROPOSED in state.settings.pinned:
        pinned = (*pinned, *_proposed(state, calibration, pinned))
    settings = QuantisationSettings(state.settings.calibration, pinned)
    with collector_paused():
        int8 = quantise(state.model, calibration, settings)
        integers = run_one(int8.model, INTEGER_FORM)
    laid_out = run_sound_passes(integers.model, (LAYOUT,))
    details = QuantiseDetails(
        layers=int8.layers,
        calibration=calibration,
        parameters=int8.parameters,
        origin=state.inputs.origin,
        method=settings.method,
        methods=CHOICES,
        pinned=pinned,
    )
    result = StageResult(
        stage="quantise",
        sentence=_sentence(int8.layers, state.inputs.origin) + _loss(calibration, settings.method),
        steps=(*expanded, int8.step, integers.step, *laid_out.steps),
        details=details,
        metrics=_metrics(int8.layers),
        files=onnx_files(int8.model, "quantised.onnx"),
    )
    return StageEnd(replace(state, model=laid_out.model, quantised=int8.model), result)


def _proposed(
    state: PipelineState, calibration: Calibration, pinned: tuple[str, ...]
) -> tuple[str, ...]:
    """Layers that stay in float32 so that the output is good, besides those pinned."""
    mixture = mixed_precision(
        state.model,
        calibration,
        state.inputs.samples,
        state.settings.calibration,
        pinned_nodes(state.model, pinned),
    )
    return mixture.proposed


def _expanded(state: PipelineState) -> tuple[PipelineState, tuple[Step, ...]]:
    """Normalisations that no weights took become a product and a sum, and the step that did it.

    Not a graph pass by default: in fp32 it only makes two nodes of one. In int8 the two need no
    float32 tensor around them.
    """
    if not any(node.op_type == "BatchNormalization" for node in state.model.graph):
        return state, ()
    run = run_one(state.model, BATCH_NORM_EXPANSION)
    return replace(state, model=run.model, float_model=run.model), (run.step,)


def _counted(samples: tuple[dict[str, np.ndarray], ...], advance: Advance):
    for number, sample in enumerate(samples):
        advance("calibrating", number, len(samples))
        yield sample


def _metrics(layers: tuple[LayerRow, ...]) -> dict[str, float]:
    return {
        "weight_bytes_before": float(sum(row.weight_bytes[0] for row in layers)),
        "weight_bytes_after": float(sum(row.weight_bytes[1] for row in layers)),
        "layers_int8": float(sum(row.precision == "int8" for row in layers)),
        "layers": float(len(layers)),
    }


def _loss(calibration: Calibration, method: str) -> str:
    """A warning where the chosen method leaves a much worse output than the best one."""
    output = calibration.output
    if output is None or output.lost(method) <= LARGEST_LOSS:
        return ""
    return (
        f" Ranges by {method} leave the output {decibel_text(output.decibel[method])}, "
        f"{decibel_text(output.lost(method))} below the best choice: take {MEASURED}."
    )


def _sentence(layers: tuple[LayerRow, ...], origin: str) -> str:
    metrics = _metrics(layers)
    before, after = metrics["weight_bytes_before"], metrics["weight_bytes_after"]
    nodes = "node computes" if len(layers) == 1 else "nodes compute"
    changed = "shrank" if after < before else "changed"
    weights = f"Weights {changed} from {before:,.0f} to {after:,.0f} bytes."
    return (
        f"{metrics['layers_int8']:.0f} of {len(layers)} {nodes} in int8, calibrated on {origin}. "
        f"{weights if after != before else 'No weights shrank.'}"
    )
