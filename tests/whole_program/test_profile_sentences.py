"""What a profile's sentence says of jumps that fell because the loop was unrolled."""

from __future__ import annotations

import pytest

from compiler_core.host.whole_program.profile_record import Direction, Layout
from compiler_core.host.whole_program.profile_sentences import with_sentences


def direction(copies: int, jumps: float) -> Direction:
    return Direction(
        source_line=4,
        copies=copies,
        executions={"sorted": 100, "random": 100},
        taken={"sorted": 0.1, "random": 0.9},
        falls="sorted",
        falls_lines=(5,),
        jumps_lines=(6,),
        jumps={"sorted": jumps, "random": jumps},
    )


def sentence(base: Direction, profiled: Direction) -> str:
    layouts = [
        Layout(
            profile=name,
            title="",
            function=None,
            blocks=(),
            direction=one,
            flipped=False,
            costs={},
            sentence="",
        )  # type: ignore[arg-type]
        for name, one in (("", base), ("sorted", profiled))
    ]
    return with_sentences(tuple(layouts))[1].sentence


@pytest.mark.parametrize(("before", "after"), [(1.0, 0.23), (1.0, 0.14), (1.9, 0.6)])
def test_fewer_jumps_than_rounds_are_put_down_to_unrolling(before: float, after: float) -> None:
    said = sentence(direction(1, before), direction(8, after))
    assert f"fall from {before:.2f} to {after:.2f}" in said
    assert "the loop is unrolled now (the branch is there 8 times)" in said


@pytest.mark.parametrize(
    ("copies", "before", "after"), [(1, 1.9, 1.1), (2, 1.9, 1.0), (1, 1.0, 0.5), (8, 0.3, 0.2)]
)
def test_jumps_that_the_layout_saves_are_not(copies: int, before: float, after: float) -> None:
    assert "unrolled" not in sentence(direction(1, before), direction(copies, after))
