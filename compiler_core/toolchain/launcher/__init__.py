"""The launcher: a small static C program, compiled once with the host's compiler.

The C files beside this module are the program; see launcher.h for what it does and why.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from compiler_core.toolchain.host_build import built_program

BUILD_FLAGS = ("-std=gnu11", "-O2", "-Wall", "-static")


@lru_cache(maxsize=1)
def launcher_path() -> str:
    """The launcher, built now if this version of its source has not been built here.

    Raises ToolMissing without a host C compiler, JailBroken when it cannot build the program.
    """
    return built_program(Path(__file__).parent, "launcher", BUILD_FLAGS)
