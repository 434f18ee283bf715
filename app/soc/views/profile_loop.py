"""The profiling exercise of a C loop: five steps, one clear next action on each."""

from __future__ import annotations

from app.site.views.setting_fields import choices_of
from app.soc.profile_loop_facts import ProfileLoopFacts, TriedLoop
from app.soc.profile_loop_request import ANSWER, GUESS, LoopExercise
from app.soc.views.profile_charts import class_chart
from app.soc.views.profile_loop_records import (
    Foretelling,
    LoopAlternativeRow,
    LoopHistoryRow,
    LoopProfileView,
)
from app.soc.views.profile_loop_rows import (
    best_of,
    bound_rows,
    class_rows,
    judged_on,
    line_rows,
    loop_rows,
    measured_rows_of,
    moved_sentence,
)
from app.soc.views.profile_loop_words import (
    CLASS_NAMES,
    GUESS_WORDS,
    LOOP_BASIS_WORDS,
    LOOP_BOUND_WORDS,
    LOOP_IDEAS,
)
from app.soc.views.profile_own import shown_loop
from app.soc.views.profile_records import Kept, NextAction, Question
from app.soc.views.profile_steps import step_tabs
from app.soc.views.profile_words import micro, times
from compiler_core.host.running.record import Counts
from compiler_core.host.running.refusal import without_options
from compiler_core.soc.profiling.loops.binding import LOOP_BOTTLENECKS
from compiler_core.soc.profiling.loops.comparing import GUESSES
from compiler_core.soc.profiling.loops.elsewhere import counted_words, library_work

FORM = "/soc/profile"


def loop_view(exercise: LoopExercise, facts: ProfileLoopFacts) -> LoopProfileView:
    """The view; numbers of a try that is still to be foretold are not in it."""
    now, step = facts.history[exercise.current], exercise.step
    counts = now.measured.counts if now.measured else None
    hidden = exercise.is_to_foretell
    compared = facts.comparison if step >= 4 and not hidden else None
    return LoopProfileView(
        sentence=_sentence(exercise, facts, now),
        step=step,
        steps=step_tabs(exercise.step, exercise.at_step),
        idea=LOOP_IDEAS[step],
        next=_next(exercise, facts, now),
        problem=now.problem,
        program=now.program.title,
        counted=_counted(counts) if counts else "",
        chart=class_chart(_class_bars(now)) if counts and step == 1 else None,
        classes=class_rows(now) if step == 1 else (),
        lines=line_rows(counts) if counts and step == 1 else (),
        loops=loop_rows(counts) if counts and step == 1 else (),
        moved=moved_sentence(now) if step in (1, 2) else "",
        notes=tuple(map(without_options, counts.notes)) if counts and step == 1 else (),
        question=_question(exercise, facts, now) if step == 2 else None,
        bounds=bound_rows(now) if step == 2 and exercise.answer else (),
        kept=_kept(exercise),
        judged_on=judged_on(now),
        hot=_hot(facts) if step == 3 else "",
        alternatives=_alternatives(exercise, facts) if step == 3 else (),
        foretelling=_foretelling(exercise, facts, now) if step == 4 else None,
        measured=measured_rows_of(facts, exercise) if compared and step == 4 else (),
        output=compared.output.words if compared else "",
        reason=compared.reason if compared and step == 5 else "",
        difference=_difference(now) if step >= 3 and not hidden else "",
        history=_history(exercise, facts),
        again=exercise.without_tries(),
        form=FORM,
        explorer=exercise.loop.address(),
        network=exercise.without_loop(),
        own=shown_loop(exercise.loop, _beside(exercise)),
    )


def _counted(counts: Counts) -> str:
    return f"{counts.function}, n = {counts.n:,}, seed {counts.seed}, {counts.measured}."


def _beside(exercise: LoopExercise) -> tuple[tuple[str, str], ...]:
    """What the form for another loop keeps."""
    return tuple(pair for pair in exercise.asked.query().items() if pair[0] in ("chip", "unit"))


