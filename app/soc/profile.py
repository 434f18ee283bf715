"""The profiling loop as an exercise: profile, classify, choose, measure again, decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from shlex import join

from app.model_runs.known import KnownModel
from app.soc.profile_loop import loop_answer
from app.soc.profile_loop_request import OWN_FIELDS, with_one_loop
from app.soc.profile_refused import refused_answer, running_answer
from app.soc.profile_request import Exercise, exercise_of, owner_of
from app.soc.profile_runs import Try, networks, tries_of
from app.soc.roofline import loop_menu
from app.soc.scenes import profile_picture
from app.soc.views.context import SocContext, ViewAnswer
from app.soc.views.fields import Field, menu
from app.soc.views.profile import profile_view
from app.soc.views.summaries import profile_summaries
from compiler_core.errors import InputError, UnknownName
from compiler_core.soc.description import SocDescription
from compiler_core.soc.profiling.alternatives import Alternative, alternatives, suggested
from compiler_core.soc.profiling.bottleneck import (
    Judged,
    UnitSpeed,
    Verdict,
    asked_about,
    judged,
    modelled_seconds,
    unit_speed,
    unit_title,
    usable_units,
    verdict,
)
from compiler_core.soc.profiling.comparing import RunComparison, compared
from compiler_core.soc.profiling.records import ProfiledProgram

_USUAL_NETWORK = "residual"


@dataclass(frozen=True, slots=True)
class TriedProgram:
    """A try of the history. modelled_seconds: on the chosen unit, None where it is not known or the
    program is still being counted.
    """

    variant: str
    title: str
    program: ProfiledProgram | None
    modelled_seconds: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileRecord:
    """What the view shows."""

    network: str
    """Title of the network."""
    step: int
    """Of the exercise, from 1 to 5."""
    current: int
    """Place in `history` of the try that is shown, from 0."""
    before: int
    """Place in `history` of the try that it is compared with, from 0."""
    history: tuple[TriedProgram, ...]
    """All tries, the plain program first."""
    speed: UnitSpeed | None
    """Of the chosen unit at the current precision, None where it is not known."""
    unknown: str
    """Why the unit's speed is not known, empty where it is."""
    kernels: tuple[Judged, ...]
    """Of the current program, with what binds each; empty without a program or a speed."""
    verdicts: tuple[Verdict, ...]
    """On the answers that the reader gave, in the order of the questions."""
    alternatives: tuple[Alternative, ...]
    """What could be tried next; empty while the program is being counted."""
    suggested: Alternative | None
    """The one of `alternatives` that is recommended, None for none."""
    comparison: RunComparison | None
    """With the try before, None for the first."""


def profile_answer(context: SocContext) -> ViewAnswer:
    """The view, of a C loop where the address has one; of a loop that cannot be profiled, the form
    with it. Raises InputError for nonsense in a network's address; Overloaded."""
    loop_context = context
    try:
        loop_context = replace(context, asked=with_one_loop(context.asked))
        if loop_context.asked.value("loop"):
            return loop_answer(loop_context, _loops(loop_context))
    except (InputError, UnknownName) as error:
        return refused_answer(loop_context, _loops(loop_context), error)
    return _network_answer(loop_context)


def loop_running(context: SocContext) -> ViewAnswer:
    """The view while the loop of its address still runs. Raises InputError."""
    loop_context = replace(context, asked=with_one_loop(context.asked))
    return running_answer(loop_context, _loops(loop_context))


def _loops(context: SocContext) -> Field:
    return loop_menu(context.asked.value("loop"), "C loop", "a network instead")


def _network_answer(context: SocContext) -> ViewAnswer:
    request = context.asked
    known = networks(request.model)
    usual = known[0].id if known[0].kind == "uploaded" else _USUAL_NETWORK
    network = request.one_of(
        "network", tuple(dict.fromkeys((usual, *(network.id for network in known))))
    )
    model = next(candidate for candidate in known if candidate.id == network)
    exercise = exercise_of(request, network)
    tries = tries_of(model, exercise.variants, exercise.part)
    unit = _unit(context)
    record = _record(context.soc, model, exercise, tries, unit)
    command = _command(context, exercise, unit)
    detail = profile_view(exercise, record, [attempt.doing for attempt in tries])
    return ViewAnswer(
        headline=detail.sentence,
        detail=detail,
        says=profile_summaries(detail),
        template="partials/soc/profile.html",
        record=record,
        command=command,
        scene=profile_picture(record, exercise.current, command),
        fields=(
            menu(
                "network",
                "Network",
                network,
                [(option.id, option.title) for option in known],
                reloads=True,
            ),
            menu("unit", "Judged on", unit, _unit_choices(context.soc), reloads=True),
            loop_menu("", "C loop instead", "none"),
            *_part_menu(network, tries),
        ),
        waits=any(pending.program is None for pending in tries),
        inside=OWN_FIELDS,
    )


