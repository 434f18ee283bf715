"""The compiler command for a job: our own flags, what it may read, and how to repeat it."""

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
_OWN_FLAGS: dict[Family, tuple[str, ...]] = {
    "gcc": (
        "-S", "-g1", "-fdiagnostics-color=never", "-fno-diagnostics-show-caret",
        "-fmessage-length=0", "-fmax-errors=20", "-fmax-include-depth=20",
    ),
    "clang": (
        TARGET, "-S", "-g1", "-fno-color-diagnostics", "-fno-caret-diagnostics",
        "-fmessage-length=0", "-ferror-limit=20", "-fno-crash-diagnostics",
    ),
}  # fmt: skip
_HOME_FLAGS: dict[Family, tuple[str, ...]] = {
    "gcc": ("-S", "-g1", "-o", "-"),
    "clang": (TARGET, "-S", "-g1", "-o", "-"),
}
_HEADERS = "/usr/aarch64-linux-gnu"
_CROSS_GCC = "/usr/lib/gcc-cross/aarch64-linux-gnu"


def jailed_command(job: CompileJob) -> tuple[str, ...]:
    """What runs in the jail: the user's flags come after ours only where they cannot undo them."""
    driver = os.path.realpath(_driver(job))
    own = _OWN_FLAGS[job.compiler.family]
    # The real file's name no longer says that it is the C++ driver.
    is_clang_cpp = job.compiler.family == "clang" and job.source.language == "c++"
    mode = ("--driver-mode=g++",) if is_clang_cpp else ()
    # Where the jail's work directory lies is nobody's business, and would make outputs differ.
    place = f"-fdebug-prefix-map={WORK_PLACE}={WORK_DIRECTORY}"
    return (driver, *mode, *job.flags, *own, place, "-o", "-", job.source.name)


def home_command(job: CompileJob) -> tuple[str, ...]:
    """What to type at home for the same assembly."""
    name = os.path.basename(_driver(job))
    return (name, *job.flags, *_HOME_FLAGS[job.compiler.family], job.source.name)


@lru_cache(maxsize=64)
def readable_paths(compiler: Compiler, language: Language) -> tuple[str, ...]:
    """The directories and files a compile may read: libraries, the compiler, target headers."""
    driver = os.path.realpath(compiler.driver(language))
    # Clang's own headers and libraries lie beside its bin directory.
    own = os.path.dirname(os.path.dirname(driver)) if compiler.family == "clang" else driver
    wanted = (library_directory(), _CROSS_GCC, _HEADERS, own)
    return tuple(path for path in dict.fromkeys(wanted) if os.path.exists(path))


def _driver(job: CompileJob) -> str:
    return job.compiler.driver(job.source.language)


@lru_cache(maxsize=1)
def library_directory() -> str:
    """Where this host keeps its shared libraries (Debian's multiarch directory)."""
    return f"/usr/lib/{os.uname().machine}-linux-gnu"