def _sentence(exercise: LoopExercise, facts: ProfileLoopFacts, now: TriedLoop) -> str:
    if now.measured is None:
        return ""
    if exercise.is_to_foretell:
        return f"“{now.program.changes[-1].title}” was compiled and run. What will it change?"
    if exercise.step == 4 and facts.comparison:
        return facts.comparison.sentence
    if exercise.step == 5:
        return _best_said(facts)
    if exercise.step == 3:
        return _suggestion(facts)
    if exercise.step == 2:
        return _classified(facts, now)
    return _profile_said(facts, now)


def _classified(facts: ProfileLoopFacts, now: TriedLoop) -> str:
    if now.unjudged:
        return now.unjudged
    if facts.verdict is None or now.judged is None:
        return "What binds this loop on one core?"
    judged = now.judged
    return (
        f"{LOOP_BOUND_WORDS[judged.bound].capitalize()}. With {micro(judged.seconds)} (modelled) "
        f"that takes {times(judged.margin)} as long as what comes next."
    )


def _profile_said(facts: ProfileLoopFacts, now: TriedLoop) -> str:
    assert now.measured is not None
    said = counted_words(now.measured)
    if facts.hot is None or library_work(now.measured):
        return said
    return f"{said} The loop of line {facts.hot.line} takes {facts.hot.share:.0%} of them."


def _suggestion(facts: ProfileLoopFacts) -> str:
    best = facts.suggested
    if best is None:
        return "No single change that is left is known to help such a loop."
    return f"Try this next: {best.title}."


def _best_said(facts: ProfileLoopFacts) -> str:
    best = facts.history[best_of(facts)]
    first = facts.history[0]
    if best.measured is None or first.measured is None:
        return ""
    gain = first.measured.instructions / best.measured.instructions
    known = sum(attempt.measured is not None for attempt in facts.history)
    if known == 1:
        return "No change has been tried yet."
    if best is first:
        return f"Of {known} variants, none has fewer instructions than the loop as given."
    return (
        f"Of {known} variants, “{best.program.title}” has the fewest instructions: {times(gain)} "
        "as few as the loop as given."
    )


def _next(exercise: LoopExercise, facts: ProfileLoopFacts, now: TriedLoop) -> NextAction | None:
    if now.problem:
        return NextAction("Go back and choose another", exercise.from_try(exercise.before))
    if now.measured is None:
        return None
    if exercise.step == 1:
        return NextAction("Next: what binds this loop?", exercise.at_step(2))
    if exercise.step == 2:
        if facts.verdict is None and not now.unjudged:
            return NextAction("Check my answer", "")
        return NextAction("Next: choose an alternative", exercise.at_step(3))
    if exercise.step == 3:
        return _to_try(exercise, facts)
    if facts.comparison is None:
        return NextAction("Choose an alternative first", exercise.at_step(3))
    if exercise.is_to_foretell:
        return NextAction("Show what was measured", "")
    if exercise.step == 4:
        return NextAction("Next: keep it, or go back?", exercise.at_step(5))
    return _decision(exercise, facts)


def _to_try(exercise: LoopExercise, facts: ProfileLoopFacts) -> NextAction:
    if facts.suggested is None or exercise.is_full:
        return NextAction("See all tries", exercise.at_step(5))
    return NextAction(f"Try it: {facts.suggested.title}", exercise.trying(facts.suggested.program))


def _decision(exercise: LoopExercise, facts: ProfileLoopFacts) -> NextAction:
    assert facts.comparison is not None
    if facts.comparison.happened == "more":
        before = facts.history[exercise.before].program.title
        return NextAction(f"Go back to “{before}”", exercise.from_try(exercise.before))
    if facts.suggested is None:
        return NextAction("Nothing more is known to help. Begin anew", exercise.without_tries())
    return NextAction("Keep it and profile again", exercise.from_try(exercise.current))


def _class_bars(now: TriedLoop) -> list[tuple[str, int, float]]:
    classes = now.measured.classes if now.measured else ()
    return [(CLASS_NAMES[tally.kind], tally.instructions, tally.share) for tally in classes]


