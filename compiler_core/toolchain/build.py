"""From source files to a static AArch64 program: each file to an object, then one link.

Every step is a jailed run of its own and is kept by content, so that a driver that has not changed
is not compiled again beside a loop that has.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256

from compiler_core.asker import WorkPool
from compiler_core.errors import InputError, ToolMissing
from compiler_core.source import Language
from compiler_core.toolchain.chosen_jail import chosen_jail
from compiler_core.toolchain.command import (
    building_paths,
    home_link_command,
    home_object_command,
    link_command,
    object_command,
)
from compiler_core.toolchain.flags import check_flags
from compiler_core.toolchain.job import Job, RunResult
from compiler_core.toolchain.judge import judge, limit_of
from compiler_core.toolchain.limits import COMPILE_LIMITS, Limits, explain_limit
from compiler_core.toolchain.outcome import CompileJob, Compiler, Status
from compiler_core.toolchain.program import Program, ProgramCache, Unit
from compiler_core.toolchain.runner import run_kept
from compiler_core.toolchain.service import compile_queue, cpp_package
from compiler_core.toolchain.state import results_directory

__all__ = ["Program", "Unit", "build_object", "build_program"]

# A static C++ program is about 3 MB; the budget also pays for the objects beside it.
BUILD_LIMITS = replace(COMPILE_LIMITS, collect_bytes=48 << 20)
OWN_BUILD_LIMITS = replace(
    BUILD_LIMITS,
    cpu_seconds=60,
    wall_seconds=120.0,
    file_bytes=96 << 20,
    total_file_bytes=192 << 20,
)
"""Of text that we wrote ourselves, a network's kernels say: no reader could make it smaller, and a
server's other work may slow the compiler down. The assembly of a hundred kernels with its line
tables passes what a user's source may write: that of a YOLOv8-n in fp32 takes over 16 MiB.
"""
_PROGRAM = "program"
# Part of every key: change it when the fields of Program change.
_FORM = "1"
_FILES_OF_EVERY_LINK = (
    "/usr/bin/aarch64-linux-gnu-as",
    "/usr/bin/aarch64-linux-gnu-ld",
    "/usr/aarch64-linux-gnu/lib/libc.a",
)
_UNDEFINED = re.compile(r"undefined reference to [`'](?P<name>[^']+)'")
_TWICE = re.compile(r"multiple definition of [`'](?P<name>[^']+)'")
_SHOWN_NAMES = 3


def build_program(
    units: tuple[Unit, ...],
    compiler: Compiler,
    link_flags: tuple[str, ...] = (),
    limits: Limits = BUILD_LIMITS,
    objects: tuple[tuple[str, bytes], ...] = (),
) -> Program:
    """Compile and link, jailed and cached; line tables (`-g1`) and symbols stay in the program.

    limits: of each step; text that we wrote ourselves may take longer than a user's. link_flags are
    ours, unchecked. No start-up file of `-ffast-math` is linked unless they ask for it, so the
    floating-point mode is the same for every level. objects: what another compiler made, by name;
    they are linked behind ours. Raises InputError when two units share a stem or a name is no plain
    one, RefusedFlag, ToolMissing, Overloaded and JailBroken; everything else is a Program.
    """
    checked = tuple(
        replace(unit, flags=check_flags(unit.flags, compiler)) for unit in _named_apart(units)
    )
    for unit in checked:
        _require_driver(compiler, unit.source.language)
    link = _Link(link_flags, objects)
    key = _key(compiler, "link", *(_unit_key(unit, compiler) for unit in checked), *link.key_parts)
    return _cache().get_or_compute(key, lambda: _build(checked, compiler, link, limits))


@dataclass(frozen=True, slots=True)
class _Link:
    """What goes into a link besides the units."""

    flags: tuple[str, ...]
    objects: tuple[tuple[str, bytes], ...]

    @property
    def key_parts(self) -> tuple[str, ...]:
        made = (f"{name} {sha256(content).hexdigest()}" for name, content in self.objects)
        return (*self.flags, *made)


def _named_apart(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    names = [_object_name(unit) for unit in units]
    if len(set(names)) < len(names):
        raise InputError("Two source files of one program have the same name.", "Rename one.")
    return units


def _build(units: tuple[Unit, ...], compiler: Compiler, link: _Link, limits: Limits) -> Program:
    with WorkPool(max_workers=len(units)) as pool:
        objects = list(pool.map(lambda unit: build_object(unit, compiler, limits), units))
    failed = [part for part in objects if not part.ok]
    if failed:
        return replace(failed[0], cached=False)
    linked = _link(units, objects, compiler, link, limits)
    return replace(
        linked,
        diagnostics="".join(part.diagnostics for part in (*objects, linked)),
        commands=tuple(command for part in (*objects, linked) for command in part.commands),
        seconds=sum(part.seconds for part in (*objects, linked)),
    )


def build_object(unit: Unit, compiler: Compiler, limits: Limits = BUILD_LIMITS) -> Program:
    """One unit's object file, jailed and cached. Raises as `build_program`."""
    key = _unit_key(unit, compiler)
    return _cache().get_or_compute(key, lambda: _compile(unit, compiler, limits))


