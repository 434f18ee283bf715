"""`lowlab lab instructor-link`: a fresh link by which classes are made."""

from __future__ import annotations

import time

from command_line.options import AsJson


def lab_link_command(as_json: AsJson = False) -> int:
    """Print a fresh link for whoever hosts classes here. The one before it ends."""
    from classroom.classes import make_host_link
    from command_line.lab_database import opened_lab
    from command_line.output import print_json, print_lines
    from compiler_core.json_form import plain_json

    with opened_lab() as database, database.writing() as connection:
        path = f"/lab/r/{make_host_link(connection, time.time())}"
    if as_json:
        print_json(plain_json({"instructor": path}))
    else:
        print_lines([path])
    return 0
