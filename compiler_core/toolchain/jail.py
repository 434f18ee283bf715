"""The two kinds of jail: how a job's command line is wrapped so that it can reach nothing else.

bubblewrap: all namespaces unshared, an empty root that holds only what the job may read.
landlock: Landlock, seccomp and rlimits, under a user of its own when the server is root.

Both put the launcher in between, which sets the limits and the system call filter; see
`launcher/launcher.h`. Each stage is an exec of a small program, so
that starting a job never copies the server's memory.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal, Protocol

from compiler_core.errors import ToolMissing
from compiler_core.kept_folders import incoming_folder
from compiler_core.toolchain.children import following, wall_option
from compiler_core.toolchain.gathered import mounts_of
from compiler_core.toolchain.job import Job
from compiler_core.toolchain.launcher import launcher_path
from compiler_core.toolchain.state import JAIL_WORK_DIRECTORY, state_directory
from compiler_core.toolchain.users import USERS

JailKind = Literal["bubblewrap", "landlock"]

# In a job's command this stands for the work directory's path, which differs per kind of jail.
WORK_PLACE = "@work@"
# And this for the launcher's, for a program that starts another under a narrower filter.
LAUNCHER_PLACE = "@launcher@"
JOB_DESCRIPTOR = 3
REPORT_DESCRIPTOR = 4
WORK_DIRECTORY = str(JAIL_WORK_DIRECTORY)
# Of a process of our own, which reads the project: that may lie below the other one.
_OWN_WORK_DIRECTORY = "/own-work"
_INNER_LAUNCHER = "/launcher"
_TEMPORARY = "/tmp"
_DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom")
# GCC leaves up to 300 dumps. The tmpfs limits the size of files, not their number.
_FILES = 4096
LOADERS = ("/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1")


@dataclass(frozen=True, slots=True)
class JailedCommand:
    """What to start, and the directory whose size to watch (None: a sized tmpfs has the limit).

    user: who runs nothing but this job (0: nobody, or the kernel ends all that it leaves).
    """

    command: list[str]
    watched: Path | None
    user: int = 0


class Jail(Protocol):
    """One kind of jail. `lacks` says in plain words what this kind does not protect."""

    @property
    def kind(self) -> JailKind: ...

    @property
    def lacks(self) -> tuple[str, ...]: ...

    def prepared(self, job: Job) -> AbstractContextManager[JailedCommand]:
        """The command that runs this job jailed, valid inside the `with` block."""
        ...

    def probe_program(self) -> str:
        """The path at which a job finds the launcher, to run its self-test."""
        ...


@dataclass(frozen=True, slots=True)
class BubblewrapJail:
    """An empty root, all namespaces unshared, a tmpfs of limited size to work in."""

    program: str
    kind: JailKind = "bubblewrap"
    lacks: tuple[str, ...] = ()

    @contextmanager
    def prepared(self, job: Job) -> Iterator[JailedCommand]:
        with _user_of(job) as user:
            outer = following(job.limits.wall_seconds, user)
            inner = [_INNER_LAUNCHER, "job", *_job_options(job), "--files", str(_FILES)]
            program = words_within(job)
            command = [*outer, self.program, *self._room(job), "--", *inner, "--", *program]
            yield JailedCommand(command, watched=None)

    def probe_program(self) -> str:
        return _INNER_LAUNCHER

    def _room(self, job: Job) -> list[str]:
        """Arguments that build the root; few mounts, for each costs about 0.2 ms."""
        room = ["--unshare-all", "--unshare-user", "--uid", "1000", "--gid", "1000"]
        room += ["--die-with-parent", "--as-pid-1", "--hostname", "jail"]
        for source, target in mounts_of(job.readable):
            room += ["--ro-bind", source, target]
        if job.writable:
            room += ["--bind", job.writable, job.writable]
        room += ["--symlink", "usr/lib", "/lib"]
        for link, target in _loaders():
            room += ["--symlink", target, link]
        if _has_temporary(job):
            room += ["--symlink", _work_directory(job), _TEMPORARY]
        for device in _DEVICES:
            room += ["--dev-bind", device, device]
        room += ["--ro-bind", launcher_path(), _INNER_LAUNCHER]
        room += ["--size", str(job.limits.total_file_bytes), "--tmpfs", _work_directory(job)]
        return [*room, "--remount-ro", "/", "--chdir", _work_directory(job)]


@dataclass(frozen=True, slots=True)
class LandlockJail:
    """The host's file system under Landlock rules, a fresh directory to work in."""

    kind: JailKind = "landlock"
    lacks: tuple[str, ...] = (
        "A compiler can learn whether a path exists and how large the file is, not what is in it.",
        "The total size of files is checked every 20 ms, not by the file system.",
    )

    @contextmanager
    def prepared(self, job: Job) -> Iterator[JailedCommand]:
        with _user_of(job) as user, _job_directory(user) as directory:
            options = ["--user", str(user), "--parent", str(os.getpid()), "--landlock"]
            options += ["--directory", str(directory)]
            options += ["--wall", wall_option(job.limits.wall_seconds)]
            for path in job.readable:
                options += ["--readable", path]
            for _, target in _loaders():
                options += ["--readable", target]
            if LAUNCHER_PLACE in job.command:
                options += ["--readable", launcher_path()]
            program = _placed(job.command, str(directory), launcher_path())
            command = [launcher_path(), "job", *options, *_job_options(job), "--", *program]
            yield JailedCommand(command, watched=directory, user=user)

    def probe_program(self) -> str:
        return launcher_path()


