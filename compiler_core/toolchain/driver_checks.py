"""The self-test's rows about drivers of the atlas's tools: the probe stands in one's place.

It gets what a driver gets, whether any tool is installed or not.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from compiler_core.toolchain.atlas_job import driver_job
from compiler_core.toolchain.atlas_tools import WHEEL_FOLDER
from compiler_core.toolchain.jail import Jail
from compiler_core.toolchain.jail_check import UNTRIED, JailCheck, canary_file, said_by
from compiler_core.toolchain.limits import Limits
from compiler_core.toolchain.runner import run_jailed

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
_LIMITS = Limits(cpu_seconds=5)


def examine_drivers(jail: Jail) -> tuple[JailCheck, ...]:
    """Every row, in the order of the sentences. Raises JailBroken."""
    program = jail.probe_program()
    job = driver_job(WHEEL_FOLDER.resolve(), Path(program), b"{}", _LIMITS, {})
    with canary_file() as canary:
        secrets = (canary, "/etc/passwd", f"/proc/{os.getpid()}/environ", __file__)
        words = ("run-checks", job.call_filter, str(os.getpid()), program, *secrets)
        run = run_jailed(jail, replace(job, command=(program, "probe", *words)))
    said = said_by(run)
    return tuple(
        JailCheck(f"driver-{name.removeprefix('run-')}", sentence, *said.get(name, UNTRIED))
        for name, sentence in _PROBED.items()
    )
