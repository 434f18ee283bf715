"""Several processes that serve one site on one socket; what they share is in PostgreSQL."""

from __future__ import annotations

import os
import shutil
import socket
from contextlib import ExitStack
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uvicorn import Config

PROCESSES_VARIABLE = "LOWLAB_WEB_PROCESSES"
FIGURES_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
FIGURES_NAME = "lowlab-figures-"
# A busy machine may keep a process from answering its parent for a while.
_SILENT_SECONDS = 60


def require_shared_database(workers: int, lab: bool) -> None:
    """Raises InputError where several processes would each have a database file to write."""
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    from classroom.database import URL_VARIABLE
    from compiler_core.errors import InputError

    if workers == 1:
        return
    named = os.environ.get(URL_VARIABLE, "")
    try:
        kind = make_url(named).get_backend_name() if named else "sqlite"
    except ArgumentError:
        kind = "unreadable"
    if lab and kind == "postgresql":
        return
    reason = f"the database is {kind}" if lab else "without --lab links are kept in SQLite"
    raise InputError(
        f"--workers {workers} needs PostgreSQL, and {reason}: SQLite has one writer at a time.",
        f"Leave --workers out, or set {URL_VARIABLE}=postgresql://user@host/name with --lab.",
    )


def serve_together(configuration: Config, listening: socket.socket, workers: int) -> None:
    """Serve until a signal ends it. A process that ends is started again; the figures of all are
    added up in a folder that goes with the server."""
    import tempfile

    from uvicorn import Server
    from uvicorn.supervisors import Multiprocess

    if workers == 1:
        Server(configuration).run([listening])
        return
    with ExitStack() as stack:
        figures = tempfile.mkdtemp(prefix=FIGURES_NAME)
        stack.callback(shutil.rmtree, figures, ignore_errors=True)
        os.environ[FIGURES_VARIABLE] = figures
        os.environ[PROCESSES_VARIABLE] = str(workers)
        configuration.workers = workers
        configuration.timeout_worker_healthcheck = _SILENT_SECONDS
        Multiprocess(configuration, [listening]).run()
