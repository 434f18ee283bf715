"""The concept inventory in a class: opened and closed twice, answered by each member once a test.

The questions are kept as they were when the class first opened them. Nobody is told what is right
before the second test is closed; then everybody is, so it cannot be opened again.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from sqlalchemy import Connection, delete, insert, select, update

from classroom.database import insert_new
from classroom.errors import NotAllowed
from classroom.records import LabClass, Member
from classroom.roles import Role
from classroom.tables import experiments, inventories, inventory_answers, inventory_tests, members
from compiler_core.errors import InputError
from compiler_core.inventory.reading import (
    INVENTORY_FILE,
    ConceptInventory,
    InventoryQuestion,
    option_order,
    read_inventory,
    shipped_inventory,
)

TestName = Literal["pre", "post"]
TESTS: tuple[TestName, TestName] = ("pre", "post")
TEST_WORDS: Mapping[TestName, str] = {"pre": "test before", "post": "test after"}
MemberAnswers = dict[str, int]
"""From question to choice."""


@dataclass(frozen=True, slots=True)
class InventoryTest:
    """opened, closed: seconds since the epoch; None for not yet."""

    test: TestName
    opened: float | None = None
    closed: float | None = None

    @property
    def is_open(self) -> bool:
        """Whether it takes answers."""
        return self.opened is not None and self.closed is None


@dataclass(frozen=True, slots=True)
class ClassInventory:
    """Both tests of a class, and the questions that they ask."""

    questions: ConceptInventory
    pre: InventoryTest
    post: InventoryTest

    @property
    def open_test(self) -> TestName | None:
        """The test that takes answers now."""
        return next((test.test for test in (self.pre, self.post) if test.is_open), None)

    @property
    def is_over(self) -> bool:
        """Whether what is right may be told."""
        return self.post.closed is not None


def class_inventory(connection: Connection, class_id: str) -> ClassInventory:
    """As it stands; with the questions that ship before the class has opened any."""
    rows = connection.execute(
        select(inventory_tests, inventories.c.yaml)
        .join(inventories, inventories.c.digest == inventory_tests.c.digest)
        .where(inventory_tests.c.class_id == class_id)
    ).all()
    states = {row.test: InventoryTest(row.test, row.opened, row.closed) for row in rows}
    questions = _read(rows[0].yaml) if rows else shipped_inventory()
    return ClassInventory(
        questions,
        states.get("pre", InventoryTest("pre")),
        states.get("post", InventoryTest("post")),
    )


def next_steps(inventory: ClassInventory, experiment_runs: bool = False) -> tuple[str, ...]:
    """What the instructor may do now. experiment_runs: its members are drawn, so that the first
    test stays as it is."""
    if inventory.is_over:
        return ()
    if inventory.open_test:
        return (f"close {inventory.open_test}",)
    reopens = inventory.post.opened is None and not experiment_runs
    return ("open pre", "open post") if reopens else ("open post",)


def take_inventory_step(connection: Connection, class_id: str, step: str, now: float) -> None:
    """Raises InputError for a step that cannot be done now."""
    inventory = class_inventory(connection, class_id)
    steps = next_steps(inventory, has_started(connection, class_id))
    if step not in steps:
        raise InputError(
            f"{step[:20] or 'Nothing'} cannot be done now.",
            f"What can be done: {', '.join(steps) or 'nothing, both tests are over'}.",
        )
    act, test = step.split()
    here = (inventory_tests.c.class_id == class_id) & (inventory_tests.c.test == test)
    if act == "close":
        connection.execute(update(inventory_tests).where(here).values(closed=now))
        return
    digest = _keep_questions(connection, inventory.questions)
    connection.execute(delete(inventory_tests).where(here))
    row = {"class_id": class_id, "test": test, "digest": digest, "opened": now}
    connection.execute(insert(inventory_tests).values(row))


def has_started(connection: Connection, class_id: str) -> bool:
    """Whether the class has an experiment whose members are drawn."""
    wanted = select(experiments.c.started).where(experiments.c.class_id == class_id)
    return connection.scalar(wanted) is not None


def keep_answers(
    connection: Connection,
    lab_class: LabClass,
    member: Member,
    places: Mapping[str, int],
    now: float,
) -> TestName:
    """Of the open test, which is returned. places: from question to the place in the member's own
    order; what is not among them stays as it was. Raises InputError, NotAllowed where no test is
    open."""
    inventory = class_inventory(connection, lab_class.id)
    test = inventory.open_test
    if test is None:
        raise NotAllowed("No test is open now.", "What you answered while it was is kept.")
    known = {question.id: question for question in inventory.questions.questions}
    rows = [
        {"member_id": member.id, "test": test, "question": name, "at": now,
         "choice": _choice(known, name, position, member_seed(lab_class, member.id, test))}
        for name, position in places.items()
    ]  # fmt: skip
    if rows:
        connection.execute(
            delete(inventory_answers).where(
                inventory_answers.c.member_id == member.id,
                inventory_answers.c.test == test,
                inventory_answers.c.question.in_([row["question"] for row in rows]),
            )
        )
        connection.execute(insert(inventory_answers), rows)
    return test


def _choice(known: Mapping[str, InventoryQuestion], name: str, position: int, seed: bytes) -> int:
    question = known.get(name)
    if question is None:
        raise InputError(f"There is no question {name[:60]!r}.", "Open the page again.")
    order = option_order(question, seed)
    if not 0 <= position < len(order):
        raise InputError("This is none of the answers.", "Choose one of those shown.")
    return order[position]


def member_seed(lab_class: LabClass, member_id: int, test: TestName) -> bytes:
    """What this member's order of the options is drawn from; another one in each test."""
    about = f"inventory {test} {member_id}".encode()
    return hmac.new(lab_class.secret, about, hashlib.sha256).digest()


def answers_in_tests(connection: Connection, member_id: int) -> dict[TestName, MemberAnswers]:
    """One member's."""
    wanted = select(inventory_answers).where(inventory_answers.c.member_id == member_id)
    answers: dict[TestName, MemberAnswers] = {test: {} for test in TESTS}
    for row in connection.execute(wanted):
        answers[row.test][row.question] = row.choice
    return answers


def class_answers(
    connection: Connection, class_id: str
) -> dict[TestName, dict[int, MemberAnswers]]:
    """Of all students, by member."""
    wanted = (
        select(inventory_answers)
        .join(members, members.c.id == inventory_answers.c.member_id)
        .where(members.c.class_id == class_id, members.c.role == Role.STUDENT.word)
    )
    answers: dict[TestName, dict[int, MemberAnswers]] = {test: {} for test in TESTS}
    for row in connection.execute(wanted):
        answers[row.test].setdefault(row.member_id, {})[row.question] = row.choice
    return answers


def _keep_questions(connection: Connection, questions: ConceptInventory) -> str:
    if questions.digest == shipped_inventory().digest:
        text = INVENTORY_FILE.read_text(encoding="utf-8")
        insert_new(connection, inventories, {"digest": questions.digest, "yaml": text})
    return questions.digest


@lru_cache(maxsize=4)
def _read(text: str) -> ConceptInventory:
    return read_inventory(text)
