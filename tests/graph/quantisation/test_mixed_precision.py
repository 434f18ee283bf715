"""Which layers lose the output its signal: told by a session with switches, as pinning would."""

from __future__ import annotations

import numpy as np
import pytest

from compiler_core.graph.calibration.calibrate import calibrate
from compiler_core.graph.calibration.methods import MEASURED
from compiler_core.graph.observing.observed_model import ObservedModel
from compiler_core.graph.quantisation.decibel import signal_to_noise
from compiler_core.graph.quantisation.mixed_precision import mixed_precision
from compiler_core.graph.quantisation.placement import int8_candidates, place
from compiler_core.graph.quantisation.quantise import quantise
from compiler_core.graph.quantisation.records import QuantisationSettings
from compiler_core.graph.quantisation.sharing import activation_scales
from compiler_core.graph.quantisation.switched_model import SwitchedModel
from tests.graph.quantisation.networks import GENERATED, Network


def one_bad_layer() -> tuple[Network, str]:
    """Three convolutions; the second one's inputs differ by a factor of 500 from channel to
    channel, and its weights undo that: in one scale the small ones are rounded away.
    """
    net = Network(1, 8, 12, 12, seed=4)
    factors = np.geomspace(1, 500, 8).astype(np.float32)
    uneven = np.diag(factors).reshape(8, 8, 1, 1)
    value = net.node("Conv", "image", net.constant(uneven), kernel_shape=[1, 1])
    even = np.diag(1 / factors).reshape(8, 8, 1, 1)
    value = net.node("Conv", value, net.constant(even), kernel_shape=[1, 1])
    return net, net.conv(value, 8, 8)


@pytest.mark.parametrize("name", GENERATED)
def test_switches_say_what_pinning_would(name: str) -> None:
    net, output = GENERATED[name]()
    model, batch = net.model(output), net.images(2)[1]
    calibration = calibrate(model, net.images(2))
    placement = place(model)
    parameters = activation_scales(model, placement, calibration, MEASURED)
    switched = SwitchedModel(model, placement, parameters, (output,))
    assert set(parameters) == set(int8_candidates(model))
    for layer in switched.layers:
        settings = QuantisationSettings(pinned=(layer,))
        pinned = quantise(model, calibration, settings).model
        expected = ObservedModel(pinned, (output,), pairs="computed").run(batch)[output]
        found = switched.run(batch, switched.pinned((layer,)))[output]
        assert signal_to_noise(expected, found) > 45
    real = ObservedModel(model, (output,)).run(batch)[output]
    everything = [node.name or "" for node in model.graph]
    none = switched.run(batch, switched.pinned(everything))[output]
    assert signal_to_noise(real, none) > 80


def test_the_bad_layer_is_found_and_alone_proposed() -> None:
    net, output = one_bad_layer()
    model, batches = net.model(output), net.images(3)
    calibration = calibrate(model, batches)
    found = mixed_precision(model, calibration, batches, MEASURED)
    assert found.layers[0].node == "conv1"
    assert found.layers[0].gained > 3 > found.layers[2].gained
    assert found.decibel < found.goal <= found.reached
    assert found.proposed[0] == "conv1"
    assert len(found.proposed) < 3
    settings = QuantisationSettings(pinned=found.proposed)
    mixed = quantise(model, calibration, settings).model
    both = [ObservedModel(one, (output,), pairs="computed") for one in (model, mixed)]
    real, int8 = (np.stack([one.run(batch)[output] for batch in batches]) for one in both)
    assert signal_to_noise(real, int8) == pytest.approx(found.reached, abs=1)


def test_nothing_is_proposed_where_int8_reaches_the_goal_or_nothing_does() -> None:
    net, output = GENERATED["plain"]()
    model, batches = net.model(output), net.images(2)
    calibration = calibrate(model, batches)
    assert mixed_precision(model, calibration, batches, MEASURED, goal=5).proposed == ()
    unreachable = mixed_precision(model, calibration, batches, MEASURED, goal=1000)
    assert unreachable.proposed == ()
    assert unreachable.reached == unreachable.decibel
    assert sum(layer.price for layer in unreachable.layers) == pytest.approx(3)
