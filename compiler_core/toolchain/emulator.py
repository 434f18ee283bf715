"""Run a user's AArch64 program under qemu's user mode emulation, in the stricter run jail.

qemu is no protection: a program shares its address space and can take it over, and its system calls
reach this computer's kernel. What holds it is the jail with the `run` filter, see
`launcher/filter.c`.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from compiler_core.errors import InputError, ToolMissing
from compiler_core.toolchain.chosen_jail import chosen_jail
from compiler_core.toolchain.image_size import loaded_bytes
from compiler_core.toolchain.inquiry import answer
from compiler_core.toolchain.jail import LOADERS
from compiler_core.toolchain.job import ENVIRONMENT, Job, RunResult
from compiler_core.toolchain.job_queue import JobQueue
from compiler_core.toolchain.limits import RUN_LIMITS, LimitName, Limits, explain_run_limit
from compiler_core.toolchain.native_runs import as_started
from compiler_core.toolchain.runner import run_jailed, run_kept

QEMU = "qemu-aarch64"
QEMU_PACKAGE = "qemu-user"
PROGRAM = "program"
_SMALLEST_SVE, _LARGEST_SVE = 16, 256
_RUNS_WAITING = 64
_LIBRARY = re.compile(r"=> (/\S+) \(")
# What a program finds in memory it never wrote, the kernel's random bytes included, is the same in
# every run: digests of two runs can be compared.
_SEED = ("-seed", "1")
# A program that counts for a profile would write where its object was compiled, which is gone.
_RUN_ENVIRONMENT = (*ENVIRONMENT, "GCOV_PREFIX=.", "GCOV_PREFIX_STRIP=32")
# What qemu itself says, in the program's standard error.
_QEMU_LAST_WORDS = re.compile(
    rb"^qemu: uncaught target signal \d+ \([^)\n]*\) - .*\n?", re.MULTILINE
)
_NO_MEMORY = re.compile(
    rb"^(?:qemu-aarch64: GLib: .*: failed to allocate \d+ bytes"
    rb"|(?:qemu-aarch64: allocate .*|mmap stack): Cannot allocate memory)$",
    re.MULTILINE,
)
# What qemu takes of the memory for itself: 128 MiB to translate into, its threads, its libraries.
# A program that does not fit beside it would make qemu search for room until its time is over.
_EMULATOR_BYTES = 288 << 20
_SIGNALS: dict[int, str] = {
    signal.SIGSEGV: (
        "Your program touched memory that is not its own (segmentation fault). Look for an index "
        "out of range, a null pointer, endless recursion, or an allocation that failed."
    ),
    signal.SIGBUS: "Your program touched memory that is not there (bus error).",
    signal.SIGILL: (
        "Your program came to an instruction that does not exist, or that this processor lacks."
    ),
    signal.SIGTRAP: "Your program came to a trap, which compilers place where nothing may follow.",
    signal.SIGFPE: "Your program was ended by an arithmetic exception.",
    signal.SIGABRT: "Your program ended itself by abort().",
    signal.SIGSYS: "Your program asked the system for something that is closed to it here.",
}


class LoadedPlugin(Protocol):
    """A plugin for qemu's translator. options are `key=value` words."""

    @property
    def library(self) -> str: ...

    @property
    def options(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramRun:
    """How a user's program ended.

    exit_code is None after a signal or a limit.
    """

    ok: bool
    """It returned 0 from main."""
    exit_code: int | None
    """What main returned or exit was given, None after a signal or a limit."""
    signal_number: int | None
    """Of the signal that ended it, None without one."""
    limit: LimitName | None
    """That ended it, None without one."""
    message: str
    """Plain words unless ok."""
    output: bytes
    """What it wrote to standard output."""
    errors: bytes
    """What it wrote to standard error."""
    files: dict[str, bytes]
    """What it left in its work directory, input files left out. All of it is the program's own
    word: nothing here may be believed as a result without a check in another process."""
    seconds: float
    """On the clock, the emulator included."""
    cpu_seconds: float | None
    """Of the processor, the emulator included; None where a limit ended it from outside."""


def run_program(
    program: bytes,
    *,
    arguments: tuple[str, ...] = (),
    sve_bytes: int | None = None,
    plugin: LoadedPlugin | None = None,
    files: tuple[tuple[str, bytes], ...] = (),
    limits: Limits = RUN_LIMITS,
    emulator_options: tuple[str, ...] = (),
    mapped_files: tuple[str, ...] = (),
    on_output: Callable[[bytes], None] | None = None,
    keeps: bool = False,
) -> ProgramRun:
    """Run a static AArch64 program. sve_bytes: length of its SVE vectors, 16 to 256 (None: 16).

    mapped_files: paths of large data files of ours that the program may read where they lie.
    on_output: called with each piece of what the program prints, while it runs. keeps: an earlier
    result of the same run does as well.
    emulator_options are ours, never a user's text. The work directory takes 4096 files. Raises
    InputError for another length, ToolMissing without qemu, Overloaded and JailBroken.
    """
    if loaded_bytes(program) + _EMULATOR_BYTES > limits.memory_bytes:
        return _too_large(limits)
    loaded = () if plugin is None else ("-plugin", ",".join((plugin.library, *plugin.options)))
    own = (*processor_options(sve_bytes), *_SEED, *loaded, *emulator_options)
    job = Job(
        command=(find_qemu(), *own, f"./{PROGRAM}", *arguments),
        readable=(
            *emulator_readable(),
            *(() if plugin is None else (plugin.library,)),
            *mapped_files,
        ),
        files=((PROGRAM, program), *files),
        limits=limits,
        call_filter="run",
        environment=_RUN_ENVIRONMENT,
    )
    return _run(job, on_output, keeps)


def processor_options(sve_bytes: int | None) -> tuple[str, ...]:
    """The emulated processor: everything it can, with SVE vectors of this length (None: 16).

    Raises InputError for a length no vector can have.
    """
    length = _SMALLEST_SVE if sve_bytes is None else sve_bytes
    if length not in range(_SMALLEST_SVE, _LARGEST_SVE + 1, _SMALLEST_SVE):
        message = f"An SVE vector cannot have {length} bytes."
        raise InputError(message, f"Use a multiple of 16 from {_SMALLEST_SVE} to {_LARGEST_SVE}.")
    return ("-cpu", f"max,sve-default-vector-length={length}")


def find_qemu() -> str:
    """The emulator's full path. Raises ToolMissing."""
    path = shutil.which(QEMU)
    if path is None:
        raise ToolMissing(QEMU, QEMU_PACKAGE)
    return os.path.realpath(path)


@lru_cache(maxsize=1)
def emulator_readable() -> tuple[str, ...]:
    """What a jail has to hold for qemu to start: the program and its libraries, nothing else.

    Raises ToolMissing without qemu.
    """
    qemu = find_qemu()
    named = (
        path for loader in LOADERS for path in _LIBRARY.findall(answer([loader, "--list", qemu]))
    )
    libraries = (
        os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))
        for path in named
    )
    loaders = (os.path.realpath(loader) for loader in LOADERS if os.path.exists(loader))
    return (qemu, *loaders, *dict.fromkeys(libraries))


