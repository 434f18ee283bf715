"""The counting plugin: a small C library for the emulator, compiled once with the host's compiler.

The C files beside this module are the plugin; counting.h says what each is for.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from compiler_core.toolchain.children import following
from compiler_core.toolchain.host_build import BUILD_SECONDS, built_program

SOURCE_DIRECTORY = Path(__file__).parent
_BUILD_FLAGS = ("-std=gnu11", "-O2", "-Wall", "-Wextra", "-shared", "-fPIC", "-fvisibility=hidden")


@lru_cache(maxsize=1)
def plugin_path() -> str:
    """The plugin, built now if this version of its source has not been built here.

    Raises ToolMissing without a host C compiler, JailBroken when it cannot build the plugin.
    """
    return build_plugin(SOURCE_DIRECTORY)


def build_plugin(sources: Path) -> str:
    """The plugin made of the C files of one directory."""
    before = following(BUILD_SECONDS)
    return built_program(sources, "counting-plugin", _BUILD_FLAGS, before)
