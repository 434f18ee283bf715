"""A PostgreSQL of a lab's own, in a folder below it, that can be stopped as a power cut would."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

# It refuses to run as root; Debian's package brings a user of its own.
USER = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name


@dataclass
class Cluster:
    """folder: of its data and its socket; nobody outside this machine reaches it. options: more of
    the server's."""

    folder: Path
    options: str = ""

    @property
    def url(self) -> str:
        return f"postgresql://lab@/postgres?host={self.folder}"

    def make(self) -> None:
        """The files of an empty database."""
        self.folder.mkdir(mode=0o700, exist_ok=True)
        if os.geteuid() == 0:
            shutil.chown(self.folder, USER)
        self._run("initdb", "-D", self._data, "-A", "trust", "-U", "lab", "-E", "UTF8",
                  "--locale=C", "-N")  # fmt: skip

    def start(self) -> None:
        """Returns when it answers, after what an immediate stop left has been recovered."""
        options = f"-k {self.folder} -c listen_addresses='' {self.options}"
        log = self.folder / "log"
        self._run("pg_ctl", "-D", self._data, "-w", "-l", log, "-o", options, "start")

    def stop(self) -> None:
        """At once, without writing what stands in memory only."""
        self._run("pg_ctl", "-D", self._data, "-w", "-m", "immediate", "stop")

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    def _run(self, program: str, *arguments: object) -> None:
        subprocess.run(
            [str(_programs() / program), *map(str, arguments)], check=True, cwd="/",
            stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
            user=USER if os.geteuid() == 0 else None,
        )  # fmt: skip


def _programs() -> Path:
    """Where Debian keeps the server's own programs: the newest version."""
    return max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda one: int(one.parent.name))
