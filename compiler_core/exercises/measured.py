"""Which tools an exercise was proven with, and which of them are others by now."""

from __future__ import annotations

from collections.abc import Mapping

from compiler_core.exercises.exercise import Exercise
from compiler_core.toolchain.discovery import find_compiler, installed_compilers
from compiler_core.toolchain.tools import installed_tools

_COMPILERS = ("gcc", "clang")


def versions_here() -> dict[str, str]:
    """Version by tool: the compilers that `gcc` and `clang` mean, and all other tools."""
    versions = {tool.name: tool.version for tool in installed_tools()}
    families = {compiler.family for compiler in installed_compilers()}
    return versions | {name: find_compiler(name).version for name in _COMPILERS if name in families}


def moved_tools(exercise: Exercise, here: Mapping[str, str]) -> tuple[str, ...]:
    """A sentence for each tool that is not what the exercise was proven with."""
    return tuple(
        f"This machine has {_named(name, here.get(name, ''))}, "
        f"the exercise was proven with {version}."
        for name, version in exercise.measured_on.items()
        if here.get(name, "") != version
    )


def _named(name: str, version: str) -> str:
    return f"{name} {version}" if version else f"no {name}"
