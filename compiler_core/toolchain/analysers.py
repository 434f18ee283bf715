"""Static analysers of machine code: llvm-mca, and OSACA where it is installed.

Both predict cycles from a table of what each instruction costs on one core. Both get text that
comes from a user's source, so both run in the jail. OSACA is AGPL software and a Python package:
it is only ever started as a program of its own, never imported here.
"""

from __future__ import annotations

import os
import re
import sys
import sysconfig
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from compiler_core.errors import ToolMissing
from compiler_core.kept import Kept
from compiler_core.toolchain.chosen_jail import chosen_jail
from compiler_core.toolchain.inquiry import answer, version_of
from compiler_core.toolchain.job import ENVIRONMENT, Job
from compiler_core.toolchain.judge import failure_of
from compiler_core.toolchain.limits import Limits
from compiler_core.toolchain.osaca_copy import osaca_directory, osaca_version, readable_copy
from compiler_core.toolchain.runner import run_jailed
from compiler_core.toolchain.service import compile_queue
from compiler_core.toolchain.tool_requests import parent_tools

AnalyserName = Literal["llvm-mca", "OSACA"]

# Version 14 gives one model for all of Neoverse N1, V1 and N2, and aborts on GCC's `.arch` lines;
# the models of these cores came in 15 to 18.
OLDEST_LLVM_MCA = 19
LLVM_MCA_PACKAGE = "llvm-19"
TARGET = "-mtriple=aarch64-linux-gnu"
_PROGRAMS = Path("/usr/bin")
_SYSTEM_PYTHON = "/usr/bin/python3"
_LLVM_MCA = re.compile(r"llvm-mca(?:-\d+)?")
_CPU_LINE = re.compile(r"^ {2}(\S+) +- Select the ", re.MULTILINE)
_INPUT = "loop.s"
_LIMITS = Limits(cpu_seconds=5, wall_seconds=8.0)
# OSACA reads its machine model with Python: a second of processor time before it begins.
_OSACA_LIMITS = Limits(cpu_seconds=10, wall_seconds=15.0)
_RUNS_KEPT = 512


@dataclass(frozen=True, slots=True)
class Analyser:
    """One installed analyser. command: how to start it; readable: what it needs to read."""

    name: AnalyserName
    version: str
    command: tuple[str, ...]
    readable: tuple[str, ...]
    environment: tuple[str, ...] = ENVIRONMENT


@dataclass(frozen=True, slots=True)
class AnalyserRun:
    """What one run printed. ok False: message says in plain words why there is no answer."""

    ok: bool
    output: str
    diagnostics: str
    message: str


def find_llvm_mca() -> Analyser:
    """The newest llvm-mca from version 19 on.

    Raises ToolMissing; where only older ones are installed it says why they do not serve.
    """
    installed = _installed_llvm_mca(_PROGRAMS)
    if isinstance(installed, Analyser):
        return installed
    tool = f"llvm-mca {OLDEST_LLVM_MCA} or newer"
    if installed:
        tool += (
            f" (version {', '.join(installed)} is here, but it has no models of today's cores and "
            "aborts on GCC's .arch lines)"
        )
    raise ToolMissing(tool, LLVM_MCA_PACKAGE)


def known_osaca() -> tuple[Analyser, ...]:
    """The same without an error: none or one."""
    analyser = _installed_osaca()
    return () if analyser is None else (analyser,)


def find_osaca() -> Analyser:
    """OSACA beside this Python. Raises ToolMissing."""
    analyser = _installed_osaca()
    if analyser is None:
        raise ToolMissing("OSACA", "none; Python package osaca (pip install 'lowering-lab[osaca]')")
    return analyser


@lru_cache(maxsize=4)
def llvm_mca_cpus(analyser: Analyser) -> tuple[str, ...]:
    """What this llvm-mca takes after -mcpu=; some of them have no scheduling model."""
    text = answer([*analyser.command, TARGET, "-mcpu=help", "/dev/null"])
    return tuple(sorted(set(_CPU_LINE.findall(text))))


def run_llvm_mca(analyser: Analyser, assembly: str, options: tuple[str, ...]) -> AnalyserRun:
    """Run llvm-mca on marked assembly. options are ours, never a user's text.

    Raises Overloaded and JailBroken.
    """
    command = (*analyser.command, TARGET, *options, "-o", "-", _INPUT)
    return _run(analyser, command, assembly, _LIMITS)


