"""Orders of a picture in memory: their formulas place every element, and only formulas are read."""

from __future__ import annotations

import pytest

from compiler_core.graph.picture_input.layouts import memory_layouts, place_by_formula


@pytest.mark.parametrize("size", [(3, 4, 4), (1, 5, 2), (9, 3, 7)], ids=str)
def test_every_element_lies_where_its_formula_says(size: tuple[int, int, int]) -> None:
    for layout in memory_layouts(*size):
        for one in layout.elements:
            told = place_by_formula(layout.formula, one.channel, one.row, one.column)
            assert told == one.offset
        channels, height, width = size
        assert len({element.offset for element in layout.elements}) == channels * height * width


def test_a_formula_is_computed_as_c_does() -> None:
    assert place_by_formula("(c / 4) * 64 + h * 16 + w * 4 + c % 4", 6, 2, 1) == 64 + 32 + 4 + 2


@pytest.mark.parametrize("formula", ["c ** 2", "-c", "abs(c)", "c * 1.5"])
def test_nothing_else_is_computed(formula: str) -> None:
    with pytest.raises(ValueError, match="stands in no formula"):
        place_by_formula(formula, 1, 1, 1)
