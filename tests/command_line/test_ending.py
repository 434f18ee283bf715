"""A command that is told to end leaves no process and no work folder behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

ENDLESS = "int f(int n) { volatile int s = 0; for (;;) s += n; return s; }\n"
LONG = (
    "#define T(x) x x x x x x x x\n"
    "int f(int *a) { int s = 0; T(T(T(T(s += a[s & 7];)))) return s; }\n"
)
MOST_SECONDS = 20.0
# What all of a user's commands share stays, and what ONNX Runtime leaves wherever it is loaded.
SHARED = {f"lowering-lab-{os.getuid()}", ".ses"}
pytestmark = pytest.mark.usefixtures("emulator")


def children_of(process: int) -> Iterator[int]:
    """All below it."""
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            yield child
            yield from children_of(child)


def alive(process: int) -> bool:
    """One that has ended and waits to be reaped by whoever adopted it does nothing more."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def until(condition: object, seconds: float = MOST_SECONDS) -> bool:
    """Whether it came true in this time."""
    assert callable(condition)
    end = time.monotonic() + seconds
    while not (found := condition()) and time.monotonic() < end:
        time.sleep(0.05)
    return bool(found)


COMMANDS = {
    "an endless program": (ENDLESS, ("count", "source.c")),
    "a long compile": (LONG, ("compile", "source.c", "--flags=-O3")),
    "a network": ("", ("graph", "compile", "residual", "--out", "made")),
}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "term"])
@pytest.mark.parametrize("name", COMMANDS)
def test_nothing_is_left(name: str, number: signal.Signals, tmp_path: Path) -> None:
    source, words = COMMANDS[name]
    (tmp_path / "source.c").write_text(source, encoding="utf-8")
    folders = {one: tmp_path / one for one in ("temporary", "state")}
    for folder in folders.values():
        folder.mkdir()
    environment = {
        **os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(folders["temporary"]),
        "LOWLAB_STATE": str(folders["state"]),
    }  # fmt: skip
    process = subprocess.Popen(
        # Who runs the tests in the background of a shell has interrupts ignored.
        ["env", "--default-signal=INT", sys.executable, "-m", "command_line", *words],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert until(lambda: list(children_of(process.pid)) or process.poll() is not None)
        time.sleep(0.3)
        started = list(children_of(process.pid))
        process.send_signal(number)
        _, said = process.communicate(timeout=MOST_SECONDS)
    finally:
        process.kill()
    assert process.returncode == (130 if number == signal.SIGINT else -signal.SIGTERM), said
    assert "Traceback" not in said
    assert ("interrupted" in said) == (number == signal.SIGINT)
    assert until(lambda: not any(map(alive, started)))
    assert {path.name for path in folders["temporary"].iterdir()} <= SHARED
