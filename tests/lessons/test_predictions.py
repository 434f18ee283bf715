"""Neither the length of an answer nor its place says that it is the right one."""

from __future__ import annotations

import html
import re
from collections import Counter

import pytest

from compiler_core.lessons.lesson import Prediction, PredictionChoice
from compiler_core.lessons.reading import load_lessons

MOST_TIMES_AS_LONG = 1.25
MOST_LONGEST = 1 / 3
MOST_AT_ONE_PLACE = 1 / 2
PREDICTIONS = [
    pytest.param(section, id=f"{lesson.id}, {section.id}")
    for lesson in load_lessons()
    for section in lesson.sections
    if isinstance(section, Prediction)
]
QUESTIONS: list[Prediction] = [row.values[0] for row in PREDICTIONS]  # pyright: ignore


def letters(choice: PredictionChoice) -> int:
    return len(html.unescape(re.sub("<[^>]+>", "", choice.html)))


def times_as_long(question: Prediction) -> float:
    """The right answer beside the longest wrong one."""
    right, wrong = (
        max(letters(choice) for choice in question.choices if choice.right is is_right)
        for is_right in (True, False)
    )
    return right / wrong


@pytest.mark.parametrize("question", PREDICTIONS)
def test_the_right_answer_does_not_stand_out_by_its_length(question: Prediction) -> None:
    assert times_as_long(question) <= MOST_TIMES_AS_LONG


def test_the_longest_answer_is_seldom_the_right_one() -> None:
    longest = [question for question in QUESTIONS if times_as_long(question) > 1]
    assert len(longest) <= MOST_LONGEST * len(QUESTIONS)


def test_the_right_answer_has_no_usual_place() -> None:
    places = Counter(
        [choice.right for choice in question.choices].index(True) for question in QUESTIONS
    )
    assert set(places) >= {0, 1, 2}
    assert max(places.values()) <= MOST_AT_ONE_PLACE * len(QUESTIONS)