def _compile(unit: Unit, compiler: Compiler, limits: Limits) -> Program:
    job = CompileJob(unit.source, compiler, unit.flags)
    name = _object_name(unit)
    text = unit.source.text.encode("utf-8", "replace")
    command = object_command(job, unit.own_flags, name)
    files = ((unit.source.name, text), *unit.files)
    run = _run(command, compiler, unit.source.language, files, limits)
    home = home_object_command(job, unit.own_flags, name)
    outcome = judge(job, limits, run, home)
    made = Program(
        status=outcome.status,
        message=outcome.message,
        limit=outcome.limit,
        diagnostics=outcome.diagnostics,
        executable=b"",
        commands=(home,),
        seconds=run.seconds,
    )
    return _with_file(made, run, name, limits)


def _link(
    units: tuple[Unit, ...],
    objects: list[Program],
    compiler: Compiler,
    link: _Link,
    limits: Limits,
) -> Program:
    languages = {unit.source.language for unit in units}
    language: Language = "c++" if "c++" in languages else "c"
    own = tuple(
        (_object_name(unit), part.executable) for unit, part in zip(units, objects, strict=True)
    )
    files = (*own, *link.objects)
    names = (_PROGRAM, *(name for name, _ in files))
    command = link_command(compiler, language, link.flags, names)
    run = _run(command, compiler, language, files, limits)
    home = home_link_command(compiler, language, link.flags, names)
    return _with_file(_judged_link(run, home, limits), run, _PROGRAM, limits)


def _judged_link(run: RunResult, home: tuple[str, ...], limits: Limits) -> Program:
    diagnostics = run.diagnostics.decode("utf-8", "replace")
    limit = limit_of(run, limits, diagnostics)
    status: Status = "limited" if limit else "ok" if run.exit_code == 0 else "rejected"
    message = ""
    if limit is not None:
        message = explain_limit(limit, limits).replace("The compiler", "The linker", 1)
    elif status == "rejected":
        message = _explain_link(diagnostics)
    return Program(
        status=status,
        message=message,
        limit=limit or "",
        diagnostics=diagnostics,
        executable=b"",
        commands=(home,),
        seconds=run.seconds,
    )


def _explain_link(diagnostics: str) -> str:
    """The linker's two usual complaints in plain words."""
    missing = list(dict.fromkeys(match["name"] for match in _UNDEFINED.finditer(diagnostics)))
    if missing:
        names = ", ".join(missing[:_SHOWN_NAMES]) + (", …" if missing[_SHOWN_NAMES:] else "")
        return f"No program: {names} is used but defined nowhere. Add its definition to the source."
    twice = _TWICE.search(diagnostics)
    if twice:
        return f"No program: {twice['name']} is defined twice. Remove or rename one definition."
    return "No program: the linker refuses it; its messages say why."


def _with_file(made: Program, run: RunResult, name: str, limits: Limits) -> Program:
    """The result with the file the run left; none came back if it was larger than the budget."""
    if not made.ok:
        return made
    if name not in run.files:
        message = explain_limit("file size", limits)
        return replace(made, status="limited", limit="file size", message=message)
    return replace(made, executable=run.files[name])


def _run(
    command: tuple[str, ...],
    compiler: Compiler,
    language: Language,
    files: tuple[tuple[str, bytes], ...],
    limits: Limits,
) -> RunResult:
    job = Job(
        command=command, readable=building_paths(compiler, language), files=files, limits=limits
    )
    with compile_queue().place():
        return run_kept(chosen_jail(), job)


def _object_name(unit: Unit) -> str:
    return os.path.splitext(unit.source.name)[0] + ".o"


def _unit_key(unit: Unit, compiler: Compiler) -> str:
    job = CompileJob(unit.source, compiler, unit.flags)
    files = (f"{name} {sha256(content).hexdigest()}" for name, content in unit.files)
    command = object_command(job, unit.own_flags, _object_name(unit))
    return _key(compiler, *command, "", *files, "", unit.source.text)


def _key(compiler: Compiler, *parts: str) -> str:
    whole = (_FORM, compiler.build_id, _link_build_id(), *parts)
    return sha256("\0".join(whole).encode("utf-8", "surrogatepass")).hexdigest()


@lru_cache(maxsize=1)
def _link_build_id() -> str:
    """Changes when the assembler, the linker or the C library changes."""
    marks: list[str] = []
    for path in filter(os.path.exists, _FILES_OF_EVERY_LINK):
        status = os.stat(path)
        marks += [os.path.realpath(path), str(status.st_size), str(status.st_mtime_ns)]
    return "\0".join(marks)


def _require_driver(compiler: Compiler, language: Language) -> None:
    if not compiler.driver(language):
        raise ToolMissing(f"The C++ driver of {compiler.name}", cpp_package(compiler))


@lru_cache(maxsize=1)
def _cache() -> ProgramCache:
    return ProgramCache(results_directory("programs"))
