"""Recorded calls of functions, with the arrays as they were at the entry."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.host.running.experiment import Experiment
from compiler_core.host.slicing.control import ControlFlow, control_flow
from compiler_core.host.slicing.element import Array, arrays_of
from compiler_core.host.slicing.recorded_run import RecordedRun, recorded_run
from compiler_core.host.stepping.record_steps import prepare_to_step, subject_of
from compiler_core.host.stepping.recording import Wish, prepare_recording
from compiler_core.source import source_file
from compiler_core.toolchain.recorder.run import record_at_length


@dataclass(frozen=True)
class Recorded:
    """A run, its branches, its arrays and their bytes at the entry, by name."""

    run: RecordedRun
    flow: ControlFlow
    arrays: dict[str, Array]
    contents: dict[str, bytes]
    n: int


def recorded(text: str, compiler: str, flags: str, n: int) -> Recorded:
    """The first call of the first function, from its entry to its end."""
    driven, planner, plan = prepare_to_step((source_file(text),), compiler, flags, Experiment(n=n))
    subject = subject_of(driven, planner, plan)
    assert subject is not None, driven.message
    prepared = prepare_recording(subject, Wish(None, 0, 20_000))
    outcome = record_at_length(subject.program, prepared.plan, arguments=subject.arguments)
    assert outcome.record is not None, outcome.message
    assert outcome.record.reason == "returned"
    run = recorded_run(outcome.record, prepared.code)
    arrays = arrays_of(run, prepared.watched)
    contents = {arrays[region.number].name: region.content for region in outcome.record.regions}
    flow = control_flow(run, subject.listing.blocks)
    return Recorded(run, flow, {array.name: array for array in arrays}, contents, plan.n)
