"""Exercises written in a class: assistants read, what is proven is published, in versions."""

from __future__ import annotations

from html import escape

import pytest

from app.lab import proving, writing
from app.serving.lab_database import lab_database
from classroom.assignments import find_assignment
from classroom.drafts import find_draft, requeue_proofs
from classroom.members import change_role, members_of
from classroom.proving import ProofEngine
from classroom.roles import Role
from compiler_core.exercises.summary import MOST_GRADINGS
from tests.lab.hosted import Hosted
from tests.lab.walking import Walker

QUIZ = """
id: {name}
kind: quiz
title: {title}
task: Say what binds it.
predict: {{question: What binds it?, right: {right}, wrong: [arithmetic, launches]}}
checks: [{{points: {points}, expect: {{answered: {right}}}}}]
proof: {{solved: [{solved}], wrong: [arithmetic]}}
"""
JSON = {"origin": "http://localhost", "sec-fetch-site": "same-origin"}


@pytest.fixture(autouse=True)
def unasked_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions are proven without asking compilers for their versions."""
    for module in (proving, writing):
        monkeypatch.setattr(module, "versions_here", lambda: {"gcc": "12.2"})


def quiz(
    name: str,
    *,
    title: str = "Which?",
    points: int = 4,
    right: str = "memory",
    solved: str = "memory",
) -> str:
    return QUIZ.format(name=name, title=title, points=points, right=right, solved=solved)


def prove_all() -> None:
    ProofEngine(lab_database(), proving.prove_jailed).do_all()


def begun(hosted: Hosted, name: str) -> str:
    """The address of a new draft, which is open."""
    grace = hosted.instructor
    grace.open(f"{hosted.base}/write")
    grace.send(f"{hosted.base}/write", id=name, **{"from": "below-the-roof"})
    assert grace.page.status_code == 200, grace.text
    return f"{hosted.base}/write/{name}"


def checked(hosted: Hosted, address: str, text: str) -> str:
    """What the page says once the text is checked and proven."""
    grace = hosted.instructor
    grace.open(address)
    grace.send(address, act="check", text=text, version=str(version(hosted, address)))
    assert grace.page.status_code == 200, grace.text
    prove_all()
    grace.open(address)
    return str(grace.text)


def version(hosted: Hosted, address: str) -> int:
    with lab_database().reading() as connection:
        return find_draft(connection, hosted.class_id, address.rpartition("/")[2]).version


def published(hosted: Hosted, address: str) -> Walker:
    hosted.instructor.send(address, act="publish")
    return hosted.instructor


def test_a_new_exercise_is_checked_published_and_done(hosted: Hosted) -> None:
    address = begun(hosted, "what-binds")
    assert "What limits the loop on this chip" in hosted.instructor.text
    said = checked(hosted, address, quiz("what-binds"))
    assert "Proven: 3 answers graded, each as it should be." in said
    assert "The class has this version." in published(hosted, address).text
    ada = hosted.student("ada")
    ada.open(f"{hosted.base}/x/what-binds")
    assert "What binds it?" in ada.text


def test_a_text_that_is_not_proven_is_not_published(hosted: Hosted) -> None:
    address = begun(hosted, "unproven")
    refused = published(hosted, address)
    assert refused.page.status_code == 403
    assert "only then it is published" in refused.text
    said = checked(hosted, address, quiz("unproven", solved="launches"))
    assert "proof.solved launches gets 0 of 4, expected 4: check 1" in said
    assert published(hosted, address).page.status_code == 403
    checked(hosted, address, quiz("unproven"))
    hosted.instructor.send(
        address, act="save", version=str(version(hosted, address)), text=quiz("unproven", points=3)
    )
    assert published(hosted, address).page.status_code == 403


def test_the_next_version_leaves_attempts_with_theirs(hosted: Hosted) -> None:
    address = begun(hosted, "versions")
    checked(hosted, address, quiz("versions"))
    published(hosted, address)
    eve = hosted.student("eve")
    eve.open(f"{hosted.base}/x/versions")
    eve.send(f"{hosted.base}/x/versions", act="hand in", answer="vvvv")
    hosted.grade_all()
    first = _digest(hosted, "versions")
    checked(hosted, address, quiz("versions", points=9))
    assert "being changed" in hosted.instructor.open(f"{hosted.base}/write").text
    hosted.instructor.open(address)
    assert "The class has this version." in published(hosted, address).text
    assert _digest(hosted, "versions") != first
    assert "0 of 4 points" in eve.open(f"{hosted.base}/x/versions").text
    checked(hosted, address, quiz("versions", right="'the bytes'", solved="'the bytes'"))
    refused = published(hosted, address)
    assert refused.page.status_code == 403
    assert "Members have begun with this exercise, and this version changes its question" in (
        refused.text
    )


def _digest(hosted: Hosted, exercise_id: str) -> str:
    with lab_database().reading() as connection:
        return find_assignment(connection, hosted.class_id, exercise_id).digest


def test_two_who_write_at_once_lose_nothing(hosted: Hosted) -> None:
    address = begun(hosted, "together")
    grace = hosted.instructor
    grace.send(address, act="save", text=quiz("together"), version="1")
    answer = grace.send(address, act="save", text=quiz("together", title="Mine"), version="1")
    assert answer.status_code == 409
    assert "title: Mine" in grace.text
    assert "Somebody has changed this exercise" in grace.text


DEEP = "a: " + "[" * 5000 + "]" * 5000
MANY = (
    "variants: {a: [1, 2, 3, 4, 5, 6, 7, 8], b: [1, 2, 3, 4, 5, 6, 7, 8]}\n"
    "proof: {solved: [memory], wrong: [arithmetic, launches]}"
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: &a [x, x]\nb: [*a, *a]", "anchors and aliases"),
        (DEEP, "more than 12 levels"),
        ("a: !!python/object/apply:os.system ['id']", "tags"),
        ("x" * 33_000, "the limit is 32,768"),
        (quiz("another"), "this page is of `hostile`"),
        (quiz("hostile").replace("answered", "answred"), "Did you mean `answered`?"),
        (quiz("hostile").replace("proof: {solved: [memory], wrong: [arithmetic]}", MANY),
         f"there can be {MOST_GRADINGS}"),
        (quiz("hostile") + "files: {'../../etc/passwd': x}", "must be 1 to 40 of"),
        ("\x00", "NUL character"),
        ("\x07\ud7ff", "is no YAML"),
    ],
)  # fmt: skip
def test_what_is_no_exercise_is_said_with_its_place(hosted: Hosted, text: str, said: str) -> None:
    grace = hosted.instructor
    address = f"{hosted.base}/write/hostile"
    if grace.open(address).status_code == 404:
        begun(hosted, "hostile")
    grace.send(address, act="check", text=text, version=str(version(hosted, address)))
    assert grace.page.status_code in (200, 422)
    assert said.replace("`", "") in grace.text.replace("<code>", "").replace("</code>", "")
    body = {"text": text, "id": "hostile"}
    live = grace.client.post(f"/api{hosted.base}/drafts/check", json=body, headers=JSON)
    assert live.status_code == 200
    assert live.json()["fault"]
    part = grace.send(f"{address}/read", text=text)
    assert part.status_code == 200
    assert part.text.startswith('<span class="write-fault">')


def test_while_it_is_typed_the_page_says_what_the_text_holds(hosted: Hosted) -> None:
    address = begun(hosted, "typed")
    part = hosted.instructor.send(f"{address}/read", text=quiz("typed", points=1))
    assert part.text.startswith("<span>It can be read: 1 point, 1 check, 3 answers to grade.")
    assert "1 point, 1 check" not in hosted.instructor.open(address).text


def test_ten_megabytes_are_refused_before_they_are_read(hosted: Hosted) -> None:
    address = begun(hosted, "large")
    grace = hosted.instructor
    assert grace.send(address, act="check", text="a" * (10 << 20)).status_code == 413
    body = {"text": "a" * (10 << 20)}
    live = grace.client.post(f"/api{hosted.base}/drafts/check", json=body, headers=JSON)
    assert live.status_code == 413


def test_markup_in_an_exercise_stays_text(hosted: Hosted) -> None:
    script = "<script>alert(1)</script>"
    address = begun(hosted, "markup")
    text = quiz("markup", title=f"'{script}'").replace("Say what", script)
    said = checked(hosted, address, text.replace("arithmetic", f"'{script}'"))
    assert "Proven" in said
    published(hosted, address)
    mallory = hosted.student("mallory")
    for walker, path in ((hosted.instructor, address), (mallory, f"{hosted.base}/x/markup"),
                         (mallory, hosted.base), (hosted.instructor, f"{hosted.base}/board"),
                         (hosted.instructor, f"{hosted.base}/settings")):  # fmt: skip
        page = walker.open(path)
        assert page.status_code == 200
        assert script not in page.text
        assert escape(script) in page.text


def test_assistants_read_and_students_do_not(hosted: Hosted) -> None:
    address = begun(hosted, "readers")
    student, assistant = hosted.student("student who asks"), hosted.student("assistant who reads")
    with lab_database().writing() as connection:
        found = {one.nickname: one for one in members_of(connection, hosted.class_id)}
        change_role(connection, found["assistant who reads"], Role.ASSISTANT)
    page = assistant.open(address)
    assert page.status_code == 200
    assert "readonly" in page.text
    assert 'value="check"' not in page.text
    assert assistant.send(address, act="save", text="x", version="1").status_code == 403
    assert student.open(address).status_code == 403
    assert hosted.walker().open(address).status_code == 404


def test_a_proof_that_was_stopped_begins_again(hosted: Hosted) -> None:
    address = begun(hosted, "stopped")
    grace = hosted.instructor
    grace.send(address, act="check", text=quiz("stopped"), version="1")
    assert "Its proof waits: number 1 of 1" in grace.text

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ProofEngine(lab_database(), killed).do_all()  # pyright: ignore[reportArgumentType]
    with lab_database().writing() as connection:
        requeue_proofs(connection)
    prove_all()
    assert "Proven" in grace.open(address).text


def test_programs_write_exercises_too(hosted: Hosted) -> None:
    client = hosted.instructor.client
    base = f"/api{hosted.base}/drafts"
    made = client.post(f"{base}/by-program", json={"text": quiz("by-program")}, headers=JSON)
    assert (made.status_code, made.json()["state"]) == (201, "draft")
    read = client.post(f"{base}/by-program/proof", json={}, headers=JSON)
    assert (read.status_code, read.json()["gradings"]) == (202, 3)
    prove_all()
    found = client.get(f"{base}/by-program").json()
    assert (found["state"], found["proof"]["proven"]) == ("proven", True)
    assert found["done"] == found["total"] > 0
    assert [line["points"] for line in found["proof"]["lines"]] == [4, 0, 0]
    assert client.post(f"{base}/by-program/publish", json={}, headers=JSON).status_code == 200
    assert "by-program" in [one["id"] for one in client.get(base).json()]
