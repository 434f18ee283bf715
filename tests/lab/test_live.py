"""Questions in class, the projector, and reports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from classroom.assignments import assign
from classroom.members import members_of
from classroom.roles import Role
from compiler_core.errors import InputError
from compiler_core.exercises.grading import grade
from compiler_core.exercises.posing import pose
from compiler_core.exercises.reader import read_exercise
from compiler_core.exercises.report import read_report, verify_entry
from compiler_core.exercises.shipped import shipped_exercises
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
    lab.engine.do_all()
    other = Laboratory(lab.database)
    foreign = other.hand_in(other.join(), "vv")
    lead = town.walker("lead the named", Role.INSTRUCTOR)
    address = f"{town.address}/present"
    page = lead.open(address).text
    assert "<svg" in page or "data:image/svg+xml" in page
    assert f'href="/lab/{lab.lab_class.id}/board"' in page
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
    assert "/board" not in shown
    for forged in (link[0][:-2], link[0].replace(lab.lab_class.id, other.lab_class.id)):
        assert visitor.open(forged).status_code == 404, forged
    assert visitor.open(address).status_code == 404
    lead.open(address)
    lead.send(address, act="hide")
    assert "secret_of_ada" not in visitor.open(link[0]).text
    lead.open(address)
    assert lead.send(address, act="timer", minutes="1e9").status_code == 422


@pytest.mark.usefixtures("jail")
def test_own_words_are_text_in_a_file_that_is_a_report(town: Town) -> None:
    lab = town.lab
    walker = town.walker("ada")
    with lab.database.reading() as connection:
        member = members_of(connection, lab.lab_class.id)[-1]
    address = f"{town.address}/report"
    assert "Nothing is here yet" in walker.open(address).text
    lab.hand_in(member, "vv </script><b>mine")
    lab.engine.do_all()
    walker.open(address)
    said = "</textarea></script><script>alert(1)</script> & mine"
    assert walker.send(address, exercise="sum", words=said).status_code == 200
    assert "<script>alert(1)" not in walker.page.text
    file = walker.open(f"{address}/file")
    assert "<script>alert(1)" not in file.text
    assert file.text.count("</script>") == 1
    assert "http" not in re.sub("http-equiv", "", file.text)
    (entry,) = read_report(file.text)
    assert entry["own_words"] == said
    assert entry["points"] == 2
    assert verify_entry(entry, ()).verdict == "cannot"
    town.walker("bob").open(address)
    for broken in ("", "<p>no report", file.text.replace('"form": 1', '"form": 2')):
        with pytest.raises(InputError, match="no report"):
            read_report(broken)


@pytest.mark.usefixtures("emulator")
def test_a_report_is_found_again_and_a_changed_figure_is_named() -> None:
    known = shipped_exercises()
    exercise = next(one for one in known if one.id == "memory-sum-vectorises")
    values = {name: choices[0] for name, choices in exercise.variants.items()}
    posed = pose(exercise, values)
    state = {"source": posed.starter["source"]}
    checks = [
        {"status": one.status, "points": one.points, "of": one.of, "sentence": one.sentence}
        for one in grade(posed, state, b"of the class")
    ]
    points = sum(check["points"] for check in checks)
    entry = {
        "exercise": exercise.id, "digest": exercise.digest, "values": values, "state": state,
        "points": points, "checks": checks,
    }  # fmt: skip
    assert verify_entry(entry, known).verdict == "same"
    checks[-1]["points"] = 3
    changed = verify_entry(entry, known)
    assert changed.verdict == "differs"
    assert [(difference.name, difference.reported) for difference in changed.differences] == [
        (f"check {len(checks)} points", "3")
    ]
