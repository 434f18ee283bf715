"""Nothing is left behind: no process, no zombie, no thread, no descriptor, no file."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from compiler_core.toolchain.jail import Jail
from compiler_core.toolchain.job import CallFilter, Job
from compiler_core.toolchain.launcher import launcher_path
from compiler_core.toolchain.limits import COMPILE_LIMITS
from compiler_core.toolchain.runner import run_jailed, spawn_job
from compiler_core.toolchain.state import machine_directory, state_directory
from compiler_core.toolchain.streams import open_streams
from tests.toolchain.conftest import JAILS
from tests.toolchain.probing import probe, probe_job
from tests.toolchain.processes_left import living_in_session, living_processes, soon

OTHER_USER = 65_050  # nobody's: outside of what compiler_core/toolchain/users.py hands out
SHORT = replace(COMPILE_LIMITS, wall_seconds=0.3)
SERVER = """
import sys
from tests.toolchain.conftest import JAILS
from tests.toolchain.probing import probe
print("started", flush=True)
probe(JAILS[sys.argv[1]](), sys.argv[2])
"""


def _children() -> set[int]:
    """Process ids whose parent we are, zombies included."""
    return {process for process, fields in living_processes() if int(fields[1]) == os.getpid()}


@pytest.mark.parametrize(
    ("mode", "arguments"),
    [("nothing", ()), ("linger", ()), ("sleep", ()), ("crash", ()), ("chatter", ("2",))],
)
def test_a_run_leaves_no_child_thread_or_descriptor(
    jail: Jail, mode: str, arguments: tuple[str, ...]
) -> None:
    probe(jail, "nothing")
    children, threads = _children(), threading.active_count()
    descriptors = len(os.listdir("/proc/self/fd"))
    probe(jail, mode, *arguments, limits=SHORT)
    assert soon(lambda: _children() == children)
    assert threading.active_count() == threads
    assert len(os.listdir("/proc/self/fd")) == descriptors


def test_a_run_leaves_no_directory(jail: Jail) -> None:
    jobs = state_directory() / "jobs"
    before = set(jobs.iterdir()) if jobs.exists() else set()
    probe(jail, "leave", "result", "10", limits=SHORT)
    probe(jail, "sleep", limits=SHORT)
    ours = set(jobs.iterdir()) - before if jobs.exists() else set()
    # Other tests of this machine may be compiling in the same place just now.
    assert soon(lambda: not any(path.exists() for path in ours))


@pytest.mark.parametrize("mode", ["sleep", "linger", "spin"])
def test_the_whole_tree_is_gone_when_the_runner_returns(
    jail: Jail, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[int] = []
    spawn = os.posix_spawn
    monkeypatch.setattr(
        os, "posix_spawn", lambda *a, **k: started.append(spawn(*a, **k)) or started[-1]
    )
    probe(jail, mode, limits=SHORT)
    assert len(started) == 1
    assert soon(lambda: living_in_session(started[0]) == [])


def test_the_dead_are_waited_for(jail: Jail, monkeypatch: pytest.MonkeyPatch) -> None:
    """The dead nobody has waited for count for the next job's limit of processes."""
    started: list[int] = []
    spawn = os.posix_spawn
    monkeypatch.setattr(
        os, "posix_spawn", lambda *a, **k: started.append(spawn(*a, **k)) or started[-1]
    )
    for mode in ("sleep", "linger", "spin"):
        probe(jail, mode, limits=SHORT)
    assert [session for session in started if _session_known(session)] == []


def test_who_leaves_the_group_is_ended_too() -> None:
    """The filter forbids it; without the filter it would count against the next job's limit."""
    jail = JAILS["landlock"]()
    probe(jail, "nothing")
    children = _children()
    for _ in range(3):
        run_jailed(jail, replace(probe_job(jail, "linger"), call_filter="none"))
        assert _children() == children


