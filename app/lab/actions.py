"""What members and hosts do, each in one transaction."""

from __future__ import annotations

import time
from collections.abc import Mapping

from starlette.datastructures import FormData

from app.lab.opened import lab_database
from app.lab.pages import Posed
from app.lab.service import wake_graders
from app.lab.visits import Visit
from app.view_models.lab.answer_fields import read_answer
from classroom.attempts import Submission, submit
from classroom.classes import class_of_code, make_class, note
from classroom.grades import open_hint
from classroom.members import Joined, join_class
from classroom.predictions import Answer, answer
from classroom.roles import Role
from compiler_core.errors import InputError

_MOST_NUMBER = 6


def join(typed: Mapping[str, str], now: float) -> Joined:
    """With `code` and `nickname`. Raises NotHere, Taken, InputError."""
    with lab_database().writing() as connection:
        wanted = class_of_code(connection, typed.get("code", ""))
        return join_class(connection, wanted, typed.get("nickname", ""), now)


def make_class_of_host(typed: Mapping[str, str], now: float) -> Joined:
    """With `title` and the `nickname` of its instructor. Raises InputError."""
    with lab_database().writing() as connection:
        made = make_class(connection, typed.get("title", ""), now)
        nickname = typed.get("nickname", "").strip() or "Instructor"
        joined = join_class(connection, made, nickname, now, Role.INSTRUCTOR)
        note(connection, made.id, now, f"member {joined.member.id}", "made class", made.id)
        return joined


def answer_exercise(visit: Visit, here: Posed, form: FormData) -> int:
    """Do what the pressed button says. The number of the attempt that it made, else 0. Raises what
    `submit` does."""
    act = str(form.get("act", "try"))
    if act == "hint":
        _open_hint(visit, here)
        return 0
    if act == "predict":
        _predict(visit, here, form)
        return 0
    if act not in ("try", "hand in"):
        raise InputError("This button is not known.", "Open the page again.")
    sent = Submission(
        read_answer(here.posed, form), here.posed.values, str(form.get("client_key", "")),
        act == "hand in",
    )  # fmt: skip
    return hand_in(visit, here, sent)


def hand_in(visit: Visit, here: Posed, sent: Submission) -> int:
    """Keep the attempt and wake whoever grades; its number."""
    with lab_database().writing() as connection:
        attempt = submit(
            connection, visit.here, visit.me, here.assignment, sent, time.time()
        )  # fmt: skip
    wake_graders()
    return attempt.id


def _open_hint(visit: Visit, here: Posed) -> None:
    with lab_database().writing() as connection:
        open_hint(connection, visit.me.id, here.assignment, here.posed.hints, visit.now)


def _predict(visit: Visit, here: Posed, form: FormData) -> None:
    prediction = here.posed.predict
    text = str(form.get("choice", ""))
    if prediction is None or not (text.isdigit() and len(text) < _MOST_NUMBER):
        raise InputError("Choose one of the answers first.")
    given = Answer(1, int(text), str(form.get("reason", "")))
    with lab_database().writing() as connection:
        answer(connection, visit.me.id, here.assignment, given, visit.now, prediction)
