"""The experiment of a class: a plan that stands, arms that differ, a result that can be wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select, update

from classroom.assignments import assign
from classroom.errors import NotAllowed
from classroom.experiments import (
    arms_in,
    decline,
    experiment_of,
    experiment_result,
    start_experiment,
    write_plan,
)
from classroom.members import find_member
from classroom.roles import Role
from classroom.tables import experiments
from compiler_core.errors import InputError
from compiler_core.exercises.reader import read_exercise
from tests.lab.laboratory import EXERCISE, START, Laboratory
from tests.lab.test_inventory import QUESTIONS, answer_all, step
from tests.lab.town import Town, town_of
from tests.lab.walking import Walker

PREDICT = "predict: {question: Why is it scalar?, right: RIGHT it may, wrong: [WRONG one]}"
ALL = tuple(question.id for question in QUESTIONS)


@pytest.fixture
def town(lab: Laboratory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Town]:
    exercise = read_exercise(EXERCISE.format(id="asked") + PREDICT, {"start.c": START})
    with lab.database.writing() as connection:
        assign(connection, lab.lab_class, exercise)
    with town_of(lab, tmp_path, monkeypatch) as made:
        yield made


def written(lab: Laboratory) -> None:
    with lab.database.writing() as connection:
        write_plan(connection, lab.lab_class, ["asked"], ALL, lab.now)


def started(lab: Laboratory) -> None:
    with lab.database.writing() as connection:
        start_experiment(connection, lab.lab_class, lab.now)


def test_a_plan_stands_from_the_first_test_on(town: Town) -> None:
    lab, address = town.lab, f"{town.address}/experiment"
    lead, ada = town.walker("lead", Role.INSTRUCTOR), town.walker("ada")
    lead.open(address)
    for sent in ({"exercise": "sum", "question": ALL[0]}, {"exercise": "asked"}):
        assert lead.send(f"{address}/plan", act="write", **sent).status_code == 422
    ada.open(address)
    assert ada.send(f"{address}/plan", act="write").status_code == 403
    lead.open(address)
    assert (
        lead.send(f"{address}/plan", act="write", exercise="asked", question=ALL[0]).status_code
        == 200
    )
    with lab.database.reading() as connection:
        experiment = experiment_of(connection, lab.lab_class.id)
    assert experiment is not None
    assert experiment.digest == experiment.plan.digest
    assert experiment.digest in ada.open(address).text
    assert "experiment on learning" in ada.open(town.address).text
    ada.open(address)
    assert "You do not take part" in ada.send(address, act="decline").text
    assert "You take part" in ada.send(address, act="take part").text
    step(lab, "open pre")
    with pytest.raises(NotAllowed, match="cannot be written down or changed"):
        written(lab)
    with pytest.raises(InputError, match="after the test before is closed"):
        started(lab)


def test_arms_meet_the_exercise_differently(town: Town) -> None:
    lab = town.lab
    people = [lab.join(f"student {number}") for number in range(4)]
    written(lab)
    step(lab, "open pre")
    for one in people:
        answer_all(lab, one, 5, "pre")
    with lab.database.writing() as connection:
        decline(connection, people[0], lab.now)
    late = town.walker("late")
    step(lab, "close pre")
    started(lab)
    with lab.database.reading() as connection:
        arms = arms_in(connection, lab.lab_class.id)
    assert set(arms) == {person.id for person in people[1:]}
    assert {list(arms.values()).count(arm) for arm in set(arms.values())} == {1, 2}
    address = f"{town.address}/x/asked"
    for member, arm in arms.items():
        walker = walker_of(town, member)
        page = walker.open(address).text
        assert ("RIGHT it may</strong>" in page) == (arm == "show_first")
        assert ("Hand in" in page) == (arm == "show_first")
        if arm == "show_first":
            assert walker.send(address, act="predict", choice="0").status_code == 403
            continue
        assert walker.send(address, act="hand in", source="vv").status_code == 403
        assert walker.open(address).status_code == 200
        assert walker.send(address, act="predict", choice="0").status_code == 200
        assert "Hand in" in walker.text
    assert "Hand in" in late.open(address).text
    lead = town.walker("lead", Role.INSTRUCTOR)
    lead.open(f"{town.address}/q/2")
    assert lead.send(f"{town.address}/q/2/round", act="open 1").status_code == 422


def walker_of(town: Town, member_id: int) -> Walker:
    """The member at a computer of their own, by a new return link."""
    from classroom.members import new_return_link

    with town.lab.database.writing() as connection:
        token = new_return_link(
            connection, find_member(connection, town.lab.lab_class.id, member_id)
        )
    walker = Walker(town.app)
    walker.open(f"/lab/r/{token}")
    return walker


def test_the_result_is_of_the_plan_that_was_written_down(town: Town) -> None:
    lab = town.lab
    people = [lab.join(f"student {number}") for number in range(24)]
    written(lab)
    step(lab, "open pre")
    for number, person in enumerate(people):
        answer_all(lab, person, 4 + number % 3, "pre")
    step(lab, "close pre")
    started(lab)
    with lab.database.reading() as connection:
        arms = arms_in(connection, lab.lab_class.id)
        with pytest.raises(InputError, match="is closed"):
            experiment_result(connection, lab.lab_class)
    step(lab, "open post")
    for number, person in enumerate(people):
        right = 16 if arms[person.id] == "predict_first" else 9
        answer_all(lab, person, right + number % 2, "post")
    step(lab, "close post")
    with lab.database.reading() as connection:
        found = experiment_result(connection, lab.lab_class)
    assert found.members == {"predict_first": 12, "show_first": 12}
    assert found.is_found
    assert 0.3 < found.difference < 0.7
    page = town.walker("ada").open(f"{town.address}/experiment").text
    assert "predict first gained more in this class" in page
    assert "proves the instrument, not the teaching" in page
    with lab.database.writing() as connection:
        plan = dict(connection.scalar(select(experiments.c.plan)) or {})
        connection.execute(update(experiments).values(plan={**plan, "level": 0.5}))
    assert (
        "not the one that was written down"
        in town.walker("bob").open(f"{town.address}/experiment").text
    )
