"""What is started ends with who started it, at any moment, and whatever thread started it."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from compiler_core.toolchain.children import end_child, following, start_child
from compiler_core.toolchain.jail import Jail
from compiler_core.toolchain.limits import COMPILE_LIMITS
from tests.toolchain.probing import probe, probe_job
from tests.toolchain.processes_left import living_in_session, processes_naming, soon

# Starts a command that names its parent as @parent@, says its number, and waits.
CALLER = """
import os, sys, time
nothing = os.open("/dev/null", os.O_RDWR)
for descriptor in (3, 4):
    os.dup2(nothing, descriptor)
command = [str(os.getpid()) if word == "@parent@" else word for word in sys.argv[1:]]
print(os.posix_spawn(command[0], command, {}, setsid=True), flush=True)
time.sleep(60)
"""
WORKER = """
import sys
from pathlib import Path
from threading import Event
from compiler_core.toolchain.jailed_process import PROJECT
from compiler_core.toolchain.worker import WorkerRoom, run_worker
from compiler_core.toolchain.worker_process import WorkerLimits
room = WorkerRoom(Path(sys.argv[1]), (PROJECT / "tests",))
run_worker("tests.toolchain.worker_program", room, WorkerLimits(), Event())
"""


def _caller(command: list[str]) -> subprocess.Popen[bytes]:
    words = list(command)
    words[words.index("--parent") + 1] = "@parent@"
    program = [sys.executable, "-I", "-S", "-c", CALLER, *words]
    return subprocess.Popen(program, stdout=subprocess.PIPE)


def _number_from(caller: subprocess.Popen[bytes]) -> int:
    assert caller.stdout is not None
    return int(caller.stdout.readline())


def test_a_caller_killed_while_a_jail_is_being_built_leaves_nothing(jail: Jail) -> None:
    """bubblewrap's second process waits for its first before it asks to die with it."""
    probe(jail, "nothing")
    limits = replace(COMPILE_LIMITS, wall_seconds=50)
    for tenths in range(0, 120, 5):
        with jail.prepared(probe_job(jail, "sleep", limits=limits)) as jailed:
            caller = _caller(jailed.command)
            session = _number_from(caller)
            time.sleep(tenths / 10_000)
            caller.kill()
            caller.wait()
            assert soon(lambda session=session: not living_in_session(session)), tenths


def test_a_child_outlives_the_thread_that_asked_for_it() -> None:
    started: list[subprocess.Popen[bytes]] = []
    asking = threading.Thread(target=lambda: started.append(start_child(["/bin/sleep", "30"], 30)))
    asking.start()
    asking.join()
    assert not soon(lambda: not living_in_session(started[0].pid), 0.3)
    end_child(started[0])
    assert soon(lambda: not living_in_session(started[0].pid))


@pytest.mark.parametrize(
    ("program", "status"), [("exit 7", 7), ("kill -SEGV $$", -signal.SIGSEGV), ("exit 0", 0)]
)
def test_a_child_ends_as_its_program_did(program: str, status: int) -> None:
    child = start_child(["/bin/sh", "-c", program], 30)
    assert child.wait(60) == status


def test_a_child_ends_at_its_limit_though_nobody_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("compiler_core.toolchain.children.GRACE_SECONDS", 0.0)
    child = start_child(["/bin/sh", "-c", "sleep 30 & wait"], 1)
    assert child.wait(20) == -signal.SIGKILL
    assert soon(lambda: not living_in_session(child.pid))


def test_a_child_without_a_limit_has_none() -> None:
    child = start_child(["/bin/sh", "-c", "exit 3"], math.inf)
    assert child.wait(60) == 3


@pytest.mark.parametrize("kind", ["bubblewrap", "landlock"])
def test_a_killed_server_takes_its_worker_along(
    kind: str, repository: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "asked").write_text("sleep")
    environment = {**os.environ, "LOWLAB_JAIL": kind}
    command = [sys.executable, "-c", WORKER, str(folder)]
    server = subprocess.Popen(command, cwd=repository, env=environment)
    assert soon((folder / "begun").exists)
    server.kill()
    server.wait()
    assert soon(lambda: not processes_naming(folder))


def test_a_launcher_whose_caller_is_gone_starts_nothing(tmp_path: Path) -> None:
    """It was killed between starting the launcher and the launcher's looking."""
    mark = tmp_path / "mark"
    command = [*following(5), "/bin/sh", "-c", f"echo > {mark}"]
    command[command.index("--parent") + 1] = str(os.getppid())
    assert subprocess.run(command, check=False).returncode == 125
    assert not mark.exists()


@pytest.mark.slow
def test_killed_servers_leave_nothing() -> None:
    """In a process of its own: this one may have a browser that starts processes meanwhile."""
    command = [sys.executable, "-m", "script.attacks.server_kills", "2"]
    report = subprocess.run(command, check=False, capture_output=True, text=True)
    assert report.returncode == 0, report.stdout + report.stderr
