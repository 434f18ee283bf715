"""JSON about programs that were built, linked and run under the emulator."""

from __future__ import annotations

import orjson

from app.analysis.task import FinishedAnswer, Task, finished
from app.loop.api_run_bodies import (
    CountBody,
    FlowBody,
    LedgerBody,
    OutputsBody,
    OverlapBody,
    ProfileBody,
    SkipBody,
    SliceBody,
    StepBody,
    StepsBody,
    SweepBody,
    WholeBody,
)
from app.tasks.answering import body_as
from compiler_core.host.control_flow.control_flow import control_flow
from compiler_core.host.control_flow.entered import count_with_entries
from compiler_core.host.ledger.ledger import opened_ledger, pass_ledger
from compiler_core.host.ledger.skipped_pass import skipped_pass
from compiler_core.host.running.compare_outputs import compare_settings
from compiler_core.host.running.overlap import run_overlap
from compiler_core.host.running.sweep import sve_sweep
from compiler_core.host.slicing.explained_value import explain_value
from compiler_core.host.stepping.page_form import MOST_BYTES, page_form, step_form
from compiler_core.host.stepping.record_steps import record_steps
from compiler_core.host.whole_program.profile import profile_of
from compiler_core.host.whole_program.whole import link_whole


def counted(task: Task) -> FinishedAnswer:
    """Counts of one run."""
    body = body_as(CountBody, task)
    experiment = body.experiment(body.cache)
    counts = count_with_entries(body.sources(), body.compiler, body.flags, experiment)
    lasting = counts.ok and counts.cached
    return finished(200 if counts.ok else 422, orjson.dumps(counts), lasting=lasting)


def drawn_flow(task: Task) -> FinishedAnswer:
    """A function's blocks and edges with counts."""
    body = body_as(FlowBody, task)
    flow = control_flow(body.sources(), body.compiler, body.flags, body.experiment())
    ok = not flow.message
    return finished(200 if ok else 422, orjson.dumps(flow), lasting=ok)


def priced(task: Task) -> FinishedAnswer:
    """What each pass saved."""
    body = body_as(LedgerBody, task)
    price = opened_ledger if body.parts else pass_ledger
    ledger = price(body.sources(), body.compiler, body.flags, body.experiment())
    return finished(200 if ledger.bars else 422, orjson.dumps(ledger), lasting=ledger.lasting)


def left_out(task: Task) -> FinishedAnswer:
    """What the pipeline comes to less one pass."""
    body = body_as(SkipBody, task)
    setting = body.compiler, body.flags, body.step
    skip = skipped_pass(body.sources(), *setting, body.experiment())
    ok = skip.without is not None
    return finished(200 if ok else 422, orjson.dumps(skip), lasting=ok)


def compared_outputs(task: Task) -> FinishedAnswer:
    """Outputs of two settings, bit by bit."""
    body = body_as(OutputsBody, task)
    left, right = (body.compiler, body.flags), (body.right.compiler, body.right.flags)
    comparison = compare_settings(body.sources(), left, right, body.experiment())
    return finished(200, orjson.dumps(comparison))


def swept(task: Task) -> FinishedAnswer:
    """Runs at every SVE length."""
    body = body_as(SweepBody, task)
    sweep = sve_sweep(body.sources(), body.compiler, body.flags, body.experiment())
    ok = all(row.ok for row in sweep.rows)
    return finished(200 if ok else 422, orjson.dumps(sweep), lasting=ok)


def recorded(task: Task) -> FinishedAnswer:
    """A recorded loop, step by step."""
    body = body_as(StepsBody, task)
    recording = record_steps(
        body.sources(),
        body.compiler,
        body.flags,
        body.experiment(),
        body.line,
        body.round,
        body.steps,
    )
    first = min(body.first, len(recording.steps))
    form = page_form(recording, first, MOST_BYTES)
    return finished(200 if recording.ok else 422, orjson.dumps(form), lasting=recording.ok)


def recorded_step(task: Task) -> FinishedAnswer:
    """One step of a recorded loop."""
    body = body_as(StepBody, task)
    setting = body.compiler, body.flags, body.experiment()
    recording = record_steps(body.sources(), *setting, body.line, body.round, body.step)
    form = step_form(recording, body.step)
    return finished(200 if recording.ok else 422, orjson.dumps(form), lasting=recording.ok)


def sliced(task: Task) -> FinishedAnswer:
    """What a value of a run depends on."""
    body = body_as(SliceBody, task)
    setting = body.compiler, body.flags, body.element
    answer = explain_value(body.sources(), *setting, body.experiment())
    return finished(200 if answer.ok else 422, orjson.dumps(answer), lasting=answer.ok)


def overlapped(task: Task) -> FinishedAnswer:
    """A function with `restrict` on overlapping arrays."""
    body = body_as(OverlapBody, task)
    setting = body.compiler, body.flags
    overlap = run_overlap(body.sources(), *setting, body.experiment(), body.offset)
    return finished(200, orjson.dumps(overlap))


def linked(task: Task) -> FinishedAnswer:
    """Two files with and without link-time optimisation."""
    body = body_as(WholeBody, task)
    link = link_whole(body.sources(), body.compiler, body.flags)
    return finished(200 if link.ok else 422, orjson.dumps(link), lasting=link.ok)


def profiled(task: Task) -> FinishedAnswer:
    """A function without a profile and with two."""
    body = body_as(ProfileBody, task)
    inputs = [sent_input.distribution() for sent_input in body.inputs]
    setting = body.compiler, body.flags
    profile = profile_of(body.chosen(), *setting, body.function, inputs, body.n)
    return finished(200 if profile.ok else 422, orjson.dumps(profile), lasting=profile.ok)
