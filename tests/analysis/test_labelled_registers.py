"""Argument and result registers of recorded assembly against AAPCS64 and the sources."""

from __future__ import annotations

import pytest

from compiler_core.host.compilation import RegisterUse
from compiler_core.host.loop_analysis.blocks import effects_by_position
from tests.analysis.reading import Recorded, every_recording, labels, recorded, source_of

CASES = [
    (recording, symbol)
    for recording in every_recording()
    for symbol in recorded(recording)
    if symbol in labels("registers.yaml")[source_of(recording).name]
]
RESULT_ROLES = ("return value", "argument", "call result")


def label(recording: str, symbol: str) -> dict:
    """What the labels say of one function."""
    return labels("registers.yaml")[source_of(recording).name][symbol]


def entry_rows(code: Recorded) -> dict[str, RegisterUse]:
    """Rows of arguments that begin where the function begins."""
    first = min(effects_by_position(code.function))
    rows = [
        row
        for row in code.registers()
        if row.first == first and row.role == "argument" and not row.holds.startswith("copy of")
    ]
    return {row.register: row for row in rows}


def wrong_arguments(recording: str, symbol: str) -> list[str]:
    """Each way in which the named arguments differ from the labels."""
    expected = label(recording, symbol)
    rows = entry_rows(recorded(recording)[symbol])
    unnamed = expected.get("unnamed", ())
    wrong = [
        f"{register} should hold {name}: {rows.get(register)}"
        for register, name in expected["arguments"].items()
        if register not in rows or not rows[register].holds.startswith(f"{name}: argument")
    ]
    wrong.extend(
        f"{register} should not be named: {row.holds}"
        for register, row in rows.items()
        if register not in expected["arguments"]
        and (register not in unnamed or ": argument" in row.holds)
    )
    return wrong


def returns(code: Recorded) -> list[int]:
    """Positions of the function's `ret` instructions."""
    effects = effects_by_position(code.function)
    return [position for position, effect in effects.items() if effect.branch == "return"]


def returned(code: Recorded, position: int) -> set[str]:
    """Registers that hold the result where the function returns."""
    return {
        row.register
        for row in code.registers()
        if row.first <= position <= row.last
        and row.role in RESULT_ROLES
        and "result" in row.holds
        and (row.role == "return value" or "as the result" in row.holds)
    }


@pytest.mark.parametrize(("recording", "symbol"), CASES)
def test_arguments_are_named_where_the_calling_convention_puts_them(
    recording: str, symbol: str
) -> None:
    assert wrong_arguments(recording, symbol) == []


@pytest.mark.parametrize(("recording", "symbol"), CASES)
def test_the_result_is_marked_at_every_return(recording: str, symbol: str) -> None:
    expected = label(recording, symbol)["result"]
    code = recorded(recording)[symbol]
    for position in returns(code):
        assert returned(code, position) == ({expected} if expected else set())


def test_enough_functions_are_labelled() -> None:
    assert len({(source_of(recording).name, symbol) for recording, symbol in CASES}) >= 25
