"""A class goes when its time is over, and no sooner."""

from __future__ import annotations

from classroom.classes import all_classes, change_class
from classroom.expiry import delete_expired
from tests.lab.laboratory import Laboratory

DAY = 86_400.0


def test_a_class_is_deleted_so_many_days_after_its_end(lab: Laboratory) -> None:
    lab.hand_in(lab.join("ada"), "v")
    ends = lab.now + 10 * DAY
    with lab.database.writing() as connection:
        change_class(connection, lab.lab_class.id, "Over", {"closes": ends}, {"keep_days": 5})
    assert delete_expired(lab.database, ends + 4.9 * DAY) == ()
    assert delete_expired(lab.database, ends + 5.1 * DAY) == (lab.lab_class.id,)
    with lab.database.reading() as connection:
        assert all_classes(connection) == ()


def test_a_class_without_an_end_stays(lab: Laboratory) -> None:
    assert delete_expired(lab.database, lab.now + 10_000 * DAY) == ()
