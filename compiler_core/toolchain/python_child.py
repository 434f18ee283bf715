"""Running a module of ours in another Python process: for libraries that may hang or crash.

It is not jailed. It serves the command line only, where a reader runs a file of their own.
"""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from compiler_core.toolchain.children import start_child

_ROOT = Path(__file__).resolve().parents[2]
_KEPT_BYTES = 20_000


@dataclass(frozen=True, slots=True)
class ChildResult:
    """How the process ended. exit_code: None when its time was over and it was ended.

    diagnostics: the end of what it wrote, both streams together.
    """

    exit_code: int | None
    diagnostics: str


def run_python_module(
    python: str, module: str, arguments: tuple[str, ...], seconds: float
) -> ChildResult:
    """`python -m module arguments…` in the project's root, ended with its own children if late.

    An interpreter that cannot be started is one that failed: the launcher says why. Raises
    ToolMissing and JailBroken as `launcher_path` does.
    """
    process = start_child(
        [python, "-m", module, *arguments],
        seconds,
        directory=_ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    try:
        output, _ = process.communicate(timeout=seconds)
        return ChildResult(process.returncode, _end(output))
    except subprocess.TimeoutExpired as error:
        return ChildResult(None, _end(error.output or b""))
    finally:
        _end_group(process)


def _end_group(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    if process.stdout is not None:
        process.stdout.close()


def _end(output: bytes) -> str:
    return output[-_KEPT_BYTES:].decode(errors="replace")
