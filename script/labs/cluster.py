"""A PostgreSQL of a lab's own, in a folder below it, that can be stopped as a power cut would."""

from __future__ import annotations

import os
import pwd
import shlex
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

# It refuses to run as root; Debian's package brings a user of its own.
USER = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
_OTHER_USER = USER if os.geteuid() == 0 else None
_MOST_SECONDS = 60.0


@dataclass
class Cluster:
    """folder: of its data and its socket; nobody outside this machine reaches it. options: more of
    the server's."""

    folder: Path
    options: str = ""
    _server: subprocess.Popen[bytes] = field(init=False)

    @property
    def url(self) -> str:
        return f"postgresql://lab@/postgres?host={self.folder}"

    def make(self) -> None:
        """The files of an empty database."""
        self.folder.mkdir(mode=0o700, exist_ok=True)
        if os.geteuid() == 0:
            shutil.chown(self.folder, USER)
        self._run(
            "initdb", "-D", self._data, "-A", "trust", "-U", "lab", "-E", "UTF8", "--locale=C", "-N"
        )

    def start(self) -> None:
        """Returns when it answers, after what an immediate stop left has been recovered.

        Not by `pg_ctl start`, whose server outlives whoever started it: a test that is ended from
        outside would leave one behind. This one ends with the thread that started it.
        """
        with (self.folder / "log").open("a") as log:
            self._server = subprocess.Popen(
                [
                    "setpriv",
                    "--pdeathsig",
                    "QUIT",
                    str(_programs() / "postgres"),
                    "-D",
                    str(self._data),
                    "-k",
                    str(self.folder),
                    "-c",
                    "listen_addresses=",
                    *shlex.split(self.options),
                ],
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                user=_OTHER_USER,
            )
        began = time.monotonic()
        while not self._answers():
            if self._server.poll() is not None or time.monotonic() - began > _MOST_SECONDS:
                raise RuntimeError(f"PostgreSQL does not answer: {self.folder / 'log'} says why.")
            time.sleep(0.05)

    def stop(self) -> None:
        """At once, without writing what stands in memory only."""
        self._server.send_signal(signal.SIGQUIT)
        self._server.wait(_MOST_SECONDS)

    def _answers(self) -> bool:
        command = [str(_programs() / "pg_isready"), "-q", "-h", str(self.folder)]
        return subprocess.run(command, check=False).returncode == 0

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    def _run(self, program: str, *arguments: object) -> None:
        subprocess.run(
            [str(_programs() / program), *map(str, arguments)],
            check=True,
            cwd="/",
            stdout=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
            user=_OTHER_USER,
        )


def _programs() -> Path:
    """Where Debian keeps the server's own programs: the newest version."""
    return max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
