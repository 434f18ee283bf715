"""A question in class: what a member answers, what the instructor may do, what the class said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from app.lab.views.frame import ClassFrame
from app.site.views.documentation import with_code
from app.words import count
from classroom.predictions import PredictionAnswer, shuffled
from classroom.rounds import DISCUSS_SHARES, QuestionState, is_worth_discussing
from compiler_core.exercises.exercise import Prediction


@dataclass(frozen=True, slots=True)
class AnswerChoice:
    """value: place in the member's own order, which does not tell the right one."""

    value: int
    text: Markup
    chosen: bool


@dataclass(frozen=True, slots=True)
class HistogramRow:
    """percent: of all answers. mark: says in words that this is the right one; empty before."""

    text: Markup
    count: int
    percent: int
    mark: str


@dataclass(frozen=True, slots=True)
class Histogram:
    """advice: to discuss, where that is worth the time."""

    title: str
    rows: tuple[HistogramRow, ...]
    answers: str
    advice: str


@dataclass(frozen=True, slots=True)
class PredictStep:
    """What the instructor may do next with a question."""

    act: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PredictPage:
    """The page of a question that is asked in class."""

    title: str
    """Of the exercise that the question is of."""
    frame: ClassFrame
    """What stands around every page of the class."""
    address: str
    """The page's own, to which the answer is sent."""
    number: int
    """Of the exercise in the class, from 1."""
    question: Markup
    """Its text."""
    status: str
    """Where the question stands."""
    choices: tuple[AnswerChoice, ...]
    """To choose from now; none where no round is open."""
    given: Markup
    """The visitor's answer in this round; empty before."""
    histograms: tuple[Histogram, ...]
    """What the class said, by round; empty before it is shown."""
    right: Markup
    """The right answer; empty before the reveal."""
    look: str
    """Address of what shows it; empty for none."""
    steps: tuple[PredictStep, ...]
    """What an instructor may do next; empty for others."""
    answers: str
    """How many the round has, such as `12 answers`; empty for who does not lead."""
    advice: str
    """Whether a discussion is worth its time; empty for who does not lead, and while a round
    runs."""
    problem: str
    """Why the last answer was refused; empty for none."""
    reason: str
    """In the form's field."""


_STATUS = {
    "": "Your instructor has not opened this question yet.",
    "open": "Round {round} is open.",
    "closed": "Round {round} is closed.",
    "shown": "Round {round} is closed. This is what the class said.",
    "revealed": "The answer is out.",
}
_STEPS = {
    "open 1": "Open round 1",
    "close": "Close the round",
    "show": "Show what the class said",
    "open 2": "Open round 2",
    "reveal": "Reveal the answer",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question as a visitor sees it."""

    number: int
    """Of the exercise in the class, from 1."""
    title: str
    """Of the exercise that the question is of."""
    prediction: Prediction
    """The question with its right and wrong answers."""
    state: QuestionState
    """Which round it is in, and whether that is open, closed, shown or revealed."""
    counts: Mapping[int, list[int]]
    """By round how many chose each answer, the right one first."""
    answers: Mapping[int, PredictionAnswer]
    """The visitor's own, by round."""
    order: tuple[int, ...]
    """The choices as this member sees them, by number; 0 is the right one."""
    look: str
    """Address of what shows the answer; empty for none."""
    leads: bool
    """Whether the visitor is an instructor of the class."""
    problem: str = ""
    """Why the last answer was refused; empty for none."""
    reason: str = ""
    """What the visitor typed in a form that was refused; else empty."""


def predict_page(frame: ClassFrame, question: Asked) -> PredictPage:
    """Nothing of what others said before the instructor shows it."""
    texts = (question.prediction.right, *question.prediction.wrong)
    state = question.state
    given = question.answers.get(state.round)
    revealed = state.state == "revealed"
    return PredictPage(
        title=question.title,
        frame=frame,
        address=f"{frame.address}/q/{question.number}",
        number=question.number,
        question=with_code(question.prediction.question),
        status=_status(question),
        choices=_choices(question, texts, given) if state.state == "open" else (),
        given=with_code(texts[given.choice]) if given else Markup(),
        histograms=histograms(question.prediction, state, question.counts),
        right=with_code(question.prediction.right) if revealed else Markup(),
        look=question.look if revealed else "",
        steps=tuple(PredictStep(step, _STEPS[step]) for step in state.steps)
        if question.leads
        else (),
        answers=count(sum(question.counts.get(state.round, ())), "answer")
        if question.leads
        else "",
        advice=_advice(state, question.counts) if question.leads else "",
        problem=question.problem,
        reason=question.reason or (given.reason if given else ""),
    )


def _status(question: Asked) -> str:
    if question.leads and not question.state.state:
        return "You have not opened this question yet; students are told so here."
    return _STATUS[question.state.state].format(round=question.state.round)


def _advice(state: QuestionState, counts: Mapping[int, list[int]]) -> str:
    """Once a round is closed: whether a discussion is worth its time."""
    if state.state not in ("closed", "shown"):
        return ""
    here = counts[state.round]
    if not sum(here):
        return "Nobody has answered."
    share = f"{round(100 * here[0] / sum(here))}% are right"
    if is_worth_discussing(here):
        return f"{share}: let neighbours discuss, then ask again."
    if here[0] / sum(here) > DISCUSS_SHARES[1]:
        return f"{share}: a discussion adds little, reveal the answer."
    return f"{share}: too few to convince the others; give a hint first, or reveal the answer."


def histograms(
    prediction: Prediction, state: QuestionState, counts: Mapping[int, list[int]]
) -> tuple[Histogram, ...]:
    """The round that is shown; after the reveal all that were answered, with the right one
    marked. counts: by round."""
    if state.state == "shown":
        return (_histogram(prediction, state.round, counts[state.round], ""),)
    if state.state != "revealed":
        return ()
    return tuple(
        _histogram(prediction, round_, each, "right")
        for round_, each in counts.items()
        if sum(each)
    )


def _histogram(prediction: Prediction, round_: int, counts: list[int], mark: str) -> Histogram:
    """In an order that does not tell which one is right."""
    texts: Sequence[str] = (prediction.right, *prediction.wrong)
    total = sum(counts)
    rows = tuple(
        HistogramRow(
            with_code(texts[choice]),
            counts[choice],
            round(100 * counts[choice] / max(total, 1)),
            mark if choice == 0 else "",
        )
        for choice in shuffled(texts, "projector")
    )
    advice = (
        ""
        if mark or not is_worth_discussing(counts)
        else ("Opinions differ: talk with your neighbour, then predict again.")
    )
    return Histogram(f"Round {round_}", rows, count(total, "answer"), advice)


def _choices(
    question: Asked, texts: Sequence[str], given: PredictionAnswer | None
) -> tuple[AnswerChoice, ...]:
    return tuple(
        AnswerChoice(number, with_code(texts[choice]), given is not None and given.choice == choice)
        for number, choice in enumerate(question.order)
    )
