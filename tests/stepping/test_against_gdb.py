"""The recorded states are those gdb reads when it steps the same program: every register."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from compiler_core.host.stepping.page_form import used_registers
from compiler_core.host.stepping.record import MachineState, Recording
from compiler_core.host.stepping.states import state_at
from tests.stepping.gdb_trace import gdb_states
from tests.stepping.programs import SETTINGS, Setting
from tests.stepping.recorded import program_of, recording_of


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_states_equal_gdbs(setting: Setting, tmp_path: Path) -> None:
    recording = recording_of(setting)
    program, arguments = program_of(setting)
    states = gdb_states(program, arguments, recording, setting.sve_bits, tmp_path)
    expected = _at_listed_lines(states, recording)
    assert len(recording.steps) >= 20
    assert len(expected) == len(recording.steps) + (recording.ending.reason == "returned")
    left_over = _left_over(recording, expected[0])
    for index, state in enumerate(expected):
        found = _plain(state_at(recording, index))
        left_over -= _changed(found, recording)
        for register in left_over:
            del found["predicates"][register], state["predicates"][register]
        assert found == state, f"state {index}"


def _at_listed_lines(states: list[dict[str, Any]], recording: Recording) -> list[dict[str, Any]]:
    """The state before each step, and the last if the function returned. gdb also stops at what the
    listing leaves out (the `nop`s of an alignment), which recordings pass over."""
    listed = {line.address for line in recording.code}
    found = [state for state in states if state["general"]["pc"] in listed]
    if recording.ending.reason == "returned":
        return [*found, states[-1]]
    return found[: len(recording.steps)]


def _left_over(recording: Recording, first: dict[str, Any]) -> set[str]:
    """Predicates in which the C library left something the recorded code has not set yet.

    What it leaves depends on the length of the program's path, which differs between the two runs.
    """
    found = _plain(recording.key_frames[0])["predicates"]
    entered = used_registers(recording) if recording.first_arrival else frozenset()
    return {name for name in found if found[name] != first["predicates"][name]} - entered


def _changed(found: dict[str, Any], recording: Recording) -> set[str]:
    first = _plain(recording.key_frames[0])["predicates"]
    return {name for name, lanes in found["predicates"].items() if lanes != first[name]}


def _plain(state: MachineState) -> dict[str, Any]:
    return {
        "general": dict(state.general),
        "vectors": {name: _words(content) for name, content in state.vectors.items()},
        "predicates": {name: list(content) for name, content in state.predicates.items()},
    }


def _words(content: bytes) -> list[int]:
    places = range(0, len(content), 8)
    return [int.from_bytes(content[place : place + 8], "little") for place in places]
