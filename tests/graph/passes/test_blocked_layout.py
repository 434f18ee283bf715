"""The formula of the blocked layout against the array that numpy makes of it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.errors import InputError
from compiler_core.graph.blocked_layout import blocked_layout, to_blocked

SIZES = st.integers(1, 6)


@settings(max_examples=40, deadline=None)
@given(SIZES, SIZES, SIZES, SIZES)
def test_the_offsets_are_where_numpy_puts_the_elements(
    channels: int, height: int, width: int, block: int
) -> None:
    layout = blocked_layout(channels, height, width, block)
    picture = np.arange(1, channels * height * width + 1).reshape(1, channels, height, width)
    memory = to_blocked(picture, block)
    assert memory.shape == layout.shape
    flat = memory.reshape(-1)
    assert all(flat[one.offset] == picture[0, one.channel, one.row, one.column]
               for one in layout.elements)  # fmt: skip
    assert [value - 1 for value in flat] == list(layout.permutation)
    assert layout.unused == int((flat == 0).sum())


def test_the_formula_can_be_computed_by_hand() -> None:
    layout = blocked_layout(6, 2, 3, 4)
    assert layout.formula == ("offset(n, c, h, w) = ((n·2 + c div 4)·2 + h)·3·4 + w·4 + c mod 4")
    found = next(one for one in layout.elements
                 if (one.channel, one.row, one.column) == (5, 1, 2))  # fmt: skip
    assert found.offset == ((0 * 2 + 1) * 2 + 1) * 3 * 4 + 2 * 4 + 1
    assert layout.unused == 2 * 2 * 3


@pytest.mark.parametrize("sizes", [(0, 1, 1, 1), (1, 1, 1, 0), (64, 64, 64, 4)])
def test_sizes_that_cannot_be_drawn_are_refused(sizes: tuple[int, int, int, int]) -> None:
    with pytest.raises(InputError):
        blocked_layout(*sizes)
