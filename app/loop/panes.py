"""The explorer's panes: each asks the core for its records and builds its view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from app.loop import run_panes
from app.loop.home_command import home_command
from app.loop.loop_request import Pane
from app.loop.runnable import runnable_name
from app.loop.sections import breaking_section, breaking_value, passes_section
from app.loop.trial_surveys import ALL, LoopSurvey, Trials, survey_of, trial_asked
from app.loop.views.compilers import compilers_view
from app.loop.views.cycles import cycles_view
from app.loop.views.diff import diff_view
from app.loop.views.explorer import PaneView, ResultView, file_options, function_options
from app.loop.views.matrix import LEVEL_PAIRS, matrix_view
from app.loop.views.source_map import line_keys
from app.loop.views.subject import Subject
from app.loop.views.why import Tried, why_view
from app.site.views.setting_fields import SettingChoice
from compiler_core.errors import InputError, Overloaded, ToolMissing
from compiler_core.host.bisection.bisect import bisect
from compiler_core.host.comparison.diff import compare
from compiler_core.host.comparison.matrix import flag_matrix
from compiler_core.host.compile import compile_source
from compiler_core.host.cycles.cycles import cycles_of, installed_analysers, known_cpus
from compiler_core.host.every_compiler.survey import on_every_compiler
from compiler_core.host.trials.place import TrialAddress
from compiler_core.host.trials.trial import SuggestionTrial, trial_of, with_counts, with_cycles
from compiler_core.host.verdicts.verdict import Why
from compiler_core.host.why import explain_loops


def fill(subject: Subject, result: ResultView) -> ResultView:
    """The result with the asked pane in it; a missing tool becomes a note."""
    command = home_command(subject, runnable_name(subject)) or result.command
    filled = replace(result, functions=_functions(subject), command=command)
    if subject.request.pane in ONE_FILE:
        options = file_options(subject.sources, subject.file)
        filled = replace(filled, files=options)
    build = PANES_BUILT.get(subject.request.pane)
    if build is None:
        return filled
    try:
        return replace(filled, shown=build(subject))
    except ToolMissing as error:
        return replace(filled, notes=(*filled.notes, str(error)))


def _functions(subject: Subject) -> tuple[SettingChoice, ...]:
    functions = subject.compilation.functions
    if subject.request.pane in ONE_FILE:
        functions = subject.functions
    return function_options(functions, subject.request.function)


def _passes(subject: Subject) -> PaneView:
    return passes_section(subject)


def _why(subject: Subject) -> PaneView:
    request, source = subject.request, subject.source
    why = explain_loops(source, request.compiler, request.flags)
    address = trial_asked(request.trial)
    trial, refusal = (None, "") if address is None else _trial(subject, address)
    surveys: dict[tuple[int, int], LoopSurvey] = {}
    try:
        surveys = _surveys(subject, why, address)
    except (InputError, Overloaded) as error:
        refusal = refusal or str(error)
    values = {(loop.source_line, loop.column): breaking_value(why, loop) for loop in why.loops}
    breaking = breaking_section(subject, why)
    tried = Tried(trial, refusal, surveys, values, breaking)
    return why_view(subject, why, tried)


def _trial(subject: Subject, address: TrialAddress) -> tuple[SuggestionTrial | None, str]:
    """As far as it could be made, and why no further."""
    request, source, trial = subject.request, subject.source, None
    setting = request.compiler, request.flags
    if address.suggestion == ALL:
        return None, ""
    try:
        trial = trial_of(source, *setting, address.line, address.suggestion, address.column)
        trial = with_cycles(trial, source, *setting, request.core)
        trial = with_counts(trial, source, *setting, request.run.asked(""))
    except InputError as error:
        return trial, str(error)
    return trial, ""


def _surveys(
    subject: Subject, why: Why, address: TrialAddress | None
) -> dict[tuple[int, int], LoopSurvey]:
    """The surveys that are there or asked for, by line and column of their loops."""
    request = subject.request
    run = request.run.asked("")
    trials = Trials(subject.source, request.compiler, request.flags, request.core, run)
    surveys = {
        (verdict.source_line, verdict.column): survey_of(trials, verdict, address)
        for verdict in why.loops
    }
    return {position: survey for position, survey in surveys.items() if survey is not None}


def _cycles(subject: Subject) -> PaneView:
    request = subject.request
    analysers = installed_analysers()
    cores = known_cpus(analysers)
    report, message = None, ""
    try:
        report = cycles_of(subject.sources, subject.compilation, request.core, analysers)
    except InputError as error:
        message = str(error)
    return cycles_view(subject, report, cores, message)


def _matrix(subject: Subject) -> PaneView:
    request, sources = subject.request, subject.sources
    matrix = flag_matrix(sources, request.compiler)
    low, _, high = request.bisect.partition(" ")
    search = bisect(sources[0], request.compiler, low, high) if (low, high) in LEVEL_PAIRS else None
    return matrix_view(request, matrix, search)


def _compilers(subject: Subject) -> PaneView:
    survey = on_every_compiler(subject.source, subject.request.flags)
    chosen = subject.compilation.compiler
    return compilers_view(subject.request, chosen, survey)


def _diff(subject: Subject) -> PaneView:
    """The comparison; a right side that cannot be used is said in its own place."""
    request, left = subject.request, subject.compilation
    compiler, flags = request.right()
    try:
        right = compile_source(subject.sources, compiler, flags, request.filters)
    except InputError as error:
        problem = f"{error.message} {error.advice}".strip()
        return diff_view(request, None, problem)
    keys = line_keys(subject.places, left, right)
    problem = "" if right.ok else right.message
    return diff_view(request, compare(left, right, subject.sources), problem, keys)


ONE_FILE: tuple[Pane, ...] = ("compilers", "passes", "why", "profile")
"""Panes that speak of one file even where there are two."""

PANES_BUILT: dict[Pane, Callable[[Subject], PaneView]] = {
    "diff": _diff,
    "matrix": _matrix,
    "compilers": _compilers,
    "passes": _passes,
    "why": _why,
    "cycles": _cycles,
    "run": run_panes.run,
    "step": run_panes.step,
    "whole": run_panes.whole_program,
    "profile": run_panes.profile,
}
"""Panes that need more than the compilation; the others are made from it alone."""
