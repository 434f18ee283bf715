"""The profiling exercise: five steps, one clear next action on each, and the history of tries."""

from __future__ import annotations

from collections.abc import Sequence

from app.drawing.views.chart import Chart, three_digits
from app.site.views.setting_fields import choices_of
from app.soc.profile_request import QUESTIONS, Exercise
from app.soc.views.profile_charts import kernel_chart, roof_chart
from app.soc.views.profile_own import empty_loop
from app.soc.views.profile_records import (
    AlternativeRow,
    HistoryRow,
    Kept,
    KernelCountRow,
    MeasuredFigure,
    NextAction,
    ProfileFacts,
    ProfileView,
    Question,
    TriedFacts,
)
from app.soc.views.profile_steps import step_tabs
from app.soc.views.profile_words import (
    BASIS_WORDS,
    BOUND_WORDS,
    STEP_IDEAS,
    measured_rows,
    micro,
    times,
)
from app.words import count
from compiler_core.soc.profiling.alternatives import amdahl
from compiler_core.soc.profiling.bottleneck import (
    BOTTLENECKS,
    Judged,
    Verdict,
    asked_about,
)
from compiler_core.soc.profiling.comparing import RunComparison
from compiler_core.soc.profiling.records import ProfiledKernel, ProfiledProgram

_SHOWN = 12
_LETTERS = "ABC"


def profile_view(exercise: Exercise, facts: ProfileFacts, doing: Sequence[str]) -> ProfileView:
    """The view. doing: of each try what is done for it, "" once it is counted."""
    program = facts.history[exercise.current].program
    step = exercise.step
    questions = _questions(exercise, facts, program) if step == 2 else ()
    return ProfileView(
        sentence=_sentence(exercise, facts, program),
        step=step,
        steps=step_tabs(exercise.step, exercise.at_step),
        idea=STEP_IDEAS[step],
        next=_next(exercise, facts, program, questions),
        waiting=_waiting(facts, doing),
        program=facts.history[exercise.current].title,
        counted=_counted(program),
        part=_left(program),
        chart=kernel_chart(program) if program and step == 1 else None,
        rows=_rows(program) if program and step == 1 else (),
        left_out=_left_out(program) if program and step == 1 else "",
        roof=_roof(facts, program) if step == 2 else None,
        questions=questions,
        kept=_kept(exercise),
        judged_on=_judged_on(facts),
        alternatives=_alternatives(exercise, facts) if step == 3 else (),
        measured=_measured(exercise, facts) if step == 4 else (),
        reason=facts.comparison.reason if facts.comparison and step >= 4 else "",
        history=_history(exercise, facts),
        again=exercise.without_tries(),
        form="/soc/profile",
        own=empty_loop(_chip(exercise)),
    )


def _chip(exercise: Exercise) -> tuple[tuple[str, str], ...]:
    return tuple(pair for pair in exercise.asked.query().items() if pair[0] == "chip")


def _sentence(exercise: Exercise, facts: ProfileFacts, program: ProfiledProgram | None) -> str:
    if program is None:
        return ""
    if exercise.step >= 4 and facts.comparison:
        return facts.comparison.sentence if exercise.step == 4 else _best_said(facts)
    if exercise.step == 3:
        return _suggestion(facts)
    if exercise.step == 2 and facts.speed:
        return _classified(facts)
    return _profile_said(facts, program)


def _classified(facts: ProfileFacts) -> str:
    if not facts.verdicts:
        return "What binds each of these kernels: its arithmetic, its bytes, or starting it?"
    right = sum(verdict.right for verdict in facts.verdicts)
    return f"{right} of {len(facts.verdicts)} answers agree with the roofline."


def _profile_said(facts: ProfileFacts, program: ProfiledProgram) -> str:
    top = program.ranked[0]
    share = program.share(top)
    return (
        f"{_named(facts, program)}, {program.variant.title}: {program.instructions:,} "
        f"instructions in {count(len(program.kernels), 'kernel')} (measured). {top.function} takes "
        f"{share:.0%} of them: if it took no time at all, the whole would be "
        f"{times(amdahl(share))} as fast."
    )


def _named(facts: ProfileFacts, program: ProfiledProgram) -> str:
    part = program.part
    return f"Part {part.number} of {facts.network}" if part else facts.network


