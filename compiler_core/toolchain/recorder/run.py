"""Run a program under the recorder, in the run jail."""

from __future__ import annotations

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
from compiler_core.toolchain.recorder.plan import StepPlan, plan_text
from compiler_core.toolchain.recorder.record import RawRecord, UnreadableRecord, parse_record
from compiler_core.toolchain.runner import run_jailed

_PLAN, _SOCKET = "plan", "stub"
RECORD_LIMITS = replace(RUN_LIMITS, output_bytes=8 << 20, collect_bytes=0)
_RECORDING_MILLISECONDS = 8000
# What a jailed analysis may ask for at most; the record is text of about a hundred bytes a step.
_LONG_LIMITS = replace(RECORD_LIMITS, output_bytes=16 << 20, cpu_seconds=20, wall_seconds=30.0)
_LONG_MILLISECONDS = 25_000
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
    milliseconds: int = _RECORDING_MILLISECONDS,
) -> RecordRun:
    """Record a static AArch64 program as planned; arguments and sve_bytes as for `run_program`.

    Raises InputError for a plan or vector length outside the limits, ToolMissing without qemu or a
    host compiler, Overloaded and JailBroken.
    """
    text = plan_text(plan, milliseconds, limits.output_bytes // 2)
    job = _job(program, text, arguments, sve_bytes, limits)
    with run_queue().place():
        run = run_jailed(chosen_jail(), job)
    return _outcome(run, limits, plan.steps)


def record_at_length(
    program: bytes,
    plan: StepPlan,
    *,
    arguments: tuple[str, ...] = (),
    sve_bytes: int | None = None,
) -> RecordRun:
    """The same for as many steps as the recorder can count. Raises as `record_program`."""
    return record_program(
        program, plan, arguments=arguments, sve_bytes=sve_bytes, limits=_LONG_LIMITS,
        milliseconds=_LONG_MILLISECONDS,
    )  # fmt: skip


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