def bubblewrap_jail() -> BubblewrapJail:
    """Raises ToolMissing without bwrap."""
    program = shutil.which("bwrap")
    if program is None:
        raise ToolMissing("bubblewrap", "bubblewrap")
    return BubblewrapJail(program)


def landlock_jail() -> LandlockJail:
    """Says one thing more that it lacks when the server has no second user to give to jobs."""
    jail = LandlockJail()
    if os.geteuid() == 0:
        return jail
    same_user = "Compilers run as the server's own user, because the server is not root."
    return LandlockJail(lacks=(*jail.lacks, same_user))


def _work_directory(job: Job) -> str:
    """The usual one would hide a tool that lies below it."""
    hides = any(path.startswith(f"{WORK_DIRECTORY}/") for path in job.readable)
    return _OWN_WORK_DIRECTORY if job.call_filter == "read" or hides else WORK_DIRECTORY


def _has_temporary(job: Job) -> bool:
    """Not where something lies there that the job may read or write."""
    there = (
        path == _TEMPORARY or path.startswith(f"{_TEMPORARY}/")
        for path in (*job.readable, job.writable)
    )
    return job.temporary and not any(there)


def words_within(job: Job) -> list[str]:
    """The command as bubblewrap's jail has it: this jail's work directory and launcher."""
    return _placed(job.command, _work_directory(job), _INNER_LAUNCHER)


def _placed(command: tuple[str, ...], directory: str, launcher: str) -> list[str]:
    return [
        launcher if word == LAUNCHER_PLACE else word.replace(WORK_PLACE, directory)
        for word in command
    ]


def _job_options(job: Job) -> list[str]:
    limits = job.limits
    options = ["--job", str(JOB_DESCRIPTOR), "--report", str(REPORT_DESCRIPTOR)]
    options += ["--cpu", str(limits.cpu_seconds), "--memory", str(limits.memory_bytes)]
    options += ["--processes", str(limits.processes), "--file-size", str(limits.file_bytes)]
    options += ["--collect", str(limits.collect_bytes), "--filter", job.call_filter]
    for setting in job.environment:
        options += ["--environment", setting]
    if job.talks or job.given:
        options.append("--talks")
    if job.writable:
        options += ["--writable", job.writable]
    if job.listed:
        options += ["--listed", job.listed]
    return options


@contextmanager
def _user_of(job: Job) -> Iterator[int]:
    """Who runs this job; 0: the server's own user."""
    if job.as_server:
        yield 0
        return
    with USERS.user() as user:
        yield user


@contextmanager
def _job_directory(user: int) -> Iterator[Path]:
    with incoming_folder(_jobs_directory()) as directory:
        if user:
            os.chown(directory, user, user)
        yield directory


def _jobs_directory() -> Path:
    jobs = state_directory() / "jobs"
    jobs.mkdir(mode=0o700, exist_ok=True)
    return jobs


@lru_cache(maxsize=1)
def _loaders() -> tuple[tuple[str, str], ...]:
    """Programs name their loader by a link; the link has to be there, its target lies in lib."""
    present = (path for path in LOADERS if os.path.exists(path))
    return tuple((path, os.path.realpath(path)) for path in present)
