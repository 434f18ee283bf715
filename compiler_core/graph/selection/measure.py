"""Run one kernel on one core's emulator and count what it executed.

A count of instructions is no time: it is exact, the same on every computer, and says nothing of
caches or of how many instructions a core finishes per cycle.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from compiler_core.errors import InputError
from compiler_core.graph.kernels.harness import (
    DATA_FILE,
    FIRST_MARK,
    LAST_MARK,
    RESULT_FILE,
    HarnessCase,
    harness_data,
    harness_text,
    read_results,
)
from compiler_core.graph.selection.cores import CoreProfile
from compiler_core.host.counting.executable import read_executable
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import OWN_BUILD_LIMITS, build_program
from compiler_core.toolchain.counting import (
    CountingPlan,
    CountingWindow,
    counting_request,
    read_count_run,
)
from compiler_core.toolchain.emulator import ProgramRun, run_program
from compiler_core.toolchain.outcome import Compiler
from compiler_core.toolchain.program import Program, Unit

SOURCE_NAME = "kernels.c"
# No contraction: a product and a sum that were two roundings must stay two.
KERNEL_FLAGS = ("-std=c11", "-O3", "-ffp-contract=off")


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """Counts of one call of a kernel, and what it computed (flat).

    instructions include those of library calls (copies); loads, stores and bytes do not.
    """

    instructions: int
    """Executed in the call, those of library functions included."""
    loads: int
    """Instructions of the kernel that load."""
    stores: int
    """Instructions of the kernel that store."""
    bytes_loaded: int
    """Bytes that the kernel itself loads, library functions left out."""
    bytes_stored: int
    """Bytes that the kernel itself stores, library functions left out."""
    result: np.ndarray
    """What the kernel computed, all elements in the order of memory."""


def build_cases(cases: tuple[HarnessCase, ...], core: CoreProfile, compiler: Compiler) -> Program:
    """The program around these kernels. Raises InputError when the compiler refuses it."""
    flags = (*KERNEL_FLAGS, *core.flags)
    unit = Unit(SourceFile(SOURCE_NAME, harness_text(cases)), flags)
    program = build_program((unit,), compiler, limits=OWN_BUILD_LIMITS)
    if not program.ok:
        first = program.diagnostics.strip().partition("\n")[0]
        raise InputError(f"A kernel does not compile: {program.message} {first}".strip())
    return program


def run_cases(cases: tuple[HarnessCase, ...], program: Program, core: CoreProfile) -> ProgramRun:
    """Run all cases, without counting, on the emulated core."""
    return run_program(
        program.executable,
        files=((DATA_FILE, harness_data(cases)),),
        emulator_options=("-cpu", core.emulated),
    )


def results_of(cases: tuple[HarnessCase, ...], run: ProgramRun) -> list[np.ndarray]:
    """What the kernels computed. Raises InputError when the run did not end well."""
    if not run.ok:
        raise InputError(f"The kernels did not run to their end: {run.message}")
    return read_results(cases, run.files[RESULT_FILE])


def measure_program(
    cases: tuple[HarnessCase, ...], number: int, program: Program, core: CoreProfile
) -> Measurement:
    """Count the case of this number alone."""
    case = cases[number]
    symbols = read_executable(program.executable, ()).symbols
    first, last = symbols[FIRST_MARK].first, symbols[LAST_MARK].first
    name = case.kernel.function_name
    own = tuple(code for symbol, code in symbols.items() if is_part_of(symbol, name))
    plan = CountingPlan(symbols=own, window=CountingWindow(first, last), memory="bytes")
    request = counting_request(plan)
    run = run_program(
        program.executable,
        arguments=(str(number),),
        plugin=request,
        files=((DATA_FILE, harness_data(cases)), *request.files),
        emulator_options=("-cpu", core.emulated),
    )
    result = results_of((case,), run)[0]
    counted = read_count_run(plan, run.files)
    tallies = counted.by_symbol.values()
    return Measurement(
        instructions=sum(tally.executions for tally in tallies) + counted.elsewhere,
        loads=sum(tally.loads for tally in tallies),
        stores=sum(tally.stores for tally in tallies),
        bytes_loaded=sum(tally.bytes_loaded for tally in tallies),
        bytes_stored=sum(tally.bytes_stored for tally in tallies),
        result=result,
    )


def is_part_of(symbol: str, name: str) -> bool:
    """The kernel itself and what of it the compiler made a function of its own."""
    return symbol == name or symbol.startswith((f"{name}_", f"{name}."))
