"""The experiments of the run pane: each only when it is asked for, each with its own refusal."""

from __future__ import annotations

import re
from dataclasses import replace

from app.loop.run_settings import signed_whole
from app.loop.views.experiments import (
    ExperimentsView,
    compared_view,
    overlap_view,
    sweep_view,
)
from app.loop.views.settings import compiler_options
from app.loop.views.subject import Subject
from compiler_core.errors import InputError
from compiler_core.host.running.compare_outputs import compare_settings
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.overlap import run_overlap
from compiler_core.host.running.refusal import without_options
from compiler_core.host.running.sweep import sve_sweep
from compiler_core.toolchain.discovery import installed_compilers

_SVE_REGISTER = re.compile(r"\b[zp]\d{1,2}\b")
_RESTRICT = re.compile(r"\b(?:__)?restrict(?:__)?\b")


def experiments_of(subject: Subject, experiment: Experiment) -> ExperimentsView:
    """The forms of all three, and the answer of the one that was asked for."""
    bare = _forms(subject)
    try:
        return _answered(subject, experiment, bare)
    except InputError as error:
        return replace(bare, message=without_options(str(error)))


def _forms(subject: Subject) -> ExperimentsView:
    request = subject.request
    compiler, flags = other_setting(subject)
    return ExperimentsView(
        current=request.run.experiment if request.run.experiment != "profile" else "",
        message="",
        compilers=compiler_options(installed_compilers(), compiler),
        flags=flags,
        scalable=uses_sve(subject),
        promised=any(_RESTRICT.search(source.text) for source in subject.sources),
        offset=request.run.offset,
    )


def _answered(subject: Subject, experiment: Experiment, bare: ExperimentsView) -> ExperimentsView:
    request = subject.request
    setting = request.compiler, request.flags
    if bare.current == "compare":
        comparison = compare_settings(subject.sources, setting, other_setting(subject), experiment)
        return replace(bare, compared=compared_view(comparison))
    if bare.current == "sweep":
        return replace(bare, sweep=sweep_view(sve_sweep(subject.sources, *setting, experiment)))
    if bare.current == "overlap":
        offset = signed_whole("The number of elements between the arrays", request.run.offset)
        broken = run_overlap(subject.sources, *setting, experiment, offset)
        return replace(bare, overlap=overlap_view(broken))
    return bare


def other_setting(subject: Subject) -> tuple[str, str]:
    """Compiler and flags to compare with: as asked, else what most often changes the bits."""
    request = subject.request
    if request.right_compiler or request.right_flags:
        return request.right()
    return request.compiler, f"{request.flags} -ffast-math".strip()


def uses_sve(subject: Subject) -> bool:
    """Whether some instruction works on SVE registers."""
    return any(
        line.kind == "instruction" and _SVE_REGISTER.search(line.text)
        for function in subject.compilation.functions
        for line in function.lines
    )
