"""One attempt of a member, as those who teach see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.lab.views.frame import ClassFrame
from classroom.moments import moment_words
from classroom.records import Attempt, OutcomeRow

SIGNS = {
    "passed": ("✓", "right"),
    "failed": ("✗", "not yet"),
    "skipped": ("·", "not looked at"),
    "error": ("!", "our error"),
}
_STATUS = {
    "waiting": "waits to be graded",
    "replaced": "replaced by a newer one before it was graded",
    "running": "is being graded",
    "error": "could not be judged, by our fault",
}


@dataclass(frozen=True, slots=True)
class ShownOutcome:
    """What became of one check."""

    sign: str
    state: str
    mark: str
    points: str
    sentence: str


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """settings: names and values of everything but the source, which is empty where there is none.
    result: in one line."""

    source: str
    settings: tuple[tuple[str, str], ...]
    result: str
    outcomes: tuple[ShownOutcome, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardAttemptPage:
    """The page of one attempt of a member, as those who teach see it."""

    title: str
    """Of the exercise."""
    frame: ClassFrame
    """What stands around every page of the class."""
    who: str
    """The nickname; of a member who is deleted, that."""
    about: str
    """How and when it was sent, such as `Handed in 3 May 12:00`."""
    answer: ShownAnswer
    """What was sent, and what became of its checks."""
    board: str
    """Address of the board."""
    number: int
    """The attempt's id, which the form for the projector sends."""
    present: str
    """Where it is shown on the projector; empty for who may not."""


def shown_answer(attempt: Attempt, outcomes: Sequence[OutcomeRow], most: int) -> ShownAnswer:
    """most: points of the exercise."""
    result = f"{attempt.points} of {most} points"
    settings = tuple(
        (name, ", ".join(map(str, value)) if isinstance(value, list) else str(value))
        for name, value in attempt.state.items()
        if name != "source"
    )
    return ShownAnswer(
        str(attempt.state.get("source", "")),
        settings,
        _STATUS.get(attempt.status, result),
        tuple(_outcome(outcome) for outcome in outcomes),
    )


def about_attempt(attempt: Attempt) -> str:
    """`Handed in 3 May 12:00`."""
    did = "Handed in" if attempt.handed_in else "Tried"
    return f"{did} {moment_words(attempt.at)}"


def _outcome(outcome: OutcomeRow) -> ShownOutcome:
    sign, state = SIGNS[outcome.status]
    return ShownOutcome(
        sign, state, f"is-{outcome.status}", f"{outcome.points} of {outcome.most}", outcome.sentence
    )
