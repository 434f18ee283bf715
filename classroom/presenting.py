"""What the projector shows of a class besides its code: a timer, and one attempt without a name."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select

from classroom.tables import presentations
from compiler_core.errors import InputError
from compiler_core.typed_numbers import whole_number

MOST_TIMER_MINUTES = 180


@dataclass(frozen=True, slots=True)
class Presentation:
    """timer_ends: seconds since the epoch; None for no timer. attempt_id: None for none."""

    timer_ends: float | None = None
    attempt_id: int | None = None


def presentation_of(connection: Connection, class_id: str) -> Presentation:
    """What is shown now."""
    wanted = select(presentations).where(presentations.c.class_id == class_id)
    row = connection.execute(wanted).first()
    return Presentation(row.timer_ends, row.attempt_id) if row is not None else Presentation()


def present(connection: Connection, class_id: str, shown: Presentation) -> None:
    """Show this from now on."""
    connection.execute(delete(presentations).where(presentations.c.class_id == class_id))
    row = {"class_id": class_id, "timer_ends": shown.timer_ends, "attempt_id": shown.attempt_id}
    connection.execute(insert(presentations).values(row))


def timer_end(typed: str, now: float) -> float | None:
    """The moment so many minutes from now; None for 0. Raises InputError."""
    text = typed.strip()
    minutes = whole_number(text, 3)
    if minutes is None or minutes > MOST_TIMER_MINUTES:
        raise InputError(
            f"{text[:20] or 'Nothing'} is no number of minutes.",
            f"Write a whole number up to {MOST_TIMER_MINUTES}; 0 takes the timer away.",
        )
    return now + 60.0 * minutes if minutes else None
