"""`lowlab lab delete`: a class with all that is in it."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from command_line.options import AsJson


def lab_delete_command(
    class_name: Annotated[str, typer.Argument(metavar="CLASS", help="Its id or code.")],
    confirm: Annotated[str, typer.Option(help="The class's title, to say that it is meant.")] = "",
    as_json: AsJson = False,
) -> int:
    """Delete a class: members, attempts and grades. It cannot be brought back."""
    from classroom.classes import delete_class, note
    from command_line.lab_database import chosen_class, opened_lab
    from command_line.output import print_json, print_lines
    from compiler_core.errors import InputError
    from compiler_core.json_form import plain_json

    with opened_lab() as database:
        here = chosen_class(database, class_name)
        if confirm != here.title:
            raise InputError(
                f"{here.title} is deleted only with --confirm {here.title!r}.",
                "Its grades: `lowlab lab grades`; everything: `lowlab lab backup`.",
            )
        with database.writing() as connection:
            delete_class(connection, here.id)
            note(connection, None, time.time(), "host", "deleted class", here.id)
        database.tidy()
    if as_json:
        print_json(plain_json({"deleted": here.id}))
    else:
        print_lines([f"Deleted {here.title}."])
    return 0
