"""A class copied for the next group: everything that was set up, nobody who was in it."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

import pytest
from sqlalchemy import func, select

from classroom.assignments import assignments_of, exercises_of, hidden_seed
from classroom.backup import rows_by_table
from classroom.classes import change_class, find_class
from classroom.copying import copy_class
from classroom.drafts import find_draft, make_draft
from classroom.records import Assignment, LabClass
from classroom.tables import members
from compiler_core.errors import InputError
from tests.lab.hosted import Hosted
from tests.lab.laboratory import Laboratory

OPENS = datetime(2027, 3, 1, 9, 0).timestamp()
DUE = datetime(2027, 4, 5, 12, 0).timestamp()
CLOSES = datetime(2027, 7, 1, 18, 0).timestamp()


def made_from(lab: Laboratory, begins: float | None) -> tuple[LabClass, tuple[Assignment, ...]]:
    with lab.database.writing() as connection:
        made = copy_class(connection, lab.lab_class, "Next year", begins, lab.now)
        return made, assignments_of(connection, made.id)


@pytest.fixture
def used(lab: Laboratory) -> Laboratory:
    """With two exercises, dates, settings, a draft, a member and a grade."""
    lab.add_exercise("second", DUE)
    with lab.database.writing() as connection:
        dates: dict[str, float | None] = {"opens": OPENS, "closes": CLOSES}
        changed = {"late_points": 2, "same_values": True, "sheets": ("aliasing",)}
        change_class(connection, lab.lab_class.id, "This year", dates, changed)
        lab.lab_class = find_class(connection, lab.lab_class.id)
        make_draft(connection, lab.lab_class.id, "being-written", "title: half", lab.now)
    lab.hand_in(lab.join("ada"), "vv")
    lab.engine.do_all()
    return lab


def test_all_that_was_set_up_and_nobody(used: Laboratory) -> None:
    before = rows_by_table(used.database)
    made, given = made_from(used, None)
    after = rows_by_table(used.database)
    grown = {name: after[name] - before[name] for name in after if after[name] != before[name]}
    assert grown == {"class": 1, "assignment": 2, "draft": 1}
    assert made.settings == used.lab_class.settings
    assert (made.title, made.opens, made.closes) == ("Next year", None, None)
    with used.database.reading() as connection:
        old = exercises_of(connection, used.lab_class.id)
        new = exercises_of(connection, made.id)
        there = select(func.count()).where(members.c.class_id == made.id)
        assert connection.scalar(there) == 0
        assert find_draft(connection, made.id, "being-written").text == "title: half"
    for (one, exercise), (other, same) in zip(old, new, strict=True):
        assert replace(one, id=other.id, class_id=made.id, due=None) == other
        assert exercise == same
    assert [one.due for one in given] == [None, None]
    digest = given[0].digest
    assert hidden_seed(made, digest, {}) != hidden_seed(used.lab_class, digest, {})


@pytest.mark.parametrize("begins", [
    datetime(2028, 2, 28, 9, 0), datetime(2027, 10, 25, 9, 0), datetime(2027, 3, 1, 9, 0),
])  # fmt: skip
def test_dates_keep_their_distance_by_the_clock_on_the_wall(
    used: Laboratory, begins: datetime
) -> None:
    made, (_, second) = made_from(used, begins.timestamp())
    assert made.opens == begins.timestamp()
    apart = datetime(2027, 4, 5, 12, 0) - datetime(2027, 3, 1, 9, 0)
    assert second.due is not None
    assert datetime.fromtimestamp(second.due) == begins + apart
    assert datetime.fromtimestamp(second.due).hour == 12


def test_a_date_beyond_all_calendars_is_refused(used: Laboratory) -> None:
    with pytest.raises(InputError, match="calendars"):
        made_from(used, datetime(9999, 12, 1).timestamp())


def test_by_page_and_api(hosted: Hosted) -> None:
    teacher = hosted.instructor
    teacher.open(f"{hosted.base}/settings")
    refused = teacher.send(f"{hosted.base}/copy", title="", begins="")
    assert refused.status_code == 422
    assert "needs a title" in teacher.text
    teacher.open(f"{hosted.base}/settings")
    assert teacher.send(f"{hosted.base}/copy", title="Group 2", begins="x").status_code == 422
    teacher.open(f"{hosted.base}/settings")
    teacher.send(f"{hosted.base}/copy", title="Group 2", begins="2027-03-01T09:00")
    assert "Group 2" in teacher.text
    assert teacher.return_link() not in teacher.open("/lab").text
    found = re.search(r'href="(/lab/[^"]+)"[^>]*>Group 2', teacher.open("/lab").text)
    assert found is not None, teacher.text
    settings = teacher.open(f"{found[1]}/settings").text
    assert "sum" in settings.lower()
    token = "Bearer none"
    body = {"title": "Group 3"}
    answer = teacher.client.post(f"/api{hosted.base}/copy", json=body)
    assert answer.status_code == 201, answer.text
    token = f"Bearer {answer.json()['token']}"
    new = f"/api/lab/{answer.json()['class_id']}"
    there = hosted.walker().client.get(f"{new}/exercises", headers={"authorization": token})
    assert [one["id"] for one in there.json()] == ["sum"]
    student = hosted.student("copier")
    assert student.client.post(f"/api{hosted.base}/copy", json=body).status_code == 403
