"""One program stepped through, each of its formulas executed."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from compiler_core.errors import InputError
from compiler_core.host.counting.markers import note_assembly
from compiler_core.host.running.count import prepare
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.stepping.executed_formulas import executed_formulas, recorded_states
from compiler_core.host.stepping.planning import label_addresses
from compiler_core.host.stepping.record_steps import subject_of
from compiler_core.host.stepping.recording import Prepared, Subject, Wish, prepare_recording
from compiler_core.toolchain.recorder.record import RawRecord
from compiler_core.toolchain.recorder.run import RECORD_LIMITS, record_program
from tests.explain.proving.programs import Program
from tests.explain.proving.roles import Visit, role_checks
from tests.explain.proving.tally import Tally

STEPS = 4000
_STEPS_FOR_ROLES = 1200
LIMITS = replace(RECORD_LIMITS, output_bytes=64 << 20, cpu_seconds=120, wall_seconds=240)


def step_through(program: Program) -> Tally:
    """Everything that can go wrong with a program is counted as refused, by its reason."""
    tally = Tally(programs=1)
    try:
        subject = _subject(program)
    except InputError as error:
        tally.refused[str(error)[:60]] += 1
        return tally
    if subject is None:
        tally.refused["does not compile"] += 1
        return tally
    prepared = prepare_recording(subject, Wish(None, 0, STEPS, program.sve_bits))
    run = record_program(
        subject.program,
        prepared.plan,
        arguments=subject.arguments,
        sve_bytes=program.sve_bits // 8,
        limits=LIMITS,
    )
    if run.record is None:
        tally.refused[run.message[:60]] += 1
        return tally
    _count_formulas(run.record, prepared, program, tally)
    _count_roles(run.record, prepared, program, tally)
    return tally


def _subject(program: Program) -> Subject | None:
    n = program.n or None
    experiment = Experiment(function=program.function, n=n, sve_bits=program.sve_bits)
    driven, planner, plan = prepare(
        (program.source,), program.compiler, program.flags, experiment, note_assembly
    )
    return subject_of(driven, planner, plan)


def _count_formulas(record: RawRecord, prepared: Prepared, program: Program, tally: Tally) -> None:
    code = {line.address: line.instruction for line in prepared.code}
    labels = label_addresses(prepared.subject.listing, prepared.code)
    for step in executed_formulas(record, code, labels):
        if step is not None:
            tally.add(step, program.name)
    for number in record.unlisted:
        tally.differed["registers that no step lists"] += 1
        tally.examples.append(f"{program.name}: wide register {number} changed unseen")


def _count_roles(record: RawRecord, prepared: Prepared, program: Program, tally: Tally) -> None:
    listing = prepared.subject.listing
    placed = {line.address: line for line in prepared.code}
    visits = [
        Visit(line.position, line.instruction, before, step.called)
        for step, before, _ in islice(recorded_states(record), _STEPS_FOR_ROLES)
        if (line := placed.get(step.address)) is not None
    ]
    for check in role_checks(listing, visits):
        tally.roles[check.role] += 1
        if check.problem:
            said = f"{check.register} as {check.role}, {check.holds!r}: {check.problem}"
            tally.role_problems.append(f"{program.name}: {said}")
