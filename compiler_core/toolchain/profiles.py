"""Profiles: how a program is built so that it counts, and how a compile gets what was counted.

GCC's counting code and its run-time library are part of the cross compiler: a program writes
`STEM.gcda` when it ends. Clang's run-time library for AArch64 is not in Debian, but all it has to
do at the end is to write the counters out; a few lines of ours do that, and the counters become a
profile in LLVM's text form, which llvm-profdata brings into the form the compiler reads.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace

from compiler_core.errors import ToolMissing
from compiler_core.source import SourceFile
from compiler_core.toolchain.chosen_jail import chosen_jail
from compiler_core.toolchain.command import library_directory
from compiler_core.toolchain.job import Job
from compiler_core.toolchain.limits import Limits, explain_limit
from compiler_core.toolchain.outcome import Compiler
from compiler_core.toolchain.program import Unit
from compiler_core.toolchain.runner import run_jailed
from compiler_core.toolchain.service import compile_queue

COUNTERS_FILE = "clang.counters"
_WRITER_FILE = "lowlab_profile_writer.c"
# The linker defines these two names for any section whose name is a C identifier.
_WRITER = f"""\
#include <stdio.h>
extern const char first[] __asm__("__start___llvm_prf_cnts");
extern const char end[] __asm__("__stop___llvm_prf_cnts");
__attribute__((destructor)) static void write_counters(void) {{
    FILE *file = fopen("{COUNTERS_FILE}", "wb");
    if (!file)
        return;
    fwrite(first, 1, (unsigned long)(end - first), file);
    fclose(file);
}}
"""
# A profile that is missing or of other code must not pass in silence.
_USE_GCC = ("-fprofile-use", "-Werror=missing-profile", "-Werror=coverage-mismatch")
_USE_CLANG = (
    "-Werror=profile-instr-unprofiled",
    "-Werror=profile-instr-out-of-date",
    "-Werror=profile-instr-missing",
)
# It would silence those errors too.
_SILENT = "-w"
_TEXT, _MERGED = "counts.proftext", "counts.profdata"
_LIMITS = Limits(cpu_seconds=5, wall_seconds=8.0, collect_bytes=8 << 20)


@dataclass(frozen=True, slots=True)
class CountingBuild:
    """A unit changed so that its program counts, the units it needs besides, and link flags."""

    unit: Unit
    helpers: tuple[Unit, ...]
    link_flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MergedProfile:
    """A profile in the compiler's own form. ok False: message says in plain words why not."""

    ok: bool
    content: bytes
    message: str


def counting_build(unit: Unit, compiler: Compiler) -> CountingBuild:
    """How to build a unit so that running the program leaves counts in its work directory."""
    if compiler.family == "gcc":
        flags = ("-fprofile-generate", "-fprofile-update=single")
        return CountingBuild(
            replace(unit, own_flags=(*unit.own_flags, *flags)), (), ("-fprofile-generate",)
        )
    writer = Unit(SourceFile(_WRITER_FILE, _WRITER), ("-O1",))
    # The names stay readable: no need to unpack what a user's program may have written.
    flags = ("-fprofile-instr-generate", "-mllvm", "-enable-name-compression=false")
    return CountingBuild(replace(unit, own_flags=(*unit.own_flags, *flags)), (writer,), ())


def counts_file(unit: Unit, compiler: Compiler) -> str:
    """The name of the file in which a counting program leaves its counts."""
    return f"{_stem(unit)}.gcda" if compiler.family == "gcc" else COUNTERS_FILE


def profiled_unit(unit: Unit, compiler: Compiler, profile: bytes) -> Unit:
    """The same unit compiled with a profile: a `.gcda` for GCC, a merged one for Clang.

    A profile that does not fit the source is an error of the compile.
    """
    if compiler.family == "gcc":
        # GCC looks for STEM.gcda by itself; a name after -fprofile-use= it takes for a directory.
        name, flags = f"{_stem(unit)}.gcda", _USE_GCC
    else:
        name = f"{_stem(unit)}.profdata"
        flags = (f"-fprofile-instr-use={name}", *_USE_CLANG)
    return replace(
        unit,
        flags=tuple(flag for flag in unit.flags if flag != _SILENT),
        own_flags=(*unit.own_flags, *flags),
        files=(*unit.files, (name, profile)),
    )


def merge_profile(text: str, compiler: Compiler) -> MergedProfile:
    """LLVM's text form of counts, to the form this Clang reads, by the llvm-profdata beside it.

    Raises ToolMissing, Overloaded, JailBroken.
    """
    tool = _profdata(compiler)
    root = os.path.dirname(os.path.dirname(tool))
    job = Job(
        command=(tool, "merge", "-o", _MERGED, _TEXT),
        readable=tuple(dict.fromkeys((library_directory(), root))),
        files=((_TEXT, text.encode()),),
        limits=_LIMITS,
    )
    with compile_queue().place():
        run = run_jailed(chosen_jail(), job)
    if run.limit is not None:
        words = explain_limit(run.limit, _LIMITS).replace("The compiler", "llvm-profdata", 1)
        return MergedProfile(False, b"", words)
    if run.exit_code != 0 or _MERGED not in run.files:
        return MergedProfile(False, b"", "llvm-profdata could not read what the program counted.")
    return MergedProfile(True, run.files[_MERGED], "")


def _profdata(compiler: Compiler) -> str:
    """A profile of a newer llvm-profdata is not read by an older Clang, so it must be its own."""
    directory = os.path.dirname(os.path.realpath(compiler.c_path))
    path = os.path.join(directory, "llvm-profdata")
    if not os.access(path, os.X_OK):
        major = compiler.version.partition(".")[0]
        raise ToolMissing(f"llvm-profdata of {compiler.title}", f"llvm-{major}")
    return path


def _stem(unit: Unit) -> str:
    return os.path.splitext(unit.source.name)[0]
