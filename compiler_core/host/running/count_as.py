"""A function counted and compared as another one is driven: what exercises are graded by.

Roles, sizes and values of parameters are otherwise read from the function itself, so that whoever
writes it also decides how it is run. Here they are read from a reference: the same arrays with the
same contents, the same outputs written out, whatever the function looks like inside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from compiler_core.errors import InputError, Overloaded
from compiler_core.host.running.count import (
    UNKNOWN_OUTSIDE,
    DrivenCounts,
    counts_as,
    plan_as,
    watched_run,
)
from compiler_core.host.running.driver import write_driver
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.graded_run import tampering
from compiler_core.host.running.outputs import Outputs
from compiler_core.host.running.planner import Planner, planner_of
from compiler_core.host.running.record import Outside
from compiler_core.host.running.session import Driven, build_with, outputs_of, run_kept_driven
from compiler_core.host.running.shapes import Number, Pointer, Shape
from compiler_core.host.running.small_program import build_smallest, is_small
from compiler_core.host.running.target import Target, find_target
from compiler_core.kept import Kept
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import build_program
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.emulator import ProgramRun
from compiler_core.toolchain.flags import parse_flags

KEPT_COUNTS = 64
KEPT_PROGRAMS = 64
KEPT_RESULTS = 4096
_kept: Kept[DrivenCounts] = Kept(KEPT_COUNTS)
_programs: Kept[DrivenProgram] = Kept(KEPT_PROGRAMS)
_results: Kept[DrivenResult] = Kept(KEPT_RESULTS)


@dataclass(frozen=True, slots=True)
class DrivenAs:
    """Whose roles, sizes and outputs hold: a function of a reference. spread: of integers in
    arrays, see `Planner`."""

    sources: tuple[SourceFile, ...]
    function: str
    spread: int = 0


@dataclass(frozen=True, slots=True)
class DrivenProgram:
    """The program of one setting, for every n and seed. small: it does without the C library."""

    driven: Driven
    planner: Planner
    small: bool


@dataclass(frozen=True, slots=True)
class DrivenResult:
    """What one run wrote. ok: it ended well; message says why not. outputs: None where it did not.
    beside: arrays beside which it wrote, with the first index. tampering: what ran that is not the
    call, in words."""

    ok: bool
    message: str
    outputs: Outputs | None
    beside: tuple[Outside, ...]
    tampering: str

    @property
    def digest(self) -> str:
        """Of all outputs."""
        return "" if self.outputs is None else self.outputs.digest


def count_as(
    reference: DrivenAs,
    sources: Sequence[SourceFile],
    setting: tuple[str, str],
    experiment: Experiment,
) -> DrivenCounts:
    """The function of `sources` run as the reference is. setting: compiler and flags.

    Raises InputError where the two take other parameters, and what `count_source` raises.
    """
    key = (*_key(reference, sources, setting), experiment)
    return _kept.get_or_compute(
        key,
        lambda: _counted(reference, sources, setting, experiment),
        lambda result: result.counts.status not in ("stopped", "limited"),
    )[0]


def reference_result(
    reference: DrivenAs, setting: tuple[str, str], experiment: Experiment
) -> DrivenResult:
    """What the reference itself computes: computed once and kept, its run also by the process that
    starts runs. Raises as `count_as`."""
    key = (*_key(reference, reference.sources, setting), experiment)
    return _results.get_or_compute(
        key,
        lambda: _computed(reference, setting, experiment),
        lambda result: result.ok,
    )[0]


def result_as(
    reference: DrivenAs,
    sources: Sequence[SourceFile],
    setting: tuple[str, str],
    experiment: Experiment,
) -> DrivenResult:
    """What the function of `sources` computes, run as the reference is, without its counts.

    Raises as `count_as`.
    """
    program = _program(reference, sources, setting)
    if program.driven.program is None:
        return DrivenResult(False, program.driven.message, None, (), "")
    plan = plan_as(_planned(program, experiment), experiment)
    run, outside = watched_run(program.driven, plan, experiment)
    result = _result(program.driven, run, outside or 0)
    if result.ok and outside is None:
        return replace(result, ok=False, message=UNKNOWN_OUTSIDE)
    return result


def result_of(run: DrivenCounts) -> DrivenResult:
    """The same of a counted run."""
    counts, ran = run.counts, run.tampering
    return DrivenResult(counts.ok, counts.message, run.outputs, counts.outside, ran)


def forget_runs() -> None:
    """What was built and run is built and run again when it is asked for."""
    for cache in (_kept, _programs, _results):
        cache.clear()


def _key(
    reference: DrivenAs, sources: Sequence[SourceFile], setting: tuple[str, str]
) -> tuple[object, ...]:
    compiler = find_compiler(setting[0])
    return (reference, tuple(sources), compiler.build_id, parse_flags(setting[1], compiler))


def _program(
    reference: DrivenAs, sources: Sequence[SourceFile], setting: tuple[str, str]
) -> DrivenProgram:
    return _programs.get_or_compute(
        _key(reference, sources, setting),
        lambda: _built(reference, sources, setting),
        lambda program: program.driven.program is not None,
    )[0]


def _built(
    reference: DrivenAs, sources: Sequence[SourceFile], setting: tuple[str, str]
) -> DrivenProgram:
    """An answer is linked as its reference is, so that what a reference needs is not tried again
    for each answer."""
    pattern = find_target(reference.sources, reference.function)
    own = find_target(sources, pattern.name)
    _check_alike(pattern, own)
    driver = write_driver(pattern, reference.sources)
    is_reference = tuple(sources) == reference.sources
    small = is_reference or _program(reference, reference.sources, setting).small
    build = build_smallest if small else build_program
    driven = build_with(replace(pattern, unit=own.unit), driver, sources, setting, build=build)
    text = reference.sources[pattern.unit]
    planner = replace(planner_of(pattern, driver, text, driven.flags), spread=reference.spread)
    return DrivenProgram(driven, planner, driven.program is not None and is_small(driven.program))


def _counted(
    reference: DrivenAs,
    sources: Sequence[SourceFile],
    setting: tuple[str, str],
    experiment: Experiment,
) -> DrivenCounts:
    program = _program(reference, sources, setting)
    return counts_as(program.driven, _planned(program, experiment), experiment)


def _planned(program: DrivenProgram, experiment: Experiment) -> Planner:
    return replace(program.planner, seed=experiment.seed, overrides=experiment.overrides)


def _computed(
    reference: DrivenAs, setting: tuple[str, str], experiment: Experiment
) -> DrivenResult:
    program = _program(reference, reference.sources, setting)
    if program.driven.program is None:
        return DrivenResult(False, program.driven.message, None, (), "")
    planner = _planned(program, experiment)
    run = run_kept_driven(program.driven, plan_as(planner, experiment), experiment.sve_bits)
    return _result(program.driven, run, 0)


def _result(driven: Driven, run: ProgramRun, outside: int) -> DrivenResult:
    if run.limit == "wall":
        raise Overloaded("The run took too long on the clock.", "The machine is busy; try again.")
    try:
        outputs = outputs_of(driven, run)
    except InputError as error:
        return DrivenResult(False, str(error), None, (), tampering(outside, 0))
    beside = tuple(Outside(name, index) for name, index in outputs.outside)
    return DrivenResult(True, "", outputs, beside, tampering(outside, 0))


def _check_alike(pattern: Target, own: Target) -> None:
    """Raises InputError unless the parameters are of the same kinds."""
    if own.linkage != pattern.linkage:
        raise InputError(f"{own.name} cannot be called from outside.", "Declare it without static.")
    wanted = [_kind(argument.shape) for argument in pattern.arguments]
    kinds = [_kind(argument.shape) for argument in own.arguments]
    if wanted != kinds or _kind(pattern.result) != _kind(own.result):
        raise InputError(
            f"{own.name} takes {_listed(kinds)} and returns {_kind(own.result)}; "
            f"it must take {_listed(wanted)} and return {_kind(pattern.result)}.",
            "Keep its parameters as they were.",
        )


def _listed(kinds: Sequence[str]) -> str:
    return ", ".join(kinds) or "nothing"


def _kind(shape: Shape | None) -> str:
    if shape is None:
        return "nothing"
    if isinstance(shape, Pointer):
        return "a pointer"
    if isinstance(shape, Number):
        return "a floating-point number" if shape.floating else "a whole number"
    return "a structure"
