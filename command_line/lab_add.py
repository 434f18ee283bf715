"""`lowlab lab add`: exercises for a class, from what ships or from one's own folders."""

from __future__ import annotations

from typing import Annotated

import typer

from command_line.options import AsJson
from compiler_core.amounts import count


def lab_add_command(
    class_name: Annotated[str, typer.Argument(metavar="CLASS", help="Its id or code.")],
    exercises: Annotated[
        list[str], typer.Argument(metavar="EXERCISE...", help="Ids of exercises that ship.")
    ],
    as_json: AsJson = False,
) -> int:
    """Add exercises to a class, in this order. They come after those it has."""
    from classroom.assignments import assign
    from command_line.lab_database import chosen_class, opened_lab
    from command_line.output import print_json, print_lines
    from compiler_core.errors import UnknownName
    from compiler_core.exercises.shipped import shipped_exercises
    from compiler_core.json_form import plain_json

    known = {shipped_exercise.id: shipped_exercise for shipped_exercise in shipped_exercises()}
    for name in exercises:
        if name not in known:
            raise UnknownName(f"There is no exercise {name!r}.", f"There are: {', '.join(known)}.")
    with opened_lab() as database:
        here = chosen_class(database, class_name)
        with database.writing() as connection:
            added = [assign(connection, here, known[name]) for name in exercises]
    rows = [
        {"id": assignment.exercise_id, "place": assignment.place + 1, "points": assignment.points}
        for assignment in added
    ]
    if as_json:
        print_json(plain_json(rows))
    else:
        lines = ((task.place + 1, task.exercise_id, count(task.points, "point")) for task in added)
        print_lines([f"{position}. {exercise}, {points}" for position, exercise, points in lines])
    return 0
