"""Programs that try what no exercise needs; each either fails at it or meets a limit."""

from __future__ import annotations

from tests.toolchain.hostile_programs.code import CODE
from tests.toolchain.hostile_programs.files import FILES
from tests.toolchain.hostile_programs.hostile_program import BREACH, HostileProgram
from tests.toolchain.hostile_programs.limits import LIMITS
from tests.toolchain.hostile_programs.processes import PROCESSES
from tests.toolchain.hostile_programs.reaching_out import REACHING_OUT

__all__ = ["BREACH", "PROGRAMS", "HostileProgram"]

PROGRAMS: tuple[HostileProgram, ...] = (*PROCESSES, *LIMITS, *FILES, *REACHING_OUT, *CODE)
