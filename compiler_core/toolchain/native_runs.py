"""Programs on the machine itself instead of under qemu: asked for, allowed, and how.

Only on an AArch64 machine whose jail holds for native code under the filter `run-native`, which has
a list of system calls of its own. What the emulator alone can do stays with it: counting, stepping,
other processors and lengths of vectors.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from compiler_core.errors import InputError, JailBroken
from compiler_core.toolchain.chosen_jail import chosen_jail
from compiler_core.toolchain.jail_check import JailCheck
from compiler_core.toolchain.job import Job
from compiler_core.toolchain.run_checks import examine_native_filter
from compiler_core.toolchain.tool_requests import parent_tools

VARIABLE = "LOWLAB_NATIVE_RUNS"
"""Set by `lowlab serve --native-runs`; the process that starts programs looks once more itself."""
PROGRAM = "./program"
_CHOSEN = "checked"
_MACHINES = ("aarch64", "arm64")
# The emulator as it starts a program of which nothing special is asked.
_USUAL_OPTIONS = (("-cpu", "max,sve-default-vector-length=16"), ("-seed", "1"))


@dataclass(frozen=True, slots=True)
class NativeMachine:
    """architecture: as the kernel names it. checks: tries the self-test's native cases."""

    architecture: str
    checks: Callable[[], Sequence[JailCheck]]


def this_machine() -> NativeMachine:
    """The one that this process runs on."""
    return NativeMachine(platform.machine(), _checked_here)


def _checked_here() -> Sequence[JailCheck]:
    return examine_native_filter(chosen_jail())


def require_native_runs(machine: NativeMachine) -> None:
    """Raises InputError on a machine of another kind, JailBroken where a native case fails."""
    if machine.architecture not in _MACHINES:
        raise InputError(
            f"This machine is {machine.architecture}: AArch64 programs run here under qemu only.",
            "Leave out --native-runs, or start the server on an AArch64 machine.",
        )
    checks = machine.checks()
    broken = [check for check in checks if not check.ok]
    if broken or not checks:
        said = "; ".join(f"{check.name} ({check.detail})" for check in broken) or "none was made"
        raise JailBroken(
            f"Native runs stay off, for native cases of the jail's self-test fail: {said}.",
            "Without --native-runs programs run under qemu.",
        )


def choose_native_runs(machine: NativeMachine) -> None:
    """For this process and those it starts. Raises as `require_native_runs`."""
    require_native_runs(machine)
    os.environ[VARIABLE] = _CHOSEN


def native_runs_are_chosen(architecture: str) -> bool:
    """Whether programs may run natively on a machine of this kind."""
    return architecture in _MACHINES and os.environ.get(VARIABLE) == _CHOSEN


@lru_cache(maxsize=1)
def _holds_here() -> bool:
    """Whoever sets the variable by hand has shown nothing yet."""
    try:
        require_native_runs(this_machine())
    except (InputError, JailBroken):
        return False
    return True


def as_started(job: Job, emulator: Callable[[], Sequence[str]]) -> Job:
    """The job as this process starts it: without the emulator where that was chosen and will do.

    emulator: as of `natively`, looked for only where it matters. A process that has its parent
    start jobs leaves them as they are: the parent asks this itself.
    """
    chosen = job.call_filter == "run" and native_runs_are_chosen(platform.machine())
    if not chosen or parent_tools() is not None or not _holds_here():
        return job
    return natively(job, emulator()) or job


def natively(job: Job, emulator: Sequence[str]) -> Job | None:
    """The same job without the emulator; None for what only the emulator can do.

    emulator: paths that a jail holds for its sake, which a native program has no use for.
    """
    if job.call_filter != "run" or PROGRAM not in job.command:
        return None
    position = job.command.index(PROGRAM)
    words = job.command[1:position]
    options = tuple(zip(words[::2], words[1::2], strict=False))
    if options != _USUAL_OPTIONS or len(words) != 2 * len(options):
        return None
    return replace(
        job,
        command=job.command[position:],
        readable=tuple(path for path in job.readable if path not in emulator),
        call_filter="run-native",
    )
