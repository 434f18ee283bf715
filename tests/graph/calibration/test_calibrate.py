"""Calibrating a model: streaming, and refusing what no range fits."""

from __future__ import annotations

import weakref
from collections.abc import Iterator

import numpy as np
import pytest

from compiler_core.errors import InputError, UnknownName
from compiler_core.graph.calibration.calibrate import calibrate
from compiler_core.graph.calibration.methods import CHOICES
from compiler_core.graph.calibration.minimum_maximum import MINIMUM_MAXIMUM
from compiler_core.graph.observing.observed_model import ObservedModel
from tests.graph.quantisation.networks import Network, plain


def test_ranges_are_those_of_the_values_themselves() -> None:
    net, output = plain()
    model, batches = net.model(output), net.images(5)
    found = calibrate(model, batches)
    names = tuple(found.tensors)
    values = [ObservedModel(model, names).run(batch) for batch in batches]
    assert {"image", "relu0", "maxpool0"} <= set(names)
    assert found.batches == 5
    for name in names:
        histogram = found.tensors[name].histogram
        assert histogram.maximum == max(float(each[name].max()) for each in values)
        assert histogram.minimum == min(float(each[name].min()) for each in values)
        assert histogram.total == sum(each[name].size for each in values)
        assert set(found.tensors[name].ranges) == {each for each, _ in CHOICES}


def test_one_batch_lives_at_a_time() -> None:
    net, output = plain()
    alive: list[weakref.ref[np.ndarray]] = []

    def batches() -> Iterator[dict[str, np.ndarray]]:
        for seed in range(6):
            image = net.images(1, seed)[0]["image"]
            assert sum(reference() is not None for reference in alive) <= 1
            alive.append(weakref.ref(image))
            yield {"image": image}

    assert calibrate(net.model(output), batches(), (MINIMUM_MAXIMUM,)).batches == 6


def test_what_is_no_number_is_refused_with_the_tensor() -> None:
    net, output = plain()
    bad = net.images(1)[0]
    bad["image"][0, 1, 2, 3] = np.nan
    with pytest.raises(InputError, match=r"Tensor 'image'.*NaN"):
        calibrate(net.model(output), [net.images(1)[0], bad])


def test_infinity_inside_the_network_is_refused_with_the_tensor() -> None:
    net = Network(1, 2, 8, 8)
    value = net.node("Div", net.conv("image", 2, 4), net.constant(np.float32(0.0)))
    model = net.model(net.conv(value, 4, 4))
    with pytest.raises(InputError, match="Tensor 'div0'"):
        calibrate(model, net.images(1))


def test_no_batch_is_refused() -> None:
    net, output = plain()
    with pytest.raises(InputError, match="no calibration batch"):
        calibrate(net.model(output), [])


def test_a_missing_input_is_named() -> None:
    net, output = plain()
    with pytest.raises(InputError, match="input 'image'"):
        calibrate(net.model(output), [{"picture": net.images(1)[0]["image"]}])


def test_a_picture_of_another_size_is_refused() -> None:
    net, output = plain()
    with pytest.raises(InputError, match="does not run"):
        calibrate(net.model(output), [{"image": np.zeros((1, 3, 4, 4), np.float32)}])


def test_a_method_that_was_not_run_is_unknown() -> None:
    net, output = plain()
    found = calibrate(net.model(output), net.images(1), (MINIMUM_MAXIMUM,))
    with pytest.raises(UnknownName, match="'kl'"):
        found.range_of("image", "kl")
