"""The self-test's rows about processes that analyse what users wrote: our interpreter tries them.

A process as `app.analysis` starts it, with a probe as its module: two are started, one for what it
can reach and what ends it, one to see that it ends with the thread that started it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from threading import Event, Thread

from compiler_core.errors import LoweringLabError
from compiler_core.toolchain.frames import BrokenFrame
from compiler_core.toolchain.jail import Jail
from compiler_core.toolchain.jail_check import JailCheck, canary_file
from compiler_core.toolchain.jailed_process import (
    PROJECT,
    JailedProcess,
    ProcessEnded,
    ProcessRoom,
)

ROOM = ProcessRoom(module="compiler_core.toolchain.analysis_probe", own_seconds=30.0)
_SENTENCES = {
    "network": "What analyses sources makes no network connection.",
    "host-files": "What analyses sources reads its own code and no other file.",
    "writing-outside": "What analyses sources writes in its own directory only.",
    "other-processes": "What analyses sources makes no other process and starts no program.",
    "memory": "What analyses sources gets no more memory than its limit.",
    "processor-time": "What analyses sources is ended when its processor time is over.",
    "parent": "What analyses sources ends with the server that started it.",
}
END_SECONDS = 10.0


def examine_analysts(jail: Jail) -> tuple[JailCheck, ...]:
    """Every row, in the order of the sentences; takes as long as two starts of Python. Raises
    JailBroken."""
    rows = (*_tried(jail), _parent_row(jail))
    by_name = {row.name: row for row in rows}
    silent = "The probe ended before it came to this."
    return tuple(
        by_name.get(f"analysis-{name}") or _row(name, silent, holds=False) for name in _SENTENCES
    )


def _row(name: str, detail: str, *, holds: bool) -> JailCheck:
    return JailCheck(f"analysis-{name}", _SENTENCES[name], holds, detail)


def _tried(jail: Jail) -> list[JailCheck]:
    """What one process could do, until it ends or all is tried."""
    rows: list[JailCheck] = []
    with (
        canary_file() as secret,
        suppress(ProcessEnded, BrokenFrame),
        JailedProcess(ROOM, jail) as process,
    ):
        process.receive()
        rows.extend(_attempts(process, secret))
        rows.append(_processor_row(process))
    return rows


def _attempts(process: JailedProcess, secret: str) -> Iterator[JailCheck]:
    own = f"/proc/{os.getpid()}/environ"
    files = (secret, "/etc/passwd", own, str(PROJECT / "pyproject.toml"))
    folders = ("/", "/tmp", "/var/tmp", "/dev/shm", str(PROJECT / "app"), os.path.dirname(secret))
    attempts = (
        ("network", "connect", ()),
        ("host-files", "read", files),
        ("writing-outside", "write", folders),
        ("other-processes", "multiply", ("/usr/bin/true", "/usr/bin/env")),
        ("memory", "memory", (str(ROOM.memory_bytes),)),
    )
    for name, attempt, words in attempts:
        process.send(attempt, words)
        done = process.receive().read_as(str)
        yield _row(name, f"succeeded: {done}" if done else "nothing succeeded", holds=not done)


def _processor_row(process: JailedProcess) -> JailCheck:
    try:
        process.send("compute", ())
        process.receive()
    except ProcessEnded as ended:
        seen = f"ended by: {ended.reason}"
        return _row("processor-time", seen, holds=ended.reason == "processor")
    return _row("processor-time", "it went on", holds=False)


def _parent_row(jail: Jail) -> JailCheck:
    """The kernel's signal of a parent's death comes when the thread ends that started the process,
    so a thread that ends stands in for a server that does."""
    started, ends = Event(), Event()
    held: list[JailedProcess] = []
    errors: list[LoweringLabError] = []

    def start() -> None:
        process = JailedProcess(ROOM, jail)
        try:
            held.append(process.__enter__())
            process.receive()
        except (ProcessEnded, BrokenFrame):
            pass
        except LoweringLabError as error:
            errors.append(error)
        started.set()
        ends.wait()

    thread = Thread(target=start, name="stands in for a server")
    thread.start()
    started.wait()
    alive = bool(held) and not held[0].has_ended(0)
    ends.set()
    thread.join()
    if errors:
        raise errors[0]
    try:
        gone = alive and held[0].has_ended(END_SECONDS)
    finally:
        for process in held:
            process.__exit__(None, None, None)
    seen = "it ended" if gone else "it went on" if alive else "it did not start"
    return _row("parent", seen, holds=gone)
