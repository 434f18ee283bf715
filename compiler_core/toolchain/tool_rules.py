"""What a jailed process may ask its parent to start: no more than the jail holds anyway.

The process that asks reads what strangers wrote and may be in their hands. A job of its runs in the
same jail as every job, so what is left to decide here: which programs, what they may read, how much
they may use, and which questions go to a tool outside the jail.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, fields, replace
from functools import lru_cache

from compiler_core.errors import LoweringLabError, RefusedFlag
from compiler_core.toolchain.inquiry import CLANG_ARCHITECTURES, CLANG_SECOND_NAMES, TARGET
from compiler_core.toolchain.jail import LAUNCHER_PLACE, LOADERS
from compiler_core.toolchain.job import CallFilter, Job
from compiler_core.toolchain.limits import Limits

LARGEST_LIMITS = Limits(
    cpu_seconds=20,
    wall_seconds=30.0,
    file_bytes=64 << 20,
    total_file_bytes=96 << 20,
    diagnostics_bytes=24 << 20,
    output_bytes=16 << 20,
    collect_bytes=160 << 20,
)
"""Of a job that is asked for, unless the process's room says otherwise."""
LARGEST_OF_RECORDINGS = replace(
    LARGEST_LIMITS, cpu_seconds=60, wall_seconds=150.0, output_bytes=48 << 20
)
"""The same of a program that is stepped through: a hundred thousand steps take a fast machine ten
seconds of processor."""
_SYSTEM = ("/usr/",)
_COMPILE_TOOL = re.compile(
    r"aarch64-linux-gnu-(?:gcc|g\+\+|objdump|c\+\+filt|as|ld)(?:-\d+)?"
    r"|(?:x86_64-linux-gnu-)?c\+\+filt|clang(?:\+\+)?(?:-\d+)?"
    r"|(?:llvm-mca|llvm-profdata|opt|mlir-opt|mlir-translate)(?:-\d+)?"
)
_EMULATOR = re.compile(r"qemu-aarch64(?:-static)?")
_ENVIRONMENT = re.compile(r"(?:PATH|LC_ALL|TMPDIR|GCOV_PREFIX|GCOV_PREFIX_STRIP|PYTHON\w+)=[^\0]*")
_FILE_NAME = re.compile(r"(?!\.\.?$)[^/\0\n]{1,200}")
_MOST_FILES = 64
_FILTERS: tuple[CallFilter, ...] = ("compile", "run", "run-stepping", "record")
# Words of questions that `inquiry`, `settings` and the emulator's check ask. A word that is not
# here has to be a flag that the grammar admits.
_QUESTION_WORDS = frozenset(
    {
        TARGET,
        "--version",
        "-V",
        "-dumpfullversion",
        "-print-supported-cpus",
        "-mcpu=help",
        "-march=help",
        "-march=armv8-a+help",
        "--print-supported-extensions",
        "--print-targets",
        "-S",
        "-###",
        "-Q",
        "--help=optimizers",
        "--help=params",
        "-h",
        "-mllvm",
        "-print-pipeline-passes",
        "/dev/null",
        "-mtriple=aarch64-linux-gnu",
        *(f"-march={name}" for name in CLANG_ARCHITECTURES),
        *(f"-mcpu={name}" for name in CLANG_SECOND_NAMES),
    }
)
_QUESTION_PAIRS = frozenset({("-x", "c"), ("-o", "-"), ("-o", "/dev/null")})


class RefusedRequest(LoweringLabError):
    """A jailed process asked for what it may not have."""

    status = 500


@dataclass(frozen=True, slots=True)
class ToolRules:
    """largest: of every limit; recorded: of those of a recording. readable: files and directories
    besides the system's."""

    largest: Limits = LARGEST_LIMITS
    recorded: Limits = LARGEST_OF_RECORDINGS
    readable: tuple[str, ...] = ()


