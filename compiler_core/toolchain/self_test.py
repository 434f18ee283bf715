"""The jail's self-test: run the probe in the compiler's place and see every protection hold.

Nothing here looks at how the jail is configured; each check is something the probe tried to do.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from compiler_core.errors import JailBroken, StorageClosed, StorageFull
from compiler_core.toolchain.analysis_checks import examine_analysts
from compiler_core.toolchain.driver_checks import examine_drivers, examine_wheel_compilers
from compiler_core.toolchain.jail import Jail, JailKind
from compiler_core.toolchain.jail_check import UNTRIED, JailCheck, canary_file, probed, said_by
from compiler_core.toolchain.jailed_process import PROJECT, ProcessRoom, process_job
from compiler_core.toolchain.limits import COMPILE_LIMITS, LimitName, Limits
from compiler_core.toolchain.run_checks import examine_run_filters
from compiler_core.toolchain.runner import run_jailed
from compiler_core.toolchain.streams import AFTER_REPORT_SECONDS

# What each line of `probe checks` stands for.
_PROBED = {
    "host-files": "Files of this computer cannot be read.",
    "network": "No network connection of any kind can be made.",
    "writing-outside": "Files can be written in the work directory only.",
    "standard-input": "Standard input is empty.",
    "user": "The compiler does not run as root.",
    "privileges": "The compiler has no privileges and cannot gain any.",
    "descriptors": "None of the server's open files is passed on.",
    "devices": "Of the devices only null, zero and urandom can be opened.",
    "signals": "The server and the launcher cannot be signalled.",
    "environment": "The server's environment is not passed on.",
    "processor-time": "Processor time is limited.",
    "file-size": "A file cannot grow beyond its limit.",
    "processes": "The number of processes is limited.",
    "memory": "Memory is limited.",
    "system-calls": "System calls a compiler does not need are refused.",
}
# What each line stands for in the place of our own Python, which reads models.
_READ_PROBED = {
    "host-files": "What reads models reads its own code and the model, no other file.",
    "network": "What reads models makes no network connection.",
    "writing-outside": "What reads models writes in its folder only.",
    "descriptors": "None of the server's open files is passed on to what reads models.",
    "devices": "What reads models opens no device but null, zero and urandom.",
    "run-signals": "What reads models signals nobody but itself.",
    "tracing": "What reads models cannot look into other processes or change them.",
    "links": "What reads models leaves no link that would lead its reader elsewhere.",
    "other-processes": "What reads models makes no other process.",
    "starting-programs": "What reads models starts no other program.",
}
# Of the project, but not of its code.
_UNREAD = PROJECT / "pyproject.toml"
_SOON_SECONDS, _PATIENT_SECONDS = 0.3, 15.0


@dataclass(frozen=True, slots=True)
class JailReport:
    """The self-test of one jail; lacks says what this kind cannot do even when all checks hold."""

    kind: JailKind | Literal["none"]
    """Which jail it is: `bubblewrap`, or `landlock`, which holds less; `none` where none could be
    set up."""
    ok: bool
    """True when every one of `checks` holds."""
    checks: tuple[JailCheck, ...]
    """Everything that was tried, in order; a single one named `start` when no program could be
    started."""
    lacks: tuple[str, ...]
    """Sentences on what this jail does not protect, and why a better one is not used; empty
    where nothing is known."""


def examine_jail(jail: Jail, limits: Limits = COMPILE_LIMITS) -> JailReport:
    """Try everything; takes about a second. A jail that does not start is a failed report."""
    try:
        checks = (
            *_probed_checks(jail, limits),
            *(check(jail, limits) for check in _ENDINGS),
            *examine_run_filters(jail),
            *examine_readers(jail),
            *examine_drivers(jail),
            *examine_wheel_compilers(jail),
            *examine_analysts(jail),
        )
    except (JailBroken, StorageFull, StorageClosed) as error:
        checks = (JailCheck("start", "A program can be started in the jail.", False, str(error)),)
    return JailReport(jail.kind, all(check.ok for check in checks), checks, jail.lacks)


def examine_readers(jail: Jail) -> tuple[JailCheck, ...]:
    """What a process of our own may do that reads models: the probe in its place, given what one is
    given."""
    program = jail.probe_program()
    with canary_file() as canary, tempfile.TemporaryDirectory() as folder:
        job = process_job(ProcessRoom(module="", writable=folder))
        secrets = (canary, "/etc/passwd", f"/proc/{os.getpid()}/environ", str(_UNREAD))
        words = ("run-checks", job.call_filter, str(os.getpid()), program, *secrets)
        own = (program,) if os.path.exists(program) else ()
        run = run_jailed(
            jail,
            replace(
                job,
                command=(program, "probe", *words),
                readable=(*job.readable, *own),
                limits=replace(job.limits, cpu_seconds=5, wall_seconds=15.0),
                talks=False,
            ),
        )
    said = said_by(run)
    return tuple(
        JailCheck(f"reader-{name.removeprefix('run-')}", sentence, *said.get(name, UNTRIED))
        for name, sentence in _READ_PROBED.items()
    )


def _probed_checks(jail: Jail, limits: Limits) -> tuple[JailCheck, ...]:
    with canary_file() as canary:
        secrets = (canary, "/etc/passwd", f"/proc/{os.getpid()}/environ", __file__)
        numbers = (os.getpid(), limits.processes, limits.memory_bytes, limits.file_bytes)
        run = probed(jail, limits, "checks", *map(str, numbers), *secrets)
    said = said_by(run)
    return tuple(
        JailCheck(name, sentence, *said.get(name, UNTRIED)) for name, sentence in _PROBED.items()
    )


def _total_size(jail: Jail, limits: Limits) -> JailCheck:
    run = probed(jail, limits, "fill")
    full = run.output.startswith(b"full after")
    ended = run.limit == "total size" or (full and run.exit_code == 0)
    sentence = "All files together cannot grow beyond their limit."
    return JailCheck("total-size", sentence, ended, run.output.decode().strip() or str(run.limit))


def _ends_with(name: str, sentence: str, limit: LimitName, *arguments: str) -> _Ending:
    # A busy machine may not let a program print much for a while: that is no fault of the jail.
    seconds = _SOON_SECONDS if limit == "wall" else _PATIENT_SECONDS

    def check(jail: Jail, limits: Limits) -> JailCheck:
        run = probed(jail, replace(limits, wall_seconds=seconds), *arguments)
        return JailCheck(name, sentence, run.limit == limit, f"ended by: {run.limit}")

    return check


def _whole_tree(jail: Jail, limits: Limits) -> JailCheck:
    """A child that lingers keeps the output open: the run ends early only if it is killed too."""
    patient = replace(limits, wall_seconds=2 * AFTER_REPORT_SECONDS)
    run = probed(jail, patient, "linger")
    ended = run.limit is None and run.seconds < 0.9 * AFTER_REPORT_SECONDS
    sentence = "Child processes end with the program that started them."
    return JailCheck("whole-tree", sentence, ended, f"ended after {run.seconds:.2f} seconds")


_Ending = Callable[[Jail, Limits], JailCheck]
_ENDINGS: tuple[_Ending, ...] = (
    _total_size,
    _ends_with("wall-time", "A program that waits for ever is stopped.", "wall", "sleep"),
    _ends_with("output", "Endless output is cut off.", "output", "chatter", "1"),
    _ends_with("diagnostics", "Endless messages are cut off.", "diagnostics", "chatter", "2"),
    _whole_tree,
)
