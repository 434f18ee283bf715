"""A PostgreSQL of the tests' own: in a temporary folder, on a socket there, for nobody else."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# It refuses to run as root; Debian's package brings a user of its own.
USER = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
# What is told to the disk is of no interest in a test, unless it kills the server.
QUICK = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"


def programs() -> Path:
    """Where Debian keeps the server's own programs: the newest version."""
    return max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda one: int(one.parent.name))


@contextmanager
def postgresql() -> Iterator[str]:
    """The address of an empty database; the server ends with the block."""
    folder = Path(tempfile.mkdtemp(prefix="lowlab-pg-"))
    if os.geteuid() == 0:
        shutil.chown(folder, USER)
    data = folder / "data"
    try:
        _run("initdb", "-D", data, "-A", "trust", "-U", "lab", "-E", "UTF8", "--locale=C", "-N")
        options = f"-k {folder} -c listen_addresses='' {QUICK}"
        _run("pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options, "start")
        try:
            yield f"postgresql://lab@/postgres?host={folder}"
        finally:
            _run("pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(program: str, *arguments: object) -> None:
    subprocess.run(
        [str(programs() / program), *map(str, arguments)], check=True, cwd="/",
        stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
        user=USER if os.geteuid() == 0 else None,
    )  # fmt: skip
