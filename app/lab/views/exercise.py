"""One exercise as a member sees it: the task, an answer, its checks, hints, and what was before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from app.lab.explorer_addresses import other_page
from app.lab.views.answer_fields import SOURCE, answer_fields, starting_state
from app.lab.views.frame import ClassFrame
from app.lab.views.predict import AnswerChoice
from app.lab.views.waiting_attempt import refresh_seconds, waiting_words
from app.serving.bodies import StrictBody
from app.site.views.documentation import with_code
from app.site.views.setting_fields import SettingField
from app.words import count
from classroom.attempts import Attempt
from classroom.grades import Grade
from classroom.jobs import JobState
from classroom.moments import moment_words, span_words, zone_words
from classroom.predictions import PredictionAnswer, shuffled
from classroom.records import Assignment, OutcomeRow
from compiler_core.exercises.exercise import Prediction
from compiler_core.exercises.posing import PosedExercise


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRow:
    """One check of an exercise, as its page lists it."""

    text: Markup
    """What the check expects."""
    gate: bool
    """Whether the other checks count only once this one holds."""
    points: str
    """Such as `2 points` before it was graded, then `1 of 2`."""
    sign: str
    """`○` before it was graded, then `✓`, `✗`, `·` or `!`."""
    state: str
    """What became of it, as `sign` shows it."""
    mark: str
    """The class that colours it."""
    sentence: Markup
    """What was found; empty before it was graded."""


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """address: shows this attempt and puts its answer back into the editor."""

    moment: str
    what: str
    points: str
    address: str
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PredictionView:
    """The prediction of an exercise, as its page asks for it or tells it."""

    question: Markup
    """Its text."""
    choices: tuple[AnswerChoice, ...]
    """Answers in the member's own order, which does not tell the right one."""
    given: Markup | None
    """The member's answer in words, empty before."""
    right: Markup | None
    """Shown after a hand-in."""
    is_shown: bool
    """It is told at once, and nothing is asked."""
    reason: str
    """What was written and not kept yet."""


@dataclass(frozen=True, slots=True)
class NextHint:
    """number: which one the button opens, from 1, so that pressing it twice opens no other."""

    number: int
    text: str


class Typed(StrictBody):
    """What stands in a form beside the button that was pressed. state: the answer; empty where the
    page had no fields for one. choice, reason: of a prediction that is not kept."""

    state: Mapping[str, Any]
    choice: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExercisePage:
    """The page of one exercise as a member sees it."""

    title: str
    """Of the exercise, with the member's values in it."""
    frame: ClassFrame
    """What stands around every page of the class."""
    address: str
    """The page's own, to which its form is sent."""
    task: tuple[Markup, ...]
    """Paragraphs of what is to be done."""
    given: str
    """The compiler or model that the exercise fixes, in a sentence; empty where it fixes none."""
    source: str | None
    """None where it may not be changed."""
    fixed_source: str
    """The source where it may not be changed; empty where it may, or where there is none."""
    language: str
    """Of the source, for the editor: `c` or `c++`."""
    style_nonce: str
    """Lets the editor bring its own style sheet."""
    fields: tuple[SettingField, ...]
    """Of the answer, besides the source."""
    explorer: bool
    """Whether a button opens the answer there."""
    client_key: str
    """Random text of this form, so that sending it twice makes one attempt."""
    prediction: PredictionView | None
    """What is asked first, or told; None where the exercise asks for no prediction."""
    checks: tuple[CheckRow, ...]
    """In their order, with what became of them in the shown attempt."""
    result: str
    """How the shown attempt did, in one line; empty without a graded one."""
    waiting: str
    """A line on the place in the queue. While there is one, the page follows events, and asks for
    itself anew every refresh_seconds where scripts are off, unless it holds what is typed."""
    refresh: str
    """Address of the shown attempt on this page; without one, the page's own."""
    refreshes: bool
    """Whether the page asks for itself anew where scripts are off."""
    refresh_seconds: int
    """After so many seconds: more, the longer the queue before it."""
    events: str
    """Address at which the shown attempt's place in the queue is told; empty without one."""
    closed: str
    """Why nothing can be handed in now."""
    due: str
    """Until when one can hand in, in a sentence; empty without a deadline, or once it is closed."""
    problem: str
    """What was wrong with the last request."""
    hints: tuple[Markup, ...]
    """Those that the member has opened."""
    next_hint: NextHint | None
    """None when all are open."""
    history: tuple[HistoryRow, ...]
    """What the member sent, the newest first."""
    replaced: str
    """What that word means in history."""
    comment: str
    """An instructor's reason for changing the points; empty where none did."""
    holds_back: bool
    """The rest comes after the prediction."""
    experiment: str
    """The address that says why this exercise looks as it does, empty where nothing is compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """All that the page is made from."""

    posed: PosedExercise
    """The exercise as it is now, with the member's values."""
    judged: PosedExercise
    """The version that the shown attempt was made at; the newest without one."""
    member_id: int
    """Of the visitor; it decides the order of the prediction's choices."""
    assignment: Assignment
    """The exercise's place in the class."""
    grade: Grade | None
    """The member's; None where no hand-in was graded and no instructor set points."""
    history: Sequence[Attempt]
    """The member's attempts, the newest first."""
    shown: Attempt | None
    """The attempt whose outcomes stand beside the checks, which are those of judged, the version
    that it was made at."""
    outcomes: Sequence[OutcomeRow]
    """What became of the shown attempt's checks; empty without one."""
    job: JobState | None
    """The shown attempt's grading in the queue; None without an attempt."""
    answers: Mapping[int, PredictionAnswer]
    """The member's predictions, by round; an exercise's own is round 1."""
    hints_open: int
    """How many hints the member has opened, the first ones."""
    due: float | None
    """The member's deadline in seconds since the epoch; None without one."""
    closed: str
    """Why nothing can be handed in now; empty where it can."""
    now: float
    """Seconds since the epoch."""
    client_key: str
    """Random text of this form, so that sending it twice makes one attempt."""
    style_nonce: str = ""
    """Lets the editor bring its own style sheet."""
    problem: str = ""
    """What was wrong with the last request; empty for nothing."""
    typed: Typed | None = None
    """What stood in the form that was sent, where that made no attempt."""
    holds_back: bool = False
    """Nothing is shown before the member's prediction."""
    is_shown: bool = False
    """The member is told what holds, and predicts nothing."""


