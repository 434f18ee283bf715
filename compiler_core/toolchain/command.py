"""The compiler's commands for a job: our own flags, what it may read, and how to repeat it."""

from __future__ import annotations

import os
from functools import lru_cache

from compiler_core.source import Language
from compiler_core.toolchain.inquiry import TARGET
from compiler_core.toolchain.jail import WORK_DIRECTORY, WORK_PLACE
from compiler_core.toolchain.outcome import CompileJob, Compiler, Family

# -g1 gives line tables and nothing else. The rest keeps messages in one form,
# `file:line:column: severity: message`, and few: without the depth limit a file that includes
# itself makes GCC print 190 MB.
_MESSAGE_FLAGS: dict[Family, tuple[str, ...]] = {
    "gcc": (
        "-g1",
        "-fdiagnostics-color=never",
        "-fno-diagnostics-show-caret",
        "-fmessage-length=0",
        "-fmax-errors=20",
        "-fmax-include-depth=20",
    ),
    "clang": (
        TARGET,
        "-g1",
        "-fno-color-diagnostics",
        "-fno-caret-diagnostics",
        "-fmessage-length=0",
        "-ferror-limit=20",
        "-fno-crash-diagnostics",
    ),
}
_HOME_TARGET: dict[Family, tuple[str, ...]] = {"gcc": (), "clang": (TARGET,)}
_HOME_FLAGS = ("-S", "-g1", "-o", "-")
_HEADERS = "/usr/aarch64-linux-gnu"
_CROSS_GCC = "/usr/lib/gcc-cross/aarch64-linux-gnu"


def jailed_command(job: CompileJob) -> tuple[str, ...]:
    """Compile to assembly on standard output, as it runs in the jail."""
    return (*_start(job, job.flags), "-S", "-o", "-", job.source.name)


def object_command(job: CompileJob, own_flags: tuple[str, ...], name: str) -> tuple[str, ...]:
    """Compile to an object file of this name in the jail's work directory."""
    return (*_start(job, (*job.flags, *own_flags)), "-c", "-o", name, job.source.name)


def link_command(
    compiler: Compiler, language: Language, flags: tuple[str, ...], names: tuple[str, ...]
) -> tuple[str, ...]:
    """Link these object files in the jail to a static program; names: the program's, the objects'.

    The compiler's own driver links with the GNU linker, into which GCC and each Clang load their
    own link-time optimiser; lld would optimise every Clang's code as its own version does.
    """
    program, *objects = names
    driver = compiler.driver(language)
    own = _MESSAGE_FLAGS[compiler.family]
    start = (os.path.realpath(driver), *_mode(compiler, language), *flags, *own)
    return (*start, "-static", "-o", program, *objects, "-lm")


def _start(job: CompileJob, flags: tuple[str, ...]) -> tuple[str, ...]:
    """The user's flags come before ours, so that they cannot undo them."""
    compiler, language = job.compiler, job.source.language
    # Where the jail's work directory lies is nobody's business, and would make outputs differ.
    prefix_map = f"-fdebug-prefix-map={WORK_PLACE}={WORK_DIRECTORY}"
    own = (*_MESSAGE_FLAGS[compiler.family], prefix_map)
    return (os.path.realpath(_driver(job)), *_mode(compiler, language), *flags, *own)


def _mode(compiler: Compiler, language: Language) -> tuple[str, ...]:
    """The real file's name no longer says that it is Clang's C++ driver."""
    is_clang_cpp = compiler.family == "clang" and language == "c++"
    return ("--driver-mode=g++",) if is_clang_cpp else ()


def home_command(job: CompileJob) -> tuple[str, ...]:
    """What to type at home for the same assembly."""
    name = os.path.basename(_driver(job))
    target = _HOME_TARGET[job.compiler.family]
    return (name, *job.flags, *target, *_HOME_FLAGS, job.source.name)


def home_object_command(job: CompileJob, own_flags: tuple[str, ...], name: str) -> tuple[str, ...]:
    """What to type at home for the same object file."""
    target = _HOME_TARGET[job.compiler.family]
    driver = os.path.basename(_driver(job))
    return (driver, *target, *job.flags, *own_flags, "-g1", "-c", "-o", name, job.source.name)


def home_link_command(
    compiler: Compiler, language: Language, flags: tuple[str, ...], names: tuple[str, ...]
) -> tuple[str, ...]:
    """What to type at home to link the same program."""
    program, *objects = names
    driver = os.path.basename(compiler.driver(language))
    target = _HOME_TARGET[compiler.family]
    return (driver, *target, *flags, "-static", "-o", program, *objects, "-lm")


@lru_cache(maxsize=64)
def readable_paths(compiler: Compiler, language: Language) -> tuple[str, ...]:
    """The directories and files a compile may read: libraries, the compiler, target headers."""
    driver = os.path.realpath(compiler.driver(language))
    # Clang's own headers and libraries lie beside its bin directory.
    own = os.path.dirname(os.path.dirname(driver)) if compiler.family == "clang" else driver
    wanted = (library_directory(), _CROSS_GCC, _HEADERS, own)
    return tuple(path for path in dict.fromkeys(wanted) if os.path.exists(path))


@lru_cache(maxsize=64)
def building_paths(compiler: Compiler, language: Language) -> tuple[str, ...]:
    """The same for compiling to objects and linking: the assembler and the linker besides."""
    tools = (f"/usr/bin/aarch64-linux-gnu-{name}" for name in ("as", "ld", "ld.bfd", "nm"))
    # Link-time optimisation starts the driver once more, by the name it was started with.
    present = [path for path in tools if os.path.exists(path)]
    return (*readable_paths(compiler, language), *present)


def _driver(job: CompileJob) -> str:
    return job.compiler.driver(job.source.language)


@lru_cache(maxsize=1)
def library_directory() -> str:
    """Where this host keeps its shared libraries (Debian's multiarch directory)."""
    return f"/usr/lib/{os.uname().machine}-linux-gnu"
