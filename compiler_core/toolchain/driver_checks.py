"""The self-test's rows about drivers and compilers of the atlas: the probe stands in one's place.

It gets what a driver gets, or a compiler of a wheel, whether any tool is installed or not.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from compiler_core.errors import JailBroken
from compiler_core.toolchain.atlas_job import driver_job
from compiler_core.toolchain.atlas_tools import WHEEL_FOLDER, WHEEL_TOOLS, InstalledWheels
from compiler_core.toolchain.jail import Jail
from compiler_core.toolchain.jail_check import UNTRIED, JailCheck, canary_file, said_by
from compiler_core.toolchain.job import Job
from compiler_core.toolchain.limits import Limits
from compiler_core.toolchain.runner import run_jailed
from compiler_core.toolchain.wheel_jobs import IREE_COMPILE, wheel_program_job

# What each line of `probe run-checks` stands for in the place of a driver.
_PROBED = {
    "host-files": "What runs a tool of the atlas reads the tool and its driver, no other file.",
    "network": "What runs a tool of the atlas makes no network connection.",
    "writing-outside": "What runs a tool of the atlas writes in its own directory only.",
    "descriptors": "None of the server's open files is passed on to a tool of the atlas.",
    "devices": "What runs a tool of the atlas opens no device but null, zero and urandom.",
    "run-signals": "What runs a tool of the atlas signals nobody but itself.",
    "tracing": "What runs a tool of the atlas cannot look into other processes or change them.",
    "other-processes": "What runs a tool of the atlas makes no other process.",
    "starting-programs": "What runs a tool of the atlas starts no other program.",
}
# What each line of `probe checks` stands for in the place of a compiler that a wheel brings.
_WHEEL_PROBED = {
    "host-files": "A compiler that a wheel brings reads the wheel and the system, no other file.",
    "network": "A compiler that a wheel brings makes no network connection.",
    "writing-outside": "A compiler that a wheel brings writes in its own directory only.",
    "privileges": "A compiler that a wheel brings has no privileges and cannot gain any.",
    "descriptors": "None of the server's open files is passed on to such a compiler.",
    "devices": "A compiler that a wheel brings opens no device but null, zero and urandom.",
    "signals": "A compiler that a wheel brings signals neither the server nor the launcher.",
    "system-calls": "System calls that such a compiler does not need are refused.",
}
_LIMITS = Limits(cpu_seconds=5)


def examine_drivers(jail: Jail) -> tuple[JailCheck, ...]:
    """Every row, in the order of the sentences. Where a driver does not
    start, whose jail needs more than others do, all fail."""
    program = jail.probe_program()
    job = driver_job(WHEEL_FOLDER.resolve(), Path(program), b"{}", _LIMITS, {})
    with canary_file() as canary:
        secrets = (canary, "/etc/passwd", f"/proc/{os.getpid()}/environ", __file__)
        words = ("run-checks", job.call_filter, str(os.getpid()), program, *secrets)
        said = _said(jail, replace(job, command=(program, "probe", *words)), _PROBED)
    return tuple(
        JailCheck(f"driver-{name.removeprefix('run-')}", sentence, *said.get(name, UNTRIED))
        for name, sentence in _PROBED.items()
    )


def examine_wheel_compilers(jail: Jail) -> tuple[JailCheck, ...]:
    """Every row, in the order of the sentences; as of drivers."""
    program = jail.probe_program()
    tool = next(wheel_tool for wheel_tool in WHEEL_TOOLS if wheel_tool.name == IREE_COMPILE.tool)
    wheels = InstalledWheels(tool, "", WHEEL_FOLDER.resolve())
    job = wheel_program_job(wheels, IREE_COMPILE, (), {}, _LIMITS)
    own = (program,) if os.path.exists(program) else ()
    numbers = (os.getpid(), _LIMITS.processes, _LIMITS.memory_bytes, _LIMITS.file_bytes)
    with canary_file() as canary:
        secrets = (canary, "/etc/passwd", f"/proc/{os.getpid()}/environ", __file__)
        command = (program, "probe", "checks", *map(str, numbers), *secrets)
        probe = replace(job, command=command, readable=(*job.readable, *own))
        said = _said(jail, probe, _WHEEL_PROBED)
    return tuple(
        JailCheck(f"wheel-{name}", sentence, *said.get(name, UNTRIED))
        for name, sentence in _WHEEL_PROBED.items()
    )


def _said(jail: Jail, probe: Job, names: Iterable[str]) -> dict[str, tuple[bool, str]]:
    try:
        return dict(said_by(run_jailed(jail, probe)))
    except JailBroken as error:
        return dict.fromkeys(names, (False, str(error)))
