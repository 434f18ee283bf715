"""The choice by measurement: never behind the best of the methods it chooses from."""

from __future__ import annotations

import math

import numpy as np
import onnx_ir as ir
import pytest

from compiler_core.graph.calibration.calibrate import calibrate
from compiler_core.graph.calibration.measured_choice import ASSEMBLED
from compiler_core.graph.calibration.methods import CHOICES, MEASURED, METHODS
from compiler_core.graph.calibration.spread_samples import MOST_SAMPLES, SpreadSamples
from compiler_core.graph.calibration.tensor_noise import TensorNoise
from compiler_core.graph.observing.observed_model import ObservedModel
from compiler_core.graph.observing.records import Calibration, Range
from compiler_core.graph.quantisation.decibel import signal_to_noise
from compiler_core.graph.quantisation.parameters import (
    activation_parameters,
    dequantise_activation,
    quantise_activation,
)
from compiler_core.graph.quantisation.quantise import quantise
from compiler_core.graph.quantisation.records import QuantisationSettings
from tests.graph.quantisation.networks import GENERATED, Network

Batches = list[dict[str, np.ndarray]]


def random_net(seed: int) -> tuple[Network, str]:
    """Convolutions and activations in an order drawn from the seed, with a sum where it fits."""
    random = np.random.default_rng(seed)
    net = Network(1, 3, 10, 10, seed=seed)
    value, channels, before = net.conv("image", 3, 8), 8, ""
    for _ in range(int(random.integers(2, 5))):
        kind = str(random.choice(["Relu", "Sigmoid", "HardSwish", "Tanh", "Softplus"]))
        value = net.node(kind, value)
        before, value = value, net.conv(value, channels, channels, size=int(random.choice([1, 3])))
        if random.random() < 0.5:
            value = net.node("Add", value, before)
    return net, net.gemm(net.node("Flatten", value), channels * 100, 10)


def samples_of(net: Network, seed: int) -> Batches:
    """Normal pictures; of every third net with rare outliers, which tell the methods apart."""
    batches = net.images(4, seed)
    if seed % 3 == 0:
        for batch in batches:
            batch["image"].flat[seed % 7] = 30.0
    return batches


def output_decibel(
    model: ir.Model, calibration: Calibration, method: str, batches: Batches, pinned=()
) -> float:
    """Of the finished int8 model, over all samples."""
    name = model.graph.outputs[0].name or ""
    settings = QuantisationSettings(method, pinned)
    both = [
        ObservedModel(one, (name,), pairs="computed")
        for one in (model, quantise(model, calibration, settings).model)
    ]
    real, int8 = (np.stack([one.run(batch)[name] for batch in batches]) for one in both)
    return signal_to_noise(real, int8)


@pytest.mark.parametrize("seed", range(12))
def test_measurement_is_at_most_a_decibel_behind_the_best_method(seed: int) -> None:
    net, output = random_net(seed)
    model, batches = net.model(output), samples_of(net, seed)
    calibration = calibrate(model, batches)
    found = {name: output_decibel(model, calibration, name, batches) for name, _ in CHOICES}
    assert found[MEASURED] >= max(found.values()) - 1
    assert calibration.output is not None
    for each in METHODS:
        assert calibration.output.decibel[each.name] == pytest.approx(found[each.name], abs=2)


def test_pinned_layers_are_float32_in_the_comparison() -> None:
    net, output = GENERATED["residual"]()
    model, batches = net.model(output), net.images(3)
    calibration = calibrate(model, batches, pinned=("first", "last"))
    assert calibration.output is not None
    found = output_decibel(model, calibration, MEASURED, batches, ("first", "last"))
    assert calibration.output.decibel[calibration.output.chosen] == pytest.approx(found, abs=0.5)
    assert found > output_decibel(model, calibration, MEASURED, batches)


@pytest.mark.parametrize("unit", [1e-30, 1.0, 1e30])
def test_the_noise_of_a_tensor_is_that_of_its_integers(unit: float) -> None:
    values = (np.random.default_rng(0).laplace(size=150_000) * unit).astype(np.float32)
    ranges = {
        "narrow": (-2 * unit, 2 * unit),
        "wide": (-9 * unit, 12 * unit),
        "same": (-9 * unit, 12 * unit),
    }
    noise = TensorNoise({name: Range(*ends, 0.0, "") for name, ends in ranges.items()})
    noise.add(values[:100_000].reshape(100, 1000))
    noise.add(values[100_000:])
    for name, ends in ranges.items():
        stored = activation_parameters(*ends)
        restored = dequantise_activation(quantise_activation(values, stored), stored)
        expected = signal_to_noise(values.astype(float) / unit, restored.astype(float) / unit)
        assert noise.decibel()[name] == pytest.approx(expected, abs=0.01)


def test_the_output_overrules_the_tensors() -> None:
    """A rare outlier in the one channel that the output reads: clipping it leaves each tensor a
    better ratio and takes all of the answer.
    """
    net = Network(1, 2, 512, 512)
    weights = np.zeros((1, 2, 1, 1), np.float32)
    weights[0, 1] = 1.0
    value = net.node("Conv", "image", net.constant(weights), kernel_shape=[1, 1])
    model = net.model(
        net.node("Relu", net.node("Add", value, net.constant(np.array(-20.0, np.float32))))
    )
    image = np.random.default_rng(0).normal(0, 4, net.shape).astype(np.float32)
    image[0, 1] = 0.0
    image[0, 1, 3, 3] = 40.0
    calibration = calibrate(model, [{"image": image}])
    assert calibration.output is not None
    assert calibration.tensors["image"].winner == calibration.output.chosen != ASSEMBLED
    single = {
        each.name: output_decibel(model, calibration, each.name, [{"image": image}])
        for each in METHODS
    }
    assert output_decibel(model, calibration, MEASURED, [{"image": image}]) == max(single.values())


@pytest.mark.parametrize("level", [0.0, -3.0, 1e-30, 1e20])
def test_a_constant_sample_is_measured(level: float) -> None:
    net, scores = GENERATED["plain"]()
    batches = [{"image": np.full(net.shape, level, np.float32)}]
    model = net.model(scores)
    calibration = calibrate(model, batches)
    output = calibration.output
    assert output is not None
    assert output.decibel[output.chosen] == max(output.decibel.values())
    measured = [one for tensor in calibration.tensors.values() for one in tensor.decibel.values()]
    assert not any(math.isnan(one) for one in measured)
    quantise(model, calibration)


def test_long_streams_keep_few_samples_from_all_over() -> None:
    spread = SpreadSamples()
    batches = [{"image": np.array([number])} for number in range(100)]
    assert list(spread.passing(iter(batches))) == batches
    numbers = [int(sample["image"][0]) for sample in spread.samples]
    assert MOST_SAMPLES / 2 <= len(numbers) <= MOST_SAMPLES
    assert len(set(np.diff(numbers))) == 1
    assert numbers[0] == 0
    assert numbers[-1] > 85
