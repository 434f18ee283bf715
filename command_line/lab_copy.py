"""`lowlab lab copy`: a class anew for the next group."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from command_line.options import AsJson


def lab_copy_command(
    named: Annotated[str, typer.Argument(metavar="CLASS", help="Id or code of the old class.")],
    title: Annotated[str, typer.Argument(help="Of the new one.")],
    begins: Annotated[
        str,
        typer.Option(
            help="When the new one does, as 2027-05-03T12:00: its dates keep their distance. "
            "Without it there are none."
        ),
    ] = "",
    nickname: Annotated[str, typer.Option(help="Of its instructor.")] = "Instructor",
    as_json: AsJson = False,
) -> int:
    """Copy a class's exercises, settings and drafts. Its members and what they did stay behind."""
    from classroom.copying import copy_class
    from classroom.moments import read_moment
    from command_line.lab_database import chosen_class, opened_lab
    from command_line.lab_new import tell_new_class, with_instructor

    now = time.time()
    with opened_lab() as database:
        old = chosen_class(database, named)
        with database.writing() as connection:
            made = copy_class(connection, old, title, read_moment(begins), now)
            joined = with_instructor(connection, made, nickname, now)
    return tell_new_class(made, joined, as_json)
