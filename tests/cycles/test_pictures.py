"""Pictures are the figures, placed; and settings side by side."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from app.loop.views.cycle_pictures import CyclePicture, pictures_of
from tests.cycles.asking import cycles, main_loop

KINDS = ("pressure", "bars", "timeline", "chain")

pytestmark = pytest.mark.usefixtures("emulator")


@pytest.fixture(scope="module")
def pictures() -> dict[str, CyclePicture]:
    loop = main_loop(cycles("axpy_restrict.c", "gcc-12", "-O3"))
    return dict(zip(KINDS, pictures_of(loop, loop.models[0]), strict=True))


def test_there_is_every_kind(pictures: dict[str, CyclePicture]) -> None:
    assert [drawn.heading for drawn in pictures.values()] == [
        "Busy units per instruction",
        "Busy units in all",
        "The first rounds in time",
        "The chain that bounds the loop",
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_shapes_stay_inside_and_have_texts(pictures: dict[str, CyclePicture], kind: str) -> None:
    picture = pictures[kind].picture
    for shape in picture.bars:
        assert shape.x >= 0
        assert shape.x + shape.width <= picture.width
        assert shape.y >= 0
        assert shape.y + shape.height <= picture.height
        assert re.fullmatch("shade-[0-4]", shape.classes)
        assert shape.title
    assert picture.title
    assert pictures[kind].text


def test_rows_do_not_overlap(pictures: dict[str, CyclePicture]) -> None:
    rows = sorted({(shape.y, shape.height) for shape in pictures["pressure"].picture.bars})
    assert all(above + height <= below for (above, height), (below, _) in pairwise(rows))


def test_the_pressure_picture_holds_every_figure(pictures: dict[str, CyclePicture]) -> None:
    loop = main_loop(cycles("axpy_restrict.c", "gcc-12", "-O3"))
    used = [
        cycles_used
        for cost in loop.models[0].instructions
        for cycles_used in cost.pressure.values()
        if cycles_used > 0
    ]
    assert len(pictures["pressure"].picture.bars) == len(used)
    assert "modelled, by llvm-mca" in pictures["pressure"].picture.title


def test_the_bars_say_how_full_units_are(pictures: dict[str, CyclePicture]) -> None:
    assert "L.0: busy 2 of 2.14 cycles" in pictures["bars"].text
    assert any(
        line.label == "93%" and line.classes == "strong" for line in pictures["bars"].picture.lines
    )


def test_the_timeline_has_a_row_per_instruction_and_round(
    pictures: dict[str, CyclePicture],
) -> None:
    assert len(pictures["timeline"].text) == 4 * 7
    assert pictures["timeline"].text[0] == (
        "Round 1: ldr q1, [x0, x3]: enters in cycle 0, starts in 1, has its result in 7, "
        "leaves in 8"
    )


def test_the_chain_leads_into_the_next_round(pictures: dict[str, CyclePicture]) -> None:
    assert pictures["chain"].text == (
        "add x3, x3, 16 of the next round waits for add x3, x3, 16 through x3",
    )
    assert pictures["chain"].picture.lines[0].classes == "carried"


def test_no_answer_has_no_picture() -> None:
    loop = main_loop(cycles("axpy_restrict.c", "gcc-12", "-O3", "carmel"))
    assert pictures_of(loop, loop.models[0]) == ()
