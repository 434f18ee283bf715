"""Panes that build and run a program: what it did, step by step, linked whole, and profiled."""

from __future__ import annotations

from dataclasses import replace

from app.drawing.scenes.views.scene import SceneView
from app.loop.experiments import experiments_of, uses_sve
from app.loop.home_command import flow_command
from app.loop.lane_scenes import RecordedSetting, lane_scene_view
from app.loop.loop_request import LoopRequest
from app.loop.run_settings import whole
from app.loop.runnable import asked_experiment, runnable_name
from app.loop.sections import why_section
from app.loop.views.flow import FlowView, flow_view
from app.loop.views.profile import ProfileView, profile_starter, profile_view
from app.loop.views.run import RunView, refused_run, run_view
from app.loop.views.run_roof import run_roof
from app.loop.views.settings import sentence
from app.loop.views.stepper import StepperView, no_recording, stepper_view
from app.loop.views.subject import Subject
from app.loop.views.whole import WholeView, whole_starter, whole_view
from compiler_core.errors import InputError
from compiler_core.host.control_flow.control_flow import flow_of_counts
from compiler_core.host.control_flow.entered import unknown_entries, with_entries
from compiler_core.host.control_flow.record import ControlFlow
from compiler_core.host.running.count import count_source
from compiler_core.host.running.record import Counts
from compiler_core.host.running.refusal import why_no_counts
from compiler_core.host.stepping.record import Recording
from compiler_core.host.stepping.record_steps import record_steps
from compiler_core.host.whole_program.profile import profile_of
from compiler_core.host.whole_program.whole import link_whole


def whole_program(subject: Subject) -> WholeView:
    """Both files linked with and without link-time optimisation."""
    if len(subject.sources) < 2:
        return whole_starter(subject)
    request = subject.request
    program = link_whole(subject.sources, request.compiler, request.flags, request.filters)
    return whole_view(subject, program)


def run(subject: Subject) -> RunView:
    """One measured run. Input that no run can have is said in the pane."""
    request = subject.request
    try:
        experiment = request.run.asked(runnable_name(subject))
        counts = count_source(subject.sources, request.compiler, request.flags, experiment)
    except InputError as error:
        return refused_run(subject, str(error))
    if not counts.ok:
        return run_view(subject, counts)
    setting = request.compiler, request.flags
    flow = flow_of_counts(counts, subject.sources, setting, experiment)
    entered = with_entries(counts, flow, [source.name for source in subject.sources])
    return replace(
        run_view(subject, entered, experiments_of(subject, experiment)),
        roof=run_roof(request, counts),
        flow=_flow(subject, flow),
        loops_note=unknown_entries(entered, flow),
    )


def _flow(subject: Subject, flow: ControlFlow) -> FlowView:
    command = flow_command(subject, runnable_name(subject))
    return replace(flow_view(subject, flow), command=command)


def step(subject: Subject) -> StepperView:
    """A recorded loop at one moment."""
    try:
        recording = recording_of(subject)
    except InputError as error:
        return no_recording(subject, str(error), uses_sve(subject))
    view = stepper_view(subject, recording, uses_sve(subject))
    if not recording.ok:
        return view
    scene, why = _lane_scene(subject, recording), why_section(subject, recording)
    return replace(view, scene=scene, why=why)


def _lane_scene(subject: Subject, recording: Recording) -> SceneView:
    """Of the file that the recorded function stands in."""
    functions = subject.compilation.functions
    file = next((listing.file for listing in functions if listing.symbol == recording.symbol), "")
    source = next((unit for unit in subject.sources if unit.name == file), subject.sources[0])
    setting = sentence(subject.compilation.compiler_title, recording.flags)
    return lane_scene_view(recording, RecordedSetting("lanes", source, setting))


def recording_of(subject: Subject) -> Recording:
    """The recording that the state asks for. Raises InputError."""
    request = subject.request
    settings = request.run
    return record_steps(
        subject.sources,
        request.compiler,
        request.flags,
        settings.asked(runnable_name(subject)),
        whole("The line of the loop", settings.loop) if settings.loop else None,
        whole("The round", settings.round),
    )


def profile(subject: Subject) -> ProfileView:
    """Three builds for two kinds of input; they take seconds, so only when asked for."""
    request = subject.request
    if request.run.experiment != "profile":
        return profile_starter()
    try:
        n = request.run.asked("").n
        name = runnable_name(subject)
        measured = profile_of(subject.source, request.compiler, request.flags, name, n=n)
    except InputError as error:
        return profile_starter(str(error))
    return profile_view(subject, measured)


def runnable_counts(request: LoopRequest) -> Counts:
    """The measured run of this state. Raises InputError for what no run can have, and for a source
    that does not compile or end."""
    sources = request.sources()
    experiment = asked_experiment(request, sources)
    counts = count_source(sources, request.compiler, request.flags, experiment)
    if not counts.ok:
        why, advice = why_no_counts(sources, request.compiler, request.flags, counts)
        raise InputError(f"The loop gives nothing to measure: {why}", advice)
    return counts
