"""What a student has typed outlives every button that hands nothing in, and every reload."""

from __future__ import annotations

import itertools
import re
from html import escape, unescape
from urllib.parse import parse_qsl, urlsplit

import pytest

from app.lab.views.answer_fields import answer_fields
from app.serving.lab_database import lab_database
from classroom.assignments import assign, posed_for
from classroom.classes import class_of_code
from compiler_core.exercises.exercise import Exercise
from compiler_core.exercises.reader import read_exercise
from compiler_core.exercises.shipped import shipped_exercises
from tests.lab.hosted import Hosted
from tests.lab.laboratory import EXERCISE, START
from tests.lab.walking import Walker

_PREDICTION = "predict: {question: Why?, right: It may, wrong: [One, Two]}\n"
_BUTTON = re.compile(r'name="act" value="([^"]+)"')
_NUMBERS = itertools.count(1)
_ATTEMPTS = ("try", "hand in")
MINE = "int mine; // half of it <written>"


@pytest.fixture
def asked(hosted: Hosted) -> tuple[Walker, str]:
    """A student before an exercise with hints and a prediction, and its address."""
    number = next(_NUMBERS)
    text = EXERCISE.format(id=f"asked-{number}") + _PREDICTION
    with lab_database().writing() as connection:
        here = class_of_code(connection, hosted.code)
        assign(connection, here, read_exercise(text, {"start.c": START}))
    student = hosted.student(f"tess {number}")
    address = f"{hosted.base}/x/asked-{number}"
    student.open(address)
    return student, address


def _source(page: str) -> str:
    found = re.search(r"<textarea[^>]*>\n?(.*?)</textarea>", page, re.DOTALL)
    assert found
    return unescape(found[1])


def _buttons(page: str) -> set[str]:
    return {one for one in _BUTTON.findall(page) if one not in _ATTEMPTS}


def test_every_button_that_hands_nothing_in_keeps_what_is_typed(asked: tuple[Walker, str]) -> None:
    student, address = asked
    pressed: set[str] = set()
    while left := _buttons(student.page.text) - pressed - {"open"}:
        act = min(left)
        pressed.add(act)
        sent = {"source": MINE, "choice": "1", "reason": "I think <so>"}
        page = student.send(address, act=act, **sent)
        assert page.status_code == 200, act
        assert _source(page.text) == MINE, act
        if "predict" not in pressed:
            assert re.search(r'name="choice" value="1" checked', page.text), act
            assert "I think <so>" in student.text
    assert pressed == {"predict", "hint 1", "hint 2"}
    assert "Look at the store." in student.text
    assert "Use a local." in student.text


def test_a_button_without_what_it_needs_keeps_what_is_typed(asked: tuple[Walker, str]) -> None:
    student, address = asked
    for act in ("predict", "no such button"):
        page = student.send(address, act=act, source=MINE, reason="because")
        assert page.status_code == 422
        assert _source(page.text) == MINE
        assert 'value="because"' in page.text


def test_a_hint_sent_again_opens_no_other(asked: tuple[Walker, str]) -> None:
    student, address = asked
    for _ in range(2):
        student.send(address, act="hint 1", source=MINE)
        assert "Open hint 2 of 2, costs 1 point" in student.text
    student.send(address, act="hint 7", source=MINE)
    assert "Use a local." not in student.text


def test_a_page_that_holds_typing_does_not_load_itself_again(asked: tuple[Walker, str]) -> None:
    student, address = asked
    student.send(address, act="try", source="v")
    assert 'http-equiv="refresh"' in student.page.text
    student.send(address, act="hint 1", source=MINE)
    assert "Waiting to be graded" in student.text
    assert 'http-equiv="refresh"' not in student.page.text


def test_the_explorer_opens_on_what_is_typed(asked: tuple[Walker, str]) -> None:
    student, address = asked
    student.client.follow_redirects = False
    student.send(address, act="open", source=MINE)
    assert student.page.status_code == 303
    asked_for = urlsplit(student.page.headers["location"])
    assert asked_for.path == "/loop"
    assert dict(parse_qsl(asked_for.query))["source"] == MINE


