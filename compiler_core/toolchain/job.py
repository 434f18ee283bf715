"""What a jailed run is asked to do and what it gives back: plain data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from compiler_core.toolchain.limits import COMPILE_LIMITS, LimitName, Limits

CallFilter = Literal["compile", "run", "run-stepping", "run-native", "record", "read", "none"]
_BY_SIGNAL, _KILLED = 128, 9
ENVIRONMENT = ("PATH=/usr/bin", "LC_ALL=C", "TMPDIR=.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One program to run in a jail.

    The rest is for processes of our own, see `jailed_process`.
    """

    command: tuple[str, ...]
    """Full path and arguments."""
    readable: tuple[str, ...]
    """The only directories and files it may read."""
    files: tuple[tuple[str, bytes], ...] = ()
    """Names (no directories) and bytes placed in the work directory, where the program starts."""
    limits: Limits = COMPILE_LIMITS
    """Those of a compile unless others are given."""
    call_filter: CallFilter = "compile"
    """The launcher's system call filter, see `launcher/filter.c`."""
    environment: tuple[str, ...] = ENVIRONMENT
    """All variables that it gets, as `NAME=value`."""
    given: bytes = b""
    """What standard input holds; empty for an empty one."""
    temporary: bool = False
    """A program wants to write in /tmp; where the jail has a root of its own, that is then another
    name of the work directory."""
    talks: bool = False
    """Standard input is a pipe."""
    writable: str = ""
    """One directory besides, empty for none."""
    listed: str = ""
    """One whose names alone may be seen, for an interpreter looks for modules so."""
    as_server: bool = False
    """It stays the server's own user, without privileges, because no other can reach what it has to
    read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResult:
    """How a jailed run ended; a non-zero exit is data.

    exit_code is None when a signal ended the program (`signal_number` says which) or the run was
    stopped (`limit` says why). cpu_seconds and peak_bytes are the program's and its children's own,
    None when the run was stopped from outside.
    """

    exit_code: int | None
    """None when a signal ended the program or the run was stopped."""
    signal_number: int | None
    """Of the signal that ended the program, None without one."""
    limit: LimitName | None
    """That ended the run, None without one."""
    output: bytes
    """Standard output, cut off at the limit on it."""
    diagnostics: bytes
    """Standard error, cut off at the limit on it."""
    seconds: float
    """On the clock."""
    cpu_seconds: float | None = None
    """Of the program and its children, None when the run was stopped from outside."""
    peak_bytes: int | None = None
    """The most memory it took, with its children; None when the run was stopped from outside."""
    files: dict[str, bytes] = field(default_factory=dict)
    """What it left in its work directory."""
    cached: bool = False
    """This is the result of an earlier run of the same job."""

    @property
    def shell_status(self) -> int:
        """The exit code, or a shell's way to say that a signal ended it: 128 and its number."""
        if self.exit_code is not None:
            return self.exit_code
        return _BY_SIGNAL + (self.signal_number or _KILLED)
