"""What a profile does to a user's function: the entry point of the profile view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from compiler_core.errors import InputError, RefusedFlag
from compiler_core.host.running.accepted_target import accepted_target
from compiler_core.host.running.driver import (
    OWN_FLAGS,
    driver_source,
    layout_flags,
    runtime_source,
    write_driver,
)
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.layout import Driver
from compiler_core.host.running.outputs import RESULTS_NAME
from compiler_core.host.running.overrides import parse_overrides
from compiler_core.host.running.plan import make_plan
from compiler_core.host.running.planner import Planner, default_n, planner_of
from compiler_core.host.running.target import Target, function_names
from compiler_core.host.whole_program.distributions import default_distributions
from compiler_core.host.whole_program.experiment import run_experiment
from compiler_core.host.whole_program.harness import Harness, Input, Subject
from compiler_core.host.whole_program.profile_record import Distribution, ProfileExperiment
from compiler_core.kept import Kept
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import Unit
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.flags import check_flags, parse_flags
from compiler_core.toolchain.outcome import Compiler

_BEGIN, _END = "lowlab_begin", "lowlab_end"
_MAIN = "main"
# A user's own main would stand in the driver's way; nobody but the driver's program calls it.
_RENAMED_MAIN = "-Dmain=lowlab_unused_main"

KEPT_EXPERIMENTS = 64
_PROFILE_FLAGS = ("-fprofile-", "-fno-profile-", "-fbranch-probabilities")

_kept: Kept[ProfileExperiment] = Kept(KEPT_EXPERIMENTS)


def profile_of(
    source: SourceFile,
    compiler_name: str,
    flags_text: str,
    function: str = "",
    distributions: Sequence[Distribution] = (),
    n: int | None = None,
) -> ProfileExperiment:
    """Build the function without a profile and with one of each input, and measure all three.

    function: empty for the first with a loop. distributions: two kinds of input, or none to take
    them from a comparison in the source. n: what loop bounds become. Raises InputError for a
    function that cannot be driven or settings that do not fit, UnknownCompiler, RefusedFlag,
    ToolMissing, Overloaded and JailBroken; a source that does not compile, a crash or a limit is a
    ProfileExperiment with ok False.
    """
    if len(distributions) not in (0, 2):
        raise InputError(
            f"A profile needs two kinds of input, not {len(distributions)}.",
            "Give both, or none to take them from a comparison in the source.",
        )
    Experiment(function=function, n=n)  # Its limits are those of every run.
    compiler = find_compiler(compiler_name)
    flags = parse_flags(flags_text, compiler)
    _refuse_profile_flags(flags)
    key = (source, compiler.build_id, flags, function, tuple(distributions), n)
    profile, _ = _kept.get_or_compute(
        key,
        lambda: _experiment(source, compiler, flags, function, distributions, n),
        lambda experiment: experiment.ok,
    )
    return profile


def _refuse_profile_flags(flags: tuple[str, ...]) -> None:
    for flag in flags:
        if flag.startswith(_PROFILE_FLAGS):
            raise RefusedFlag(
                flag,
                f"{flag} cannot be given here: this view builds with and without a profile itself.",
                "Leave it out.",
            )


def _experiment(
    source: SourceFile,
    compiler: Compiler,
    flags: tuple[str, ...],
    function: str,
    distributions: Sequence[Distribution],
    n: int | None,
) -> ProfileExperiment:
    target = accepted_target([source], compiler.name, " ".join(flags), function)
    driver = write_driver(target, [source])
    planner = planner_of(target, driver, source, flags)
    first, second = distributions or default_distributions(planner, source)
    if first.name == second.name:
        raise InputError("Both kinds of input have the same name.", "Name them differently.")
    harness = _harness(target, driver, flags, planner, (first, second), n)
    built = replace(source, text=source.text + driver.appended)
    own = (_RENAMED_MAIN,) if _MAIN in function_names([source]) else ()
    subject = Subject(built, compiler, check_flags((*flags, *own), compiler), target.name)
    return replace(run_experiment(subject, harness), flags=flags)


def _harness(
    target: Target,
    driver: Driver,
    flags: tuple[str, ...],
    planner: Planner,
    distributions: tuple[Distribution, Distribution],
    n: int | None,
) -> Harness:
    chosen = default_n(planner) if n is None else n
    plans = [
        make_plan(replace(planner, overrides=parse_overrides(distribution.settings)), chosen)
        for distribution in distributions
    ]
    first, second = (
        Input(kind, plan.arguments) for kind, plan in zip(distributions, plans, strict=True)
    )
    units = (
        Unit(driver_source(driver, target.language), layout_flags(flags), OWN_FLAGS),
        Unit(runtime_source(), (), OWN_FLAGS),
    )
    elements = plans[0].elements or chosen
    return Harness(
        units=units,
        begin=_BEGIN,
        end=_END,
        elements=elements,
        inputs=(first, second),
        results=RESULTS_NAME,
    )