def test_the_welcome_page_stands_a_reload_and_is_gone_after_leaving(hosted: Hosted) -> None:
    student = hosted.student("reloading")
    link, address = student.return_link(), str(student.page.url)
    assert link in student.open(address).text
    assert "To the exercises" in student.text
    other = hosted.student("another")
    assert link not in other.open(address).text
    student.open(hosted.base)
    student.send("/lab/leave")
    assert student.open(address).status_code == 404


def test_a_refused_change_of_a_grade_keeps_its_form(hosted: Hosted) -> None:
    grace = hosted.instructor
    for name in ("fay", "gil"):
        hosted.student(name)
    grace.open(f"{hosted.base}/grades")
    found = re.search(r'<option value="(\d+)">gil</option>', grace.page.text)
    assert found
    typed = {"member": found[1], "exercise": "sum", "points": "3", "reason": "<aloud>"}
    for refused in ({"points": "99"}, {"points": "a few"}, {"reason": ""}):
        sent = {**typed, **refused}
        page = grace.send(f"{hosted.base}/grades", act="override", **sent)
        assert page.status_code == 422, refused
        assert f'<option value="{found[1]}" selected>gil</option>' in page.text
        assert f'name="points" inputmode="numeric" size="4" value="{sent["points"]}"' in page.text
        assert escape(sent["reason"]) in page.text
    grace.send(f"{hosted.base}/grades", act="override", **typed)
    assert "The grade of gil was none and is 3 now." in grace.text
    assert "gil, Sum in" in grace.text
    assert "3 instead of 0. <aloud>" in grace.text


def test_refused_settings_keep_their_form(hosted: Hosted) -> None:
    grace = hosted.instructor
    sent = {"title": "Changed", "opens": "2027-05-03T12:00", "closes": "2027-06-03T12:00",
            "late_points": "2", "keep_days": "90", "same_values": "on"}  # fmt: skip
    for refused in ({"late_points": "a few"}, {"keep_days": "99999"}, {"opens": "tomorrow"}):
        typed = {**sent, **refused}
        grace.open(f"{hosted.base}/settings")
        page = grace.send(f"{hosted.base}/settings", act="save", **typed)
        assert page.status_code == 422, refused
        for name in ("title", "opens", "closes", "late_points", "keep_days"):
            assert f'name="{name}" value="{typed[name]}"' in page.text, refused
        assert 'name="same_values" checked' in page.text
        assert 'name="open_class" checked' not in page.text
    grace.send(f"{hosted.base}/copy", title="Next year", begins="soon")
    assert grace.page.status_code == 422
    assert 'name="title" value="Next year"' in grace.page.text
    assert 'name="begins" value="soon"' in grace.page.text


def test_one_deadline_for_many(hosted: Hosted) -> None:
    grace, settings = hosted.instructor, f"{hosted.base}/settings"
    hosted.add("deadline-1")
    hosted.add("deadline-2")
    grace.open(settings)
    grace.send(settings, act="due of many", sheet="", due="2031-05-03T12:00")
    rows = len(re.findall(r'name="place"', grace.page.text))
    assert rows > 2
    assert grace.page.text.count('value="2031-05-03T12:00"') == rows
    assert "until 3 May 12:00" in grace.open(hosted.base).text
    assert "Times are in UTC" in grace.text
    grace.open(settings)
    grace.send(settings, act="due of many", sheet="no such sheet", due="2032-05-03T12:00")
    assert grace.page.status_code == 422
    grace.send(settings, act="due of many", sheet="", due="")
    assert "2031-05-03" not in grace.page.text


@pytest.mark.parametrize("exercise", [one for one in shipped_exercises() if one.kind == "quiz"])
def test_a_question_is_answered_by_choosing(exercise: Exercise) -> None:
    """A right answer in other words would be a wrong one."""
    posed = posed_for(exercise, {})
    (field,) = answer_fields(posed, {})
    offered = [choice.value for choice in field.choices]
    assert posed.predict is not None
    assert set(offered) == {"", posed.predict.right, *posed.predict.wrong}
    proven = (*exercise.proof.solved, *exercise.proof.wrong)
    assert {one.state["answer"] for one in proven} <= set(offered)
    assert field.label == posed.predict.question