def _part_menu(network: str, tries: Sequence[Try]) -> tuple[Field, ...]:
    """Of a network that is counted in parts: those that can be."""
    part = next(
        (attempt.program.part for attempt in tries if attempt.program and attempt.program.part),
        None,
    )
    if part is None:
        return ()
    choices = [
        (
            owner_of(network, at),
            f"{at} of {len(part.sizes)}, from {first}: {_multiplies(size)}",
        )
        for at, (size, first) in enumerate(zip(part.sizes, part.firsts, strict=True), start=1)
        if size <= part.limit
    ]
    return (
        menu("part", "Part of the network", owner_of(network, part.number), choices, reloads=True),
    )


def _multiplies(count: int) -> str:
    if not count:
        return "no multiplies"
    return f"{count / 1e6:,.0f} million multiplies" if count >= 1e6 else f"{count:,} multiplies"


def _unit(context: SocContext) -> str:
    """The unit asked for; one that this chip has if it does not have that."""
    names = [name for name, _ in _unit_choices(context.soc)]
    given = context.asked.value("unit", names[0])
    return given if given in names else names[0]


def _unit_choices(soc: SocDescription) -> list[tuple[str, str]]:
    units = usable_units(soc) or soc.units
    return [(unit.name, unit_title(unit)) for unit in units]


def _record(
    soc: SocDescription,
    model: KnownModel,
    exercise: Exercise,
    tries: Sequence[Try],
    unit: str,
) -> ProfileRecord:
    program, before = tries[exercise.current].program, tries[exercise.before].program
    speed, unknown = _speed(soc, unit, exercise)
    kernels = judged(program, speed) if program and speed else ()
    candidates = alternatives(program, exercise.variants) if program else ()
    compares = program and before and exercise.before != exercise.current
    return ProfileRecord(
        network=model.title,
        step=exercise.step,
        current=exercise.current,
        before=exercise.before,
        history=tuple(_tried(soc, attempt, unit) for attempt in tries),
        speed=speed,
        unknown=unknown,
        kernels=kernels,
        verdicts=_verdicts(exercise, program, kernels),
        alternatives=candidates,
        suggested=suggested(candidates),
        comparison=compared(before, program) if compares and before and program else None,
    )


def _speed(soc: SocDescription, unit: str, exercise: Exercise) -> tuple[UnitSpeed | None, str]:
    try:
        return unit_speed(soc, unit, exercise.variants[exercise.current].precision), ""
    except InputError as error:
        return None, f"{error.message} {error.advice}"


def _tried(soc: SocDescription, attempt: Try, unit: str) -> TriedProgram:
    return TriedProgram(
        attempt.variant.text,
        attempt.variant.title,
        attempt.program,
        _seconds(soc, attempt.program, unit),
    )


def _seconds(soc: SocDescription, program: ProfiledProgram | None, unit: str) -> float | None:
    if program is None:
        return None
    try:
        return modelled_seconds(judged(program, unit_speed(soc, unit, program.variant.precision)))
    except InputError:
        return None


def _verdicts(
    exercise: Exercise, program: ProfiledProgram | None, kernels: Sequence[Judged]
) -> tuple[Verdict, ...]:
    if program is None or not kernels:
        return ()
    pairs = zip(asked_about(program), exercise.answers, strict=False)
    return tuple(
        verdict(kernels[kernel.place], answer) for kernel, answer in pairs if answer is not None
    )


def _command(context: SocContext, exercise: Exercise, unit: str) -> str:
    """What counts and judges the current program at home, on the chip as its file describes it."""
    if exercise.network not in [network.id for network in networks("")]:
        return ""
    variant = exercise.variants[exercise.current].text
    part = ["--part", str(exercise.part)] if exercise.part else []
    return join(
        [
            "lowlab",
            "soc",
            "profile",
            exercise.network,
            *part,
            "--program",
            variant,
            "--soc",
            context.soc.name,
            "--unit",
            unit,
        ]
    )
