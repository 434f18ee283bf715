"""An engine's text to an AArch64 program, by the cross compiler in the jail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from compiler_core.graph.running.build import default_compiler
from compiler_core.llm.engine.manifest import program_files, read_engine
from compiler_core.llm.engine.surroundings import (
    MAIN_FILE,
    PROGRAM_FILE,
    compile_flags,
    definitions,
)
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import OWN_BUILD_LIMITS, build_program
from compiler_core.toolchain.program import Program, Unit

# What the program for boards is made of beside the engine; the headers are beside all units.
BOARD_SOURCES = ("language.c", "measure.c")


def build_engine(directory: Path) -> Program:
    """The linked program, or why there is none.

    Raises InputError for a directory that was changed, ToolMissing, Overloaded and JailBroken.
    """
    return _linked(directory, {}, (PROGRAM_FILE, MAIN_FILE))


def build_with(directory: Path, more: Mapping[str, str]) -> Program:
    """The engine with the program for boards, whose files are given by name, in place of its own.

    Raises as `build_engine`.
    """
    return _linked(directory, more, (PROGRAM_FILE, *BOARD_SOURCES))


def _linked(directory: Path, more: Mapping[str, str], names: Sequence[str]) -> Program:
    build = read_engine(directory)
    files = program_files(directory, build)
    flags = (*compile_flags(build.arithmetic), f"-march={build.march}")
    own = {name: text.encode() for name, text in files.items() if name.endswith(".h")}
    board = {name: text.encode() for name, text in more.items() if name.endswith(".h")}
    if more:
        board[MAIN_FILE] = files[MAIN_FILE].encode()
    units = tuple(
        Unit(
            SourceFile(name, more.get(name) or files[name]),
            flags,
            definitions(build.arithmetic),
            tuple((own if name == PROGRAM_FILE else own | board).items()),
        )
        for name in names
    )
    return build_program(units, default_compiler(), limits=OWN_BUILD_LIMITS)
