"""A bundle to an AArch64 program, by the cross compiler in the jail."""

from __future__ import annotations

from dataclasses import replace

from compiler_core.errors import ToolMissing
from compiler_core.graph.artifact import Artifact
from compiler_core.graph.emission.surroundings import COMPILE_FLAGS
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import build_program
from compiler_core.toolchain.discovery import installed_compilers
from compiler_core.toolchain.limits import COMPILE_LIMITS
from compiler_core.toolchain.outcome import Compiler
from compiler_core.toolchain.program import Program, Unit

# The text is ours, some thousand lines of it, and a server's other work may slow the compiler down.
BUILD_LIMITS = replace(COMPILE_LIMITS, cpu_seconds=60, wall_seconds=120.0, collect_bytes=48 << 20)
_PACKAGE = "gcc-aarch64-linux-gnu"


def default_compiler() -> Compiler:
    """The newest cross GCC. Raises ToolMissing."""
    found = [one for one in installed_compilers() if one.family == "gcc"]
    if not found:
        raise ToolMissing("The cross GCC", _PACKAGE)
    return found[0]


def build_artifact(artifact: Artifact, compiler: Compiler | None = None) -> Program:
    """The linked program, or why there is none. The weights stay outside, as a file.

    Raises ToolMissing, Overloaded and JailBroken.
    """
    flags = (*COMPILE_FLAGS, f"-march={artifact.manifest.march}")
    header = f"{artifact.manifest.name}.h"
    beside = ((header, artifact.files[header]),)
    units = tuple(
        Unit(SourceFile(name, artifact.text(name)), flags, files=beside)
        for name in (f"{artifact.manifest.name}.c", "main.c")
    )
    return build_program(units, compiler or default_compiler(), limits=BUILD_LIMITS)