def check_job(job: Job, rules: ToolRules, own: dict[str, str]) -> None:
    """own: paths of our programs and packages by name. Raises RefusedRequest, naming what."""
    ours = job.talks, job.given, job.temporary, job.writable, job.listed, job.as_server
    if job.call_filter not in _FILTERS or any(ours):
        raise RefusedRequest("A job of this kind cannot be asked for.")
    _check_program(job, own)
    readable = (*rules.readable, *own.values())
    for path in job.readable:
        if not _lies_below(path, readable):
            raise RefusedRequest(f"No job may read {path[:200]!r}.")
    largest = rules.recorded if job.call_filter == "record" else rules.largest
    for field in fields(Limits):
        # For the launcher 0 is no limit; of what is collected it is none.
        least = 0 if field.name == "collect_bytes" else 1
        if not least <= getattr(job.limits, field.name) <= getattr(largest, field.name):
            raise RefusedRequest(f"The limit {field.name} is not within what it may be.")
    if len(job.files) > _MOST_FILES or not all(_FILE_NAME.fullmatch(name) for name, _ in job.files):
        raise RefusedRequest("The input files have no plain names.")
    if not all(_ENVIRONMENT.fullmatch(setting) for setting in job.environment):
        raise RefusedRequest("The environment is none that jobs have.")


def check_question(command: tuple[str, ...]) -> None:
    """Raises RefusedRequest for what no part of the Lab asks."""
    program, *words = command or ("",)
    if program in LOADERS and len(words) == 2 and words[0] == "--list":
        program, words = words[1], []
    if words in (["--version"], ["-V"]) and _lies_below(program, ()):
        return
    if not _is_tool(program):
        raise RefusedRequest(f"There are no questions to {program[:200]!r}.")
    position = 0
    while position < len(words):
        if tuple(words[position : position + 2]) in _QUESTION_PAIRS:
            position += 2
        elif words[position] in _QUESTION_WORDS or _is_admitted_flag(words[position]):
            position += 1
        else:
            raise RefusedRequest(f"No question holds {words[position][:100]!r}.")


def _check_program(job: Job, own: dict[str, str]) -> None:
    program = job.command[0] if job.command else ""
    if job.call_filter == "record":
        inner = job.command[2:6]
        allowed = program == own.get("recorder") and inner == (
            LAUNCHER_PLACE,
            "confine",
            "--filter",
            "run-stepping",
        )
    elif job.call_filter == "compile":
        is_osaca = job.command[1:4] == ("-s", "-m", "osaca") and program == own.get("python")
        allowed = is_osaca or _is_system_program(program, _COMPILE_TOOL)
    else:
        allowed = _is_system_program(program, _EMULATOR)
    if not allowed or any("\0" in word for word in job.command):
        raise RefusedRequest(f"No job starts {program[:200]!r} so.")


def _is_tool(program: str) -> bool:
    return _is_system_program(program, _COMPILE_TOOL) or _is_system_program(program, _EMULATOR)


def _is_system_program(path: str, names: re.Pattern[str]) -> bool:
    """Installed by the system's administrator: only they write below /usr."""
    name = os.path.basename(path)
    return _lies_below(path, ()) and names.fullmatch(name) is not None and os.path.isfile(path)


def _lies_below(path: str, places: tuple[str, ...]) -> bool:
    if os.path.normpath(path) != path or not os.path.isabs(path):
        return False
    return path.startswith(_SYSTEM) or any(
        path == root or path.startswith(f"{root}/") for root in places
    )


@lru_cache(maxsize=1024)
def _is_admitted_flag(word: str) -> bool:
    """Whether the flag grammar admits it for one of the compilers here."""
    from compiler_core.toolchain.discovery import installed_compilers
    from compiler_core.toolchain.flags import check_flags

    for compiler in installed_compilers():
        try:
            if check_flags((word,), compiler):
                return True
        except RefusedFlag:
            continue
    return False
