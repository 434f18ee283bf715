"""What members and hosts do, each in one transaction."""

from __future__ import annotations

import time

from starlette.datastructures import FormData

from app.lab.bodies import (
    UNKNOWN_BUTTON,
    AnswerForm,
    AttemptBody,
    JoinBody,
    NewClassForm,
    PredictionBody,
)
from app.lab.experiment import check_looks, check_predicts
from app.lab.explorer_addresses import explorer_address
from app.lab.pages import Posed
from app.lab.service import wake_graders
from app.lab.views.answer_fields import SOURCE, read_answer
from app.lab.views.exercise import Typed
from app.lab.visits import Visit
from app.serving.addresses import read_as
from app.serving.lab_database import lab_database
from classroom.attempts import Submission, submit
from classroom.classes import class_of_code, make_class, note
from classroom.course_pack import pick_sheet
from classroom.grades import open_hint, opened_hints
from classroom.members import Joined, join_class
from classroom.predictions import PredictionAnswer, answer, shuffled
from classroom.roles import Role
from compiler_core.errors import InputError
from compiler_core.exercises.exercise import Prediction
from compiler_core.typed_numbers import whole_number

HINT = "hint"
_MOST_DIGITS = 5


def join(body: JoinBody, now: float) -> Joined:
    """Raises NotHere, Taken, InputError."""
    with lab_database().writing() as connection:
        wanted = class_of_code(connection, body.code)
        return join_class(connection, wanted, body.nickname, now)


def make_class_of_host(form: NewClassForm, now: float) -> Joined:
    """The host is its instructor. Raises InputError."""
    with lab_database().writing() as connection:
        made = make_class(connection, form.title, now)
        nickname = form.nickname.strip() or "Instructor"
        joined = join_class(connection, made, nickname, now, Role.INSTRUCTOR)
        note(connection, made.id, now, f"member {joined.member.id}", "made class", made.id)
        if form.sheet:
            pick_sheet(connection, made.id, form.sheet)
        return joined


def answer_exercise(visit: Visit, here: Posed, form: FormData) -> int:
    """Do what the pressed button says. The number of the attempt that it made, else 0. Raises what
    `submit` does."""
    pressed = read_as(AnswerForm, form)
    act = pressed.act
    if act.startswith(HINT):
        _open_hint(visit, here, act.removeprefix(HINT))
        return 0
    if act == "predict":
        predict(visit, here, read_as(PredictionBody, form))
        return 0
    if act not in ("try", "hand in"):
        raise InputError(*UNKNOWN_BUTTON)
    body = AttemptBody(
        state=read_answer(here.posed, form),
        hand_in=act == "hand in",
        client_key=pressed.client_key,
    )
    return hand_in(visit, here, body)


def hand_in(visit: Visit, here: Posed, body: AttemptBody) -> int:
    """Keep the attempt and wake whoever grades; its number."""
    sent = Submission(body.state, here.posed.values, body.client_key, body.hand_in)
    with lab_database().writing() as connection:
        check_looks(connection, visit, here.assignment)
        attempt = submit(connection, visit.here, visit.me, here.assignment, sent, time.time())
    wake_graders()
    return attempt.id


def answer_elsewhere(here: Posed, form: FormData) -> str:
    """Where the answer as it stands in the form opens: the explorer, a stage or the decode view.
    Raises InputError for a source that no address holds."""
    state = read_answer(here.posed, form)
    source = state.get(SOURCE) if SOURCE in here.posed.exercise.allow else None
    address = explorer_address(here.posed, source, state)
    if not address:
        raise InputError(
            "This source is too long for an address.", "Open the explorer and paste it there."
        )
    return address


def typed_answer(here: Posed, form: FormData) -> Typed:
    """All that stands in the form. A page that holds the task back has no key, and no answer."""
    state = read_answer(here.posed, form) if "client_key" in form else {}
    return read_as(Typed, form, state=state)


def _open_hint(visit: Visit, here: Posed, number: str) -> None:
    """Only the one that the button named: the same form sent again opens no other."""
    with lab_database().writing() as connection:
        check_looks(connection, visit, here.assignment)
        opened = opened_hints(connection, visit.me.id, here.assignment)
        if whole_number(number.strip(), _MOST_DIGITS) == opened + 1:
            open_hint(connection, visit.me.id, here.assignment, here.posed.hints, visit.now)


def predict(visit: Visit, here: Posed, body: PredictionBody) -> None:
    """In the first round. Raises InputError."""
    prediction = here.posed.predict
    if prediction is None:
        raise InputError("This exercise asks for no prediction.")
    given = answer_of(visit, here, prediction, 1, body)
    with lab_database().writing() as connection:
        check_predicts(connection, visit, here.assignment.exercise_id)
        answer(connection, visit.me.id, here.assignment, given, visit.now, prediction)


def answer_of(
    visit: Visit, here: Posed, prediction: Prediction, round_: int, body: PredictionBody
) -> PredictionAnswer:
    """The choice is counted as the member sees the choices, from 0. Raises InputError."""
    order = choice_order(visit, here, prediction)
    if body.choice >= len(order):
        raise InputError("This is none of the answers.", "Choose one of those shown.")
    return PredictionAnswer(round_, order[body.choice], body.reason)


def choice_order(visit: Visit, here: Posed, prediction: Prediction) -> tuple[int, ...]:
    """The member's own order of the choices; 0 stands for the right one."""
    texts = (prediction.right, *prediction.wrong)
    return shuffled(texts, f"{visit.me.id} {here.assignment.id}")


def choice_texts(visit: Visit, here: Posed) -> tuple[str, ...]:
    """The choices as this member sees them; none without a prediction."""
    prediction = here.posed.predict
    if prediction is None:
        return ()
    texts = (prediction.right, *prediction.wrong)
    return tuple(texts[choice] for choice in choice_order(visit, here, prediction))
