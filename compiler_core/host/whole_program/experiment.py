"""The profile experiment: three builds of a function, each measured on two kinds of input."""

from __future__ import annotations

from dataclasses import dataclass, replace

from compiler_core.asker import WorkPool
from compiler_core.host.whole_program.calls import shown_names
from compiler_core.host.whole_program.direction import deciding_line, direction_of
from compiler_core.host.whole_program.harness import Harness, Input, Subject
from compiler_core.host.whole_program.layout import LaidFunction, cost_of, laid_blocks
from compiler_core.host.whole_program.measuring import (
    ExperimentFailed,
    MeasuredBuild,
    link_flags,
    measure,
)
from compiler_core.host.whole_program.profile_record import (
    Direction,
    LaidBlock,
    Layout,
    ProfileExperiment,
)
from compiler_core.host.whole_program.profile_sentences import (
    notes_of,
    summary_of,
    usual_and_inverted,
    with_sentences,
)
from compiler_core.host.whole_program.taking_profiles import (
    counting_program,
    method_of,
    take_profile,
)
from compiler_core.toolchain.build import Unit
from compiler_core.toolchain.profiles import profiled_unit

_AT_ONCE = 2


@dataclass(frozen=True, slots=True)
class _Subject:
    """What to look at in every build: the function, its name for people, and the line whose branch
    tells the inputs apart (None if no branch does)."""

    function: str
    title: str
    line: int | None


@dataclass(frozen=True, slots=True)
class _Seen:
    """A function of one build, its blocks, and the branch in it."""

    laid: LaidFunction
    blocks: tuple[LaidBlock, ...]
    direction: Direction | None


def run_experiment(subject: Subject, harness: Harness) -> ProfileExperiment:
    """Build without a profile and with one of each input; run all three on both inputs.

    A build that fails, a crash or a limit is a ProfileExperiment with ok False. Raises ToolMissing,
    RefusedFlag, Overloaded and JailBroken.
    """
    empty = _empty(subject, harness)
    try:
        measured = _measured(subject, harness)
        chosen = _chosen(subject, measured[""], harness)
        layouts = with_sentences(
            tuple(_layout(profile, build, chosen, harness) for profile, build in measured.items())
        )
    except ExperimentFailed as failure:
        return replace(empty, message=str(failure))
    usual, inverted = usual_and_inverted(layouts[0], harness.names)
    agree = all(build.outputs == measured[""].outputs for build in measured.values())
    return replace(
        empty,
        ok=True,
        function=chosen.title,
        layouts=layouts,
        usual=usual,
        inverted=inverted,
        outputs_agree=agree,
        summary=summary_of(layouts, usual),
        notes=notes_of(subject.compiler.family, agree),
    )


def _measured(subject: Subject, harness: Harness) -> dict[str, MeasuredBuild]:
    """The three builds by the name of the profile's input; empty for no profile, which is first."""
    unit = Unit(subject.source, subject.flags)
    builds = {"": unit} | _profiled_units(subject, unit, harness)
    with WorkPool(max_workers=_AT_ONCE) as pool:
        measured = pool.map(lambda built: measure(subject, built, harness), builds.values())
        return dict(zip(builds, measured, strict=True))


def _profiled_units(subject: Subject, unit: Unit, harness: Harness) -> dict[str, Unit]:
    program = counting_program(unit, harness.units, subject.compiler, link_flags(subject))
    if not program.ok:
        raise ExperimentFailed(program.message)

    def profiled(program_input: Input) -> Unit:
        taken = take_profile(program, unit, subject.compiler, program_input.arguments)
        if not taken.content:
            raise ExperimentFailed(taken.message)
        return profiled_unit(unit, subject.compiler, taken.content)

    return {sample.distribution.name: profiled(sample) for sample in harness.inputs}


def _chosen(subject: Subject, build: MeasuredBuild, harness: Harness) -> _Subject:
    """The branch may stand in the function itself or in one that it calls."""
    lines = {
        laid.function.name: deciding_line(
            laid.function, laid_blocks(laid, build.counts), harness.names
        )
        for laid in build.functions
    }
    if not lines:
        raise ExperimentFailed(f"{subject.name} is not in the program.")
    short = shown_names([laid.function for laid in build.functions])
    own = [name for name in lines if subject.name in (name, short[name])]
    candidate = next((name for name in (*own, *lines) if lines[name] is not None), None)
    chosen = candidate or (*own, *lines)[0]
    return _Subject(chosen, short[chosen], lines[chosen])


def _layout(profile: str, build: MeasuredBuild, chosen: _Subject, harness: Harness) -> Layout:
    seen = _seen(build, chosen, harness)
    costs = {
        name: cost_of(seen.laid, seen.blocks, build.counts[name], name, harness.elements)
        for name in harness.names
    }
    return Layout(
        profile=profile,
        title="",
        function=seen.laid.function,
        blocks=seen.blocks,
        direction=seen.direction,
        flipped=False,
        costs=costs,
        sentence="",
    )


def _seen(build: MeasuredBuild, chosen: _Subject, harness: Harness) -> _Seen:
    """The chosen function; where it was inlined, the one that has its branch now."""
    names = harness.names
    others: list[_Seen] = []
    for laid in build.functions:
        blocks = laid_blocks(laid, build.counts)
        direction = direction_of(laid.function, blocks, chosen.line, names)
        seen = _Seen(laid, blocks, direction)
        if laid.function.name == chosen.function:
            return seen
        others.append(seen)
    if not others:
        raise ExperimentFailed(f"{chosen.function} is not in the program.")
    return next((other for other in others if other.direction is not None), others[0])


def _empty(subject: Subject, harness: Harness) -> ProfileExperiment:
    return ProfileExperiment(
        compiler=subject.compiler.name,
        compiler_title=subject.compiler.title,
        version=subject.compiler.version,
        flags=subject.flags,
        function=subject.name,
        ok=False,
        message="",
        distributions=tuple(sample.distribution for sample in harness.inputs),
        elements=harness.elements,
        layouts=(),
        usual="",
        inverted="",
        outputs_agree=False,
        summary=(),
        method=method_of(Unit(subject.source, subject.flags), subject.compiler),
        notes=(),
    )