def _question(exercise: LoopExercise, facts: ProfileLoopFacts, now: TriedLoop) -> Question | None:
    if now.measured is None or now.judged is None:
        return None
    speed, verdict = now.judged.speed, facts.verdict
    return Question(
        name=ANSWER,
        letter="What binds it",
        kernel=now.measured.counts.function,
        facts=f"{now.measured.instructions:,} instructions at {speed.clock / 1e9:.3g} GHz; "
        f"{now.judged.memory_bytes:,} bytes from {speed.memory}.",
        choices=choices_of(
            ((bottleneck, LOOP_BOUND_WORDS[bottleneck]) for bottleneck in LOOP_BOTTLENECKS),
            exercise.answer,
        ),
        verdict="" if verdict is None else "right" if verdict.right else "wrong",
        said=verdict.said if verdict else "",
    )


def _kept(exercise: LoopExercise) -> tuple[Kept, ...]:
    own = ANSWER if exercise.step == 2 else GUESS
    return tuple(Kept(name, value) for name, value in exercise.asked.query().items() if name != own)


def _hot(facts: ProfileLoopFacts) -> str:
    if facts.hot is None:
        return "No loop of the source was found in the code: there is no change to offer."
    return f"The hottest loop is that of line {facts.hot.line}. {facts.hot.said}".strip()


def _alternatives(
    exercise: LoopExercise, facts: ProfileLoopFacts
) -> tuple[LoopAlternativeRow, ...]:
    return tuple(
        LoopAlternativeRow(
            choice=tweak,
            at_most="–" if tweak.touches > 0.9995 else f"{tweak.at_most:.2f} ×",
            basis=LOOP_BASIS_WORDS[tweak.basis],
            address="" if exercise.is_full and not tweak.tried else exercise.trying(tweak.program),
            is_suggested=tweak is facts.suggested,
        )
        for tweak in facts.alternatives
    )


def _foretelling(
    exercise: LoopExercise, facts: ProfileLoopFacts, now: TriedLoop
) -> Foretelling | None:
    if facts.comparison is None or not now.program.changes:
        return None
    verdict = facts.foretold
    return Foretelling(
        change=now.program.changes[-1].title,
        choices=choices_of(((guess, GUESS_WORDS[guess]) for guess in GUESSES), exercise.guess),
        verdict="" if verdict is None else "right" if verdict.right else "wrong",
        said=verdict.said if verdict else "",
    )


def _difference(now: TriedLoop) -> str:
    return now.measured.written.difference if now.measured else ""


def _history(exercise: LoopExercise, facts: ProfileLoopFacts) -> tuple[LoopHistoryRow, ...]:
    compares = len(facts.history) > 1 and not exercise.is_to_foretell
    best = best_of(facts) if compares else -1
    return tuple(
        _history_row(exercise, facts, index, attempt, index == best)
        for index, attempt in enumerate(facts.history)
    )


def _history_row(
    exercise: LoopExercise, facts: ProfileLoopFacts, index: int, attempt: TriedLoop, is_best: bool
) -> LoopHistoryRow:
    hidden = exercise.is_to_foretell and index == exercise.current
    measured, judged = (None, None) if hidden else (attempt.measured, attempt.judged)
    first = facts.history[0].measured
    # What binds the loop is asked at step 2: until it is answered, its row does not tell.
    is_asked = exercise.step <= 2 and exercise.answer is None and index == exercise.current
    unknown = attempt.problem or ("say first what you expect" if hidden else "being measured")
    return LoopHistoryRow(
        number=index,
        title=attempt.program.title,
        instructions=f"{measured.instructions:,}" if measured else unknown,
        better=f"{first.instructions / measured.instructions:.2f} ×" if measured and first else "",
        modelled=micro(judged.seconds) if judged else "none: library code" if measured else "",
        bound="" if judged is None else "asked in step 2" if is_asked else judged.bound,
        agrees="" if measured is None else "✓ same bits" if attempt.same_output else "✗ differs",
        address=exercise.from_try(index),
        is_current=index == exercise.current,
        is_best=is_best,
    )
