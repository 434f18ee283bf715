"""From a section of a lesson and a reader's compiler to its view: computed now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from markupsafe import Markup

from app.lesson.break_address import break_address
from app.lesson.figures import MAKERS, explorer_address, lesson_figure
from app.lesson.model_claims import claim_address, runs_behind
from app.lesson.results import failure_of, keep_verdict, kept_verdict
from app.lesson.scenes import lesson_scene
from app.lesson.views.lesson import (
    ChoiceView,
    ClaimView,
    ExerciseView,
    LessonSceneView,
    PendingView,
    PredictionView,
    ProseView,
    SectionView,
)
from app.loop.views.source import source_lines
from app.site.views.setting_fields import SettingChoice, choices_of
from compiler_core.claims.check import check_claim, check_facts
from compiler_core.claims.claim import Claim, ClaimResult
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
from compiler_core.lessons.linked_text import linked_sentence
from compiler_core.toolchain.discovery import find_compiler, installed_compilers
from compiler_core.toolchain.outcome import Compiler

VERDICTS = {
    ("holds", True): ("holds", "✓", "Holds on {}."),
    ("differs", True): ("differs", "≠", "{} differs."),
    ("holds", False): ("fails", "✗", "{} no longer does this."),
    ("differs", False): ("fails", "✗", "{} no longer does this."),
}
"""By what is stated and whether it was found: class, sign, words."""


def compiler_choices(chosen: Compiler) -> tuple[SettingChoice, ...]:
    """Every installed compiler, the chosen one marked."""
    compilers = ((compiler.name, compiler.title) for compiler in installed_compilers())
    return choices_of(compilers, chosen.name)


def sentence_with_links(text: str) -> Markup:
    """Plain text that is read at one go, its terms linked to the glossary."""
    return Markup(linked_sentence(text))  # which escapes it


def section_view(lesson: Lesson, section: Section, compiler: Compiler) -> SectionView:
    """One section on this compiler."""
    return _VIEWS[type(section)](lesson, section, compiler)


def _prose(_: Lesson, section: Prose, __: Compiler) -> ProseView:
    return ProseView("prose", Markup(section.html))  # made by our Markdown reader, tags escaped


def _figure(_: Lesson, section: Figure, compiler: Compiler) -> SectionView:
    fixed = section.compiler
    return lesson_figure(section, compiler if _serves(fixed, compiler) else find_compiler(fixed))


def _serves(fixed: str, compiler: Compiler) -> bool:
    """Whether the reader's compiler is what the figure is about."""
    return fixed in ("", compiler.family, compiler.name)


def _claim_note(_: Lesson, section: ClaimNote, compiler: Compiler) -> ClaimView:
    return judged(section.claim, compiler)


def judged(claim: Claim, compiler: Compiler) -> ClaimView:
    if not claim.is_of_core:
        return claim_view(claim, check_claim(claim, compiler))
    result, runs = check_facts(claim), runs_behind((claim,))
    failure = failure_of(runs) or (result.found if result.holds is None else "")
    if not failure:
        if runs:
            keep_verdict(result)
        return claim_view(claim, result)
    return _earlier(claim, result, failure)


def _earlier(claim: Claim, result: ClaimResult, failure: str) -> ClaimView:
    """What was found last, with its date: a run that fails says nothing of the claim."""
    record = kept_verdict(result)
    if record is None:
        return claim_view(claim, replace(result, holds=None, found=failure))
    view = claim_view(claim, record.result)
    message = f"The run failed now: {failure} On {record.date}: {view.verdict}"
    return replace(view, verdict=message, mark="unstated")


def claim_anchor(claim: Claim) -> str:
    """The place of a claim on the page that shows it."""
    return f"claim-{claim.id}"


def claim_view(claim: Claim, result: ClaimResult) -> ClaimView:
    """A claim with its verdict on one compiler, or on the facts as they are here."""
    mark, sign, words = ("unstated", "·", "Nothing is stated for {}.")
    if result.holds is not None:
        mark, sign, words = VERDICTS[result.states, result.holds]
    if claim.is_of_core:
        words = _words_of_facts(result)
    return ClaimView(
        kind="claim",
        anchor=claim_anchor(claim),
        claim=sentence_with_links(claim.says),
        compiler=result.compiler_title,
        verdict=words.format(result.compiler_title),
        mark=mark,
        sign=sign,
        says=sentence_with_links(result.says if result.says != claim.says else ""),
        found=result.found,
        address=claim_address(claim) if claim.is_of_core else "",
        break_address=break_address(claim, result.compiler),
    )


def _words_of_facts(result: ClaimResult) -> str:
    """A verdict says what it rests on; one that cannot be had says why."""
    if result.holds is None:
        return f"Not tried: {result.found}"
    return f"Holds, {result.basis}." if result.holds else "No longer so."


def _prediction(lesson: Lesson, section: Prediction, compiler: Compiler) -> PredictionView:
    claim = claim_of(lesson, section)
    return prediction_view(section, claim, judged(claim, compiler))


def claim_of(lesson: Lesson, section: Prediction) -> Claim:
    """The one that answers the question."""
    return next(claim for claim in lesson.claims if claim.id == section.claim)


def prediction_view(
    section: Prediction, claim: Claim, proof: ClaimView | PendingView
) -> PredictionView:
    """The question with its answers, at once; proof: the verdict, or what stands for it so far."""
    sources = (*claim.holds, *claim.differs)[0].setting.sources[:1]
    return PredictionView(
        kind="predict",
        anchor=section.id,
        question=Markup(section.question),
        source_name=sources[0].name if sources else "",
        source=source_lines(sources[0]) if sources else (),
        choices=tuple(
            ChoiceView(
                id=f"{section.id}-{number}",
                text=Markup(choice.html),
                verdict="Right." if choice.right else "Not quite.",
                mark="right" if choice.right else "wrong",
                because=Markup(choice.because),
            )
            for number, choice in enumerate(section.choices, 1)
        ),
        right=Markup(next(choice.html for choice in section.choices if choice.right)),
        why=Markup(section.why),
        proof=proof,
    )


def _scene(_: Lesson, section: LessonScene, __: Compiler) -> LessonSceneView:
    return lesson_scene(section)


def _exercise(_: Lesson, section: Exercise, __: Compiler) -> ExerciseView:
    in_explorer = section.setting is not None
    address = section.page
    if section.setting is not None:
        pane = MAKERS[section.shows].pane
        address = explorer_address(section.setting, None, section.compiler, pane)
    return ExerciseView(
        kind="exercise",
        anchor=section.id,
        title=Markup(section.title),
        task=Markup(section.task),
        hint=Markup(section.hint),
        address=address,
        button="Open in the explorer" if in_explorer else "Open the page",
    )


_VIEWS: dict[type, Callable[..., SectionView]] = {
    Prose: _prose,
    Figure: _figure,
    LessonScene: _scene,
    ClaimNote: _claim_note,
    Prediction: _prediction,
    Exercise: _exercise,
}
