"""The concept inventory in a class, on both databases: answers, silence before the end, figures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict
from html import unescape
from pathlib import Path

import pytest

from classroom.inventory import keep_answers, member_seed, take_inventory_step
from classroom.inventory_record import InventoryRecord, inventory_record
from classroom.own_data import own_data
from classroom.records import Member
from classroom.roles import Role
from compiler_core.inventory.reading import RIGHT, option_order, shipped_inventory
from tests.lab.laboratory import Laboratory
from tests.lab.town import Town, town_of
from tests.lab.walking import Walker

QUESTIONS = shipped_inventory().questions


@pytest.fixture
def town(lab: Laboratory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Town]:
    with town_of(lab, tmp_path, monkeypatch) as made:
        yield made


def step(lab: Laboratory, act: str) -> None:
    with lab.database.writing() as connection:
        take_inventory_step(connection, lab.lab_class.id, act, lab.now)


def answer_all(lab: Laboratory, member: Member, right: int, test: str, most: int = 20) -> None:
    """The first so many questions right, the others up to `most` with the first wrong answer."""
    seed = member_seed(lab.lab_class, member.id, "pre" if test == "pre" else "post")
    places = {
        question.id: option_order(question, seed).index(RIGHT if number < right else 1)
        for number, question in enumerate(QUESTIONS[:most])
    }
    with lab.database.writing() as connection:
        assert keep_answers(connection, lab.lab_class, member, places, lab.now) == test


def record(lab: Laboratory) -> InventoryRecord:
    with lab.database.reading() as connection:
        return inventory_record(connection, lab.lab_class)


def places_of(walker: Walker, text: str, choice: str) -> tuple[str, str]:
    """The field of the question, and what the form sends for the answer with these words."""
    for field in re.findall(r"<fieldset>.*?</fieldset>", unescape(walker.page.text), re.DOTALL):
        plain = re.sub("<[^>]+>", "", field)
        if text in plain:
            for name, value, words in re.findall(
                r'name="(q-[\w-]+)" value="(\d)"[^>]*> <span>(.*?)</span>', field
            ):
                if choice in re.sub("<[^>]+>", "", words):
                    return name, value
    raise AssertionError(text)


def test_a_member_answers_and_learns_nothing_before_the_end(town: Town) -> None:
    lead, ada = town.walker("lead", Role.INSTRUCTOR), town.walker("ada")
    address, asked = f"{town.address}/inventory", QUESTIONS[3]
    assert "No test is open yet" in ada.open(address).text
    assert ada.send(address, **{f"q-{asked.id}": "0"}).status_code == 403
    assert ada.send(f"{address}/test", act="open pre").status_code == 403
    lead.open(address)
    assert lead.send(f"{address}/test", act="close post").status_code == 422
    for test, said in (("pre", asked.wrong[1].text), ("post", asked.right)):
        assert lead.send(f"{address}/test", act=f"open {test}").status_code == 200
        ada.open(address)
        shown = said.replace("`", "")
        name, value = places_of(ada, "*s += a[i]", shown)
        assert ada.send(address, **{name: value}).status_code == 200
        assert "1 of 20 answered" in ada.text
        assert places_of(ada, "*s += a[i]", shown) == (name, value)
        for bad in ({name: "9"}, {name: "-1"}, {"q-nothing": "0"}):
            assert ada.send(address, **bad).status_code == 422
            ada.open(address)
        lead.send(f"{address}/test", act=f"close {test}")
        if test == "pre":
            assert "What holds" not in ada.open(address).text
            assert asked.wrong[1].misconception not in ada.text
    told = ada.open(address).text
    assert told.count("What holds") == 20
    assert "You said after the course" in told
    assert lead.send(f"{address}/test", act="open post").status_code == 422
    assert "members have both tests" in lead.open(address).text


def test_the_options_stand_in_an_order_of_each_members_own(town: Town) -> None:
    step(town.lab, "open pre")
    orders = set()
    for number in range(6):
        page = town.walker(f"member {number}").open(f"{town.address}/inventory").text
        orders.add(tuple(re.findall(r"<span>(.*?)</span></label>", page)))
    assert len(orders) == 6
    assert len({frozenset(order) for order in orders}) == 1


def test_figures_come_from_members_with_both_tests_and_from_ten_on(lab: Laboratory) -> None:
    people = [lab.join(f"student {number}") for number in range(12)]
    leader = lab.join("lead", Role.INSTRUCTOR)
    step(lab, "open pre")
    for one in (*people[:10], leader):
        answer_all(lab, one, 5, "pre")
    answer_all(lab, people[10], 5, "pre", most=9)
    step(lab, "close pre")
    step(lab, "open post")
    for number, one in enumerate((*people[:9], *people[10:])):
        answer_all(lab, one, 10 + number % 2, "post")
    assert "closed" in record(lab).missing
    answer_all(lab, leader, 20, "post")
    step(lab, "close post")
    few = record(lab)
    assert (few.pre.members, few.post.members, few.both) == (10, 11, 9)
    assert few.gain is None
    assert few.post.items == ()
    assert few.missing.startswith("9 members have both tests")


def test_the_gain_of_a_class_whose_answers_are_known(town: Town) -> None:
    lab = town.lab
    people = [lab.join(f"student {number}") for number in range(12)]
    for test, right in (("pre", 5), ("post", 11)):
        step(lab, f"open {test}")
        for number, person in enumerate(people):
            answer_all(lab, person, right + number % 2, test)
        step(lab, f"close {test}")
    found = record(lab)
    assert found.gain is not None
    assert found.gain.pre == pytest.approx(5.5 / 20)
    assert found.gain.gain == pytest.approx(6 / 14.5)
    assert found.gain.interval is not None
    assert [item.difficulty for item in found.pre.items[4:7]] == [1.0, 0.5, 0.0]
    assert found.post.items[19].chosen[1] == 12
    assert record(lab) == found
    lead = town.walker("lead", Role.INSTRUCTOR)
    assert "normalised gain 0.41" in lead.open(f"{town.address}/inventory").text
    answer = lead.client.get(f"/api{town.address}/inventory").json()
    assert answer["gain"]["gain"] == found.gain.gain
    assert set(answer) == set(asdict(found))
    with lab.database.reading() as connection:
        taken = own_data(connection, people[0])["inventory_answers"]
    assert len(taken) == 40
