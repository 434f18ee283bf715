"""Whatever is found of an input, something of its type and shape is drawn."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as some

from compiler_core.graph.expected_inputs.drawing import drawn
from compiler_core.graph.expected_inputs.records import Expected

_NUMBERS = some.floats(allow_nan=True, allow_infinity=True)
_EXPECTED = some.builds(
    Expected, _NUMBERS, _NUMBERS, some.sampled_from([None, "shows", "hides", "either"])
)
_KINDS = some.sampled_from([np.dtype(name) for name in ("f2", "f4", "i1", "u1", "i4", "i8", "?")])
_SHAPES = some.lists(some.integers(0, 4), max_size=3).map(tuple)


@given(_SHAPES, _KINDS, some.none() | _EXPECTED, some.integers(0, 9))
def test_anything_found_is_drawn(
    shape: tuple[int, ...], kind: np.dtype, expected: Expected | None, seed: int
) -> None:
    found = drawn(np.random.default_rng(seed), shape, kind, expected, (0, 7))
    assert (found.shape, found.dtype) == (shape, kind)
