"""One multiplication of integers against the float32 steps it stands for, sum by sum."""

from __future__ import annotations

import numpy as np
import pytest

from compiler_core.graph.fixed_point import Multipliers, multipliers, nearby_scales


def _by_floats(sums: np.ndarray, scale: np.float32, divisor: float, zero_point: int) -> np.ndarray:
    real = sums.astype(np.float32) * scale / np.float32(divisor)
    return np.clip(np.rint(real) + zero_point, -128, 127).astype(np.int64)


def _by_integers(sums: np.ndarray, found: Multipliers, channel: int, zero_point: int) -> np.ndarray:
    """SQDMULH, then SQRSHRN by the shift, in unbounded integers of numpy's 64 bits."""
    high = (sums * int(found.values[channel])) >> 31
    rounded = (high + (1 << (found.shift - 1))) >> found.shift
    return np.clip(rounded + zero_point, -128, 127)


@pytest.mark.parametrize("zero_point", [-128, -77, 0, 127])
@pytest.mark.parametrize("size", [0.0007, 0.004, 0.09])
def test_every_sum_gives_the_same_byte(size: float, zero_point: int) -> None:
    """All sums between the outermost changes of the byte, and some far behind them."""
    draws = np.random.default_rng(3)
    drawn = (size * draws.uniform(0.3, 1, 8)).astype(np.float32)
    scales = nearby_scales(drawn, zero_point)
    assert (np.abs(scales / drawn - 1) < 6e-6).all()
    found = multipliers(scales, 1.0, zero_point)
    assert found is not None
    assert (found.values > 0).mean() > 0.9
    for channel in np.flatnonzero(found.values).tolist():
        edge = int(300 / scales[channel])
        far = draws.integers(-(2**31), 2**31, 1000)
        sums = np.concatenate([np.arange(-edge, edge), far])
        wanted = _by_floats(sums, scales[channel], 1.0, zero_point)
        np.testing.assert_array_equal(_by_integers(sums, found, channel, zero_point), wanted)


def test_sums_as_large_as_are_looked_at_are_exact_too() -> None:
    """Around each change of the byte, where a quotient is as near the next integer as it gets."""
    scales = np.random.default_rng(5).uniform(6.2e-5, 9e-5, 300).astype(np.float32)
    scales = nearby_scales(scales, -128)
    found = multipliers(scales, 1.0, -128)
    assert found is not None
    assert (found.values > 0).mean() > 0.8
    levels = np.arange(0, 257)[:, None] - 0.5
    for channel in np.flatnonzero(found.values).tolist():
        edges = np.rint(levels / float(scales[channel])).astype(np.int64)
        sums = (edges + np.arange(-3, 4)).reshape(-1)
        assert sums.max() > 1 << 21
        wanted = _by_floats(sums, scales[channel], 1.0, -128)
        np.testing.assert_array_equal(_by_integers(sums, found, channel, -128), wanted)


def test_a_divisor_is_part_of_what_is_compared() -> None:
    scales = np.array([0.0123, 0.5], np.float32)
    found = multipliers(scales, 1.7, 3)
    assert found is not None
    sums = np.arange(-40_000, 40_000)
    for channel in np.flatnonzero(found.values).tolist():
        wanted = _by_floats(sums, scales[channel], 1.7, 3)
        np.testing.assert_array_equal(_by_integers(sums, found, channel, 3), wanted)


def test_ties_to_even_have_no_multiplier() -> None:
    """Halves are rounded up at odd levels and down at even ones, which no product does."""
    found = multipliers(np.array([0.25], np.float32), 1.0, 0)
    assert found is not None
    assert found.values.tolist() == [0]
    chosen = nearby_scales(np.array([0.25], np.float32), 0)
    assert 0 < abs(float(chosen[0]) - 0.25) < 1e-6


@pytest.mark.parametrize("scale", [0.0, -0.1, np.inf, np.nan, 0.8, 1e-9])
def test_scales_without_a_shift_or_with_sums_beyond_float32(scale: float) -> None:
    found = multipliers(np.array([scale], np.float32), 1.0, 0)
    assert found is None or not found.values.any()
