"""The accuracy of a shipped net as it goes through the stages: what each of them costs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import onnx_ir as ir

from compiler_core.graph.calibration.calibrate import calibrate
from compiler_core.graph.calibration.methods import CHOICES
from compiler_core.graph.evaluation.accuracy import Accuracy, accuracy
from compiler_core.graph.evaluation.shipped import ShippedModel
from compiler_core.graph.evaluation.splits import Split, split
from compiler_core.graph.importing.reader import import_model
from compiler_core.graph.pass_pipeline import run_passes
from compiler_core.graph.quantisation.integer_form import INTEGER_FORM
from compiler_core.graph.quantisation.quantise import quantise
from compiler_core.graph.quantisation.records import QuantisationSettings


@dataclass(frozen=True, slots=True)
class StageAccuracy:
    """stage: what the model went through. nodes: of its graph."""

    stage: str
    nodes: int
    accuracy: Accuracy


def stage_accuracies(
    net: ShippedModel,
    pictures: Split,
    methods: tuple[str, ...] = tuple(name for name, _ in CHOICES),
) -> Iterator[StageAccuracy]:
    """As exported, after the graph passes, and in int8 for each calibration method: the model with
    quantised and dequantised tensors, and the integer operators that it becomes.
    """
    yield _measured("as exported", import_model(net.content()).model, net, pictures)
    folded = run_passes(import_model(net.content()).model, inputs=0).model
    yield _measured("graph passes", folded, net, pictures)
    name = folded.graph.inputs[0].name or ""
    batches = ({name: tensor[None]} for tensor in split("calibration").tensors(net.settings))
    calibration = calibrate(folded, batches)
    for method in methods:
        chosen = QuantisationSettings(method)
        quantised = quantise(folded, calibration, chosen).model
        yield _measured(f"int8, {method}", quantised, net, pictures)
        INTEGER_FORM.run(quantised)
        yield _measured(f"integers, {method}", quantised, net, pictures)


def _measured(stage: str, model: ir.Model, net: ShippedModel, pictures: Split) -> StageAccuracy:
    return StageAccuracy(stage, len(model.graph), accuracy(model, pictures, net.settings))
