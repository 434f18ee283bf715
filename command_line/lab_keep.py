"""`lowlab lab backup`, `restore` and `upgrade`: a lab as one file, back, and brought up to date."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from command_line.options import AsJson

BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="The backup.")]


def lab_backup_command(file: BackupFile, as_json: AsJson = False) -> int:
    """Write everything of the lab to one file while it goes on. Keep it as you keep grades."""
    from classroom.backup import back_up, rows_by_table
    from command_line.lab_database import lab_as_it_stands
    from command_line.output import print_json, print_lines
    from compiler_core.json_form import plain_json

    with lab_as_it_stands() as database:
        size = back_up(database, file)
        rows = rows_by_table(database)
    if as_json:
        print_json(plain_json({"file": str(file), "bytes": size}))
    else:
        print_lines([f"{file}: {size:,} bytes, {', '.join(_amounts(rows, ('class', 'attempt')))}"])
    return 0


def _amounts(rows: Mapping[str, int], names: Sequence[str]) -> list[str]:
    """`1 class`, `12 attempts`: how many rows each table has."""
    from compiler_core.amounts import count

    return [count(rows[name], name, "classes" if name == "class" else "") for name in names]


def lab_restore_command(file: BackupFile, as_json: AsJson = False) -> int:
    """Fill an empty lab from a backup. Return links go on to hold; browsers join by them again."""
    from classroom.backup import restore
    from classroom.database import unprepared_here
    from command_line.output import print_json, print_lines
    from compiler_core.json_form import plain_json

    database = unprepared_here()
    try:
        rows = restore(file, database)
    finally:
        database.close()
    if as_json:
        print_json(plain_json(rows))
    else:
        print_lines([", ".join(_amounts(rows, ("class", "member", "attempt")))])
    return 0


def lab_upgrade_command(as_json: AsJson = False) -> int:
    """Bring the tables to this program's form. Make a backup first."""
    from classroom.database import newest_schema, unprepared_here
    from command_line.output import print_json, print_lines
    from compiler_core.json_form import plain_json

    database = unprepared_here()
    try:
        before = database.schema()
        database.upgrade()
    finally:
        database.close()
    schemas = {"before": before, "now": newest_schema()}
    if as_json:
        print_json(plain_json(schemas))
    else:
        print_lines([f"Form {schemas['now']}" + (f", was {before}" if before else ", newly made")])
    return 0
