"""Recordings for the tests: each program runs once, and can be read again and again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from compiler_core.host.counting.markers import note_assembly
from compiler_core.host.running.count import prepare
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.outputs import Outputs
from compiler_core.host.running.plan import Plan
from compiler_core.host.running.session import Driven, outputs_of, run_driven
from compiler_core.host.stepping.record import Recording
from compiler_core.host.stepping.record_steps import subject_of
from compiler_core.host.stepping.recording import (
    Prepared,
    Wish,
    prepare_recording,
    read_recording,
    run_recording,
)
from compiler_core.source import SourceFile, source_file
from compiler_core.toolchain.recorder.run import RecordRun
from tests.stepping.programs import SOURCES, Setting


@dataclass(frozen=True)
class Recorded:
    """A setting's program, its plan, and the recorder's run of it."""

    driven: Driven
    plan: Plan
    prepared: Prepared
    run: RecordRun

    def recording(self) -> Recording:
        """The run, read anew."""
        return read_recording(self.prepared, self.run)


def source_of(setting: Setting) -> SourceFile:
    """The setting's source file."""
    return source_file(SOURCES[setting.name])


def experiment_of(setting: Setting) -> Experiment:
    """The experiment that drives its function."""
    return Experiment(function=setting.name, n=setting.n, sve_bits=setting.sve_bits)


@lru_cache(maxsize=64)
def recorded(setting: Setting) -> Recorded:
    """Build, plan and run one setting."""
    driven, planner, plan = prepare(
        (source_of(setting),),
        setting.compiler,
        setting.flags,
        experiment_of(setting),
        note_assembly,
    )
    subject = subject_of(driven, planner, plan)
    assert subject is not None, driven.message
    wish = Wish(None, setting.arrival, setting.steps, setting.sve_bits)
    prepared = prepare_recording(subject, wish)
    return Recorded(driven, plan, prepared, run_recording(prepared))


@lru_cache(maxsize=64)
def recording_of(setting: Setting) -> Recording:
    """The recording of one setting."""
    return recorded(setting).recording()


def program_of(setting: Setting) -> tuple[bytes, tuple[str, ...]]:
    """The program recorded, and its arguments."""
    subject = recorded(setting).prepared.subject
    return subject.program, subject.arguments


@lru_cache(maxsize=64)
def outputs_without_recorder(setting: Setting) -> Outputs:
    """What the same program writes when nothing steps it."""
    made = recorded(setting)
    run = run_driven(made.driven, made.plan.arguments, setting.sve_bits)
    return outputs_of(made.driven, run)
