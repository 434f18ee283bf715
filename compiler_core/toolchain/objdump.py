"""Machine code of a linked program as text, by a jailed objdump.

The program holds what a user's source made of it, debug sections and symbol names included, so
objdump reads it in the jail like any compiler.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from functools import lru_cache

from compiler_core.errors import ToolMissing
from compiler_core.toolchain.chosen_jail import chosen_jail
from compiler_core.toolchain.command import library_directory
from compiler_core.toolchain.job import Job
from compiler_core.toolchain.limits import Limits, explain_limit
from compiler_core.toolchain.runner import run_jailed
from compiler_core.toolchain.service import compile_queue

_PROGRAM = "aarch64-linux-gnu-objdump"
_PACKAGE = "binutils-aarch64-linux-gnu"
_INPUT = "program"
_LIMITS = Limits(cpu_seconds=5, wall_seconds=8.0)


@dataclass(frozen=True, slots=True)
class Disassembly:
    """What objdump printed. ok False: message says in plain words why there is no text."""

    ok: bool
    text: str
    message: str


def disassemble(program: bytes, start: int, end: int) -> Disassembly:
    """The code at addresses [start, end), an instruction per line with its address before it.

    Raises ToolMissing, Overloaded, JailBroken.
    """
    tool = _tool()
    ranges = (f"--start-address={start:#x}", f"--stop-address={end:#x}")
    job = Job(
        command=(tool, "-d", "-w", "--no-show-raw-insn", *ranges, _INPUT),
        readable=(library_directory(), tool),
        files=((_INPUT, program),),
        limits=_LIMITS,
    )
    with compile_queue().place():
        run = run_jailed(chosen_jail(), job)
    if run.limit is not None:
        words = explain_limit(run.limit, _LIMITS).replace("The compiler", "objdump", 1)
        return Disassembly(False, "", words)
    if run.exit_code != 0:
        return Disassembly(False, "", "objdump could not read the linked program.")
    return Disassembly(True, run.output.decode("utf-8", "replace"), "")


@lru_cache(maxsize=1)
def _tool() -> str:
    path = shutil.which(_PROGRAM)
    if path is None:
        raise ToolMissing(_PROGRAM, _PACKAGE)
    return os.path.realpath(path)
