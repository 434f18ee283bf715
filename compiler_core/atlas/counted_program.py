"""A program around functions that a page's tool made: built, run under qemu, and counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from compiler_core.errors import InputError
from compiler_core.host.counting.executable import read_executable
from compiler_core.toolchain.atlas_tools import clang_of_mlir
from compiler_core.toolchain.build import Unit, build_program
from compiler_core.toolchain.counting import CountingPlan, Tally, counting_request, read_count_run
from compiler_core.toolchain.emulator import run_program
from compiler_core.toolchain.limits import RUN_LIMITS, Limits

MARCH = "-march=armv8.2-a+fp16"


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedProgram:
    """What is run."""

    units: tuple[Unit, ...]
    """Its source files with their flags; Clang as it belongs to MLIR compiles them."""
    functions: Sequence[str]
    """Whose executions and accesses are counted."""
    files: tuple[tuple[str, bytes], ...]
    """Names and bytes of the files that the program reads."""
    leaves: tuple[str, int]
    """The name of the file that it writes, and how many bytes that must have."""
    advice: str = ""
    """What a reader is advised where the program does not come to its end."""
    limits: Limits = RUN_LIMITS
    """What the run under the emulator may take."""


@dataclass(frozen=True, slots=True)
class CountedRun:
    """left: the file's bytes. of: each function."""

    left: bytes
    of: Mapping[str, Tally]


def run_counted(program: CountedProgram) -> CountedRun:
    """By Clang as it belongs to MLIR. Raises InputError where there is no program, or it does not
    come to its end; ToolMissing."""
    built = build_program(program.units, clang_of_mlir())
    if not built.ok:
        first = built.diagnostics.strip().splitlines()[:1]
        raise InputError(f"There is no program: {built.message}", first[0] if first else "")
    known = {entry.name: entry for entry in read_executable(built.executable, ()).symbols.values()}
    symbols = {name: known[name] for name in program.functions}
    plan = CountingPlan(symbols=tuple(symbols.values()), memory="bytes")
    request = counting_request(plan)
    run = run_program(
        built.executable,
        plugin=request,
        files=(*program.files, *request.files),
        limits=program.limits,
    )
    name, size = program.leaves
    left = run.files.get(name, b"")
    if not run.ok or len(left) != size:
        said = f"The program does not come to its end. {run.message}".strip()
        raise InputError(said, program.advice)
    counted = read_count_run(plan, run.files).by_symbol
    return CountedRun(left, {name: counted[symbol] for name, symbol in symbols.items()})
