"""Pictures are the figures, placed; and settings side by side."""

from __future__ import annotations

from itertools import pairwise

import pytest

from compiler_core.host.cycles.pictures import Picture, pictures_of
from tests.cycles.asking import cycles, main_loop

pytestmark = pytest.mark.usefixtures("emulator")


@pytest.fixture(scope="module")
def pictures() -> dict[str, Picture]:
    loop = main_loop(cycles("axpy_restrict.c", "gcc-12", "-O3"))
    return {picture.kind: picture for picture in pictures_of(loop, loop.models[0])}


def test_there_is_every_kind(pictures: dict[str, Picture]) -> None:
    assert list(pictures) == ["pressure", "bars", "timeline", "chain"]


@pytest.mark.parametrize("kind", ["pressure", "bars", "timeline", "chain"])
def test_shapes_stay_inside_and_have_texts(pictures: dict[str, Picture], kind: str) -> None:
    picture = pictures[kind]
    for shape in picture.rectangles:
        assert shape.x >= 0
        assert shape.x + shape.width <= picture.width
        assert shape.y >= 0
        assert shape.y + shape.height <= picture.height
        assert 0 <= shape.shade <= 4
        assert shape.title
    assert picture.caption
    assert picture.text


def test_rows_do_not_overlap(pictures: dict[str, Picture]) -> None:
    rows = sorted({(shape.y, shape.height) for shape in pictures["pressure"].rectangles})
    assert all(above + height <= below for (above, height), (below, _) in pairwise(rows))


def test_the_pressure_picture_holds_every_figure(pictures: dict[str, Picture]) -> None:
    loop = main_loop(cycles("axpy_restrict.c", "gcc-12", "-O3"))
    used = [
        cycles_used
        for cost in loop.models[0].instructions
        for cycles_used in cost.pressure.values()
        if cycles_used > 0
    ]
    assert len(pictures["pressure"].rectangles) == len(used)
    assert "modelled, by llvm-mca" in pictures["pressure"].caption


def test_the_bars_say_how_full_units_are(pictures: dict[str, Picture]) -> None:
    assert "L.0: busy 2 of 2.14 cycles" in pictures["bars"].text
    assert any(label.text == "93%" and label.emphasis for label in pictures["bars"].labels)


def test_the_timeline_has_a_row_per_instruction_and_round(pictures: dict[str, Picture]) -> None:
    assert len(pictures["timeline"].text) == 4 * 7
    assert pictures["timeline"].text[0] == (
        "Round 1: ldr q1, [x0, x3]: enters in cycle 0, starts in 1, has its result in 7, "
        "leaves in 8"
    )


def test_the_chain_leads_into_the_next_round(pictures: dict[str, Picture]) -> None:
    assert pictures["chain"].text == (
        "add x3, x3, 16 of the next round waits for add x3, x3, 16 through x3",
    )
    assert pictures["chain"].arrows[0].carried


def test_no_answer_has_no_picture() -> None:
    loop = main_loop(cycles("axpy_restrict.c", "gcc-12", "-O3", "carmel"))
    assert pictures_of(loop, loop.models[0]) == ()
