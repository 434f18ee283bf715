"""A class behind one address is as many clients as it has members."""

from __future__ import annotations

import pytest

from app.lab.shares import member_share
from app.lab.visits import COOKIE
from app.serving.lab_database import lab_database
from classroom import members as classroom_members
from classroom.members import members_of
from classroom.roles import Role
from tests.lab.hosted import Hosted
from tests.lab.walking import Walker


def share_of(walker: Walker, cookie: str | None = None) -> str:
    text = cookie if cookie is not None else walker.client.cookies.get(COOKIE, "")
    headers = [(b"cookie", f"{COOKIE}={text}".encode())] if text else []
    return member_share({"type": "http", "client": ("10.0.0.1", 1), "headers": headers})


def test_members_have_a_share_each_and_visitors_that_of_their_address(hosted: Hosted) -> None:
    ada, bob, visitor = hosted.student("ada"), hosted.student("bob"), hosted.walker()
    visitor.open("/lab")
    assert share_of(visitor) == ""
    assert share_of(ada)
    assert share_of(ada) != share_of(bob)
    forged = ada.client.cookies[COOKIE].replace(".", "x.")
    assert share_of(ada, forged) == ""
    ada.open("/lab")
    ada.send("/lab/leave")
    assert share_of(ada) == ""


def test_a_full_class_is_full_of_students(hosted: Hosted, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its instructor is a member too, and takes no student's place."""
    with lab_database().reading() as connection:
        there = [one.role for one in members_of(connection, hosted.class_id)]
    students = there.count(Role.STUDENT)
    assert len(there) > students
    monkeypatch.setattr(classroom_members, "MOST_STUDENTS", students + 1)
    hosted.student("the last")
    refused = hosted.walker().join(hosted.code, "one more")
    assert refused.status_code == 403
    assert f"has its {students + 1} students" in refused.text
