"""Innermost loops of recorded assembly against labels written by reading it."""

from __future__ import annotations

import pytest

from compiler_core.host.compilation import Loop
from tests.analysis.reading import Recorded, labels, recorded

FIELDS = ("at", "line", "depth", "role", "arithmetic", "step", "loaded", "stored")
CASES = [
    (recording, function)
    for recording, functions in labels("loops.yaml").items()
    for function in functions
]


def described(code: Recorded, loop: Loop) -> dict[str, object]:
    """A loop in the words of the labels."""
    values = (
        code.label_of(loop.first),
        loop.source_line,
        loop.depth,
        loop.role,
        loop.arithmetic,
        loop.step_bytes,
        loop.bytes_loaded,
        loop.bytes_stored,
    )
    return dict(zip(FIELDS, values, strict=True))


def found_loops(recording: str, function: str) -> list[dict[str, object]]:
    """The innermost loops found, by line."""
    code = recorded(recording)[function]
    innermost = [loop for loop in code.loops() if loop.innermost]
    return [described(code, loop) for loop in sorted(innermost, key=lambda loop: loop.first)]


@pytest.mark.parametrize(("recording", "function"), CASES)
def test_innermost_loops_are_those_a_reader_finds(recording: str, function: str) -> None:
    assert found_loops(recording, function) == labels("loops.yaml")[recording][function]


def test_enough_functions_are_labelled() -> None:
    assert len(CASES) >= 40
    compilers = {recording.split(".")[1] for recording, _ in CASES}
    assert compilers == {"gcc-11", "gcc-12", "clang-16", "clang-19"}


def test_every_role_of_an_innermost_loop_is_among_the_labels() -> None:
    roles = {
        loop["role"]
        for functions in labels("loops.yaml").values()
        for loops in functions.values()
        for loop in loops
    }
    assert roles >= {"main", "epilogue", "remainder", "versioned copy"}
