"""The inventory is read with every fault in its place; options stand in each member's order."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.content_files import ContentError
from compiler_core.inventory.reading import (
    ConceptInventory,
    option_order,
    read_inventory,
    shipped_inventory,
)
from tests.inventory.claims import claims_of

ROW = (
    "- {id: one, question: Which?, right: this, claims: [c], "
    "wrong: [{text: that, misconception: M.}, {text: none, misconception: N.}]}\n"
)
HEAD = "title: T\nquestions:\n"


def fault(text: str) -> str:
    with pytest.raises(ContentError) as error:
        read_inventory(text)
    return str(error.value)


def test_shipped_has_twenty_questions_with_two_to_four_misconceptions_each() -> None:
    inventory = shipped_inventory()
    assert len(inventory.questions) == 20
    for question in inventory.questions:
        assert 2 <= len({distractor.misconception for distractor in question.wrong}) <= 4
    # The right answer cannot be told by being the longest one throughout.
    longest = sum(
        len(question.right) > max(len(one.text) for one in question.wrong)
        for question in inventory.questions
    )
    assert longest < 20


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (HEAD + ROW + ROW, "questions[1]: the id 'one' is used twice."),
        (HEAD + ROW.replace("text: none", "text: this"), "questions[0]: an answer stands twice."),
        (HEAD + ROW.replace("right:", "rihgt:"), "questions[0]: there is no key `rihgt`."),
        (HEAD + ROW.replace("claims: [c]", "claims: []"), "questions[0]: claims: 0 entries"),
        (HEAD + ROW.replace(", {text: none, misconception: N.}", ""), "questions[0]: wrong: 1 ent"),
        (HEAD + ROW.replace(", misconception: N.", ""), "wrong[1]: the key `misconception` is"),
        (HEAD + ROW.replace("[c]", "&x [c]"), "anchors and aliases"),
        (HEAD + ROW + "#" * 33_000, "the limit is"),
    ],
)
def test_a_fault_names_its_place(text: str, sentence: str) -> None:
    assert sentence in fault(text)


def test_a_claim_that_is_none_is_named() -> None:
    with pytest.raises(ContentError, match="one: claims: there is no claim 'c'"):
        claims_of(read_inventory(HEAD + ROW))


@given(st.binary(min_size=1, max_size=32))
@settings(max_examples=30, deadline=None)
def test_an_order_holds_every_option_once_and_stays(seed: bytes) -> None:
    for question in shipped_inventory().questions:
        order = option_order(question, seed)
        assert sorted(order) == list(range(len(question.options)))
        assert order == option_order(question, seed)


def test_the_right_answer_stands_in_every_place_about_as_often() -> None:
    inventory: ConceptInventory = shipped_inventory()
    question = inventory.questions[0]
    places = [option_order(question, bytes([n, n >> 4])).index(0) for n in range(240)]
    for place in range(len(question.options)):
        assert 50 <= places.count(place) <= 110
