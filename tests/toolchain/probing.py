"""Run the launcher's probe in a jail, as the self-test does."""

from __future__ import annotations

import os

from compiler_core.toolchain.jail import Jail
from compiler_core.toolchain.job import Job, RunResult
from compiler_core.toolchain.limits import COMPILE_LIMITS, Limits
from compiler_core.toolchain.runner import run_jailed


def probe_job(jail: Jail, *arguments: str, limits: Limits = COMPILE_LIMITS) -> Job:
    program = jail.probe_program()
    readable = (program,) if os.path.exists(program) else ()
    return Job(command=(program, "probe", *arguments), readable=readable, limits=limits)


def probe(jail: Jail, *arguments: str, limits: Limits = COMPILE_LIMITS) -> RunResult:
    return run_jailed(jail, probe_job(jail, *arguments, limits=limits))
