"""A process of our own for tests: does what each question names and says how that went."""

from __future__ import annotations

import os
import signal
import socket
from pathlib import Path

from compiler_core.errors import LoweringLabError
from compiler_core.source import source_file
from compiler_core.toolchain.chosen_jail import chosen_jail
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.frames import Ended
from compiler_core.toolchain.inquiry import answer
from compiler_core.toolchain.job import Job
from compiler_core.toolchain.runner import run_jailed
from compiler_core.toolchain.service import compile_assembly
from compiler_core.toolchain.tool_requests import ParentTools


def _compile(text: str) -> str:
    outcome = compile_assembly(source_file(text), find_compiler("gcc"), ("-O2",))
    return f"{outcome.status} {outcome.cached} {'ret' in outcome.output}"


def _connect(_: str) -> str:
    socket.create_connection(("127.0.0.1", 9), timeout=1)
    return "connected"


def _read(path: str) -> str:
    return Path(path).read_text()


def _write(path: str) -> str:
    Path(path).write_text("written")
    return "written"


def _spawn(path: str) -> str:
    os.posix_spawn(path, [path], {})
    return "spawned"


def _fork(_: str) -> str:
    if not os.fork():
        os._exit(0)
    return "forked"


def _kill(process: str) -> str:
    os.kill(int(process), 0)
    return "signalled"


def _environment(_: str) -> str:
    return " ".join(sorted(os.environ))


def _take_memory(_: str) -> str:
    return str(len(bytes(8 << 30)))


def _shift(_: str) -> str:
    signal.setitimer(signal.ITIMER_PROF, 0.2)
    return str((1 << (1 << 33)) > 0)


def _loop(_: str) -> str:
    signal.setitimer(signal.ITIMER_PROF, 0.2)
    while True:
        pass


def _sleep(_: str) -> str:
    while True:
        signal.pause()


def _ask(text: str) -> str:
    return answer(text.split())


def _run(text: str) -> str:
    program, _, readable = text.partition(" ")
    run = run_jailed(chosen_jail(), Job(command=(program,), readable=tuple(readable.split())))
    return str(run.exit_code)


DOES = {
    "compile": _compile, "connect": _connect, "read": _read, "write": _write, "spawn": _spawn,
    "fork": _fork, "kill": _kill, "environment": _environment, "memory": _take_memory,
    "shift": _shift, "loop": _loop, "sleep": _sleep, "ask": _ask, "run": _run,
}  # fmt: skip


def main() -> None:
    """Until the parent is gone."""
    tools = ParentTools.begin()
    while True:
        try:
            frame = tools.receive()
        except Ended:
            return
        try:
            tools.send("did", DOES[frame.kind](frame.read_as(str)))
        except (LoweringLabError, OSError, MemoryError) as error:
            tools.send("refused", f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    main()