def _suggestion(facts: ProfileFacts) -> str:
    best = facts.suggested
    if best is None:
        return "No single change that is left is expected to make this program faster."
    known = "can give at most" if best.basis == "at most" else "is predicted to give"
    return f"{best.title} {known} {times(best.expected)}: try it and measure."


def _best_said(facts: ProfileFacts) -> str:
    known = [attempt for attempt in facts.history if attempt.program]
    best = min(known, key=_instructions)
    gain = _instructions(known[0]) / max(_instructions(best), 1)
    return (
        f"Of {len(known)} programs, “{best.title}” has the fewest instructions: "
        f"{times(gain)} as few as the plain one."
    )


def _instructions(attempt: TriedFacts) -> int:
    return attempt.program.instructions if attempt.program else 0


def _next(
    exercise: Exercise,
    facts: ProfileFacts,
    program: ProfiledProgram | None,
    questions: Sequence[Question],
) -> NextAction | None:
    if program is None:
        return None
    if exercise.step == 1:
        return NextAction("Next: what binds these kernels?", exercise.at_step(2))
    if exercise.step == 2:
        if any(not question.verdict for question in questions):
            return NextAction("Check my answers", "")
        return NextAction("Next: choose an alternative", exercise.at_step(3))
    if exercise.step == 3:
        return _to_try(exercise, facts)
    if facts.comparison is None:
        return NextAction("Choose an alternative first", exercise.at_step(3))
    if exercise.step == 4:
        return NextAction("Next: keep it, or go back?", exercise.at_step(5))
    return _decision(exercise, facts, facts.comparison)


def _to_try(exercise: Exercise, facts: ProfileFacts) -> NextAction:
    if facts.suggested is None or exercise.is_full:
        return NextAction("See all tries", exercise.at_step(5))
    return NextAction(f"Try it: {facts.suggested.title}", exercise.trying(facts.suggested.variant))


def _decision(exercise: Exercise, facts: ProfileFacts, comparison: RunComparison) -> NextAction:
    if comparison.faster >= 1:
        if facts.suggested is None:
            return NextAction(
                "Nothing more is expected to help. Begin anew", exercise.without_tries()
            )
        return NextAction("Keep it and profile again", exercise.from_try(exercise.current))
    before = facts.history[exercise.before].title
    return NextAction(f"Go back to “{before}”", exercise.from_try(exercise.before))


def _waiting(facts: ProfileFacts, doing: Sequence[str]) -> str:
    pending = [
        f"{attempt.title}: {said}"
        for attempt, said in zip(facts.history, doing, strict=True)
        if attempt.program is None
    ]
    return "; ".join(pending)


def _counted(program: ProfiledProgram | None) -> str:
    if program is None:
        return ""
    agrees = "agrees with" if program.agrees else "DIFFERS from"
    little = ", little beside its largest value" if program.agrees else ""
    return (
        f"Counted on {program.core} under the emulator; another {program.elsewhere:,} instructions "
        f"start the program and read files. Its output {agrees} {program.reference} (largest "
        f"difference {program.largest_difference:.2g}{little})."
    )


def _left(program: ProfiledProgram | None) -> str:
    return program.part.words if program and program.part else ""


def _rows(program: ProfiledProgram) -> tuple[KernelCountRow, ...]:
    return tuple(
        KernelCountRow(
            kernel=kernel,
            operators=", ".join(dict.fromkeys(kernel.operators)),
            share=program.share(kernel),
            half=amdahl(program.share(kernel), 2),
            limit=amdahl(program.share(kernel)),
            per_multiply=kernel.instructions / kernel.multiplies if kernel.multiplies else None,
        )
        for kernel in program.ranked[:_SHOWN]
    )


def _left_out(program: ProfiledProgram) -> str:
    rest = program.ranked[_SHOWN:]
    if not rest:
        return ""
    share = sum(program.share(kernel) for kernel in rest)
    return f"{len(rest)} smaller kernels take the remaining {share:.1%}."


def _roof(facts: ProfileFacts, program: ProfiledProgram | None) -> Chart | None:
    if program is None or facts.speed is None:
        return None
    shown = [facts.kernels[kernel.place] for kernel in asked_about(program)]
    return roof_chart(facts.speed, list(zip(_LETTERS, shown, strict=False)))


