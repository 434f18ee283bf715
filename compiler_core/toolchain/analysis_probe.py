"""What stands in for an analysis process in the self-test: our interpreter, which tries to get out.

Each question names an attempt; the answer is what succeeded, empty where nothing did.
"""

from __future__ import annotations

import mmap
import os
import signal
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from compiler_core.toolchain.frames import Ended
from compiler_core.toolchain.tool_requests import ParentTools

MEMORY_STEP_BYTES = 16 << 20
PROCESSOR_SECONDS = 0.05
_FAMILIES = (
    socket.AF_INET,
    socket.AF_INET6,
    socket.AF_UNIX,
    socket.AF_NETLINK,
    socket.AF_PACKET,
)
_KINDS = (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW)


def connect(_: Sequence[str]) -> str:
    """The first kind of socket that can be made."""
    for family in _FAMILIES:
        for kind in _KINDS:
            with suppress(OSError):
                socket.socket(family, kind).close()
                return f"a socket of {family.name}, {kind.name}"
    return ""


def read(paths: Sequence[str]) -> str:
    """The first of these files that can be read."""
    for path in paths:
        with suppress(OSError):
            Path(path).read_bytes()
            return path
    return ""


def write(folders: Sequence[str]) -> str:
    """The first of these folders in which a file can be made; it is removed again."""
    for folder in folders:
        path = Path(folder) / f"lowlab-probe-{os.getpid()}"
        with suppress(OSError):
            path.write_bytes(b"written")
            path.unlink()
            return folder
    return ""


def multiply(programs: Sequence[str]) -> str:
    """The first way in which another process can be made."""
    with suppress(OSError):
        if not (child := os.fork()):
            os._exit(0)
        os.waitpid(child, 0)
        return "fork"
    for program in programs:
        with suppress(OSError):
            os.waitpid(os.posix_spawn(program, [program], {}), 0)
            return program
    return ""


def take_memory(limit: Sequence[str]) -> str:
    """How many bytes were granted, if more than the limit."""
    most, granted = int(limit[0]), 0
    held: list[mmap.mmap] = []
    try:
        while granted <= most:
            held.append(mmap.mmap(-1, MEMORY_STEP_BYTES))
            granted += MEMORY_STEP_BYTES
    except (OSError, MemoryError):
        return ""
    return f"{granted >> 20} MiB"


def compute(_: Sequence[str]) -> str:
    """For ever, under the timer that each task of an analysis process gets."""
    signal.setitimer(signal.ITIMER_PROF, PROCESSOR_SECONDS)
    while True:
        pass


ATTEMPTS: dict[str, Callable[[Sequence[str]], str]] = {
    "connect": connect,
    "read": read,
    "write": write,
    "multiply": multiply,
    "memory": take_memory,
    "compute": compute,
}


def main() -> None:
    """Until the parent closes the pipe."""
    tools = ParentTools.begin()
    tools.send("ready", None)
    while True:
        try:
            frame = tools.receive()
        except Ended:
            return
        tools.send("succeeded", ATTEMPTS[frame.kind](frame.read_as(tuple[str, ...])))


if __name__ == "__main__":
    main()
