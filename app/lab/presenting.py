"""The projector's page, for the instructor and by a signed link."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import Annotated

import segno
from markupsafe import Markup
from sqlalchemy import Connection

from app.lab.board import attempt_here
from app.lab.bodies import ActForm, button
from app.lab.questions import counts_of
from app.lab.tickets import read_signed, signed
from app.lab.views.board_attempt import ShownAnswer, shown_answer
from app.lab.views.frame import class_frame
from app.lab.views.predict import Histogram, histograms
from app.lab.views.present import PresentControls, PresentPage, left_words
from app.lab.visits import Visit
from app.serving.addresses import whole
from app.serving.lab_database import lab_database
from app.site.views.documentation import with_code
from classroom.assignments import (
    exercise_of,
    exercises_of,
    general_prediction,
    general_title,
)
from classroom.attempts import outcomes_of
from classroom.classes import find_class
from classroom.errors import NotHere
from classroom.identity import shown_code
from classroom.presenting import Presentation, present, presentation_of, timer_end
from classroom.records import LabClass
from classroom.roles import Role
from classroom.rounds import newest_question

_PURPOSE = "present"
_MOST_DIGITS = 10
_PICTURE_SCALE = 6
TEMPLATE = "lab/present.html"
LIVE_BLOCK = "live"
_QUESTION_STATUS = {
    "open": "Round {round} is open: answer on your own device.",
    "closed": "Round {round} is closed.",
    "shown": "",
    "revealed": "",
}


def show_presentation(visit: Visit, base: str) -> PresentPage:
    """base: the address of this server, as it is typed."""
    page = _page(visit.here, visit.now, base)
    address = f"/lab/{visit.here.id}"
    with lab_database().reading() as connection:
        questions = [
            (f"{number}: {general_title(exercise)}", f"{address}/q/{number}")
            for number, (_, exercise) in enumerate(exercises_of(connection, visit.here.id), 1)
            if exercise.predict is not None
        ]
    link = f"{base}{address}/present/{signed(_PURPOSE, visit.here.id)}"
    controls = PresentControls(
        address=f"{address}/present",
        link=link,
        form_token=visit.ticket.form_token,
        questions=tuple(questions),
        may_change=visit.role >= Role.INSTRUCTOR,
        pages=class_frame(visit, "/present").links,
    )
    return replace(page, controls=controls)


def show_signed(class_id: str, signature: str, now: float, base: str) -> PresentPage:
    """Raises NotHere for a signature that this server did not make for this class."""
    if read_signed(_PURPOSE, signature) != class_id:
        raise NotHere(
            "This link shows no class.", "The instructor's page for the projector has it."
        )
    with lab_database().reading() as connection:
        here = find_class(connection, class_id)
    return _page(here, now, base)


class ShownForm(ActForm):
    """What the projector shows from now on: a timer of so many minutes, or an attempt."""

    act: Annotated[str, button("timer", "show", "hide")]
    minutes: str = ""
    attempt: Annotated[int, whole(_MOST_DIGITS)] = 0


def change_shown(visit: Visit, form: ShownForm) -> None:
    """What the pressed button says. Raises InputError, NotHere."""
    with lab_database().writing() as connection:
        shown = presentation_of(connection, visit.here.id)
        if form.act == "timer":
            shown = replace(shown, timer_ends=timer_end(form.minutes, time.time()))
        elif form.act == "show":
            attempt, _ = attempt_here(connection, visit.here.id, form.attempt)
            shown = replace(shown, attempt_id=attempt.id)
        else:
            shown = replace(shown, attempt_id=None)
        present(connection, visit.here.id, shown)


def _page(here: LabClass, now: float, base: str) -> PresentPage:
    code = shown_code(here.code)
    join = f"{base}/lab"
    with lab_database().reading() as connection:
        shown = presentation_of(connection, here.id)
        question, status, bars, right = _question(connection, here.id)
        title, answer = _attempt(connection, here.id, shown)
    left = max(0, math.ceil(shown.timer_ends - now)) if shown.timer_ends is not None else None
    picture = segno.make(f"{join}?code={code}", micro=False).svg_data_uri(
        scale=_PICTURE_SCALE, light="white"
    )
    return PresentPage(
        title="Present",
        class_title=here.title,
        code=code,
        join=join,
        picture=picture,
        seconds_left=left,
        left=left_words(left) if left is not None else "",
        question=question,
        status=status,
        histograms=bars,
        right=right,
        attempt_title=title,
        answer=answer,
        controls=None,
    )


def _question(
    connection: Connection, class_id: str
) -> tuple[Markup, str, tuple[Histogram, ...], Markup]:
    """The question that was led last: its text, where it stands, what is shown, and the right
    answer once it is out."""
    state = newest_question(connection, class_id)
    if state is None:
        return Markup(), "", (), Markup()
    exercise = next(
        each for task, each in exercises_of(connection, class_id) if task.id == state.assignment_id
    )
    prediction = general_prediction(exercise)
    if prediction is None:
        return Markup(), "", (), Markup()
    counts = counts_of(connection, state.assignment_id, prediction)
    return (
        with_code(prediction.question),
        _QUESTION_STATUS[state.state].format(round=state.round),
        histograms(prediction, state, counts),
        with_code(prediction.right) if state.state == "revealed" else Markup(),
    )


def _attempt(
    connection: Connection, class_id: str, shown: Presentation
) -> tuple[str, ShownAnswer | None]:
    """The chosen attempt, nameless; an exercise's title with it."""
    if shown.attempt_id is None:
        return "", None
    attempt, assignment = attempt_here(connection, class_id, shown.attempt_id)
    outcomes = outcomes_of(connection, attempt)
    title = general_title(exercise_of(connection, attempt.digest))
    return title, shown_answer(attempt, outcomes, assignment.points)