def test_other_tasks_of_the_user_do_not_use_up_the_limit() -> None:
    """Without root a job is the server's user, under which a desktop may be running."""
    user = OTHER_USER if os.geteuid() == 0 else None
    room = Path(tempfile.mkdtemp(dir=machine_directory()))
    room.chmod(0o777)
    job = ["job", "--landlock", "--directory", str(room), "--processes", "20"]
    program = ["--readable", launcher_path(), "--", launcher_path(), "probe", "fork"]
    tasks = [subprocess.Popen(["sleep", "60"], user=user) for _ in range(40)]
    try:
        command = [launcher_path(), *job, *program]
        run = subprocess.run(command, user=user, capture_output=True, check=True)
    finally:
        for task in tasks:
            task.kill()
            task.wait()
        room.rmdir()
    assert 10 <= int(run.stdout) <= 20


def _session_known(session: int) -> bool:
    try:
        os.killpg(session, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("kind", sorted(JAILS))
@pytest.mark.parametrize("mode", ["sleep", "spin"])
def test_killing_the_server_kills_its_compilers(kind: str, mode: str, repository: Path) -> None:
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, kind, mode],
        cwd=repository,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    assert server.stdout.readline() == "started\n"
    assert soon(lambda: _probes_below(server.pid) != []), "the probe runs"
    probes = _probes_below(server.pid)
    server.send_signal(signal.SIGKILL)
    server.wait(60)
    assert soon(lambda: not any(_alive(pid) for pid in probes))
    for pid in probes:  # whom this process adopted, if it has run a job itself
        with suppress(ChildProcessError):
            os.waitpid(pid, 0)


def _probes_below(server: int) -> list[int]:
    """The server's descendants."""
    parents = {process: int(fields[1]) for process, fields in living_processes()}
    below = {server}
    for _ in range(6):
        below |= {pid for pid, parent in parents.items() if parent in below}
    names = [pid for pid in below - {server} if b"probe" in _command_line(pid)]
    # The program itself, not only the launcher that is about to start it.
    return names if any(_command_line(pid).split(b"\0")[1:2] == [b"probe"] for pid in names) else []


def _command_line(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def test_many_at_once_do_not_disturb_each_other(jail: Jail) -> None:
    def leave(number: int) -> dict[str, bytes]:
        limits = replace(COMPILE_LIMITS, collect_bytes=1000)
        return run_jailed(jail, probe_job(jail, "leave", f"r{number}", "5", limits=limits)).files

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(leave, range(24)))
    assert results == [{f"r{number}": b"xxxxx"} for number in range(24)]


def test_files_left_behind_come_back_within_the_budget(jail: Jail) -> None:
    limits = replace(COMPILE_LIMITS, collect_bytes=1000)
    assert probe(jail, "leave", "dump", "1000", limits=limits).files == {"dump": b"x" * 1000}
    assert probe(jail, "leave", "dump", "1001", limits=limits).files == {}
    assert probe(jail, "leave", "dump", "10").files == {}


def test_input_files_are_there_and_names_are_plain(jail: Jail) -> None:
    limits = replace(COMPILE_LIMITS, collect_bytes=1000)
    job = replace(
        probe_job(jail, "nothing", limits=limits), files=(("a.c", b"text\n"), ("b.h", b""))
    )
    assert run_jailed(jail, job).files == {"a.c": b"text\n", "b.h": b""}
    for name in ("../x", "/tmp/x", ".hidden"):
        bad: Job = replace(job, files=((name, b"x"),))
        with pytest.raises(Exception, match="did not start"):
            run_jailed(jail, bad)


@pytest.mark.parametrize(("call_filter", "niceness"), [("compile", 0), ("run", 5)])
def test_compiles_come_before_the_programs_of_users(call_filter: CallFilter, niceness: int) -> None:
    job = Job(command=(sys.executable, "-c", "input()"), readable=(), call_filter=call_filter)
    streams = open_streams(job.limits)
    source, sink = os.pipe()
    process = spawn_job(list(job.command), job, streams, source)
    try:
        here = os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, process) == max(niceness, here)
    finally:
        os.close(sink)
        os.close(source)
        os.waitpid(process, 0)
        streams.close()
