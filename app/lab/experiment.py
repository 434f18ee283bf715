"""The experiment of a class: its page, what members and who leads the class do about it."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection
from starlette.datastructures import FormData

from app.lab.bodies import UNKNOWN_BUTTON, ActForm, Text
from app.lab.views.experiment import ExperimentFacts, ExperimentPage, experiment_page
from app.lab.views.frame import class_frame
from app.lab.visits import Visit
from app.serving.addresses import read_as
from app.serving.bodies import StrictBody
from app.serving.lab_database import lab_database
from classroom.assignments import exercises_of
from classroom.errors import NotAllowed
from classroom.experiments import (
    arm_at,
    arms_in,
    choosable,
    decline,
    experiment_of,
    experiment_result,
    has_declined,
    start_experiment,
    take_part,
    write_plan,
)
from classroom.inventory import class_inventory
from classroom.predictions import answers_of
from classroom.records import Assignment
from classroom.roles import Role
from compiler_core.errors import InputError
from compiler_core.inventory.experiment import Arm


def show_experiment(visit: Visit, problem: str = "") -> ExperimentPage:
    """For every member: what is compared, by which plan, and what came out."""
    with lab_database().reading() as connection:
        result, missing = None, ""
        try:
            experiment = experiment_of(connection, visit.here.id)
            if experiment is not None:
                result = experiment_result(connection, visit.here)
        except InputError as error:
            missing = str(error)
        trial = ExperimentFacts(
            experiment=experiment_of(connection, visit.here.id),
            inventory=class_inventory(connection, visit.here.id),
            exercises=tuple(exercise for _, exercise in exercises_of(connection, visit.here.id)),
            choosable=choosable(connection, visit.here.id),
            members=len(arms_in(connection, visit.here.id)),
            declined=has_declined(connection, visit.me),
            leads=visit.role >= Role.INSTRUCTOR,
            result=result,
            missing=missing,
            problem=problem,
        )
    return experiment_page(class_frame(visit, ""), trial)


class PlanForm(StrictBody):
    """Ids of the chosen exercises and of the questions about them."""

    exercise: tuple[Text, ...] = ()
    question: tuple[Text, ...] = ()


def choose_part(visit: Visit, form: FormData) -> None:
    """Decline, or take part after all. Raises NotAllowed, InputError."""
    acts: dict[str, Callable[[Connection], None]] = {
        "decline": lambda connection: decline(connection, visit.me, visit.now),
        "take part": lambda connection: take_part(connection, visit.me),
    }
    _act(acts, form)


def lead_experiment(visit: Visit, form: FormData) -> None:
    """Write the plan, or draw the arms. Raises NotAllowed, InputError."""

    def write(connection: Connection) -> None:
        plan = read_as(PlanForm, form)
        write_plan(connection, visit.here, plan.exercise, plan.question, visit.now)

    acts: dict[str, Callable[[Connection], None]] = {
        "write": write,
        "start": lambda connection: start_experiment(connection, visit.here, visit.now),
    }
    _act(acts, form)


def _act(acts: dict[str, Callable[[Connection], None]], form: FormData) -> None:
    act = read_as(ActForm, form).act
    if act not in acts:
        raise InputError(*UNKNOWN_BUTTON)
    with lab_database().writing() as connection:
        acts[act](connection)


def check_predicts(connection: Connection, visit: Visit, exercise_id: str) -> None:
    """Raises NotAllowed for a member who is shown what holds, and so predicts nothing."""
    if arm_at(connection, visit.me, exercise_id) == "show_first":
        raise NotAllowed(
            "You are shown what holds here, and predict nothing.", "The experiment's page says why."
        )


def check_looks(connection: Connection, visit: Visit, assignment: Assignment) -> None:
    """Raises NotAllowed for a member who predicts first and has not yet."""
    if holds_back(connection, visit, assignment):
        raise NotAllowed("First keep your prediction.", "The exercise opens then.")


def holds_back(connection: Connection, visit: Visit, assignment: Assignment) -> bool:
    """Whether the exercise waits for the member's prediction."""
    if arm_at(connection, visit.me, assignment.exercise_id) != "predict_first":
        return False
    return 1 not in answers_of(connection, visit.me.id, assignment.id)


def arm_here(connection: Connection, visit: Visit, exercise_id: str) -> Arm | None:
    """The visitor's, at this exercise."""
    return arm_at(connection, visit.me, exercise_id)
