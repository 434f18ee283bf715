"""One row of the jail's self-test, the probe that tries what a row says, and a file for it to try.

The probe stands in a compiler's or a user's program's place and prints a line for each thing tried.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from compiler_core.toolchain.jail import Jail
from compiler_core.toolchain.job import CallFilter, Job, RunResult
from compiler_core.toolchain.limits import Limits
from compiler_core.toolchain.runner import run_jailed

UNTRIED = (False, "The probe ended before it came to this.")
"""For a row of which the probe said nothing."""


@dataclass(frozen=True, slots=True)
class JailCheck:
    """One thing tried: its name, what should hold, whether it does, what was seen."""

    name: str
    """Short name of the thing tried, such as `host-files`; `start` when no program could be
    started at all."""
    sentence: str
    """What must hold, as a sentence for the reader, such as `Standard input is empty.` of
    `standard-input`."""
    ok: bool
    """True if it holds; False if it does not, or the test ended before it came to this."""
    detail: str
    """What was seen when it was tried, such as `ended by: wall`; may be empty."""


@contextmanager
def canary_file() -> Iterator[str]:
    """A file anyone on this computer may read: only the jail keeps it from the probe."""
    with tempfile.TemporaryDirectory() as directory:
        Path(directory).chmod(0o755)
        path = Path(directory) / "canary"
        path.write_text("lowering-lab-canary")
        path.chmod(0o644)
        yield str(path)


def probed(
    jail: Jail, limits: Limits, *arguments: str, call_filter: CallFilter = "compile"
) -> RunResult:
    """The probe's run. Raises JailBroken where it does not start."""
    program = jail.probe_program()
    # Under Landlock the probe is a host file like any other; bubblewrap has it in the room already.
    readable = (program,) if os.path.exists(program) else ()
    job = Job(
        command=(program, "probe", *arguments),
        readable=readable,
        limits=limits,
        call_filter=call_filter,
    )
    return run_jailed(jail, job)


def said_by(run: RunResult) -> dict[str, tuple[bool, str]]:
    """What the probe printed: of each thing tried whether the jail holds, and what was seen."""
    return dict(_read_line(line) for line in run.output.decode(errors="replace").splitlines())


def _read_line(line: str) -> tuple[str, tuple[bool, str]]:
    name, verdict, detail = (*line.split(" ", 2), "", "")[:3]
    return name, (verdict == "holds", detail)
