"""A class without scripts: from the code on the board to the grade file."""

from __future__ import annotations

import re
from html import escape

import pytest

from app.settings import settings
from classroom.tables import metadata
from tests.lab.hosted import Hosted


def test_join_hand_in_read_the_result(hosted: Hosted) -> None:
    ada = hosted.student("ada")
    back = ada.return_link()
    assert "sum" in ada.open(hosted.base).text
    ada.open(f"{hosted.base}/x/sum")
    ada.send(f"{hosted.base}/x/sum", act="hand in", source="vvvvvvv")
    assert "Waiting to be graded: number 1 of 1" in ada.text
    assert 'http-equiv="refresh"' in ada.text
    hosted.grade_all()
    ada.open(f"{hosted.base}/x/sum")
    assert "7 of 7 points" in ada.text
    assert "7 of 7 points so far" in ada.open(hosted.base).text
    again = hosted.walker()
    again.open(back)
    assert again.page.url.path == hosted.base
    assert "ada" in again.text


def test_a_try_is_told_as_one_and_history_brings_back_what_was_sent(hosted: Hosted) -> None:
    bob = hosted.student("bob")
    address = f"{hosted.base}/x/sum"
    bob.open(address)
    bob.send(address, act="try", source="first vv")
    first = bob.page.url
    bob.send(address, act="hand in", source="second v")
    hosted.grade_all()
    assert "this would give 2 of 7 points. Nothing is handed in yet" in bob.open(str(first)).text
    assert "first vv" in bob.text
    assert "second v" in bob.open(address).text


def test_a_refused_hand_in_keeps_what_was_typed(hosted: Hosted) -> None:
    eve = hosted.student("eve")
    address = f"{hosted.base}/x/sum"
    eve.open(address)
    for number in range(20):
        eve.send(address, act="hand in", source=f"v{number}")
    eve.send(address, act="hand in", source="my last idea")
    assert eve.page.status_code == 429
    assert int(eve.page.headers["retry-after"]) <= 60
    assert "your text is kept" in eve.text
    assert "my last idea" in eve.text


@pytest.mark.parametrize(
    ("code", "status", "said"),
    [
        ("K7-QZ", 404, "No class has the code K7-QZ. Codes have no O, I, 0 or 1."),
        ("", 404, "A code has 4 letters and digits"),
        ("<b>", 404, "No class has the code <b>."),
    ],
)
def test_a_wrong_code(hosted: Hosted, code: str, status: int, said: str) -> None:
    visitor = hosted.walker()
    answer = visitor.join(code, "ada")
    assert answer.status_code == status
    assert said in visitor.text
    assert "<b>." not in answer.text


def test_a_nickname_is_one_persons_in_any_case(hosted: Hosted) -> None:
    hosted.student("Grete")
    visitor = hosted.walker()
    answer = visitor.join(hosted.code.lower(), "GRETE")
    assert answer.status_code == 409
    assert "Add a letter, or use your return link." in visitor.text


@pytest.mark.parametrize("nickname", ["", "x" * 41, "a\u0007b", "a\u202eb", "a\u200bb"])
def test_a_nickname_that_is_none(hosted: Hosted, nickname: str) -> None:
    visitor = hosted.walker()
    assert visitor.join(hosted.code, nickname).status_code == 422


def test_markup_in_a_nickname_stays_text(hosted: Hosted) -> None:
    name = "<script>alert(1)</script>"
    student = hosted.student(name)
    for walker, path in ((student, hosted.base), (hosted.instructor, f"{hosted.base}/grades"),
                         (hosted.instructor, f"{hosted.base}/settings")):  # fmt: skip
        text = walker.open(path).text
        assert name not in text
        assert escape(name) in text


def test_a_forged_cookie_or_form_is_nobody(hosted: Hosted) -> None:
    ada = hosted.student("ada2")
    kept = ada.client.cookies["lowlab_lab"]
    ada.client.cookies.set("lowlab_lab", kept[:-3] + "AAA", domain="localhost.local", path="/")
    forged = hosted.walker()
    forged.client.cookies.set("lowlab_lab", kept[:-3] + "AAA")
    assert forged.open(hosted.base).status_code == 404
    other = hosted.student("other")
    other.open(f"{hosted.base}/x/sum")
    answer = other.client.post(
        f"{hosted.base}/x/sum", data={"act": "try", "source": "v", "form_token": "0" * 32}
    )
    assert answer.status_code == 403


def test_leaving_a_shared_computer(hosted: Hosted) -> None:
    ada = hosted.student("ada3")
    ada.open(hosted.base)
    ada.send("/lab/leave")
    assert ada.open(hosted.base).status_code == 404


def test_an_instructor_manages_and_takes_grades_out(hosted: Hosted) -> None:
    grace = hosted.instructor
    student = hosted.student("=cmd|' /C calc'!A0")
    student.open(f"{hosted.base}/x/sum")
    student.send(f"{hosted.base}/x/sum", act="hand in", source="vv")
    hosted.grade_all()
    page = grace.open(f"{hosted.base}/grades")
    assert page.status_code == 200
    file = grace.open(f"{hosted.base}/grades.csv")
    line = next(one for one in file.text.splitlines() if "cmd" in one)
    assert line.startswith("\"'=cmd") or line.startswith("'=cmd")
    grace.open(f"{hosted.base}/grades")
    member = re.search(r'<option value="(\d+)">=cmd', grace.text)
    assert member is not None
    grace.send(
        f"{hosted.base}/grades",
        act="override",
        exercise="sum",
        member=member[1],
        points="6",
        reason="Explained it aloud.",
    )
    assert "6*" in grace.text
    assert "Explained it aloud." in student.open(f"{hosted.base}/x/sum").text
    grace.send(
        f"{hosted.base}/grades",
        act="override",
        exercise="sum",
        member=member[1],
        points="6",
        reason="",
    )
    assert "An override needs a reason" in grace.text


