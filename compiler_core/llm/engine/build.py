"""An engine's text to an AArch64 program, by the cross compiler in the jail."""

from __future__ import annotations

from pathlib import Path

from compiler_core.graph.running.build import BUILD_LIMITS, default_compiler
from compiler_core.llm.engine.manifest import program_files, read_engine
from compiler_core.llm.engine.surroundings import (
    MAIN_FILE,
    PROGRAM_FILE,
    compile_flags,
    definitions,
)
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import build_program
from compiler_core.toolchain.program import Program, Unit


def build_engine(directory: Path) -> Program:
    """The linked program, or why there is none.

    Raises InputError for a directory that was changed, ToolMissing, Overloaded and JailBroken.
    """
    build = read_engine(directory)
    files = program_files(directory, build)
    flags = (*compile_flags(build.arithmetic), f"-march={build.march}")
    beside = tuple((name, text.encode()) for name, text in files.items() if name.endswith(".h"))
    units = tuple(
        Unit(SourceFile(name, files[name]), flags, definitions(build.arithmetic), beside)
        for name in (PROGRAM_FILE, MAIN_FILE)
    )
    return build_program(units, default_compiler(), limits=BUILD_LIMITS)