def _questions(
    exercise: Exercise, facts: ProfileFacts, program: ProfiledProgram | None
) -> tuple[Question, ...]:
    if program is None or not facts.kernels:
        return ()
    verdicts = {verdict.kernel: verdict for verdict in facts.verdicts}
    questions = zip(QUESTIONS, _LETTERS, asked_about(program), exercise.answers, strict=False)
    return tuple(
        _question(name, letter, kernel, facts.kernels[kernel.place], verdicts.get(kernel.place))
        for name, letter, kernel, _ in questions
    )


def _question(
    name: str, letter: str, kernel: ProfiledKernel, judgement: Judged, verdict: Verdict | None
) -> Question:
    intensity = f"{three_digits(judgement.intensity)}" if judgement.intensity else "no"
    return Question(
        name=name,
        letter=letter,
        kernel=kernel.function,
        facts=f"{judgement.operations:,} operations, {judgement.moved_bytes:,} bytes: {intensity} "
        "operations a byte.",
        choices=choices_of(
            ((bound, BOUND_WORDS[bound]) for bound in BOTTLENECKS),
            verdict.answer if verdict else None,
        ),
        verdict="" if verdict is None else "right" if verdict.right else "wrong",
        said=verdict.said if verdict else "",
    )


def _kept(exercise: Exercise) -> tuple[Kept, ...]:
    return tuple(
        Kept(name, value) for name, value in exercise.asked.query().items() if name not in QUESTIONS
    )


def _judged_on(facts: ProfileFacts) -> str:
    speed = facts.speed
    if speed is None:
        return facts.unknown
    return (
        f"{speed.title} at {speed.precision}: {speed.peak / 1e9:,.4g} billion operations a second, "
        f"{speed.bandwidth / 1e9:,.4g} GB/s, so the ridge is at {three_digits(speed.ridge)} "
        f"operations a byte; starting a kernel takes {micro(speed.launch)}. Modelled."
    )


def _alternatives(exercise: Exercise, facts: ProfileFacts) -> tuple[AlternativeRow, ...]:
    return tuple(
        AlternativeRow(
            choice=tweak,
            expected=None if tweak.basis == "undoes" else tweak.expected,
            basis=BASIS_WORDS[tweak.basis],
            address="" if exercise.is_full and not tweak.tried else exercise.trying(tweak.variant),
            is_suggested=tweak is facts.suggested,
        )
        for tweak in facts.alternatives
    )


def _measured(exercise: Exercise, facts: ProfileFacts) -> tuple[MeasuredFigure, ...]:
    before, after = facts.history[exercise.before], facts.history[exercise.current]
    if facts.comparison is None or before.program is None or after.program is None:
        return ()
    seconds = before.modelled_seconds, after.modelled_seconds
    return tuple(
        MeasuredFigure(*row)
        for row in measured_rows(facts.comparison, before.program, after.program, seconds)
    )


def _history(exercise: Exercise, facts: ProfileFacts) -> tuple[HistoryRow, ...]:
    known = [attempt for attempt in facts.history if attempt.program]
    best = min(map(_instructions, known), default=0)
    plain = _instructions(facts.history[0])
    return tuple(
        _history_row(exercise, index, attempt, plain, best)
        for index, attempt in enumerate(facts.history)
    )


def _history_row(
    exercise: Exercise, index: int, attempt: TriedFacts, plain: int, best: int
) -> HistoryRow:
    program, spent = attempt.program, _instructions(attempt)
    accuracy = program.accuracy if program else None
    return HistoryRow(
        number=index,
        title=attempt.title,
        instructions=f"{spent:,}" if program else "being counted",
        better=f"{plain / spent:.2f} ×" if spent and plain else "",
        modelled="not known"
        if attempt.modelled_seconds is None
        else micro(attempt.modelled_seconds),
        accuracy="–" if accuracy is None else f"{accuracy:.1%}",
        agrees="" if program is None else "✓ yes" if program.agrees else "✗ no",
        address=exercise.from_try(index),
        is_current=index == exercise.current,
        is_best=bool(program) and spent == best,
    )
