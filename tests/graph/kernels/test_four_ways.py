"""Four ways over a patch: they agree, and they multiply as often as the cost model says."""

from __future__ import annotations

import numpy as np
import pytest

from compiler_core.graph.kernels.four_ways import CHANNELS, FILTER, OUT, PatchWay, four_ways
from compiler_core.graph.kernels.registry import find_tactic, refusal
from compiler_core.graph.selection.costs import cost_of

WAYS = {four_way.name: four_way for four_way in four_ways()}
TACTICS = {"direct": "direct-sdot", "im2col": "im2col-sdot", "winograd": "winograd",
           "depthwise": "depthwise-sdot"}  # fmt: skip


def test_three_ways_give_the_same_and_the_fourth_what_one_channel_gives() -> None:
    direct = WAYS["direct"].results
    assert np.abs(direct).max() > 0
    assert np.array_equal(WAYS["im2col"].results, direct)
    assert np.allclose(WAYS["winograd"].results, direct)
    assert WAYS["depthwise"].results.shape == direct.shape
    assert not np.allclose(WAYS["depthwise"].results, direct)


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_a_way_multiplies_as_often_as_its_tactic_costs(way: PatchWay) -> None:
    tactic = find_tactic(TACTICS[way.name])
    assert refusal(tactic, way.shape) == ""
    cost = cost_of(tactic, way.shape)
    assert way.multiplications == cost.multiplies
    assert way.bytes_aside <= cost.scratch_bytes


def test_winograd_adds_as_often_as_its_transforms_are_written() -> None:
    """32 for each channel in, 24 for each channel out: what its cost counts too."""
    assert WAYS["winograd"].additions == CHANNELS * (32 + 24)
    assert WAYS["direct"].additions == WAYS["im2col"].additions == 0


def test_im2col_copies_each_window() -> None:
    assert WAYS["im2col"].bytes_aside == OUT * OUT * FILTER * FILTER * CHANNELS
    assert WAYS["direct"].bytes_aside == WAYS["depthwise"].bytes_aside == 0


def test_sdot_is_full_along_channels_and_not_along_a_column() -> None:
    assert WAYS["direct"].places == WAYS["direct"].multiplications
    assert WAYS["depthwise"].multiplications / WAYS["depthwise"].places == 0.75
