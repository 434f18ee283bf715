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

    Raises OSError when the interpreter cannot be started.
    """
    process = subprocess.Popen(
        [python, "-m", module, *arguments], cwd=_ROOT, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
    )  # fmt: skip
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
