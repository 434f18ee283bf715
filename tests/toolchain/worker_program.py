"""A worker that behaves as its first argument says; the second is its processor time."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from compiler_core.toolchain.worker import WorkerLimits, limit_this_process


def leave(path: str) -> None:
    """Start a process that writes the time again and again, and end."""
    program = (
        f"import time\nwhile True:\n open({path!r}, 'w').write(str(time.time()))\n time.sleep(0.05)"
    )
    subprocess.Popen([sys.executable, "-c", program])
    while not os.path.exists(path):
        time.sleep(0.02)


def main(what: str, seconds: str, *more: str) -> None:
    limit_this_process(WorkerLimits(cpu_seconds=int(seconds), address_bytes=1 << 30))
    if what == "raise":
        raise RuntimeError("on purpose")
    if what == "abort":
        os.abort()
    if what == "memory":
        print(len(bytearray(2 << 30)))
    if what == "tell":
        number = Path(f"{more[0]}.new")
        number.write_text(str(os.getpid()))
        number.rename(more[0])
    if what in ("sleep", "tell"):
        time.sleep(60)
    while what == "spin":
        pass
    if what == "leave":
        leave(*more)


if __name__ == "__main__":
    main(*sys.argv[1:])
