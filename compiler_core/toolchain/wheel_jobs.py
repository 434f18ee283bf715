"""Jobs for programs that a wheel of the atlas brings as executables.

Such a compiler starts its own linker by way of a shell, which a driver may not (`atlas_job`): so
it runs as a compiler does. What runs the code that it wrote starts nothing.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from compiler_core.toolchain.analysers import unreachable
from compiler_core.toolchain.atlas_tools import InstalledWheels
from compiler_core.toolchain.job import CallFilter, Job
from compiler_core.toolchain.limits import Limits
from compiler_core.toolchain.system_paths import SYSTEM_PATHS

LINKS_BY = "/bin/sh"
"""A shell's name that lies in none of the system's paths where /bin is a link."""
# A busy machine may let a compiler wait: what it may use is time of the processor above all.
LARGEST = Limits(
    cpu_seconds=60,
    wall_seconds=120.0,
    memory_bytes=2 << 30,
    diagnostics_bytes=1 << 20,
    collect_bytes=48 << 20,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelProgram:
    """An executable of a wheel. place: under its site-packages; call_filter: of the jail."""

    tool: str
    place: str
    call_filter: CallFilter


IREE_COMPILE = WheelProgram(
    tool="iree", place="iree/compiler/_mlir_libs/iree-compile", call_filter="compile"
)
IREE_RUN = WheelProgram(tool="iree", place="iree/_runtime_libs/iree-run-module", call_filter="read")
TRITON_PTXAS, TRITON_PTXAS_NEWER, TRITON_NVDISASM = (
    WheelProgram(tool="triton", place=f"triton/backends/nvidia/bin/{name}", call_filter="read")
    for name in ("ptxas", "ptxas-blackwell", "nvdisasm")
)
WHEEL_PROGRAMS = (IREE_COMPILE, IREE_RUN, TRITON_PTXAS, TRITON_PTXAS_NEWER, TRITON_NVDISASM)


def wheel_program_job(
    wheels: InstalledWheels,
    program: WheelProgram,
    arguments: tuple[str, ...],
    files: Mapping[str, bytes],
    limits: Limits,
) -> Job:
    """What the launcher starts."""
    places = (*SYSTEM_PATHS, LINKS_BY, *wheels.tool.machine, str(wheels.folder))
    readable = tuple(path for path in places if os.path.exists(path))
    executable = next(wheels.folder.glob(f"lib/python3*/site-packages/{program.place}"), Path("/"))
    # By /proc a program finds its libraries and its linker; the jail has none.
    beside = str(executable.parent)
    return Job(
        command=(str(executable), *arguments),
        readable=readable,
        files=tuple(files.items()),
        limits=limits,
        call_filter=program.call_filter,
        environment=(
            f"PATH=/usr/bin:{beside}",
            f"LD_LIBRARY_PATH={beside}",
            "LC_ALL=C.UTF-8",
            "HOME=.",
            "TMPDIR=.",
        ),
        temporary=True,
        as_server=bool(unreachable(readable)),
    )
