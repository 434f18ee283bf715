"""Sentences about models, chips and atlas pages: each has its button, and a page to break it."""

from __future__ import annotations

import time

from starlette.testclient import TestClient

from app.lab.making import offered
from app.lesson.break_address import break_address
from app.lesson.fact_breaking import makes_exercises, setting_address
from app.lesson.model_claims import fact_address
from compiler_core.claims.breaking.budget import SearchBudget
from compiler_core.claims.breaking.of_facts.search import break_facts
from compiler_core.claims.breaking.of_facts.varied_claim import options_of, with_setting
from compiler_core.claims.facts.subjects import ChipSubject
from compiler_core.claims.kinds.facts import FactOf, facts_of_claim
from compiler_core.claims.reading import every_claim
from tests.web.pages import read_elements

OF_FACTS = tuple(claim for claim in every_claim() if claim.is_of_core)
LONGEST_SECONDS = 60.0


def test_every_sentence_about_facts_has_the_button() -> None:
    assert len(OF_FACTS) >= 200
    assert [claim.id for claim in OF_FACTS if not break_address(claim)] == []


def test_a_sentence_about_a_chip_is_broken_without_scripts(client: TestClient) -> None:
    before = client.get("/learn/break/prefill-is-faster").text
    assert "Try to break it" in before
    assert "Starting from" not in before
    begun = client.post("/learn/break?claim=prefill-is-faster", follow_redirects=False)
    assert (begun.status_code, begun.headers["location"]) == (303, "/learn/break/prefill-is-faster")
    end = time.monotonic() + LONGEST_SECONDS
    text = ""
    while "Broken:" not in text and time.monotonic() < end:
        text = client.get(begun.headers["location"]).text
    assert "Broken: here is a setting" in text
    assert "lowlab break prefill-is-faster --with " in text
    assert "Same code" not in text
    (link,) = [one for one in read_elements(text) if one.text == "Open it with this setting"]
    assert client.get(link.attributes["href"]).status_code == 200


def test_what_is_changed_about_a_chip_stands_in_its_address() -> None:
    """The page behind "Open it with this setting" shows that setting and no other."""
    chips = {
        one.subject
        for claim in OF_FACTS
        for one in facts_of_claim(claim)
        if isinstance(one.subject, ChipSubject)
    }
    moved = set[str]()
    for subject in chips:
        one = FactOf(subject, next(iter(subject.facts)))
        for option in options_of(subject):
            changed = with_setting(subject, option, option.others[0].text)
            address = fact_address(FactOf(changed, one.name))
            assert address != fact_address(one), (subject, option.key)
            moved.add(option.key)
    assert {"precision", "objective", "elements"} <= moved


def test_what_breaks_a_sentence_about_a_chip_has_a_page_and_maybe_an_exercise() -> None:
    kept = 0
    for claim in OF_FACTS:
        if not all(isinstance(one.subject, ChipSubject) for one in facts_of_claim(claim)):
            continue
        broken = break_facts(claim, SearchBudget(4.0)).broken
        if broken is None:
            continue
        address = setting_address(claim, broken)
        assert address.startswith("/soc")
        if makes_exercises(address):
            kept += 1
            assert offered(address).track == "decode"
    assert kept >= 3
