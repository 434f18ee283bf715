"""`lowlab lab classes`: the classes of this machine."""

from __future__ import annotations

from command_line.options import AsJson


def lab_classes_command(as_json: AsJson = False) -> int:
    """List the classes: id, code, title, members."""
    from classroom.classes import all_classes
    from classroom.identity import shown_code
    from classroom.members import members_of
    from command_line.lab_database import opened_lab
    from command_line.output import columns, print_json, print_lines
    from compiler_core.json_form import plain_json

    with opened_lab() as database, database.reading() as connection:
        rows = [
            (group.id, shown_code(group.code), group.title, len(members_of(connection, group.id)))
            for group in all_classes(connection)
        ]
    names = ("id", "code", "title", "members")
    if as_json:
        print_json(plain_json([dict(zip(names, row, strict=True)) for row in rows]))
    elif rows:
        print_lines(columns([names, *(tuple(map(str, row)) for row in rows)]))
    else:
        print_lines(["There is no class yet. `lowlab lab new TITLE` makes one."])
    return 0
