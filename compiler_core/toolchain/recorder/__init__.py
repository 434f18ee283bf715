"""The recorder: a small static C program that steps a guest through the emulator's debug stub.

The C files beside this module are the program; recorder.h says what it does, plan.c what it is
told, record.c what it writes.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from compiler_core.toolchain.children import following
from compiler_core.toolchain.host_build import BUILD_SECONDS, built_program

_BUILD_FLAGS = ("-std=gnu11", "-O2", "-Wall", "-Wextra", "-static")


@lru_cache(maxsize=1)
def recorder_path() -> str:
    """The recorder, built now if needed. Raises ToolMissing and JailBroken."""
    before = following(BUILD_SECONDS)
    return built_program(Path(__file__).parent, "recorder", _BUILD_FLAGS, before)