def test_a_removed_member_is_gone_and_known_no_more(hosted: Hosted) -> None:
    student = hosted.student("shortlived")
    grace = hosted.instructor
    grace.open(f"{hosted.base}/settings")
    row = grace.text[grace.text.index("shortlived</th>") :]
    member = re.search(r'name="member" value="(\d+)"', row)
    assert member is not None
    grace.send(f"{hosted.base}/settings", act="delete member", member=member[1])
    assert "shortlived" not in grace.text
    assert student.open(hosted.base).status_code == 404


def test_the_last_instructor_stays(hosted: Hosted) -> None:
    grace = hosted.instructor
    grace.open(f"{hosted.base}/settings")
    row = grace.text[grace.text.index("Grace</th>") :]
    member = re.search(r'name="member" value="(\d+)"', row)
    assert member is not None
    for act in ("role", "delete member"):
        grace.send(f"{hosted.base}/settings", act=act, member=member[1], role="student")
        assert grace.page.status_code == 403
        assert "A class keeps one instructor" in grace.text


def test_the_api_tells_the_same(hosted: Hosted) -> None:
    client = hosted.walker().client
    joined = client.post("/api/lab/join", json={"code": hosted.code, "nickname": "program"}).json()
    client.headers["authorization"] = f"Bearer {joined['token']}"
    base = f"/api/lab/{joined['class_id']}"
    assert [one["id"] for one in client.get(f"{base}/exercises").json()] == ["sum"]
    exercise = client.get(f"{base}/exercises/sum").json()
    assert exercise["allow"] == ["source"]
    body = {"state": {"source": "vvvvvvv"}, "client_key": "k"}
    sent = client.post(f"{base}/exercises/sum/attempts", json=body)
    assert sent.status_code == 202
    assert sent.json()["place"] >= 1
    again = client.post(f"{base}/exercises/sum/attempts", json=body)
    assert again.json()["id"] == sent.json()["id"]
    hosted.grade_all()
    done = client.get(f"{base}/attempts/{sent.json()['id']}").json()
    assert (done["status"], done["points"], len(done["outcomes"])) == ("graded", 7, 2)
    assert client.get(f"{base}/grades").status_code == 403
    other = client.post("/api/lab/join", json={"code": hosted.code, "nickname": "other program"})
    client.headers["authorization"] = f"Bearer {other.json()['token']}"
    assert client.get(f"{base}/attempts/{sent.json()['id']}").status_code == 404


def test_a_member_takes_their_data_out_and_is_gone(hosted: Hosted) -> None:
    name = "Zoe who leaves"
    zoe = hosted.student(name)
    zoe.open(f"{hosted.base}/x/sum")
    zoe.send(f"{hosted.base}/x/sum", act="hand in", source="vv")
    hosted.grade_all()
    data = zoe.open(f"{hosted.base}/me.json").json()
    assert (data["nickname"], len(data["attempts"])) == (name, 1)
    assert data["attempts"][0]["state"] == {"source": "vv"}
    of_a_member = {table.name for table in metadata.tables.values() if "member_id" in table.c}
    assert len(of_a_member) == len([one for one in data.values() if isinstance(one, list)])
    zoe.open(f"{hosted.base}/me")
    zoe.send(f"{hosted.base}/me", typed="somebody else")
    assert "Type Zoe who leaves" in zoe.text
    zoe.send(f"{hosted.base}/me", typed=name)
    assert zoe.page.url.path == "/lab"
    assert zoe.open(hosted.base).status_code == 404
    folder = settings().state
    assert name.encode() not in b"".join(one.read_bytes() for one in folder.glob("lab.sqlite*"))


def test_ids_of_another_system_stand_in_the_grade_file(hosted: Hosted) -> None:
    hosted.student("Rosa")
    grace = hosted.instructor
    grace.open(f"{hosted.base}/settings")
    hidden = re.search(r'name="form_token" value="(\w+)"', grace.text)
    assert hidden is not None
    send = {"data": {"form_token": hidden[1]}, "headers": {"sec-fetch-site": "same-origin"}}
    told = grace.client.post(
        f"{hosted.base}/settings/roster",
        files={"file": ("r.csv", b"id,nickname\nu17,rosa\nu18,Nobody\n")},
        **send,
    )
    assert "1 ids are noted. Nobody here is called Nobody." in told.text
    assert "Rosa,u17," in grace.open(f"{hosted.base}/grades.csv").text
    wrong = grace.client.post(
        f"{hosted.base}/settings/roster",
        files={"file": ("r.csv", b"id,nickname\nu1,a\nu1,b\n")},
        **send,
    )
    assert wrong.status_code == 422
    assert "Line 3 has the id" in wrong.text


def test_before_a_class_opens_students_see_when(hosted: Hosted) -> None:
    early = hosted.student("early")
    grace = hosted.instructor
    settings_form = {"act": "save", "title": "Compilers", "keep_days": "180"}
    grace.open(f"{hosted.base}/settings")
    grace.send(f"{hosted.base}/settings", opens="2999-05-03T12:00", **settings_form)
    assert "This class opens on 3 May" in early.open(hosted.base).text
    assert early.open(f"{hosted.base}/x/sum").status_code == 403
    assert grace.open(f"{hosted.base}/x/sum").status_code == 200
    grace.open(f"{hosted.base}/settings")
    grace.send(f"{hosted.base}/settings", opens="", **settings_form)
    assert early.open(f"{hosted.base}/x/sum").status_code == 200