@lru_cache(maxsize=1)
def run_queue() -> JobQueue:
    """Programs wait in a queue of their own, so that an endless loop holds up no compile."""
    return JobQueue(running=os.cpu_count() or 1, waiting=_RUNS_WAITING)


def _run(job: Job, on_output: Callable[[bytes], None] | None, keeps: bool) -> ProgramRun:
    with run_queue().place():
        jail, started = chosen_jail(), as_started(job, emulator_readable)
        run = run_kept(jail, started) if keeps else run_jailed(jail, started, on_output)
    given = {name for name, _ in job.files}
    limit = run.limit or _memory_limit(run)
    return ProgramRun(
        ok=limit is None and run.exit_code == 0,
        exit_code=None if limit else run.exit_code,
        signal_number=run.signal_number,
        limit=limit,
        message=_message(run, limit, job.limits),
        output=run.output,
        errors=_QEMU_LAST_WORDS.sub(b"", run.diagnostics),
        files={name: content for name, content in run.files.items() if name not in given},
        seconds=run.seconds,
        cpu_seconds=run.cpu_seconds,
    )


def _too_large(limits: Limits) -> ProgramRun:
    message = explain_run_limit("memory", limits)
    return ProgramRun(
        ok=False,
        exit_code=None,
        signal_number=None,
        limit="memory",
        message=message,
        output=b"",
        errors=b"",
        files={},
        seconds=0.0,
        cpu_seconds=None,
    )


def _memory_limit(run: RunResult) -> LimitName | None:
    """qemu says when it finds no memory for itself."""
    return "memory" if run.exit_code != 0 and _NO_MEMORY.search(run.diagnostics) else None


def _message(run: RunResult, limit: LimitName | None, limits: Limits) -> str:
    if limit is not None:
        return explain_run_limit(limit, limits)
    if run.signal_number is not None:
        name = signal.strsignal(run.signal_number) or str(run.signal_number)
        return _SIGNALS.get(run.signal_number, f"Your program was ended by a signal: {name}.")
    if run.exit_code:
        return f"Your program ended with exit status {run.exit_code}; 0 stands for success."
    return ""
