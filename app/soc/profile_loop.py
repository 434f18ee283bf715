"""The profiling loop of a C loop: the same five steps, with variants that are really compiled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from shlex import join

from app.soc.profile_loop_facts import ProfileLoopFacts
from app.soc.profile_loop_request import OWN_FIELDS, LoopExercise, loop_exercise
from app.soc.views.context import SocContext, ViewAnswer
from app.soc.views.fields import Field, menu
from app.soc.views.profile_loop import loop_view
from app.soc.views.summaries import profile_summaries
from compiler_core.errors import InputError
from compiler_core.soc.description import SocDescription
from compiler_core.soc.profiling.bottleneck import unit_title
from compiler_core.soc.profiling.loops.binding import (
    JudgedLoop,
    LoopCore,
    core_units,
    judged_loop,
    loop_core,
    loop_verdict,
)
from compiler_core.soc.profiling.loops.choices import (
    LoopAlternative,
    hot_loop,
    loop_alternatives,
    suggested_change,
)
from compiler_core.soc.profiling.loops.comparing import (
    LoopComparison,
    foretold,
    loops_compared,
)
from compiler_core.soc.profiling.loops.elsewhere import without_time
from compiler_core.soc.profiling.loops.measured import MeasuredLoop, measured_loop, outputs_compared
from compiler_core.soc.profiling.loops.program import LoopProgram


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopTry:
    """A variant."""

    program: LoopProgram
    """The loop with its changes."""
    measured: MeasuredLoop | None
    """None where it gives nothing to measure, for the reason in `problem`."""
    judged: JudgedLoop | None
    """On the chosen core, None where no time can be modelled, for the reason in `unjudged`."""
    same_output: bool | None
    """As the loop as given."""
    problem: str
    """Why it gives nothing to measure, empty where it does."""
    unjudged: str = ""
    """Why no time can be modelled, empty where one can."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopTryRecord:
    """A try in the JSON: what it is, and its totals."""

    program: str
    """The variant as it is written in addresses."""
    title: str
    """What was changed, in words."""
    flags: str
    """All options of the compiler, with blanks; empty where nothing was measured."""
    difference: str
    """Of its source from the given one, as a diff; may be empty."""
    instructions: int | None
    """Executed in a run; None where nothing was measured."""
    output_digest: str
    """Of all that the loop wrote; empty where nothing was measured."""
    same_output: bool | None
    """Whether it equals the output of the loop as given; None where nothing was measured."""
    modelled_seconds: float | None
    """Of a run on the chosen core; None where no time can be modelled."""
    bound: str
    """What limits the modelled time; empty where none is modelled."""
    problem: str
    """Why it gives nothing to measure, empty where it does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopProfileRecord:
    """What the view shows of a C loop."""

    step: int
    """Of the exercise, from 1 to 5."""
    current: int
    """Place in `history` of the try that is shown, from 0."""
    before: int
    """Place in `history` of the try that it is compared with, from 0."""
    history: tuple[LoopTryRecord, ...]
    """All tries, the loop as given first."""
    counts: object
    """Counted in the current try's run; None where nothing was measured."""
    classes: object
    """Instructions of the current try by class; empty where nothing was measured."""
    judged: JudgedLoop | None
    """The current try's time on the chosen core, None where none can be modelled."""
    verdict: object
    """On the reader's answer to what binds the loop; None before one, or without a time."""
    hot: object
    """The current try's hottest loop; None where none of the source was found in its code."""
    alternatives: object
    """What could be changed next; empty where nothing was measured."""
    suggested: object
    """The one of `alternatives` that is recommended, None for none."""
    comparison: LoopComparison | None
    """Of the current try with the one before, None where there is nothing to compare."""
    foretold: object
    """The reader's guess beside what came of it; None without a guess or a comparison."""


def loop_answer(context: SocContext, loops: Field) -> ViewAnswer:
    """The view. loops: the menu of them. Raises InputError for nonsense in the address, a loop
    that does not run, and a chip without a CPU; Overloaded."""
    exercise = loop_exercise(context.asked)
    unit = _unit(context)
    first = measured_loop(exercise.programs[0])
    tries = tuple(_try(context.soc, unit, program, first) for program in exercise.programs)
    facts = _facts(exercise, tries, loop_core(context.soc, unit))
    detail = loop_view(exercise, facts)
    units = [(core_unit.name, unit_title(core_unit)) for core_unit in core_units(context.soc)]
    return ViewAnswer(
        headline=detail.sentence,
        detail=detail,
        says=profile_summaries(detail),
        template="partials/soc/profile_loop.html",
        record=_record(exercise, facts, tries),
        command=_command(context, exercise, unit),
        fields=(loops, menu("unit", "Judged on", unit, units, reloads=True)),
        inside=OWN_FIELDS,
    )


