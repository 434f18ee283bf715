"""A question in class: its page, a member's answer, and the instructor's steps."""

from __future__ import annotations

from sqlalchemy import Connection
from starlette.datastructures import FormData

from app.lab.actions import answer_of, choice_order
from app.lab.bodies import ActForm, PredictionBody
from app.lab.explorer_addresses import explorer_address
from app.lab.pages import Posed, posed_exercise
from app.lab.views.answer_fields import starting_state
from app.lab.views.frame import class_frame
from app.lab.views.predict import Asked, PredictPage, predict_page
from app.lab.visits import Visit
from app.serving.addresses import read_as
from app.serving.lab_database import lab_database
from classroom.assignments import assignments_of
from classroom.errors import NotHere
from classroom.experiments import is_chosen
from classroom.predictions import ROUNDS, answer, answers_of, counted
from classroom.roles import Role
from classroom.rounds import open_round, question_state, take_step
from compiler_core.errors import InputError
from compiler_core.exercises.exercise import Prediction


def question_here(visit: Visit, number: int) -> tuple[Posed, Prediction]:
    """number: the exercise's place, from 1. Raises NotHere."""
    with lab_database().reading() as connection:
        there = assignments_of(connection, visit.here.id)
    if not 1 <= number <= len(there):
        raise NotHere("There is no such question in this class.", "The class page lists exercises.")
    here = posed_exercise(visit, there[number - 1].exercise_id)
    if here.posed.predict is None:
        raise NotHere(
            "Nothing is to be predicted in this exercise.", "The class page lists exercises."
        )
    return here, here.posed.predict


def show_question(visit: Visit, number: int, problem: str = "", reason: str = "") -> PredictPage:
    """reason: typed into a form that was refused for the problem. Raises NotHere."""
    here, prediction = question_here(visit, number)
    source = here.posed.starter.get("source")
    look = explorer_address(here.posed, source, starting_state(here.posed))
    with lab_database().reading() as connection:
        question = Asked(
            number=number,
            title=here.posed.title,
            prediction=prediction,
            state=question_state(connection, here.assignment.id),
            counts=counts_of(connection, here.assignment.id, prediction),
            answers=answers_of(connection, visit.me.id, here.assignment.id),
            order=choice_order(visit, here, prediction),
            look=look,
            leads=visit.role >= Role.INSTRUCTOR,
            problem=problem,
            reason=reason,
        )
    return predict_page(class_frame(visit, ""), question)


def counts_of(
    connection: Connection, assignment_id: int, prediction: Prediction
) -> dict[int, list[int]]:
    """How many chose each answer, by round."""
    choices = 1 + len(prediction.wrong)
    return {round_no: counted(connection, assignment_id, round_no, choices) for round_no in ROUNDS}


def answer_question(visit: Visit, number: int, form: FormData) -> None:
    """In the round that is open. Raises InputError, NotAllowed, NotHere."""
    here, prediction = question_here(visit, number)
    body = read_as(PredictionBody, form)
    with lab_database().writing() as connection:
        round_ = open_round(connection, here.assignment)
        given = answer_of(visit, here, prediction, round_, body)
        answer(connection, visit.me.id, here.assignment, given, visit.now, prediction)


def step_question(visit: Visit, number: int, form: FormData) -> None:
    """What the pressed button says. Raises InputError, NotHere."""
    here, _ = question_here(visit, number)
    with lab_database().writing() as connection:
        if is_chosen(connection, visit.here.id, here.assignment.exercise_id):
            raise InputError(
                "This exercise belongs to the experiment, whose arms meet it differently.",
                "Ask another question until the second test is closed.",
            )
        take_step(connection, here.assignment, read_as(ActForm, form).act, visit.now)
