"""One exercise as a member sees it: the task, an answer, its checks, hints, and what was before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from app.lab.explorer_addresses import other_page
from app.lab.views.answer_fields import SOURCE, answer_fields, starting_state
from app.lab.views.frame import ClassFrame
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
    gate: bool
    points: str
    sign: str
    state: str
    """What became of it, as `sign` shows it."""
    mark: str
    """The class that colours it."""
    sentence: Markup


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """address: shows this attempt and puts its answer back into the editor."""

    moment: str
    what: str
    points: str
    address: str
    current: bool


@dataclass(frozen=True, slots=True)
class OfferedChoice:
    """value: what the form sends; which one is right cannot be told from it. selected: it was, in
    the form that was sent."""

    value: int
    text: Markup
    selected: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PredictionView:
    """The prediction of an exercise, as its page asks for it or tells it."""

    question: Markup
    choices: tuple[OfferedChoice, ...]
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


@dataclass(frozen=True, slots=True)
class Typed:
    """What stands in a form beside the button that was pressed. state: the answer; empty where the
    page had no fields for one. choice, reason: of a prediction that is not kept."""

    state: Mapping[str, Any]
    choice: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExercisePage:
    """The page of one exercise as a member sees it."""

    title: str
    frame: ClassFrame
    address: str
    task: tuple[Markup, ...]
    given: str
    source: str | None
    """None where it may not be changed."""
    fixed_source: str
    """Then the one there is."""
    language: str
    style_nonce: str
    fields: tuple[SettingField, ...]
    explorer: bool
    """Whether a button opens the answer there."""
    client_key: str
    prediction: PredictionView | None
    checks: tuple[CheckRow, ...]
    result: str
    waiting: str
    """A line on the place in the queue. While there is one, the page follows events, and asks for
    itself anew every refresh_seconds where scripts are off, unless it holds what is typed."""
    refresh: str
    refreshes: bool
    refresh_seconds: int
    events: str
    closed: str
    """Why nothing can be handed in now."""
    due: str
    problem: str
    """What was wrong with the last request."""
    hints: tuple[Markup, ...]
    next_hint: NextHint | None
    history: tuple[HistoryRow, ...]
    replaced: str
    """What that word means in history."""
    comment: str
    holds_back: bool
    """The rest comes after the prediction."""
    experiment: str
    """The address that says why this exercise looks as it does, empty where nothing is compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """All that the page is made from."""

    posed: PosedExercise
    judged: PosedExercise
    member_id: int
    assignment: Assignment
    grade: Grade | None
    history: Sequence[Attempt]
    shown: Attempt | None
    """The attempt whose outcomes stand beside the checks, which are those of judged, the version
    that it was made at."""
    outcomes: Sequence[OutcomeRow]
    job: JobState | None
    answers: Mapping[int, PredictionAnswer]
    hints_open: int
    due: float | None
    closed: str
    now: float
    client_key: str
    style_nonce: str = ""
    problem: str = ""
    typed: Typed | None = None
    """What stood in the form that was sent, where that made no attempt."""
    holds_back: bool = False
    """Nothing is shown before the member's prediction."""
    is_shown: bool = False
    """The member is told what holds, and predicts nothing."""


_REFRESH_SECONDS, _LONGEST_REFRESH_SECONDS = 2, 20
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
        refresh_seconds=_refresh_seconds(seen.job),
        refresh=f"{address}?attempt={seen.shown.id}" if seen.shown else address,
        events=f"{frame.address}/attempts/{seen.shown.id}/events" if seen.shown else "",
        closed=seen.closed,
        due=f"Until {moment_words(seen.due)} {zone_words()}."
        if seen.due and not seen.closed
        else "",
        problem=seen.problem,
        hints=tuple(with_code(hint.text) for hint in opened),
        next_hint=_next_hint(seen),
        history=tuple(_history(attempt, address, seen) for attempt in seen.history),
        replaced=_replaced_meaning(seen.history),
        comment=seen.grade.reason if seen.grade and seen.grade.override is not None else "",
        holds_back=seen.holds_back,
        experiment=f"{frame.address}/experiment" if seen.holds_back or seen.is_shown else "",
    )


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
    return f"{did} {moment}: {points}." if shown.handed_in else (
        f"{did} {moment}: this would give {points}. Nothing is handed in yet."
    )  # fmt: skip


def _refresh_seconds(job: JobState | None) -> int:
    """Where scripts are off: whole pages cost the server much, and the last of many waits long."""
    return min(_REFRESH_SECONDS + (job.place if job else 0) // 4, _LONGEST_REFRESH_SECONDS)


def waiting_words(job: JobState | None) -> str:
    """Where the grading stands; empty when it has ended."""
    if job is None or job.state not in ("queued", "running"):
        return ""
    if job.state == "running":
        return "Being graded now."
    return f"Kept. Waiting to be graded: number {job.place} of {job.of}."


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
    typed = seen.typed or Typed({})
    choices = tuple(
        OfferedChoice(number, with_code(texts[choice]), typed.choice == str(number))
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
