"""Exercises made from what somebody looks at: offered to those who may, proven as drafts."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from app.lab import proving, writing
from app.serving.lab_database import lab_database
from classroom.members import change_role, members_of
from classroom.proving import ProofEngine
from classroom.roles import Role
from compiler_core.claims.kinds.kind import Bound
from compiler_core.claims.reading import claims_at
from compiler_core.claims.vocabulary import KIND_BY_NAME
from compiler_core.exercises.drafting.counterexample_draft import (
    CounterexampleState,
    counterexample_draft,
    opposite,
)
from compiler_core.exercises.drafting.draft_file import AuthorsWords
from compiler_core.exercises.drafting.loop_draft import LoopState, loop_draft
from compiler_core.exercises.inlining import inlined
from compiler_core.exercises.proof import prove_all
from compiler_core.exercises.reader import read_exercise
from compiler_core.exercises.shipped import shipped_exercises
from tests.lab.hosted import Hosted

LINK = "Make an exercise from this"
DECODE = "/soc/decode?model=llama-3.1-8b&chip=raspberry-pi-5&type=q8_0&context=128"
TOTAL = "void total(const int *a, int n, int *s) { for (int i = 0; i < n; i++) *s += a[i]; }\n"
FORGETS = TOTAL.replace("*s += a[i]", "*s = a[i]")


@pytest.fixture(autouse=True)
def unasked_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (proving, writing):
        monkeypatch.setattr(module, "versions_here", dict)


def test_only_who_may_make_exercises_is_offered_to(hosted: Hosted) -> None:
    student, assistant = hosted.student("who learns"), hosted.student("who helps")
    with lab_database().writing() as connection:
        found = {one.nickname: one for one in members_of(connection, hosted.class_id)}
        change_role(connection, found["who helps"], Role.ASSISTANT)
    assert LINK not in student.open(DECODE).text
    assert LINK not in hosted.walker().open(DECODE).text
    assert LINK in assistant.open(DECODE).text
    address = f"{hosted.base}/make?{urlencode({'from': DECODE})}"
    assert student.open(address).status_code == 403
    assert hosted.walker().open(address).status_code == 404
    assert "weights in q8_0" in assistant.open(address).text


def test_a_chip_page_becomes_a_draft_that_is_proven(hosted: Hosted) -> None:
    grace = hosted.instructor
    grace.open(f"{hosted.base}/make?{urlencode({'from': DECODE})}")
    grace.send(
        f"{hosted.base}/make", id="faster-pi", title="Faster", task="Do it.", **{"from": DECODE}
    )
    assert str(grace.page.url.path) == f"{hosted.base}/write/faster-pi"
    ProofEngine(lab_database(), proving.prove_jailed).do_all()
    assert "Proven: 4 answers graded" in grace.open(f"{hosted.base}/write/faster-pi").text


@pytest.mark.parametrize(
    "origin",
    ["", "https://elsewhere.example/", "/lab", "/loop", "/soc/energy", "/model/../x/y",
     "/model/mine/engine", "/soc/decode?model=none", "/loop?language=c%2B%2B&source=x",
     "/learn/break/", "/learn/folklore",
     "/loop?" + "a=b&" * 400, "/" + "x" * 9000, "//[x", "/soc/decode?batch=-1"],
)  # fmt: skip
def test_pages_of_which_no_exercise_can_be_made(hosted: Hosted, origin: str) -> None:
    address = f"{hosted.base}/make?{urlencode({'from': origin})}"
    assert hosted.instructor.open(address).status_code == 422


def test_markup_in_a_state_stays_text(hosted: Hosted) -> None:
    script = "</textarea><script>alert(1)</script>"
    origin = f"/loop?{urlencode({'source': script, 'flags': script})}"
    page = hosted.instructor.open(f"{hosted.base}/make?{urlencode({'from': origin})}")
    assert page.status_code == 200
    assert "<script>alert" not in page.text


def test_every_exercise_that_ships_can_be_one_file() -> None:
    for exercise in shipped_exercises():
        assert read_exercise(inlined(exercise), {}).digest == exercise.digest
        assert read_exercise(inlined(exercise, "another"), {}).id == "another"


BROKEN = "/learn/break/folklore-o2-is-scalar?compiler=gcc-12"


@pytest.mark.usefixtures("emulator")
def test_a_broken_sentence_becomes_a_draft_that_is_proven(hosted: Hosted) -> None:
    grace = hosted.instructor
    page = grace.open(f"{hosted.base}/make?{urlencode({'from': BROKEN})}")
    assert "you need -O3" in page.text
    state = CounterexampleState("folklore-o2-is-scalar", "gcc-12")
    words = AuthorsWords(id="mine", title="Broken", task="Break it.")
    exercise = read_exercise(counterexample_draft(state, words), {})
    assert [check.kind for check in exercise.checks] == ["same_result_as", "vectorized"]
    assert prove_all((exercise,)).exercises[0].fault == ""


def test_the_opposite_of_an_expectation_is_one_that_it_refuses() -> None:
    turned = [
        (expectation.kind, expectation.argument, check)
        for claim in claims_at()
        if not claim.is_of_core
        for statement in claim.holds
        for expectation in statement.expectations
        if (check := opposite(expectation))
    ]
    assert len(turned) > 50
    for kind, argument, check in turned:
        ((name, value),) = check.items()
        read = KIND_BY_NAME[name].read("here", value)
        if name == kind:
            assert read != argument
        if isinstance(argument, Bound):
            assert not any(argument.holds(n) and read.holds(n) for n in range(64))
            assert all(argument.holds(n) or read.holds(n) for n in range(64))


@pytest.mark.usefixtures("emulator")
def test_what_a_suggestion_changes_becomes_the_checks() -> None:
    words = AuthorsWords(id="mine", title='A "sum": {x}', task="Two\nlines.", wrong=(FORGETS,))
    text = loop_draft(LoopState(TOTAL, "gcc", "-O3", trial="local_sum@1"), words)
    exercise = read_exercise(text, {})
    assert (exercise.title, exercise.task) == ('A "sum": {x}', "Two\nlines.")
    assert [check.kind for check in exercise.checks] == ["same_result_as", "vectorized", "count"]
    assert prove_all((exercise,)).exercises[0].fault == ""
