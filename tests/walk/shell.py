"""Commands as a shell runs them, each in a process of its own, that share one start of Python.

Forty commands import mostly the same modules, which often takes longer than what they do. So one
process divides itself for each command, and then imports what the command imported: the next copy
has its own memory, output and exit status, and nothing of what other commands did.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from command_line.main import run_arguments

_IMPORTED = "imported"


@dataclass(frozen=True, slots=True)
class Finished:
    """What a command left: its exit status, and what it wrote."""

    returncode: int
    stdout: str
    stderr: str


@dataclass(frozen=True, slots=True)
class Shell:
    """process: the one that divides itself. folder: where outputs are written."""

    process: subprocess.Popen[str]
    folder: Path

    def run(self, words: list[str]) -> Finished:
        """Wait for a command; it reads nothing."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(words), file=self.process.stdin, flush=True)
        status = int(self.process.stdout.readline())
        out, errors = (
            (self.folder / name).read_text(encoding="utf-8") for name in ("stdout", "stderr")
        )
        return Finished(returncode=status, stdout=out, stderr=errors)


@contextmanager
def started_shell(root: Path, folder: Path) -> Iterator[Shell]:
    """A shell in the checkout's root, which ends with the block."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.walk.shell", str(folder)],
        cwd=root,
        env=os.environ | {"PYTHONUTF8": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        yield Shell(process, folder)
        assert process.stdin is not None
        process.stdin.close()


def main(folder: Path) -> None:
    """Read commands line by line, as JSON; answer each with its exit status."""
    for line in sys.stdin:
        process = os.fork()
        if process == 0:
            _become(json.loads(line), folder)
        _, ended = os.waitpid(process, 0)
        print(os.waitstatus_to_exitcode(ended), flush=True)
        _import_too(json.loads((folder / _IMPORTED).read_text(encoding="utf-8")))


def _import_too(names: list[str]) -> None:
    """What cannot be imported by its name was not imported by it either."""
    for name in names:
        if name not in sys.modules:
            with suppress(ImportError):
                importlib.import_module(name)


def _become(words: list[str], folder: Path) -> NoReturn:
    """This copy runs one command and ends."""
    for descriptor, name in ((1, "stdout"), (2, "stderr")):
        file = os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        os.dup2(file, descriptor)
    (folder / _IMPORTED).write_text("[]", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    status = 1
    try:
        status = run_arguments(words)
        (folder / _IMPORTED).write_text(json.dumps(list(sys.modules)), encoding="utf-8")
        sys.stdout.flush()
    finally:
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
