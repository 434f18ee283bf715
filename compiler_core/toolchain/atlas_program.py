"""Running a program that a wheel of the atlas brings as an executable, in the jail."""

from __future__ import annotations

from collections.abc import Mapping

from compiler_core.toolchain.atlas_tools import find_wheels
from compiler_core.toolchain.chosen_jail import chosen_jail
from compiler_core.toolchain.job import RunResult
from compiler_core.toolchain.runner import run_jailed
from compiler_core.toolchain.service import compile_queue
from compiler_core.toolchain.tool_requests import parent_tools
from compiler_core.toolchain.wheel_jobs import LARGEST, WheelProgram, wheel_program_job
from compiler_core.toolchain.wheel_requests import WheelProgramRequest


def run_wheel_program(
    program: WheelProgram,
    arguments: tuple[str, ...],
    files: Mapping[str, bytes],
) -> RunResult:
    """Run it where these files lie, and give what it printed and left.

    arguments: ours, never a reader's. Raises ToolMissing, Overloaded and JailBroken.
    """
    parent = parent_tools()
    if parent is not None:
        request = WheelProgramRequest(
            place=program.place, arguments=arguments, files=tuple(files.items())
        )
        return parent.record("program of a wheel", RunResult, request)
    job = wheel_program_job(find_wheels(program.tool), program, arguments, files, LARGEST)
    with compile_queue().place():
        return run_jailed(chosen_jail(), job)
