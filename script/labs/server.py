"""A server with classes on this machine, in a folder of its own, started and killed."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from classroom.assignments import assign
from classroom.classes import make_class
from classroom.database import LabDatabase, database_url
from classroom.records import LabClass
from compiler_core.exercises.shipped import shipped_exercises

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 120.0


@dataclass
class LabProcess:
    """A part of a lab as a process of its own. folder: in which it keeps everything."""

    folder: Path
    process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @property
    def log(self) -> Path:
        """What it printed as errors."""
        return self.folder / "errors.log"

    def begin(self, database: str, *words: str) -> subprocess.Popen[bytes]:
        """`lowlab` with these words. database: address of PostgreSQL; empty for SQLite."""
        self.folder.mkdir(exist_ok=True)
        environment = os.environ | {"LOWLAB_STATE": str(self.folder), "LOWLAB_DATABASE": database}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                (sys.executable, "-m", "command_line", *words),
                cwd=ROOT,
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        return self.process

    def kill(self) -> None:
        """As a power failure would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def end(self) -> None:
        """What it is doing is finished first."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(60)


@dataclass
class LabServer(LabProcess):
    """folder: in which it keeps everything. database: address of PostgreSQL; empty for SQLite.
    elsewhere: workers grade, not the server."""

    port: int
    database: str = ""
    elsewhere: bool = False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Returns when it answers. Raises RuntimeError if it does not."""
        elsewhere = ["--grade-elsewhere"] if self.elsewhere else []
        running = self.begin(
            self.database, "serve", "--lab", "--json", "--port", str(self.port), *elsewhere
        )
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and running.poll() is None:
            try:
                urllib.request.urlopen(f"{self.url}/healthz", timeout=5).close()
                return
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        raise RuntimeError(f"The server did not start: {self.log}")

    def opened(self) -> LabDatabase:
        """Its database, for whoever looks after it."""
        database = LabDatabase(database_url(self.folder, self.database))
        database.prepare()
        return database

    def make_class(self, exercise_id: str) -> LabClass:
        """With one exercise; before the server starts."""
        exercise = next(shipped for shipped in shipped_exercises() if shipped.id == exercise_id)
        database = self.opened()
        with database.writing() as connection:
            made = make_class(connection, "Load", time.time())
            assign(connection, made, exercise)
        database.close()
        return made


@dataclass
class LabWorker(LabProcess):
    """Grades for a server; its folder is its own, as on another machine."""

    database: str

    def start(self) -> None:
        """Does not wait for it."""
        self.begin(self.database, "lab", "worker")


def free_port() -> int:
    """One that nobody listens on; the same after each restart."""
    with closing(socket.socket()) as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


def asked(url: str, body: object | None = None, token: str = "", seconds: float = 60.0) -> object:
    """The JSON of an answer; posts where there is a body. Raises OSError as urllib does."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(url, data, headers)
    with urllib.request.urlopen(request, timeout=seconds) as answer:
        return json.loads(answer.read())
