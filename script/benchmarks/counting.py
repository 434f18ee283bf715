"""Rows of the counting plugin: what it adds to a run of a million elements, in the same jail."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.host.compile import compile_source
from compiler_core.host.counting.address_map import read_address_map
from compiler_core.host.counting.markers import mark_assembly
from compiler_core.host.counting.plan import counting_plan, window_between
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import Unit, build_program
from compiler_core.toolchain.counting import (
    CacheGeometry,
    CountingPlan,
    counting_request,
    read_count_run,
)
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.emulator import ProgramRun, run_program
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.service import compile_assembly
from script.benchmarks.measurement import Measurement, median

ELEMENTS = 1_000_000
ROUNDS = 9
MOST_SECONDS_MORE = 0.5
COMPILER = "gcc"
LOOP = """\
void saxpy(float *y, const float *x, float a, int n) {
    for (int i = 0; i < n; i++) {
        y[i] = a * x[i] + y[i];
    }
}
"""
DRIVER = f"""\
extern void saxpy(float *, const float *, float, int);
static float y[{ELEMENTS}], x[{ELEMENTS}];
__attribute__((noinline)) void begin(void) {{ __asm__ volatile(""); }}
__attribute__((noinline)) void end(void) {{ __asm__ volatile(""); }}
int main(void) {{ begin(); saxpy(y, x, 2.0f, {ELEMENTS}); end(); return 0; }}
"""


@dataclass(frozen=True, slots=True)
class CountedProgram:
    """A linked program and what to count in it."""

    executable: bytes
    plan: CountingPlan


async def measure_counting(host: str, port: int) -> Measurement:
    """saxpy at -O2: three accesses per element. The server has no part in it."""
    del host, port
    return _measure("-O2")


async def measure_unoptimised_counting(host: str, port: int) -> Measurement:
    """The same at -O0, where every variable is in memory: 14 accesses per element."""
    del host, port
    return _measure("-O0")


def _measure(flags: str) -> Measurement:
    """With and without the plugin, alternating; the difference of the medians counts.

    In processor time of the emulator, which is one busy thread: other work on the machine would be
    in the elapsed time, which stands beside it.
    """
    program = _build(flags)
    request = counting_request(program.plan)
    bare: list[ProgramRun] = []
    counted: list[ProgramRun] = []
    for _ in range(ROUNDS):
        bare.append(run_program(program.executable))
        counted.append(run_program(program.executable, plugin=request, files=request.files))
        _check(program.plan, counted[-1].files)
    more = _processor(counted) - _processor(bare)
    return Measurement(
        what=f"a million elements counted, {flags}",
        ours=_times(counted),
        other=f"bare qemu {_times(bare)}",
        ratio=f"{more * 1000:+.0f} ms",
        limit=f"at most {MOST_SECONDS_MORE * 1000:+.0f} ms",
        met=more <= MOST_SECONDS_MORE,
    )


def _processor(runs: list[ProgramRun]) -> float:
    return median([run.cpu_seconds or run.seconds for run in runs])


def _times(runs: list[ProgramRun]) -> str:
    elapsed = median([run.seconds for run in runs])
    return f"{_processor(runs) * 1000:.0f} ms ({elapsed * 1000:.0f} elapsed)"


def _build(flags: str) -> CountedProgram:
    compiler = find_compiler(COMPILER)
    checked = parse_flags(flags, compiler)
    source = SourceFile("loop.c", LOOP)
    marked = mark_assembly(compile_assembly(source, compiler, checked).output)
    units = (
        Unit(SourceFile("loop.s", marked), checked),
        Unit(SourceFile("driver.c", DRIVER), ()),
    )
    program = build_program(units, compiler)
    if not program.ok:
        raise SystemExit(f"The program to count does not build: {program.message}")
    addresses = read_address_map(program.executable)
    listings = (compile_source((source,), COMPILER, flags).functions,)
    window = window_between(addresses, "begin", "end")
    return CountedProgram(
        program.executable, counting_plan(listings, addresses, CacheGeometry(), window)
    )


def _check(plan: CountingPlan, files: dict[str, bytes]) -> None:
    """A run that counted nothing would be fast."""
    run = read_count_run(plan, files)
    stored = sum(tally.bytes_stored for tally in run.by_address.values())
    if not run.complete or stored < 4 * ELEMENTS:
        raise SystemExit("The plugin did not count the loop.")