def run_osaca(analyser: Analyser, assembly: str, options: tuple[str, ...]) -> AnalyserRun:
    """Run OSACA on marked assembly. options are ours. Raises Overloaded and JailBroken."""
    closed = unreachable(analyser.readable)
    if closed:
        message = f"OSACA cannot run in the jail: its user may not enter {closed}."
        return AnalyserRun(False, "", "", message)
    command = (*analyser.command, *options, _INPUT)
    return _run(analyser, command, assembly, _OSACA_LIMITS)


_runs: Kept[tuple[AnalyserRun, bool]] = Kept(_RUNS_KEPT)


def _run(
    analyser: Analyser, command: tuple[str, ...], assembly: str, limits: Limits
) -> AnalyserRun:
    """One that met a limit is not kept: a quieter moment may give a better."""
    answer, _ = _runs.get_or_compute(
        (analyser.version, command, assembly),
        lambda: _run_now(analyser, command, assembly, limits),
        lambda result: not result[1],
    )
    return answer[0]


def _run_now(
    analyser: Analyser, command: tuple[str, ...], assembly: str, limits: Limits
) -> tuple[AnalyserRun, bool]:
    """The answer, and whether a limit ended the run."""
    job = Job(
        command=command,
        readable=analyser.readable,
        files=((_INPUT, assembly.encode()),),
        limits=limits,
        environment=analyser.environment,
    )
    with compile_queue().place():
        run = run_jailed(chosen_jail(), job)
    message = failure_of(run, limits, (analyser.name, analyser.version), "this loop")
    done = AnalyserRun(
        not message,
        run.output.decode("utf-8", "replace"),
        run.diagnostics.decode("utf-8", "replace"),
        message,
    )
    return done, run.limit is not None


@lru_cache(maxsize=4)
def _installed_llvm_mca(programs: Path) -> Analyser | tuple[str, ...]:
    """The newest that serves, else the versions that are too old."""
    versions: dict[str, str] = {}
    for path in sorted(programs.glob("llvm-mca*")):
        if _LLVM_MCA.fullmatch(path.name) and os.access(path, os.X_OK):
            versions.setdefault(os.path.realpath(path), version_of(str(path)))
    ordered = sorted(
        ((_numbers(version), version, path) for path, version in versions.items() if version),
        reverse=True,
    )
    if not ordered or ordered[0][0][0] < OLDEST_LLVM_MCA:
        return tuple(version for _, version, _ in ordered)
    _, version, path = ordered[0]
    return Analyser("llvm-mca", version, (path,), _existing(_library(), _llvm_root(path)))


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def _llvm_root(program: str) -> str:
    """`/usr/lib/llvm-19` of `/usr/lib/llvm-19/bin/llvm-mca`."""
    return os.path.dirname(os.path.dirname(program))


def _library() -> str:
    return f"/usr/lib/{os.uname().machine}-linux-gnu"


def _existing(*paths: str) -> tuple[str, ...]:
    return tuple(path for path in dict.fromkeys(paths) if os.path.exists(path))


def _installed_osaca() -> Analyser | None:
    """Looks the package up without importing it, and copies it to where the jail can read it."""
    parent = parent_tools()
    if parent is not None:
        return next(iter(parent.record("osaca", tuple[Analyser, ...])), None)
    packages = osaca_directory()
    version = osaca_version(packages) if packages is not None else ""
    if packages is None or not version:
        return None
    python, standard = _python_for_jail()
    try:
        copy = str(readable_copy(packages, version))
    except OSError:
        # Without room for the copy the jail cannot read it: as good as not installed.
        return None
    return Analyser(
        "OSACA",
        version,
        (python, "-s", "-m", "osaca"),
        _existing(_library(), standard, python, copy),
        (*ENVIRONMENT, f"PYTHONPATH={copy}", "PYTHONDONTWRITEBYTECODE=1"),
    )


def _python_for_jail() -> tuple[str, str]:
    """A Python and its standard library: ours, unless the jail's user cannot reach it."""
    own = os.path.realpath(sys.executable), sysconfig.get_paths()["stdlib"]
    system = os.path.realpath(_SYSTEM_PYTHON)
    if unreachable(own) and os.path.exists(system):
        return system, f"/usr/lib/{os.path.basename(system)}"
    return own


def unreachable(paths: Iterable[str]) -> str:
    """The first path that a user of no rights cannot get to; empty if there is none.

    Only root gives its jobs to another user, so only then can a path be out of their reach.
    """
    if os.geteuid() != 0:
        return ""
    for path in paths:
        parts = (Path(path), *Path(path).parents)
        if not all(part.stat().st_mode & 0o001 for part in parts):
            return path
    return ""
