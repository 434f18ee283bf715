"""What the stages cost in accuracy: nothing for passes, less than a point for int8."""

from __future__ import annotations

import pytest

from compiler_core.graph.calibration.methods import CHOICES
from compiler_core.graph.evaluation.shipped import shipped_model
from compiler_core.graph.evaluation.splits import Split, split
from script.training.stage_accuracy import stage_accuracies

NETS = ("plain", "residual", "depthwise")
LARGEST_LOSS = 0.01


@pytest.mark.parametrize("name", NETS)
def test_int8_costs_less_than_a_point(name: str) -> None:
    test = split("test")
    some = Split("test", test.pictures[::4], test.labels[::4])
    exported, folded, *quantised = stage_accuracies(shipped_model(name), some, ("kl",))
    assert folded.nodes < exported.nodes / 2
    assert folded.accuracy == exported.accuracy
    assert [row.stage for row in quantised] == ["int8, kl", "integers, kl"]
    for row in quantised:
        assert row.accuracy.share >= exported.accuracy.share - LARGEST_LOSS


@pytest.mark.slow
@pytest.mark.parametrize("name", NETS)
def test_no_calibration_method_costs_more_than_a_point(name: str) -> None:
    test = split("test")
    some = Split("test", test.pictures[1::2], test.labels[1::2])
    exported, *later = stage_accuracies(shipped_model(name), some)
    assert len(later) == 1 + 2 * len(CHOICES)
    for row in later:
        assert row.accuracy.share >= exported.accuracy.share - LARGEST_LOSS, row.stage
