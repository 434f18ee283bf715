"""`lowlab lab grades`: the grades of a class, as CSV or JSON."""

from __future__ import annotations

from typing import Annotated

import typer

from command_line.options import AsJson


def lab_grades_command(
    class_name: Annotated[str, typer.Argument(metavar="CLASS", help="Its id or code.")],
    as_json: AsJson = False,
) -> int:
    """Print the grades of a class."""
    from classroom.exports.plain_csv import grades_csv
    from classroom.gradebook import gradebook
    from command_line.lab_database import chosen_class, opened_lab
    from command_line.output import print_json, print_lines
    from compiler_core.json_form import plain_json

    with opened_lab() as database:
        here = chosen_class(database, class_name)
        with database.reading() as connection:
            book = gradebook(connection, here.id)
    if not as_json:
        print_lines(grades_csv(book).splitlines())
        return 0
    print_json(
        plain_json(
            [
                {
                    "member": member.id,
                    "nickname": member.nickname,
                    "total": book.total(member),
                    "points": {
                        each.exercise_id: book.entry(member, each).points
                        for each in book.assignments
                    },
                }
                for member in book.members
            ]
        )
    )
    return 0
