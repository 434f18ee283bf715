"""The parent's side of `wheel_requests`: what a jailed process may ask of wheels, and its run."""

from __future__ import annotations

import json
import re

from compiler_core.toolchain.atlas_job import driver_files, run_driver
from compiler_core.toolchain.atlas_program import run_wheel_program
from compiler_core.toolchain.atlas_tools import WHEEL_TOOLS, find_wheels
from compiler_core.toolchain.frames import Frame
from compiler_core.toolchain.job import RunResult
from compiler_core.toolchain.tool_rules import RefusedRequest
from compiler_core.toolchain.wheel_jobs import WHEEL_PROGRAMS
from compiler_core.toolchain.wheel_requests import (
    DriverEnd,
    DriverRequest,
    FoundWheels,
    WheelProgramRequest,
)

_ARGUMENT = re.compile(r"-{0,2}[\w.+=,:@-]{1,200}")
_FILE_NAME = re.compile(r"\w[\w.-]{0,100}")
_VARIABLE = re.compile(r"[A-Z][A-Z_]{1,60}")
_MOST_FILES, _MOST_ARGUMENTS = 16, 64
_LARGEST_MEMORY, _LONGEST_SECONDS = 2 << 30, 120.0


def found_for(frame: Frame) -> FoundWheels:
    """For a process that asks: where a tool is. Raises ToolMissing, RefusedRequest."""
    wheels = find_wheels(_tool(frame.read_as(str)))
    return FoundWheels(wheels.version, str(wheels.folder))


def program_run_for(frame: Frame) -> RunResult:
    """For a process that asks. Raises RefusedRequest, and as `run_wheel_program` does."""
    request = frame.read_as(WheelProgramRequest)
    program = next((known for known in WHEEL_PROGRAMS if known.place == request.place), None)
    if program is None:
        raise RefusedRequest(f"No wheel has a program {request.place[:200]!r}.")
    if len(request.arguments) > _MOST_ARGUMENTS or not all(
        map(_ARGUMENT.fullmatch, request.arguments)
    ):
        raise RefusedRequest("The arguments are none that programs of wheels get.")
    names = [name for name, _ in request.files]
    if len(names) > _MOST_FILES or not all(map(_FILE_NAME.fullmatch, names)):
        raise RefusedRequest("The input files have no plain names.")
    return run_wheel_program(program, request.arguments, dict(request.files))


def driver_run_for(frame: Frame) -> DriverEnd:
    """For a process that asks. Raises RefusedRequest, and as `run_driver` does."""
    request = frame.read_as(DriverRequest)
    if request.driver not in driver_files():
        raise RefusedRequest(f"There is no driver {request.driver[:200]!r}.")
    if not 0 < request.memory_bytes <= _LARGEST_MEMORY:
        raise RefusedRequest("A driver gets no such memory.")
    if not 0 < request.wall_seconds <= _LONGEST_SECONDS:
        raise RefusedRequest("A driver gets no such time.")
    if not all(_VARIABLE.fullmatch(name) for name, _ in request.environment):
        raise RefusedRequest("The environment is none that drivers have.")
    end = run_driver(
        _tool(request.tool),
        request.driver,
        json.loads(request.request),
        memory_bytes=request.memory_bytes,
        wall_seconds=request.wall_seconds,
        environment=dict(request.environment),
    )
    return DriverEnd(
        status=end.status,
        answer=json.dumps(dict(end.answer)).encode(),
        files=tuple(end.files.items()),
        errors=end.errors,
        timed_out=end.timed_out,
    )


def _tool(name: str) -> str:
    if name not in {tool.name for tool in WHEEL_TOOLS}:
        raise RefusedRequest(f"The atlas has no tool {name[:200]!r}.")
    return name
