"""The concept inventory in a class: the test as a member sees it, and what both tests say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from app.lab.views.frame import ClassFrame
from app.lab.views.predict import AnswerChoice
from app.site.views.documentation import with_code
from app.words import count
from classroom.inventory import TEST_WORDS, ClassInventory, MemberAnswers, TestName
from classroom.inventory_record import InventoryRecord, InventoryTestRecord
from classroom.moments import moment_words
from compiler_core.inventory.reading import RIGHT, InventoryQuestion
from compiler_core.inventory.statistics import ClassGain, Interval, ItemStatistics

CHOICE_PREFIX = "q-"


@dataclass(frozen=True, slots=True)
class TestQuestion:
    """name: of the form's field."""

    number: int
    name: str
    text: Markup
    choices: tuple[AnswerChoice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """One question after the second test."""

    number: int
    """Of the question, from 1."""
    text: Markup
    """The question."""
    right: Markup
    """The right answer."""
    before: Markup
    """The member's answer in the first test; `nothing` for none."""
    after: Markup
    """The member's answer in the second test; `nothing` for none."""
    sign: str
    """Whether the later one is right."""
    word: str
    """What `sign` shows: `right`, `not right` or `no answer`."""
    misconception: str
    """What those believe who say what they said."""


@dataclass(frozen=True, slots=True)
class TestStep:
    """What the instructor may do. warning: what cannot be undone about it."""

    act: str
    title: str
    warning: str


@dataclass(frozen=True, slots=True)
class TestRow:
    """One test: its state and who has it, in words."""

    title: str
    state: str
    members: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemRow:
    """One question of the concept inventory, with how the class did in both tests."""

    number: int
    """Of the question, from 1."""
    text: Markup
    """The question."""
    right: Markup
    """The right answer."""
    before: str
    """Share right in the first test, such as `45%`; empty without figures."""
    after: str
    """Share right in the second test, such as `45%`; empty without figures."""
    discrimination: str
    """That of the first and of the second test, `0.31, –`; empty without figures."""
    commonest: str
    """The wrong answer that most gave after, as the misconception behind it."""


@dataclass(frozen=True, slots=True)
class InventoryLead:
    """For who leads the class. gain: in words, or what is missing for it."""

    tests: tuple[TestRow, ...]
    steps: tuple[TestStep, ...]
    gain: str
    items: tuple[ItemRow, ...]
    has_figures: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class InventoryPage:
    """The page of the concept inventory in a class."""

    title: str
    """Of the question set."""
    frame: ClassFrame
    """What stands around every page of the class."""
    address: str
    """The page's own, without its query."""
    status: str
    """Which test is open, and what holds for it, in a few sentences."""
    answered: str
    """How many of them, in words."""
    questions: tuple[TestQuestion, ...]
    """Those of the open test; empty where none is open, and for who leads."""
    feedback: tuple[Feedback, ...]
    """After the second test."""
    lead: InventoryLead | None
    """For who leads the class; None for students."""
    problem: str
    """What was wrong with the last request."""


@dataclass(frozen=True, slots=True)
class Answering:
    """What a member's page is made from. orders: of the options, by question; none where no test
    is open."""

    inventory: ClassInventory
    given: Mapping[TestName, MemberAnswers]
    orders: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class LeadsTests:
    """What the lead's part is made from."""

    inventory: ClassInventory
    record: InventoryRecord
    steps: tuple[str, ...]


_STEPS = {
    "open pre": TestStep("open pre", "Open the test before the course", ""),
    "close pre": TestStep("close pre", "Close the test before the course", ""),
    "open post": TestStep("open post", "Open the test after the course",
                          "The test before cannot be opened again then."),
    "close post": TestStep("close post", "Close the test after the course",
                           "Members then see what is right, so it cannot be opened again."),
}  # fmt: skip


def inventory_page(
    frame: ClassFrame, answering: Answering, lead: InventoryLead | None, problem: str
) -> InventoryPage:
    """Nothing of what is right before the second test is closed."""
    inventory = answering.inventory
    test = inventory.open_test
    given = answering.given[test] if test else {}
    asks = test is not None and lead is None
    most = len(inventory.questions.questions)
    return InventoryPage(
        title=inventory.questions.title,
        frame=frame,
        address=f"{frame.address}/inventory",
        status=_status(inventory, lead is not None),
        answered=f"{len(given)} of {most} answered" if asks else "",
        questions=tuple(
            _question(number, question, answering.orders[question.id], given.get(question.id))
            for number, question in enumerate(inventory.questions.questions, 1)
        )
        if asks
        else (),
        feedback=_feedback(answering) if inventory.is_over and lead is None else (),
        lead=lead,
        problem=problem,
    )


def leading(led: LeadsTests) -> InventoryLead:
    """For assistants and instructors."""
    record, questions = led.record, led.inventory.questions.questions
    has_figures = bool(record.post.items)
    return InventoryLead(
        (_test_row("pre", record.pre), _test_row("post", record.post)),
        tuple(_STEPS[step] for step in led.steps),
        _gain_words(record.gain, record.missing),
        tuple(
            _item(number, question, record, number - 1 if has_figures else None)
            for number, question in enumerate(questions, 1)
        ),
        has_figures,
    )


def _status(inventory: ClassInventory, leads: bool) -> str:
    if leads:
        return (
            f"{count(len(inventory.questions.questions), 'question')}, asked before the course and "
            "after it. Every member sees the answers in an order of their own, and nobody is told "
            "what is right before the second test is closed."
        )
    if inventory.open_test:
        return (
            f"This is the {TEST_WORDS[inventory.open_test]} the course. It gives no points. Answer "
            "what you think now; leave out what you do not know. You can change answers until your "
            "instructor closes the test."
        )
    if inventory.is_over:
        return "Both tests are over. This is what holds, and what you said."
    if inventory.pre.opened is None and inventory.post.opened is None:
        return "No test is open yet. Your instructor opens it."
    return "The test is closed. What is right is told after the second one."


def _question(
    number: int, question: InventoryQuestion, order: tuple[int, ...], given: int | None
) -> TestQuestion:
    return TestQuestion(
        number,
        CHOICE_PREFIX + question.id,
        with_code(question.question),
        tuple(
            AnswerChoice(index, with_code(question.options[choice]), choice == given)
            for index, choice in enumerate(order)
        ),
    )


def _feedback(answering: Answering) -> tuple[Feedback, ...]:
    feedback = []
    for number, question in enumerate(answering.inventory.questions.questions, 1):
        before, after = (answering.given[test].get(question.id) for test in ("pre", "post"))
        sign, word = (
            ("✓", "right")
            if after == RIGHT
            else (("○", "no answer") if after is None else ("✗", "not right"))
        )
        feedback.append(
            Feedback(
                number=number,
                text=with_code(question.question),
                right=with_code(question.right),
                before=_said(question, before),
                after=_said(question, after),
                sign=sign,
                word=word,
                misconception=question.wrong[after - 1].misconception if after else "",
            )
        )
    return tuple(feedback)


def _said(question: InventoryQuestion, choice: int | None) -> Markup:
    return with_code(question.options[choice]) if choice is not None else Markup("nothing")


def _test_row(test: TestName, record: InventoryTestRecord) -> TestRow:
    moment = record.closed if record.state == "closed" else record.opened
    state = f"{record.state} since {moment_words(moment)}" if moment else record.state
    words = TEST_WORDS[test]
    return TestRow(
        f"{words[0].upper()}{words[1:]} the course", state, count(record.members, "student")
    )


def _gain_words(gain: ClassGain | None, missing: str) -> str:
    if gain is None:
        return missing
    return (
        f"Of what was missing before, the class has {gain.gain:.0%} after: normalised gain "
        f"{gain.gain:.2f}, {interval_words(gain.interval)}. {gain.members} members have both "
        f"tests; {gain.pre:.0%} of the answers were right before and {gain.post:.0%} after."
    )


def interval_words(interval: Interval | None) -> str:
    """Of a gain, or of a difference of gains."""
    if interval is None:
        return "no interval, because a resample knew everything before"
    return f"{interval.level:.0%} interval {interval.low:.2f} to {interval.high:.2f}"


def _item(
    number: int, question: InventoryQuestion, record: InventoryRecord, index: int | None
) -> ItemRow:
    text, right = with_code(question.question), with_code(question.right)
    if index is None:
        return ItemRow(
            number=number,
            text=text,
            right=right,
            before="",
            after="",
            discrimination="",
            commonest="",
        )
    pre, post = record.pre.items[index], record.post.items[index]
    wrong = post.chosen[1:]
    most = max(wrong)
    believed = question.wrong[wrong.index(most)].misconception if most else ""
    return ItemRow(
        number=number,
        text=text,
        right=right,
        before=f"{pre.difficulty:.0%}",
        after=f"{post.difficulty:.0%}",
        discrimination=f"{_correlation(pre)}, {_correlation(post)}",
        commonest=f"{believed} ({most})" if most else "none",
    )


def _correlation(item: ItemStatistics) -> str:
    return "–" if item.discrimination is None else f"{item.discrimination:.2f}"
