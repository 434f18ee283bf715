"""A lesson without its pages: prose, what its figures compile, questions, exercises and claims."""

from __future__ import annotations

from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonPart:
    """One section. kind: `prose`, `figure`, `scene`, `question`, `claim` or `exercise`. text: HTML
    where the lesson has prose, else a sentence."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonOutline:
    """A lesson as it can be read without its page."""

    id: str
    """Name of its folder and URL, by which it is asked for."""
    title: str
    """The lesson's heading, plain text."""
    idea: str
    """What it teaches, in one sentence."""
    track: str
    """What it is about: `loop`, `model` or `both`."""
    minutes: int
    """How long it takes to read."""
    needs: tuple[str, ...]
    """Ids of lessons to read before."""
    parts: tuple[LessonPart, ...]
    """Its sections in the order of the page."""
    claims: dict[str, str]
    """What the lesson says, by id; each is tried on the compilers installed here by `lowlab
    claims`."""


def lesson_outline(lesson: Lesson) -> LessonOutline:
    """The lesson as it can be read without its page."""
    return LessonOutline(
        id=lesson.id,
        title=lesson.title,
        idea=lesson.idea,
        track=lesson.track,
        minutes=lesson.minutes,
        needs=lesson.needs,
        parts=tuple(_part(section) for section in lesson.sections),
        claims={claim.id: claim.says for claim in lesson.claims},
    )


def _part(section: Section) -> LessonPart:
    match section:
        case Prose():
            return LessonPart(kind="prose", text=section.html)
        case Figure():
            setting = f"{section.compiler or 'the reader’s compiler'} {section.setting.flags}"
            return LessonPart(kind="figure", text=f"{section.kind}, {setting}: {section.caption}")
        case LessonScene():
            return LessonPart(kind="scene", text=f"{section.name}: {section.caption}")
        case Prediction():
            choices = " | ".join(choice.html for choice in section.choices)
            return LessonPart(kind="question", text=f"{section.question} {choices}")
        case ClaimNote():
            return LessonPart(kind="claim", text=section.claim.says)
        case Exercise():
            return LessonPart(kind="exercise", text=f"{section.title}. {section.task}")
