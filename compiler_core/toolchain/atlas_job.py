"""Running a driver: a program of ours, for an interpreter that has a tool of the atlas.

The tool is never imported by the server or the command line. A driver gets its request as JSON on
standard input, prints its answer as JSON, and leaves files in the folder in which it starts. It
runs in the jail of processes of ours (`jailed_process`): no network, no other process, no other
program, and to read nothing but the system, the environment of the tools and the driver itself.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from compiler_core.toolchain.analysers import unreachable
from compiler_core.toolchain.atlas_tools import find_wheels
from compiler_core.toolchain.chosen_jail import chosen_jail
from compiler_core.toolchain.job import Job, RunResult
from compiler_core.toolchain.limits import Limits
from compiler_core.toolchain.runner import run_jailed
from compiler_core.toolchain.service import compile_queue
from compiler_core.toolchain.system_paths import SYSTEM_PATHS
from compiler_core.toolchain.tool_requests import ParentTools, parent_tools
from compiler_core.toolchain.wheel_requests import DriverEnd, DriverRequest

DRIVER_FOLDER = Path(__file__).resolve().parents[1] / "atlas" / "drivers"
_MOST_FILES = 256
_LEFT_BYTES = 32 << 20
_ERROR_BYTES = 1 << 20
_PROCESSORS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class DriverAnswer:
    """How a driver ended, and what it left."""

    status: int
    """0: done. A crash is a result: 128 and the number of the signal that ended it."""
    answer: Mapping[str, object]
    """The last line that it printed, if that is a JSON object; else empty."""
    files: Mapping[str, bytes]
    """Plain files of the folder in which it ran, by name: the first 256, and 32 MiB in all."""
    errors: str
    """What it wrote to standard error, at most 1 MiB."""
    timed_out: bool
    """Whether it was ended because its time on the clock or of the processor was over."""


def run_driver(
    tool: str,
    driver: str,
    request: Mapping[str, object],
    *,
    memory_bytes: int = 1 << 30,
    wall_seconds: float = 15.0,
    environment: Mapping[str, str] = {},
) -> DriverAnswer:
    """Run a driver of `driver_files` with a tool's interpreter, in the jail.

    memory_bytes: of address space. environment: variables besides those that each driver gets.
    Raises ToolMissing with the command that installs the tool, Overloaded and JailBroken.
    """
    parent = parent_tools()
    if parent is not None:
        driver_request = DriverRequest(
            tool=tool,
            driver=driver,
            request=json.dumps(request).encode(),
            memory_bytes=memory_bytes,
            wall_seconds=wall_seconds,
            environment=tuple(environment.items()),
        )
        return _answer_of_parent(parent, driver_request)
    wheels = find_wheels(tool)
    job = driver_job(
        wheels.folder,
        driver_files()[driver],
        json.dumps(request).encode(),
        _limits(memory_bytes, wall_seconds),
        environment,
        wheels.tool.machine,
    )
    with compile_queue().place():
        return _answer(run_jailed(chosen_jail(), job))


def _answer_of_parent(parent: ParentTools, request: DriverRequest) -> DriverAnswer:
    """From the process that starts jobs."""
    end = parent.record("driver of a wheel", DriverEnd, request)
    return DriverAnswer(
        status=end.status,
        answer=json.loads(end.answer),
        files=dict(end.files),
        errors=end.errors,
        timed_out=end.timed_out,
    )


def _limits(memory_bytes: int, wall_seconds: float) -> Limits:
    return Limits(
        cpu_seconds=math.ceil(wall_seconds * _PROCESSORS),
        wall_seconds=wall_seconds,
        memory_bytes=memory_bytes,
        diagnostics_bytes=_ERROR_BYTES,
        collect_bytes=_LEFT_BYTES,
    )


def driver_files() -> dict[str, Path]:
    """By name: a file, or a folder that Python starts at its `__main__.py`, whose other files the
    driver finds beside that."""
    files = {file.stem: file for file in DRIVER_FOLDER.glob("[a-z]*.py")}
    return files | {file.parent.name: file.parent for file in DRIVER_FOLDER.glob("*/__main__.py")}


def driver_job(
    folder: Path,
    driver: Path,
    given: bytes,
    limits: Limits,
    environment: Mapping[str, str],
    machine: tuple[str, ...] = (),
) -> Job:
    """What the launcher starts. folder: of the tools' environment; driver: one of `driver_files`;
    machine: as of a WheelTool."""
    python = folder / "bin" / "python"
    # What the environment was made from lies elsewhere: its standard library.
    origin = python.resolve().parents[1]
    system = [path for path in SYSTEM_PATHS if os.path.exists(path)]
    own = [str(path) for path in (origin, folder, driver, *map(Path, machine)) if path.exists()]
    readable = tuple(dict.fromkeys((*system, *(path for path in own if not _in(path, system)))))
    settings = {"PATH": "/usr/bin", "LC_ALL": "C.UTF-8", "HOME": ".", "TMPDIR": ".", **environment}
    return Job(
        command=(str(python), "-I", "-B", str(driver)),
        readable=readable,
        limits=limits,
        call_filter="read",
        environment=tuple(f"{name}={value}" for name, value in settings.items()),
        given=given,
        temporary=True,
        as_server=bool(unreachable(readable)),
    )


def _in(path: str, places: list[str]) -> bool:
    return any(path == root or path.startswith(f"{root}/") for root in places)


def _answer(run: RunResult) -> DriverAnswer:
    return DriverAnswer(
        status=run.shell_status,
        answer=_last_object(run.output),
        files=dict(sorted(run.files.items())[:_MOST_FILES]),
        errors=run.diagnostics.decode("utf-8", "replace"),
        timed_out=run.limit in ("wall", "cpu"),
    )


def _last_object(output: bytes) -> Mapping[str, object]:
    lines = output.strip().splitlines()
    try:
        document = json.loads(lines[-1]) if lines else None
    except ValueError:
        return {}
    return document if isinstance(document, dict) else {}