def _unit(context: SocContext) -> str:
    """The CPU asked for; one that this chip has if it does not have that."""
    names = [unit.name for unit in core_units(context.soc)]
    given = context.asked.value("unit", names[0])
    return given if given in names else names[0]


def _try(soc: SocDescription, unit: str, program: LoopProgram, first: MeasuredLoop) -> LoopTry:
    try:
        measured = measured_loop(program) if program.changes else first
    except InputError as error:
        return LoopTry(
            program=program,
            measured=None,
            judged=None,
            same_output=None,
            problem=f"{error.message} {error.advice}".strip(),
        )
    same = outputs_compared(first, measured).same
    unjudged = without_time(measured)
    if unjudged:
        return LoopTry(
            program=program,
            measured=measured,
            judged=None,
            same_output=same,
            problem="",
            unjudged=unjudged,
        )
    return LoopTry(
        program=program,
        measured=measured,
        judged=judged_loop(soc, unit, measured),
        same_output=same,
        problem="",
    )


def _facts(exercise: LoopExercise, tries: Sequence[LoopTry], core: LoopCore) -> ProfileLoopFacts:
    now, before = tries[exercise.current], tries[exercise.before]
    alternatives = _alternatives(exercise, now, core)
    comparison = _comparison(exercise, now, before)
    return ProfileLoopFacts(
        history=tuple(tries),
        hot=hot_loop(now.measured) if now.measured else None,
        verdict=loop_verdict(now.judged, exercise.answer)
        if now.judged and exercise.answer
        else None,
        alternatives=alternatives,
        suggested=suggested_change(alternatives),
        comparison=comparison,
        foretold=foretold(comparison, exercise.guess) if comparison and exercise.guess else None,
    )


def _alternatives(
    exercise: LoopExercise, now: LoopTry, core: LoopCore
) -> tuple[LoopAlternative, ...]:
    if now.measured is None:
        return ()
    bound = now.judged.bound if now.judged else "issue"
    return loop_alternatives(now.measured, core, bound, exercise.programs)


def _comparison(exercise: LoopExercise, now: LoopTry, before: LoopTry) -> LoopComparison | None:
    if exercise.current == exercise.before or now.measured is None or before.measured is None:
        return None
    return loops_compared(before.measured, now.measured)


def _record(
    exercise: LoopExercise, facts: ProfileLoopFacts, tries: Sequence[LoopTry]
) -> LoopProfileRecord:
    now = tries[exercise.current]
    return LoopProfileRecord(
        step=exercise.step,
        current=exercise.current,
        before=exercise.before,
        history=tuple(_try_records(tries)),
        counts=now.measured.counts if now.measured else None,
        classes=now.measured.classes if now.measured else (),
        judged=now.judged,
        verdict=facts.verdict,
        hot=facts.hot,
        alternatives=facts.alternatives,
        suggested=facts.suggested,
        comparison=facts.comparison,
        foretold=facts.foretold,
    )


def _try_records(tries: Sequence[LoopTry]) -> Iterator[LoopTryRecord]:
    for attempt in tries:
        measured, judged = attempt.measured, attempt.judged
        yield LoopTryRecord(
            program=attempt.program.text,
            title=attempt.program.title,
            flags=" ".join(measured.counts.flags) if measured else "",
            difference=measured.written.difference if measured else "",
            instructions=measured.instructions if measured else None,
            output_digest=measured.counts.output_digest if measured else "",
            same_output=attempt.same_output,
            modelled_seconds=judged.seconds if judged else None,
            bound=judged.bound if judged else "",
            problem=attempt.problem,
        )


def _command(context: SocContext, exercise: LoopExercise, unit: str) -> str:
    """What counts and judges the current variant at home; the source has no name there."""
    program, loop = exercise.programs[exercise.current], exercise.loop
    size = ["--n", loop.run.n] if loop.run.n else []
    file = "LOOP.cpp" if loop.language == "c++" else "LOOP.c"
    changes = ["--program", program.text] if program.changes else []
    return join(
        [
            "lowlab",
            "soc",
            "profile",
            file,
            "--compiler",
            loop.compiler,
            f"--flags={loop.flags}",
            *size,
            *changes,
            "--soc",
            context.soc.name,
            "--unit",
            unit,
        ]
    )
