"""A worker that does what the file `asked` in its folder says, and leaves how that went in `said`.

Some of it only a worker would do that was taken over by the model it reads.
"""

from __future__ import annotations

import os
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

from compiler_core.errors import LoweringLabError
from compiler_core.source import source_file
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.placed_files import placed_file
from compiler_core.toolchain.service import compile_assembly
from compiler_core.toolchain.tool_requests import parent_tools
from compiler_core.toolchain.worker_process import WorkerLimits, work_for_parent


def _fail(_: str) -> str:
    raise RuntimeError("on purpose")


def _read(path: str) -> str:
    return Path(path).read_text(encoding="utf-8", errors="replace")[:20]


def _write(path: str) -> str:
    return str(Path(path).write_text("written"))


def _link(path: str) -> str:
    Path(path).symlink_to("/etc/passwd")
    return "linked"


def _connect(_: str) -> str:
    return str(socket.create_connection(("127.0.0.1", 9), timeout=1))


def _spawn(program: str) -> str:
    return str(os.posix_spawn(program, [program], {}))


def _fork(_: str) -> str:
    if not os.fork():
        os._exit(0)
    return "forked"


def _memory(_: str) -> str:
    return str(len(bytearray(2 << 30)))


def _spin(_: str) -> str:
    while True:
        pass


def _sleep(_: str) -> str:
    time.sleep(60)
    return "slept"


def _abort(_: str) -> str:
    os.abort()


def _fill(folder: str) -> str:
    """Files without end, of some bytes each."""
    for number in range(1 << 30):
        Path(folder, str(number)).write_bytes(b"x" * 4096)
    return "filled"


def _garbage(_: str) -> str:
    """What is no frame, where frames go."""
    parent = parent_tools()
    assert parent is not None
    os.write(parent._writer._descriptor, b"\xff" * 4096)
    return _sleep("")


def _flood(_: str) -> str:
    """More requests at once than a process may wait for."""
    parent = parent_tools()
    assert parent is not None
    for number in range(1, 1000):
        parent._writer.write("question", number, {"command": ["/usr/bin/clang-19", "--version"]})
    return _sleep("")


def _compile(text: str) -> str:
    return compile_assembly(source_file(text), find_compiler("gcc"), ("-O2",)).status


def _place(text: str) -> str:
    with placed_file([text.encode(), b" twice"]) as path:
        return path


def _environment(_: str) -> str:
    return " ".join(sorted(os.environ))


DOES: dict[str, Callable[[str], str]] = {
    "say": str, "fail": _fail, "read": _read, "write": _write, "link": _link, "fill": _fill,
    "connect": _connect, "spawn": _spawn, "fork": _fork, "memory": _memory, "spin": _spin,
    "sleep": _sleep, "abort": _abort, "garbage": _garbage, "flood": _flood, "compile": _compile,
    "place": _place, "environment": _environment,
}  # fmt: skip
TRIED = (OSError, LoweringLabError)


def work(folder: Path) -> None:
    what, _, text = (folder / "asked").read_text().partition(" ")
    (folder / "begun").touch()
    try:
        said = f"did {DOES[what](text)}"
    except TRIED as error:
        said = f"refused {type(error).__name__}"
    (folder / "said").write_text(said)


if __name__ == "__main__":
    seconds = Path(sys.argv[1], "seconds")
    limits = WorkerLimits(cpu_seconds=int(seconds.read_text()) if seconds.exists() else 10)
    work_for_parent(work, limits)
