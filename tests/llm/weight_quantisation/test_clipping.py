"""Clipped steps against trying every share, row by row."""

from __future__ import annotations

import numpy as np
import pytest

from compiler_core.llm.block_formats.formats import decode_tensor
from compiler_core.llm.weight_quantisation.clipping import SHARES, round_clipped
from compiler_core.llm.weight_quantisation.grids import grid_family
from compiler_core.llm.weight_quantisation.round_to_nearest import round_to_nearest
from tests.llm.weight_quantisation.layers import layer


@pytest.mark.parametrize("group", [64, 128])
def test_each_group_has_the_best_of_the_shares(group: int) -> None:
    weights, inputs = layer(rows=5, columns=128)
    weights[0, 7] = 9
    inputs[:, 7] *= 0.01
    family = grid_family("Q4_0", group, 128)
    gram = inputs.T.astype(np.float64) @ inputs
    found = round_clipped(weights, family, gram)
    clipped = 0
    for row in range(5):
        for first in range(0, 128, group):
            part = weights[row, first : first + group].astype(np.float64)
            full = part[np.abs(part).argmax()] / -8
            losses = []
            for share in SHARES:
                step = float(np.float16(np.float32(full) * np.float32(share)))
                values = np.clip(np.rint(part / step), -8, 7) * step
                outputs = inputs[:, first : first + group].astype(np.float64) @ (values - part)
                losses.append((outputs**2).sum())
            mine = found.values[row, first : first + group] - part
            loss = ((inputs[:, first : first + group].astype(np.float64) @ mine) ** 2).sum()
            assert loss == pytest.approx(min(losses), rel=1e-3)
            clipped += int(np.argmin(losses) > 0)
    assert clipped >= 2
    assert np.array_equal(decode_tensor(found.raw, "Q4_0"), found.values)


def test_formats_with_scales_of_their_own_are_left_alone() -> None:
    weights, inputs = layer(rows=3)
    family = grid_family("Q4_K", 64, 256)
    gram = inputs.T.astype(np.float64) @ inputs
    found = round_clipped(weights, family, gram)
    assert np.array_equal(found.raw, round_to_nearest(weights, family).raw)
