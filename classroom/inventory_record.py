"""What both tests of a class say: one record for the page, the command line and the JSON API."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection

from classroom.inventory import (
    ClassInventory,
    MemberAnswers,
    TestName,
    class_answers,
    class_inventory,
)
from classroom.moments import moment_words
from classroom.records import LabClass
from compiler_core.errors import InputError
from compiler_core.inventory.reading import RIGHT, ConceptInventory
from compiler_core.inventory.statistics import (
    FEWEST_MEMBERS,
    ClassGain,
    ItemStatistics,
    class_gain,
    item_statistics,
)

FEWEST_ANSWERED = 0.5
"""Share of the questions that a member must have answered to have a test: who answered one of
twenty and left says nothing about the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InventoryTestRecord:
    """One test of a class."""

    state: str
    """`not opened`, `open` or `closed`."""
    opened: float | None
    """Seconds since the epoch; null where it was not opened yet."""
    closed: float | None
    """Seconds since the epoch."""
    members: int
    """Students who answered at least half of the questions."""
    items: tuple[ItemStatistics, ...]
    """One for each question, over the members with both tests; empty while there are no figures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InventoryRecord:
    """Both tests."""

    class_id: str
    """Stands in the addresses of the class, `/api/lab/{class_id}/inventory`."""
    title: str
    """The class's, as its pages show it."""
    digest: str
    """SHA-256 of the questions that the class was asked."""
    pre: InventoryTestRecord
    """The test before the course."""
    post: InventoryTestRecord
    """The test after the course, with the same questions."""
    both: int
    """Students with both tests: only they count."""
    gain: ClassGain | None
    """How much of what was missing before the class knows after; null while `missing` says why."""
    missing: str
    """What stands in the way of figures; empty where there are some."""


def inventory_record(connection: Connection, lab_class: LabClass) -> InventoryRecord:
    """As it stands now. Figures come once the second test is closed, and not before."""
    inventory = class_inventory(connection, lab_class.id)
    answered = class_answers(connection, lab_class.id)
    have = {test: having_test(inventory.questions, rows) for test, rows in answered.items()}
    both = sorted(have["pre"].keys() & have["post"].keys())
    missing, gain, items = _missing(inventory, len(both)), None, {}
    if not missing:
        for test, rows in have.items():
            items[test] = _items(inventory.questions, [rows[member_id] for member_id in both])
        pre, post = (shares_right(inventory.questions, have[name]) for name in ("pre", "post"))
        try:
            gain = class_gain(pre, post, _seed(lab_class))
        except InputError as error:
            missing = str(error)
    return InventoryRecord(
        class_id=lab_class.id,
        title=lab_class.title,
        digest=inventory.questions.digest,
        pre=_test(inventory, "pre", len(have["pre"]), items.get("pre", ())),
        post=_test(inventory, "post", len(have["post"]), items.get("post", ())),
        both=len(both),
        gain=gain,
        missing=missing,
    )


def having_test(
    questions: ConceptInventory, rows: Mapping[int, MemberAnswers]
) -> dict[int, MemberAnswers]:
    """The members whose answers are enough to count."""
    fewest = FEWEST_ANSWERED * len(questions.questions)
    return {member: answers for member, answers in rows.items() if len(answers) >= fewest}


def shares_right(
    questions: ConceptInventory, rows: Mapping[int, MemberAnswers], chosen: tuple[str, ...] = ()
) -> dict[int, float]:
    """Of each member, 0 to 1. chosen: ids of the questions that count; all when there are none."""
    names = chosen or tuple(question.id for question in questions.questions)
    return {
        member: sum(answers.get(name) == RIGHT for name in names) / len(names)
        for member, answers in rows.items()
    }


def _items(questions: ConceptInventory, rows: list[MemberAnswers]) -> tuple[ItemStatistics, ...]:
    return item_statistics(
        questions, [[row.get(question.id) for question in questions.questions] for row in rows]
    )


def _test(
    inventory: ClassInventory, test: TestName, members: int, items: tuple[ItemStatistics, ...]
) -> InventoryTestRecord:
    state = inventory.pre if test == "pre" else inventory.post
    words = "open" if state.is_open else "not opened" if state.opened is None else "closed"
    return InventoryTestRecord(
        state=words, opened=state.opened, closed=state.closed, members=members, items=items
    )


def _missing(inventory: ClassInventory, both: int) -> str:
    if inventory.post.closed is None:
        return "Figures come when the test after the course is closed."
    if inventory.pre.opened is None:
        return "The test before the course was never opened: there is nothing to compare with."
    if both < FEWEST_MEMBERS:
        return (
            f"{both} members have both tests, closed on {moment_words(inventory.post.closed)}; "
            f"with fewer than {FEWEST_MEMBERS} a figure says more about single members than about "
            "the class."
        )
    return ""


def _seed(lab_class: LabClass) -> int:
    """Of the bootstrap: the same class gives the same interval whenever it is asked."""
    return int.from_bytes(hashlib.sha256(lab_class.id.encode()).digest()[:4], "big")
