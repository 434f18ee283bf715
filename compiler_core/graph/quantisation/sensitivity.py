"""Which layer suffers most from int8? Each is quantised alone, all others stay in float32.

Two answers: the signal to noise ratio of the layer's own output, which needs one picture, and the
share of right answers, which needs a test split. A layer that loses most is the first to pin.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
import onnx_ir as ir

from compiler_core.graph.observing.observed_model import ObservedModel
from compiler_core.graph.observing.records import Calibration
from compiler_core.graph.quantisation.decibel import signal_to_noise
from compiler_core.graph.quantisation.layer_table import restored_weights
from compiler_core.graph.quantisation.parameters import (
    ActivationParameters,
    accumulator_scales,
    dequantise_activation,
    quantise_activation,
    quantise_weights,
)
from compiler_core.graph.quantisation.placement import Placement, name_of, place
from compiler_core.graph.quantisation.quantise import DEFAULTS, quantise
from compiler_core.graph.quantisation.quantise_dequantise import layer_constants
from compiler_core.graph.quantisation.records import QuantisationSettings
from compiler_core.graph.quantisation.reference_products import convolution
from compiler_core.graph.quantisation.roles import channel_axis
from compiler_core.graph.quantisation.sharing import activation_scales

AccuracyOf = Callable[[ir.Model], float]


@dataclass(frozen=True, slots=True)
class LayerNoise:
    """decibel: signal to noise of the layer's output when its input and weights are int8."""

    node: str
    operator: str
    decibel: float


@dataclass(frozen=True, slots=True)
class LayerAccuracy:
    """accuracy: with this layer alone in int8, as the given function measures it. drop: from the
    float32 model's, in the same unit; negative when int8 happens to be better.
    """

    node: str
    operator: str
    accuracy: float
    drop: float


def noise_of_layers(
    model: ir.Model,
    calibration: Calibration,
    batch: Mapping[str, np.ndarray],
    settings: QuantisationSettings = DEFAULTS,
) -> tuple[LayerNoise, ...]:
    """One row for each multiplying layer, in order of computation. batch: the model's inputs."""
    placement = place(model, sums=settings.sums)
    parameters = activation_scales(model, placement, calibration, settings.method)
    layers = _layers(model, placement)
    sources = [name_of(value) for node in layers if (value := node.inputs[0]) is not None]
    inputs = [value.name for value in model.graph.inputs]
    computed = [name for name in sources if name not in inputs]
    values = {**batch, **ObservedModel(model, computed).run(batch)}
    return tuple(
        LayerNoise(
            name_of(node), node.op_type, _noise(node, values[source], parameters[source], settings)
        )
        for node, source in zip(layers, sources, strict=True)
    )


def accuracy_of_layers(
    model: ir.Model,
    calibration: Calibration,
    accuracy: AccuracyOf,
    settings: QuantisationSettings = DEFAULTS,
) -> tuple[LayerAccuracy, ...]:
    """One row for each multiplying layer. accuracy is called once for each, and once before."""
    before = accuracy(model)
    names = tuple(name_of(node) for node in model.graph)
    rows = []
    for node in _layers(model, place(model, sums=settings.sums)):
        others = tuple(name for name in names if name != node.name)
        alone = quantise(model, calibration, replace(settings, pinned=others))
        score = accuracy(alone.model)
        rows.append(LayerAccuracy(name_of(node), node.op_type, score, before - score))
    return tuple(rows)


def _layers(model: ir.Model, placement: Placement) -> list[ir.Node]:
    return [node for node in model.graph if placement.roles.get(name_of(node)) == "multiply"]


def _noise(
    node: ir.Node,
    values: np.ndarray,
    parameters: ActivationParameters,
    settings: QuantisationSettings,
) -> float:
    weights, bias = layer_constants(node)
    axis = channel_axis(node)
    per_channel = settings.weights == "per-channel"
    integers = quantise_weights(weights, axis, bias, parameters.scale, per_channel)
    restored_bias = None
    if integers.bias is not None:
        units = accumulator_scales(parameters.scale, integers.scales)
        restored_bias = integers.bias.astype(np.float32) * units
    rounded = dequantise_activation(quantise_activation(values, parameters), parameters)
    real = _output(node, values, weights, bias)
    return signal_to_noise(
        real, _output(node, rounded, restored_weights(integers, axis), restored_bias)
    )


def _output(
    node: ir.Node, values: np.ndarray, weights: np.ndarray, bias: np.ndarray | None
) -> np.ndarray:
    """The layer in float32. weights and bias as `layer_constants` gives them."""
    if node.op_type == "Conv":
        result = convolution(node, values, weights)
        return result if bias is None else result + bias.reshape(1, -1, 1, 1)
    product = values @ (weights.T if channel_axis(node) == 0 else weights)
    return product if bias is None else product + bias
