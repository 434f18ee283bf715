"""Servers killed at any moment of their work, and what is left of what they had started.

Whoever loses a parent comes to the next one above that takes orphans in. Here that is this process,
so everything a killed server leaves behind becomes a child of ours, whatever it calls itself.
"""

from __future__ import annotations

import ctypes
import http.client
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

from compiler_core.kept_folders import INCOMING

ROOT = Path(__file__).resolve().parents[2]
# From the first request on. A worker has imported its libraries after one to three seconds.
_LONGEST_WORK_SECONDS = 4.0
_PATIENCE_SECONDS = 60.0
# What has been sent a deadly signal needs a moment to end, longer on a busy machine.
_ENDING_SECONDS = 10.0
_SET_CHILD_SUBREAPER = 36  # linux/prctl.h
TEMPORARY = "temporary"
UNFINISHED = (f"{INCOMING}*", "placed-*", "jobs/*")
_ENDLESS = "int f(int n) {{ volatile int x = {seed}; while (x) n++; return n; }}\n"
_LOOP = "void f(float *a, int n) {{ for (int i = 0; i < n; i++) a[i] = a[i] * {seed}.5f; }}\n"


@dataclass(frozen=True, slots=True)
class KillReport:
    """So many servers were killed. left: the command lines of processes that outlived theirs.
    files: what was being written or worked in and is still there when one more server, started
    after the kills, has ended by itself; relative to the folder of all their files.
    """

    kills: int
    left: tuple[str, ...]
    files: tuple[str, ...]


def kill_servers(count: int, seed: int = 1) -> KillReport:
    """Start a server, give it compilations, an endless program and a model, and kill it in the
    midst of them; so many times. What is left is ended before this returns.
    """
    ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    chance = random.Random(seed)
    left: list[str] = []
    with tempfile.TemporaryDirectory(prefix="lowlab-kills-", ignore_cleanup_errors=True) as state:
        os.chmod(state, 0o755)  # every user must be able to pass through to what the jail executes
        Path(state, TEMPORARY).mkdir(mode=0o755)
        for _ in range(count):
            left += _one_kill(Path(state), chance)
        with _server(Path(state)) as (server, _, _):
            server.terminate()
            server.wait(_PATIENCE_SECONDS)
        files = tuple(_unfinished(Path(state)))
    return KillReport(count, tuple(left), files)


def _unfinished(state: Path) -> Iterator[str]:
    """What has the name of something that somebody works in, and all in the temporary folder but
    the folder of what all servers of a machine share."""
    paths = {path for pattern in UNFINISHED for path in state.rglob(pattern)}
    paths |= set(Path(state, TEMPORARY).iterdir())
    shared = f"{TEMPORARY}/lowering-lab-{os.geteuid()}"
    yield from sorted(name for path in paths if (name := str(path.relative_to(state))) != shared)


def _one_kill(state: Path, chance: random.Random) -> list[str]:
    known = below(os.getpid())
    with _server(state) as (server, host, port):
        senders = [
            Thread(target=_send, args=(host, port, *request), daemon=True)
            for request in _requests(chance.randrange(1, 1 << 30))
        ]
        for sender in senders:
            sender.start()
        time.sleep(chance.uniform(0.0, _LONGEST_WORK_SECONDS))
        server.kill()
        server.wait()
    return _ended_late(known)


def _requests(seed: int) -> Iterator[tuple[str, str, str]]:
    """Method, path and body; nothing of it is in a cache."""
    for compiler in ("gcc", "clang"):
        payload = {"source": _LOOP.format(seed=seed), "compiler": compiler, "flags": "-O3"}
        yield "POST", "/api/compile", json.dumps(payload)
        endless = {"source": _ENDLESS.format(seed=seed), "compiler": compiler, "flags": "-O1"}
        yield "POST", "/api/count", json.dumps(endless)
        yield "POST", "/api/passes", json.dumps(payload)
    yield "GET", f"/api/models/depthwise/run?seed={seed}", ""
    yield "GET", "/api/models/residual/run", ""


def _send(host: str, port: int, method: str, path: str, body: str) -> None:
    """Ask, and wait for an answer that will hardly come."""
    with suppress(OSError, http.client.HTTPException):
        connection = http.client.HTTPConnection(host, port, timeout=_PATIENCE_SECONDS)
        connection.request(method, path, body or None, {"Content-Type": "application/json"})
        connection.getresponse().read()


@contextmanager
def _server(state: Path) -> Iterator[tuple[subprocess.Popen[bytes], str, int]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "command_line", "serve", "--port", "0", "--json"],
        cwd=ROOT,
        env={**os.environ, "LOWLAB_STATE": str(state), "TMPDIR": str(state / TEMPORARY)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert process.stdout is not None
        url = urlsplit(json.loads(process.stdout.readline())["url"])
        host, port = url.hostname or "", url.port or 0
        _send(host, port, "GET", "/healthz", "")  # answered when the server has started
        yield process, host, port
    finally:
        process.kill()
        process.wait()


def _ended_late(known: set[int]) -> list[str]:
    """The command lines of what is there after a while, which is then ended."""
    deadline = time.monotonic() + _ENDING_SECONDS
    while left := _living(below(os.getpid()) - known):
        if time.monotonic() > deadline:
            break
        time.sleep(0.05)
    words = [_command_line(process) for process in left]
    for process in left:
        with suppress(ProcessLookupError):
            os.kill(process, 9)
    _living(below(os.getpid()) - known)
    return words


def _living(processes: set[int]) -> list[int]:
    """Those that have not ended; the dead among them that are ours are waited for."""
    living = []
    for process in sorted(processes):
        if _fields(process)[:1] not in (["Z"], ["X"], []):
            living.append(process)
            continue
        with suppress(ChildProcessError):
            os.waitpid(process, os.WNOHANG)
    return living


def below(ancestor: int) -> set[int]:
    """All processes that stand below this one."""
    names = [entry.name for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    parents = {int(name): int((*_fields(int(name)), "0", "0")[1]) for name in names}
    below: set[int] = set()
    ring = {ancestor}
    while ring:
        ring = {process for process, parent in parents.items() if parent in ring}
        below |= ring
    return below


def _fields(process: int) -> list[str]:
    """`/proc/PID/stat` from the state on; empty for one that is gone."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _command_line(process: int) -> str:
    try:
        words = Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return "?"
    return words.replace(b"\0", b" ").decode(errors="replace").strip()[:200]


if __name__ == "__main__":
    report = kill_servers(int(sys.argv[1]))
    print(
        f"{report.kills} servers killed, {len(report.left)} processes left", *report.left, sep="\n"
    )
    print(f"{len(report.files)} unfinished files left", *report.files, sep="\n")
    sys.exit(1 if report.left or report.files else 0)