REPLACED = "You handed in again while this one still waited, and only the newer one is graded."
_SIGNS = {
    "passed": ("✓", "right"),
    "failed": ("✗", "not yet"),
    "skipped": ("·", "not looked at"),
    "error": ("!", "our error"),
}


def exercise_page(frame: ClassFrame, seen: Seen) -> ExercisePage:
    """The page with one attempt, or none, beside its checks."""
    posed, exercise = seen.posed, seen.posed.exercise
    state = _state(seen)
    address = f"{frame.address}/x/{exercise.id}"
    has_source = SOURCE in exercise.allow
    source = str(state.get(SOURCE, posed.starter.get(SOURCE, ""))) if has_source else None
    opened = posed.hints[: seen.hints_open]
    return ExercisePage(
        title=posed.title,
        frame=frame,
        address=address,
        task=tuple(with_code(part.strip()) for part in posed.task.split("\n\n") if part.strip()),
        given=_given_words(posed),
        source=source,
        fixed_source="" if has_source else str(posed.starter.get(SOURCE, "")),
        language=str(posed.given.get("language", "c")),
        style_nonce=seen.style_nonce,
        fields=answer_fields(posed, state),
        explorer=has_source or bool(other_page(posed, state)),
        client_key=seen.client_key,
        prediction=_prediction(posed.predict, seen),
        checks=_checks(seen.judged, seen.outcomes),
        result=_result(seen),
        waiting=" ".join(filter(None, (waiting_words(seen.job), _replaced_words(seen)))),
        refreshes=bool(waiting_words(seen.job)) and seen.typed is None,
        refresh_seconds=refresh_seconds(seen.job),
        refresh=f"{address}?attempt={seen.shown.id}" if seen.shown else address,
        events=f"{frame.address}/attempts/{seen.shown.id}/events" if seen.shown else "",
        closed=seen.closed,
        due=_due_words(seen),
        problem=seen.problem,
        hints=tuple(with_code(hint.text) for hint in opened),
        next_hint=_next_hint(seen),
        history=tuple(_history(attempt, address, seen) for attempt in seen.history),
        replaced=_replaced_meaning(seen.history),
        comment=seen.grade.reason if seen.grade and seen.grade.override is not None else "",
        holds_back=seen.holds_back,
        experiment=f"{frame.address}/experiment" if seen.holds_back or seen.is_shown else "",
    )


def _due_words(seen: Seen) -> str:
    return f"Until {moment_words(seen.due)} {zone_words()}." if seen.due and not seen.closed else ""


def _state(seen: Seen) -> Mapping[str, Any]:
    """What stands in the fields: what is typed, else what was sent, else the start."""
    if seen.typed and seen.typed.state:
        return seen.typed.state
    return seen.shown.state if seen.shown else starting_state(seen.posed)


