"""Assemble and link by the two tools themselves, without a compiler's driver in front of them.

A start of Clang to assemble and one to link cost ten times what the GNU assembler and linker take
for the same program. They take what Clang prints but for a hint to another linker, and only a
program without the C library, for what that needs around it is the driver's to know. Whatever they
do not take is None, and the usual way remains.
"""

from __future__ import annotations

import os
import re

from compiler_core.source import Language
from compiler_core.toolchain.build import BUILD_LIMITS
from compiler_core.toolchain.chosen_jail import chosen_jail
from compiler_core.toolchain.command import building_paths
from compiler_core.toolchain.job import Job
from compiler_core.toolchain.outcome import Compiler
from compiler_core.toolchain.runner import run_kept
from compiler_core.toolchain.service import compile_queue

_ASSEMBLER = "/usr/bin/aarch64-linux-gnu-as"
_LINKER = "/usr/bin/aarch64-linux-gnu-ld"
_SOURCE, _OBJECT, _PROGRAM = "unit.s", "unit.o", "program"
# Which code another linker may fold with equal code.
_HINTS = re.compile(r"^\s*\.addrsig(_sym\b.*)?$", re.MULTILINE)
_PROCESSOR = re.compile(r"-m(arch|cpu)=[\w.+-]+")
Files = tuple[tuple[str, bytes], ...]


def assemble(text: str, compiler: Compiler, flags: tuple[str, ...]) -> bytes | None:
    """The object file; flags: of the compile, of which those that name a processor count here.

    Raises Overloaded and JailBroken, as `link_alone` does.
    """
    processor = [flag for flag in flags if _PROCESSOR.fullmatch(flag)]
    command = (_ASSEMBLER, *processor, "-o", _OBJECT, _SOURCE)
    files = ((_SOURCE, _HINTS.sub("", text).encode("utf-8", "replace")),)
    return _made(command, compiler, "c", files, _OBJECT)


def link_alone(objects: Files, compiler: Compiler, language: Language) -> bytes | None:
    """The program of these object files, one of which holds `_start`."""
    command = (_LINKER, "-static", "-o", _PROGRAM, *(name for name, _ in objects))
    return _made(command, compiler, language, objects, _PROGRAM)


def _made(
    command: tuple[str, ...], compiler: Compiler, language: Language, files: Files, name: str
) -> bytes | None:
    if not os.path.exists(command[0]):
        return None
    job = Job(
        command=command,
        readable=building_paths(compiler, language),
        files=files,
        limits=BUILD_LIMITS,
    )
    with compile_queue().place():
        run = run_kept(chosen_jail(), job)
    return run.files.get(name) if run.exit_code == 0 else None
