"""`lowlab lab new`: a class, with the return link of its instructor."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from classroom.members import Joined
    from classroom.records import LabClass


def lab_new_command(
    title: Annotated[str, typer.Argument(help="Of the class.")],
    nickname: Annotated[str, typer.Option(help="Of its instructor.")] = "Instructor",
    as_json: AsJson = False,
) -> int:
    """Make a class. The instructor's return link is told once."""
    from classroom.classes import make_class
    from command_line.lab_database import opened_lab

    now = time.time()
    with opened_lab() as database, database.writing() as connection:
        made = make_class(connection, title, now)
        joined = with_instructor(connection, made, nickname, now)
    return tell_new_class(made, joined, as_json)


def with_instructor(connection: Connection, made: LabClass, nickname: str, now: float) -> Joined:
    """Raises InputError for a nickname that is none."""
    from classroom.members import join_class
    from classroom.roles import Role

    return join_class(connection, made, nickname, now, Role.INSTRUCTOR)


def tell_new_class(made: LabClass, joined: Joined, as_json: bool) -> int:
    """Its code, and its instructor's return link, which nobody can read anywhere later."""
    from classroom.identity import shown_code
    from command_line.output import print_json, print_lines
    from compiler_core.json_form import plain_json

    path = f"/lab/r/{joined.token}"
    if as_json:
        print_json(plain_json({"id": made.id, "code": shown_code(made.code), "instructor": path}))
    else:
        print_lines(
            [
                f"{made.title}: id {made.id}, code {shown_code(made.code)}",
                f"Return link of {joined.member.nickname}, told only now: {path}",
            ]
        )
    return 0
