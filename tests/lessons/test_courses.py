"""What every lesson of the courses on models and chips has, so that none is only told."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from compiler_core.claims.reading import LESSONS_FOLDER
from compiler_core.lessons.lesson import (
    ClaimNote,
    Exercise,
    Figure,
    Lesson,
    LessonScene,
    Prediction,
    Prose,
)
from compiler_core.lessons.reading import load_lessons
from compiler_core.lessons.track_map import load_map

MOST_WORDS = 900
PLAIN_WORDS = {
    "pictures": set(),
    "sentences": {"score", "sequences"},  # as a reader knows them; a course then narrows them
    "chips": {"both"},
}
LESSONS = [one for one in load_lessons() if all(claim.is_of_core for claim in one.claims)]
PICTURES = (
    "picture-in",
    "graph",
    "graph-passes",
    "int8",
    "fusion",
    "kernels-and-arena",
    "on-the-chip",
)


def of_kind(lesson: Lesson, kind: type) -> list:
    return [section for section in lesson.sections if isinstance(section, kind)]


def test_the_course_on_pictures_follows_the_stages() -> None:
    names = [lesson.id for lesson in load_lessons()]
    assert [name for name in names if name in PICTURES] == list(PICTURES)
    (track,) = [one for one in load_map() if one.id == "cnn"]
    assert [stage.lessons[0] for stage in track.stages] == list(PICTURES)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda one: one.id)
def test_a_lesson_asks_shows_proves_and_leaves_something_to_do(lesson: Lesson) -> None:
    (question,) = of_kind(lesson, Prediction)
    wrong = [choice for choice in question.choices if not choice.right]
    assert len(wrong) >= 2
    assert all(choice.because for choice in wrong)
    assert of_kind(lesson, LessonScene)
    assert 3 <= len(lesson.claims) <= 6
    assert len(of_kind(lesson, Exercise)) == 1


@pytest.mark.parametrize("lesson", load_lessons(), ids=lambda one: one.id)
def test_a_lesson_is_read_in_one_sitting(lesson: Lesson) -> None:
    """Text, captions, claims, questions with all their answers, exercises; no code."""
    words = re.sub("<[^>]+>", " ", " ".join(told_by(lesson))).split()
    assert len(words) <= MOST_WORDS


def told_by(lesson: Lesson) -> Iterator[str]:
    for section in lesson.sections:
        match section:
            case Prose():
                yield section.html
            case Figure() | LessonScene():
                yield section.caption
            case ClaimNote():
                yield section.claim.says
            case Exercise():
                yield from (section.title, section.task, section.hint)
            case Prediction():
                yield from (section.question, section.why)
                for choice in section.choices:
                    yield from (choice.html, choice.because)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda one: one.id)
def test_a_lesson_leads_to_a_page_that_shows_it_live(lesson: Lesson) -> None:
    text = (LESSONS_FOLDER / lesson.id / "lesson.md").read_text()
    assert re.search(r"\]\(/(model|soc)|page: \"?/(model|soc)", text)
    assert isinstance(lesson.sections[0], Prose)


@pytest.mark.parametrize("course", PLAIN_WORDS)
def test_a_word_is_explained_before_it_is_used(course: str) -> None:
    """A course puts a word in italics where it says what the word means: nothing before uses it."""
    lessons = [lesson for lesson in load_lessons() if lesson.course == course]
    assert lessons
    text = " ".join(without_code(part) for one in lessons for part in told_by(one))
    early = {word for word, place in explained_words(text) if is_used(word, text[:place])}
    assert early <= PLAIN_WORDS[course]


def without_code(html: str) -> str:
    return re.sub(r"<(code|h2)\b.*?</\1>|<(?!/?em>)[^>]*>", " ", html, flags=re.DOTALL)


def explained_words(text: str) -> Iterator[tuple[str, int]]:
    seen: set[str] = set()
    for found in re.finditer(r"<em>([A-Za-z][\w -]{2,})</em>", text):
        word = found[1].lower()
        if word not in seen:
            seen.add(word)
            yield word, found.start()


def is_used(word: str, text: str) -> bool:
    return re.search(rf"\b{re.escape(word)}(s|es)?\b", text, re.IGNORECASE) is not None
