"""Programs that get in the way: each ends in time, with a plain message, and harms no one."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import pytest

from compiler_core.host.counting.executable import read_executable
from compiler_core.host.stepping.endings import ending_of
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import Unit, build_program
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.recorder import run
from compiler_core.toolchain.recorder.plan import (
    ALL_WIDE,
    PlannedInstruction,
    RecordingLimits,
    StepPlan,
    WatchedRegion,
)
from compiler_core.toolchain.recorder.run import RECORD_LIMITS, RecordRun, record_program
from tests.stepping.hostile import HEAD, PROGRAMS
from tests.toolchain.conftest import JAILS

# Of programs that end only when their time is over, and of all others: no machine is so busy.
MILLISECONDS, PATIENT_MILLISECONDS = 1500, 60_000
PROCESSOR_MILLISECONDS = 400
OUTPUT_BYTES = 4 << 20
STEPS = 120


@lru_cache(maxsize=64)
def _program(name: str) -> bytes:
    text = HEAD + PROGRAMS[name][0]
    program = build_program((Unit(SourceFile("guest.c", text), ("-O1",)),), find_compiler("gcc"))
    assert program.ok, program.diagnostics
    return program.executable


@pytest.fixture(params=sorted(JAILS), autouse=True)
def jail(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every program runs in both kinds of jail."""
    made = JAILS[request.param]()
    monkeypatch.setattr(run, "chosen_jail", lambda: made)


def _record(name: str) -> RecordRun:
    reasons = set(PROGRAMS[name][1])
    clock = MILLISECONDS if reasons & {"time", "limit"} else PATIENT_MILLISECONDS
    processor = PROCESSOR_MILLISECONDS if reasons & {"processor"} else PATIENT_MILLISECONDS
    return _recorded(name, RecordingLimits(clock, processor, OUTPUT_BYTES))


def _recorded(name: str, own_limits: RecordingLimits) -> RecordRun:
    executable = _program(name)
    code = read_executable(executable, ()).symbols["loop"]
    addresses = range(code.first, code.end, 4)
    plan = StepPlan(
        entry=code.first,
        starts=(),
        arrival=0,
        steps=STEPS,
        ranges=((code.first, code.end),),
        instructions=tuple(PlannedInstruction(address, ALL_WIDE) for address in addresses),
        regions=(WatchedRegion(256, entry_register=0),),
    )
    limits = replace(RECORD_LIMITS, wall_seconds=2 * PATIENT_MILLISECONDS / 1000)
    return record_program(executable, plan, sve_bytes=32, limits=limits, own_limits=own_limits)


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_ends_with_a_plain_message(name: str) -> None:
    done = _record(name)
    reasons = PROGRAMS[name][1]
    if done.record is None:
        assert "limit" in reasons
        assert done.message
        return
    assert done.record.reason in reasons, done.record.reason
    sentence = ending_of(done.record, 0).sentence
    assert sentence.endswith(".")
    assert f"({done.record.reason})" not in sentence
    if done.record.reason == "steps":
        assert len(done.record.steps) == STEPS


def test_time_asleep_is_not_processor_time() -> None:
    limits = RecordingLimits(PATIENT_MILLISECONDS, MILLISECONDS, OUTPUT_BYTES)
    record = _recorded("sleeps before the loop", limits).record
    assert record is not None
    assert record.reason == "steps"


def test_what_a_program_does_inside_the_loop_is_recorded_up_to_its_end() -> None:
    record = _record("exits inside the loop").record
    assert record is not None
    assert (record.reason, record.number) == ("exited", 7)
    assert sum(step.called for step in record.steps) == 3


def test_a_fault_names_the_memory() -> None:
    record = _record("takes the memory away").record
    assert record is not None
    assert record.reason in ("signal", "killed")
