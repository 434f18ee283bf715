"""Sections of lessons, made in the background and kept: a page waits a moment and no longer."""

from __future__ import annotations

import os
import time
from concurrent.futures import Future

from app.lesson.figures import OF_NO_SETTING
from app.lesson.lessons import claim_anchor, claim_of, prediction_view, section_view
from app.lesson.model_claims import (
    TOLD_ABOVE,
    UNKNOWN_PROGRESS,
    RunProgress,
    progress_of,
    runs_behind,
    started_runs,
)
from app.lesson.scenes import runs_shown
from app.lesson.views.lesson import (
    ClaimView,
    LessonFigure,
    LessonSceneView,
    PendingView,
    PredictionView,
    SectionView,
)
from app.serving.background import PATIENCE_SECONDS, Background, ready, turn_of
from app.serving.queue_numbers import number_words
from compiler_core.claims.claim import Claim
from compiler_core.errors import Overloaded, UnknownName
from compiler_core.lessons.lesson import (
    ClaimNote,
    Exercise,
    Figure,
    Lesson,
    LessonScene,
    Prediction,
    Prose,
    Section,
)
from compiler_core.pipelines.model_runs import ShippedRun
from compiler_core.toolchain.outcome import Compiler

SECTIONS_KEPT = 4096
AT_ONCE = "load"
LATER = "load delay:3s"


def is_settled(section: SectionView) -> bool:
    """Whether the section would be the same again; what failed may have met a limit."""
    if isinstance(section, LessonFigure):
        return not section.problem
    if isinstance(section, LessonSceneView):
        return not (section.scene.problem or section.earlier)
    verdict = section.proof if isinstance(section, PredictionView) else section
    if isinstance(verdict, PendingView):
        return False
    if not isinstance(verdict, ClaimView):
        return True
    return verdict.mark != "fails" and not (verdict.mark == "unstated" and verdict.address)


# One thread a processor; a lesson's sections are made in reading order, and all may wait.
_sections: Background[SectionView] = Background(
    "lesson", os.cpu_count() or 1, SECTIONS_KEPT, is_settled, most_waiting=SECTIONS_KEPT
)


def ready_sections(lesson: Lesson, compiler: Compiler) -> tuple[SectionView, ...]:
    """Every section; those that take longer than a moment are pending, of a question only the
    verdict."""
    futures = [_started(lesson, number, compiler) for number in range(len(lesson.sections))]
    end = time.monotonic() + PATIENCE_SECONDS
    return tuple(
        ready(future, end - time.monotonic())
        or pending_section(lesson, number, compiler, turn_of(future))
        for number, future in enumerate(futures)
    )


def begun_section(lesson: Lesson, number: int, compiler: Compiler) -> Future[SectionView]:
    """One section that is being made; pending once more if the queue is full.

    Raises UnknownName for a number out of range.
    """
    if not 0 <= number < len(lesson.sections):
        raise UnknownName(f"{lesson.title} has no section {number}.")
    try:
        return _started(lesson, number, compiler)
    except Overloaded:
        later: Future[SectionView] = Future()
        later.set_result(_pending(lesson, number, compiler, LATER))
        return later


def pending_section(lesson: Lesson, number: int, compiler: Compiler, turn: int) -> SectionView:
    """One section that is not there yet, and asks for itself at once. turn: its number, or 0."""
    return _pending(lesson, number, compiler, AT_ONCE, turn=number_words(turn))


def _started(lesson: Lesson, number: int, compiler: Compiler) -> Future[SectionView]:
    """Raises Overloaded. Pending once more while a model is compiled that it speaks of."""
    section = lesson.sections[number]
    runs = _runs_of(lesson, section)
    if not started_runs(runs):
        pending: Future[SectionView] = Future()
        progress = _progress(lesson, number, runs)
        pending.set_result(_pending(lesson, number, compiler, LATER, progress))
        return pending
    key = (lesson.id, number, compiler.build_id)
    return _sections.started(key, lambda: section_view(lesson, section, compiler))


def _runs_of(lesson: Lesson, section: Section) -> tuple[ShippedRun, ...]:
    return (*runs_behind(claims_of(lesson, section)), *runs_shown(section))


def _progress(lesson: Lesson, number: int, runs: tuple[ShippedRun, ...]) -> RunProgress:
    """That of a run is shown by the first section that waits for it, and by no later one. The proof
    of a prediction is hidden until somebody answers, so what it shows is not shown above.
    """
    above = {
        run
        for section in lesson.sections[:number]
        if not isinstance(section, Prediction)
        for run in _runs_of(lesson, section)
    }
    awaited = [run for run in runs if not started_runs((run,))]
    if awaited and all(run in above for run in awaited):
        return TOLD_ABOVE
    return progress_of(run for run in awaited if run not in above)


def claims_of(lesson: Lesson, section: Section) -> tuple[Claim, ...]:
    """The claims whose verdicts the section shows."""
    if isinstance(section, ClaimNote):
        return (section.claim,)
    if isinstance(section, Prediction):
        return (claim_of(lesson, section),)
    return ()


def _pending(
    lesson: Lesson,
    number: int,
    compiler: Compiler,
    trigger: str,
    progress: RunProgress = UNKNOWN_PROGRESS,
    turn: str = "",
) -> SectionView:
    section = lesson.sections[number]
    if isinstance(section, Prose):
        return section_view(lesson, section, compiler)
    address = f"/learn/{lesson.id}/sections/{number}?compiler={compiler.name}"
    says, anchor = progress.says or _doing(lesson, section), _anchor(section)
    if not isinstance(section, Prediction):
        return PendingView(
            kind="pending",
            anchor=anchor,
            address=address,
            trigger=trigger,
            says=says,
            percent=progress.percent,
            is_told_above=progress.is_told_above,
            turn=turn,
        )
    proof = PendingView(
        kind="pending",
        anchor=f"{anchor}-proof",
        address=address,
        trigger=trigger,
        says=says,
        percent=progress.percent,
        takes="[data-proof]",
        is_told_above=progress.is_told_above,
        turn=turn,
    )
    return prediction_view(section, claim_of(lesson, section), proof)


def _anchor(section: Figure | LessonScene | Prediction | ClaimNote | Exercise) -> str:
    """That of the finished section, so that a link to it finds the place meanwhile."""
    return claim_anchor(section.claim) if isinstance(section, ClaimNote) else section.id


def _doing(lesson: Lesson, section: Section) -> str:
    """What is done for a section while no model is compiled for it."""
    if isinstance(section, LessonScene):
        return "Drawing the picture…"
    if isinstance(section, Figure) and section.kind in OF_NO_SETTING:
        return "Computing the figure…"
    claims = claims_of(lesson, section)
    if claims and all(claim.is_of_core for claim in claims):
        return "Reading what was counted and computed…"
    return "Compiling…"