def _checks(posed: PosedExercise, outcomes: Sequence[OutcomeRow]) -> tuple[CheckRow, ...]:
    by_number = {outcome.number: outcome for outcome in outcomes}
    return tuple(
        _check(number, posed, by_number.get(number)) for number in range(1, len(posed.checks) + 1)
    )


def _check(number: int, posed: PosedExercise, outcome: OutcomeRow | None) -> CheckRow:
    check = posed.checks[number - 1]
    text = with_code(check.text)
    if outcome is None:
        return CheckRow(
            text=text,
            gate=check.gate,
            points=count(check.points, "point"),
            sign="○",
            state="",
            mark="is-new",
            sentence=Markup(),
        )
    sign, state = _SIGNS[outcome.status]
    points = f"{outcome.points} of {outcome.most}"
    # The row says already what is expected.
    said = str(outcome.data.get("found") or outcome.sentence)
    return CheckRow(
        text=text,
        gate=check.gate,
        points=points,
        sign=sign,
        state=state,
        mark=f"is-{outcome.status}",
        sentence=with_code(said),
    )


def _result(seen: Seen) -> str:
    """How the shown attempt did, in one line."""
    shown = seen.shown
    if shown is None or shown.status not in ("graded", "error", "replaced"):
        return ""
    did = "Handed in" if shown.handed_in else "Tried"
    when = span_words(seen.now - shown.at)
    moment = when if when == "just now" else f"{when} ago"
    if shown.status == "replaced":
        return f"{did} {moment}: {REPLACED} It is not graded."
    if shown.status == "error":
        return f"{did} {moment}: it could not be judged. This is our error, not yours."
    points = f"{shown.points} of {count(seen.judged.exercise.points, 'point')}"
    return (
        f"{did} {moment}: {points}."
        if shown.handed_in
        else (f"{did} {moment}: this would give {points}. Nothing is handed in yet.")
    )


def _replaced_words(seen: Seen) -> str:
    """Beside a hand-in that waits in the place of another."""
    sent = [attempt for attempt in seen.history if attempt.handed_in]
    waits = seen.shown is not None and bool(waiting_words(seen.job)) and seen.shown in sent
    before = sent[sent.index(seen.shown) + 1 :][:1] if waits and seen.shown else []
    replaced = bool(before) and before[0].status == "replaced"
    return "It takes the place of the one before it, which is not graded." if replaced else ""


def _prediction(predict: Prediction | None, seen: Seen) -> PredictionView | None:
    if predict is None:
        return None
    texts = (predict.right, *predict.wrong)
    given = seen.answers.get(1)
    order = shuffled(texts, f"{seen.member_id} {seen.assignment.id}")
    typed = seen.typed or Typed(state={})
    choices = tuple(
        AnswerChoice(number, with_code(texts[choice]), typed.choice == str(number))
        for number, choice in enumerate(order)
    )
    looked = any(attempt.handed_in and attempt.status == "graded" for attempt in seen.history)
    return PredictionView(
        question=with_code(predict.question),
        choices=choices,
        given=with_code(texts[given.choice]) if given else None,
        right=with_code(predict.right) if seen.is_shown or (given and looked) else None,
        is_shown=seen.is_shown,
        reason=typed.reason,
    )


def _next_hint(seen: Seen) -> NextHint | None:
    """None when all are open."""
    left = seen.posed.hints[seen.hints_open :]
    if not left:
        return None
    number = seen.hints_open + 1
    cost = f", costs {count(left[0].cost, 'point')}" if left[0].cost else ""
    return NextHint(number, f"Open hint {number} of {len(seen.posed.hints)}{cost}")


def _replaced_meaning(history: Sequence[Attempt]) -> str:
    if all(attempt.status != "replaced" for attempt in history):
        return ""
    return "“Replaced”: you handed in again while that one still waited; only the newer is graded."


def _history(attempt: Attempt, address: str, seen: Seen) -> HistoryRow:
    what = "handed in" if attempt.handed_in else "tried"
    words = {"graded": str(attempt.points), "error": "our error", "replaced": "replaced"}
    points = words.get(attempt.status, "…")
    current = seen.shown is not None and attempt.id == seen.shown.id
    return HistoryRow(
        moment_words(attempt.at), what, points, f"{address}?attempt={attempt.id}", current
    )


def _given_words(posed: PosedExercise) -> str:
    """The setting that the exercise fixes, in one line."""
    given = posed.given
    parts = [str(given[name]) for name in ("compiler", "flags") if given.get(name)]
    if parts:
        return f"Compiled by {' '.join(parts)}."
    model = posed.starter.get("model") or posed.starter.get("config")
    return f"The model is {model}." if model else ""
