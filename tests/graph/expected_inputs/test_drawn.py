"""Whatever is found of an input, something of its type and shape is drawn."""

from __future__ import annotations

from math import inf

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from compiler_core.graph.expected_inputs.drawing import drawn
from compiler_core.graph.expected_inputs.records import Expected

_NUMBERS = some.floats(allow_nan=True, allow_infinity=True)
_EXPECTED = some.builds(
    Expected, _NUMBERS, _NUMBERS, some.sampled_from([None, "shows", "hides", "either"])
)
_NAMES = ("f2", "f4", "f8", "i1", "u1", "i4", "i8", "?")
_KINDS = some.sampled_from([np.dtype(name) for name in _NAMES])
_BYTE = np.dtype(ml_dtypes.float8_e4m3fn)
_SHAPES = some.lists(some.integers(0, 4), max_size=3).map(tuple)


@given(_SHAPES, _KINDS, some.none() | _EXPECTED, some.integers(0, 9))
def test_anything_found_is_drawn(
    shape: tuple[int, ...], kind: np.dtype, expected: Expected | None, seed: int
) -> None:
    with np.errstate(over="raise", invalid="raise"):
        found = drawn(np.random.default_rng(seed), shape, kind, expected, (0, 7))
    assert (found.shape, found.dtype) == (shape, kind)
    assert np.isfinite(found).all()


@pytest.mark.parametrize("kind", [*map(np.dtype, ("f2", "f4", "f8")), _BYTE])
@pytest.mark.parametrize(
    ("low", "high"),
    [(-1e9, 1e9), (1e5, 1e6), (1e300, inf), (-inf, -1e300), (-inf, 70000.0), (0.0, 65504.0)],
)
def test_no_number_is_beyond_its_type(kind: np.dtype, low: float, high: float) -> None:
    with np.errstate(over="raise", invalid="raise"):
        found = drawn(np.random.default_rng(1), (64,), kind, Expected(low, high, None), (0, 7))
    assert np.isfinite(found.astype("f8")).all()
    if abs(low) < 1e4 or abs(high) < 1e4:
        assert low <= float(found.min()) <= float(found.max()) <= high
