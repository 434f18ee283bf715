"""`lowlab lab worker`: work on this machine for a server elsewhere."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated

import typer

from command_line.options import AsJson


def lab_worker_command(
    threads: Annotated[
        int, typer.Option(min=0, max=64, help="Gradings, and models, at once; 0: as processors.")
    ] = 0,
    until_empty: Annotated[
        bool, typer.Option("--until-empty", help="End when nothing waits.")
    ] = False,
    as_json: AsJson = False,
) -> int:
    """Grade hand-ins of the classes in LOWLAB_DATABASE.

    That is a PostgreSQL. Models are compiled too.

    The server runs with --grade-elsewhere. Any number of workers may run, on any machines: one that
    dies loses nothing. A worker does not start where the jail's self-test fails or a tool is
    another one than the classes were proven with.
    """
    import orjson

    from classroom.worker import refuse_files
    from command_line.lab_database import opened_lab
    from command_line.output import print_json, print_lines
    from compiler_core.errors import JailBroken
    from compiler_core.toolchain.doctor import examine

    with opened_lab() as database:
        refuse_files(database)
    if not examine().jail.ok:
        raise JailBroken(
            "The jail's self-test fails here, so this worker takes no jobs.",
            "`lowlab doctor` shows the checks.",
        )
    # By its name, as the server's app is: commands know nothing of the web.
    taken = import_module("app.lab.worker").run_worker(threads, until_empty)
    if as_json:
        print_json(orjson.dumps({"jobs": taken}))
    else:
        print_lines([f"{taken} jobs done."])
    return 0
