"""Questions in class, the projector, and reports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from classroom.assignments import assign
from classroom.roles import Role
from compiler_core.exercises.reader import read_exercise
from tests.lab.laboratory import EXERCISE, START, Laboratory
from tests.lab.town import Town, town_of
from tests.lab.walking import Walker

PREDICT = (
    "predict: {question: Why is it scalar?, right: RIGHT it may, wrong: [WRONG one, WRONG two]}"
)


@pytest.fixture
def town(lab: Laboratory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Town]:
    exercise = read_exercise(EXERCISE.format(id="asked") + PREDICT, {"start.c": START})
    with lab.database.writing() as connection:
        assign(connection, lab.lab_class, exercise)
    with town_of(lab, tmp_path, monkeypatch) as made:
        yield made


def chosen(walker: Walker, words: str) -> str:
    """What the form sends for the choice with these words."""
    found = re.search(rf'name="choice" value="(\d)"[^>]*> {words}', walker.page.text)
    assert found is not None, walker.page.text
    return found[1]


def test_a_question_is_answered_twice_and_shown_when_the_instructor_says_so(town: Town) -> None:
    lead = town.walker("lead", Role.INSTRUCTOR)
    students = [town.walker(name) for name in ("ada", "bob", "eve")]
    address = f"{town.address}/q/2"
    assert students[0].open(f"{town.address}/q/1").status_code == 404
    assert students[0].open(f"{town.address}/q/3").status_code == 404
    lead.open(address)
    early = students[0].open(address)
    assert "RIGHT" not in early.text
    assert students[0].send(address, choice="0").status_code == 403
    for round_, choices in (
        (1, ("RIGHT", "WRONG one", "WRONG one")),
        (2, ("RIGHT", "RIGHT", "WRONG")),
    ):
        assert lead.send(f"{address}/round", act=f"open {round_}").status_code == 200
        assert "Open round" not in lead.text
        for walker, choice in zip(students, choices, strict=True):
            walker.open(address)
            assert (
                walker.send(address, choice=chosen(walker, choice), reason="<script>x").status_code
                == 200
            )
            assert "You said" in walker.text
            assert "live-histogram" not in walker.text
        assert lead.send(f"{address}/round", act="show").status_code == 422
        lead.send(f"{address}/round", act="close")
        assert students[0].send(address, choice="2").status_code == 403
        assert "live-histogram" not in students[0].open(address).text
        if round_ == 1:
            lead.send(f"{address}/round", act="show")
            shown = students[0].open(address).text
            assert "live-histogram" in shown
            assert "talk with your neighbour" in shown
            assert "✓ right" not in shown
    assert students[0].send(f"{address}/round", act="reveal").status_code == 403
    lead.send(f"{address}/round", act="reveal")
    told = students[0].open(address).text
    assert "What holds" in told
    assert "/loop?" in told
    assert told.count("live-histogram") == 2
    assert "✓ right" in told


def test_the_projector_shows_no_names_and_opens_by_a_link_that_nobody_can_make(town: Town) -> None:
    lab = town.lab
    attempt = lab.hand_in(lab.join("ada the named"), "vv int secret_of_ada;")
    lab.engine.grade_all()
    other = Laboratory(lab.database)
    foreign = other.hand_in(other.join(), "vv")
    lead = town.walker("lead the named", Role.INSTRUCTOR)
    address = f"{town.address}/present"
    page = lead.open(address).text
    assert "<svg" in page or "data:image/svg+xml" in page
    assert f"{lab.lab_class.code[:2]}-{lab.lab_class.code[2:]}" in page
    assert lead.send(address, act="timer", minutes="5").status_code == 200
    assert lead.send(address, act="show", attempt=str(foreign.id)).status_code == 404
    lead.open(address)
    assert lead.send(address, act="show", attempt="9" * 30).status_code == 404
    lead.open(address)
    assert lead.send(address, act="show", attempt=str(attempt.id)).status_code == 200
    link = re.search(r"/lab/\w+/present/[\w.-]+", lead.text)
    assert link is not None
    visitor = Walker(town.app)
    shown = visitor.open(link[0]).text
    assert "secret_of_ada" in shown
    assert 'data-ends="' in shown
    assert "the named" not in shown
    assert "<form" not in shown
    for forged in (link[0][:-2], link[0].replace(lab.lab_class.id, other.lab_class.id)):
        assert visitor.open(forged).status_code == 404, forged
    assert visitor.open(address).status_code == 404
    lead.open(address)
    lead.send(address, act="hide")
    assert "secret_of_ada" not in visitor.open(link[0]).text
    lead.open(address)
    assert lead.send(address, act="timer", minutes="1e9").status_code == 422
