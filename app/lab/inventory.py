"""The concept inventory's page: a member's answers, and what who leads the class does and sees."""

from __future__ import annotations

from starlette.datastructures import FormData

from app.lab.bodies import ActForm
from app.lab.pages import check_open
from app.lab.views.frame import class_frame
from app.lab.views.inventory import (
    CHOICE_PREFIX,
    Answering,
    InventoryPage,
    LeadsTests,
    inventory_page,
    leading,
)
from app.lab.visits import Visit
from app.serving.addresses import read_as, texts_of
from app.serving.lab_database import lab_database
from classroom.classes import note
from classroom.inventory import (
    answers_in_tests,
    class_inventory,
    has_started,
    keep_answers,
    member_seed,
    next_steps,
    take_inventory_step,
)
from classroom.inventory_record import InventoryRecord, inventory_record
from classroom.roles import Role
from compiler_core.errors import InputError
from compiler_core.inventory.reading import option_order
from compiler_core.typed_numbers import whole_number

_MOST_DIGITS = 2


def show_inventory(visit: Visit, problem: str = "") -> InventoryPage:
    """Raises NotAllowed before the class opens."""
    check_open(visit)
    with lab_database().reading() as connection:
        inventory = class_inventory(connection, visit.here.id)
        given = answers_in_tests(connection, visit.me.id)
        lead = None
        if visit.role >= Role.ASSISTANT:
            steps = next_steps(inventory, has_started(connection, visit.here.id))
            record = inventory_record(connection, visit.here)
            may_step = visit.role >= Role.INSTRUCTOR
            lead = leading(LeadsTests(inventory, record, steps if may_step else ()))
    orders = {}
    if inventory.open_test and lead is None:
        seed = member_seed(visit.here, visit.me.id, inventory.open_test)
        orders = {prompt.id: option_order(prompt, seed) for prompt in inventory.questions.questions}
    answering = Answering(inventory, given, orders)
    return inventory_page(class_frame(visit, "/inventory"), answering, lead, problem)


def record_of(visit: Visit) -> InventoryRecord:
    """The same record that the page shows."""
    with lab_database().reading() as connection:
        return inventory_record(connection, visit.here)


def answer_inventory(visit: Visit, form: FormData) -> None:
    """Keep every answer that the form has. Raises InputError, NotAllowed."""
    check_open(visit)
    places = {
        name.removeprefix(CHOICE_PREFIX): _place(text)
        for name, text in texts_of(form).items()
        if name.startswith(CHOICE_PREFIX)
    }
    with lab_database().writing() as connection:
        keep_answers(connection, visit.here, visit.me, places, visit.now)


def step_inventory(visit: Visit, form: FormData) -> None:
    """Open or close a test. Raises InputError."""
    act = read_as(ActForm, form).act
    with lab_database().writing() as connection:
        take_inventory_step(connection, visit.here.id, act, visit.now)
        note(connection, visit.here.id, visit.now, f"member {visit.me.id}", act, visit.here.id)


def _place(text: str) -> int:
    choice = whole_number(text, _MOST_DIGITS)
    if choice is None:
        raise InputError("This is none of the answers.", "Choose one of those shown.")
    return choice
