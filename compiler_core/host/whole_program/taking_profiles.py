"""Run a program that counts, and bring what it counted into the form its compiler reads."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.host.executable import read_executable
from compiler_core.host.whole_program.clang_counters import profile_text, read_counts
from compiler_core.toolchain.build import Program, Unit, build_program
from compiler_core.toolchain.emulator import run_program
from compiler_core.toolchain.outcome import Compiler
from compiler_core.toolchain.profiles import counting_build, counts_file, merge_profile

METHODS = {
    "gcc": (
        "The function was built with -fprofile-generate and run under qemu; the counts it wrote "
        "({file}) went into the next build with -fprofile-use."
    ),
    "clang": (
        "The function was built with -fprofile-instr-generate and run under qemu. Debian has no "
        "profile library of Clang's for AArch64; a few lines of ours write the counters out at the "
        "end instead, llvm-profdata made them a profile, and the next build had it by "
        "-fprofile-instr-use."
    ),
}
NOTHING_COUNTED = (
    "The program left no profile. It may have ended without returning from main, or written over "
    "its own counts."
)


@dataclass(frozen=True, slots=True)
class TakenProfile:
    """A profile as the compiler reads it. Empty content: message says in plain words why."""

    content: bytes
    message: str = ""


def method_of(unit: Unit, compiler: Compiler) -> str:
    """How the profile is taken, in words."""
    return METHODS[compiler.family].format(file=counts_file(unit, compiler))


def counting_program(
    unit: Unit, others: tuple[Unit, ...], compiler: Compiler, link_flags: tuple[str, ...]
) -> Program:
    """Build unit and others so that `unit` counts. Raises as `build_program` does."""
    build = counting_build(unit, compiler)
    flags = (*link_flags, *build.link_flags)
    return build_program((build.unit, *others, *build.helpers), compiler, flags)


def take_profile(
    program: Program, unit: Unit, compiler: Compiler, arguments: tuple[str, ...]
) -> TakenProfile:
    """Run a counting program on one input and read its counts.

    Raises ToolMissing, Overloaded and JailBroken.
    """
    run = run_program(program.executable, arguments=arguments)
    if not run.ok:
        return TakenProfile(b"", run.message)
    counted = run.files.get(counts_file(unit, compiler), b"")
    if compiler.family == "gcc":
        return TakenProfile(counted, "" if counted else NOTHING_COUNTED)
    major = int(compiler.version.partition(".")[0])
    counts = read_counts(read_executable(program.executable), counted, major)
    if not counts:
        return TakenProfile(b"", NOTHING_COUNTED)
    merged = merge_profile(profile_text(counts), compiler)
    return TakenProfile(merged.content, merged.message)
