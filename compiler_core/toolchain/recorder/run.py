"""Run a program under the recorder, in the run jail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from compiler_core.toolchain.chosen_jail import chosen_jail
from compiler_core.toolchain.emulator import (
    PROGRAM,
    emulator_readable,
    find_qemu,
    processor_options,
    run_queue,
)
from compiler_core.toolchain.jail import LAUNCHER_PLACE
from compiler_core.toolchain.job import Job, RunResult
from compiler_core.toolchain.limits import RUN_LIMITS, Limits, explain_run_limit
from compiler_core.toolchain.recorder import recorder_path
from compiler_core.toolchain.recorder.plan import RecordingLimits, StepPlan, plan_text
from compiler_core.toolchain.recorder.record import RawRecord, UnreadableRecord, parse_record
from compiler_core.toolchain.runner import run_jailed
from compiler_core.toolchain.tool_rules import LARGEST_OF_RECORDINGS

_PLAN, _SOCKET = "plan", "stub"
RECORD_LIMITS = replace(RUN_LIMITS, output_bytes=8 << 20, collect_bytes=0)
# What a jailed analysis may ask for at most: a step takes 0.1 ms of processor here, and its record
# is text of a hundred bytes, or two.
_LONG_LIMITS = replace(
    RECORD_LIMITS,
    output_bytes=LARGEST_OF_RECORDINGS.output_bytes,
    cpu_seconds=LARGEST_OF_RECORDINGS.cpu_seconds,
    wall_seconds=LARGEST_OF_RECORDINGS.wall_seconds,
)
# The recorder ends by itself before the jail ends it, for then nothing that it has is lost.
_SHARE_OF_TIME, _SHARE_OF_OUTPUT = 0.8, 0.5
_TOLD_EVERY = 500
_STEP_MARK = b"\nstep "

Heard = Callable[[int], None]
"""Told how many steps are recorded."""
_UNREADABLE = (
    "The recording cannot be read: the program got in the way of the recorder. "
    "Look for code that writes to files or sockets it did not open."
)


@dataclass(frozen=True, slots=True)
class RecordRun:
    """A recording, or plain words why there is none."""

    record: RawRecord | None
    message: str
    seconds: float


def record_program(
    program: bytes,
    plan: StepPlan,
    *,
    arguments: tuple[str, ...] = (),
    sve_bytes: int | None = None,
    limits: Limits = RECORD_LIMITS,
    own_limits: RecordingLimits | None = None,
    heard: Heard | None = None,
) -> RecordRun:
    """Record a static AArch64 program as planned; arguments and sve_bytes as for `run_program`.

    limits: of the jail; own_limits: of the recorder, a little below those if left out. heard: told
    every few hundred steps.

    Raises InputError for a plan or vector length outside the limits, ToolMissing without qemu or a
    host compiler, Overloaded and JailBroken.
    """
    text = plan_text(plan, own_limits or _within(limits))
    job = _job(program, text, arguments, sve_bytes, limits)
    with run_queue().place():
        run = run_jailed(chosen_jail(), job, StepCounter(heard).hear if heard else None)
    return _outcome(run, limits, plan.steps)


def record_at_length(
    program: bytes,
    plan: StepPlan,
    *,
    arguments: tuple[str, ...] = (),
    sve_bytes: int | None = None,
    heard: Heard | None = None,
) -> RecordRun:
    """The same for as many steps as the recorder can count. Raises as `record_program`."""
    return record_program(
        program, plan, arguments=arguments, sve_bytes=sve_bytes, limits=_LONG_LIMITS, heard=heard
    )


def _within(limits: Limits) -> RecordingLimits:
    milliseconds = 1000 * _SHARE_OF_TIME
    return RecordingLimits(
        int(milliseconds * limits.wall_seconds),
        int(milliseconds * limits.cpu_seconds),
        int(_SHARE_OF_OUTPUT * limits.output_bytes),
    )


class StepCounter:
    """Counts the steps of a record while it is written."""

    def __init__(self, heard: Heard) -> None:
        self._heard = heard
        self.steps = 0
        self._told = 0
        self._rest = b""

    def hear(self, piece: bytes) -> None:
        """The next piece, cut anywhere."""
        text = self._rest + piece
        self.steps += text.count(_STEP_MARK)
        self._rest = text[1 - len(_STEP_MARK) :]
        if self.steps >= self._told + _TOLD_EVERY:
            self._told = self.steps
            self._heard(self.steps)


def _job(
    program: bytes, plan: str, arguments: tuple[str, ...], sve_bytes: int | None, limits: Limits
) -> Job:
    """The recorder, which starts the launcher, which starts the emulator, each under its filter."""
    emulator = (find_qemu(), "-g", _SOCKET, *processor_options(sve_bytes), f"./{PROGRAM}")
    confined = (LAUNCHER_PLACE, "confine", "--filter", "run-stepping", "--", *emulator)
    recorder = recorder_path()
    return Job(
        command=(recorder, _PLAN, *confined, *arguments),
        readable=(*emulator_readable(), recorder),
        files=((_PLAN, plan.encode()), (PROGRAM, program)),
        limits=limits,
        call_filter="record",
    )


def _outcome(run: RunResult, limits: Limits, steps: int) -> RecordRun:
    if run.limit is not None:
        return RecordRun(None, explain_run_limit(run.limit, limits), run.seconds)
    try:
        return RecordRun(parse_record(run.output.decode("ascii"), steps), "", run.seconds)
    except (UnreadableRecord, UnicodeDecodeError):
        return RecordRun(None, _UNREADABLE, run.seconds)
