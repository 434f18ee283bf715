"""All example loops in one program per setting, called one at a time and counted."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from compiler_core.examples import load_examples
from compiler_core.host.compile import compile_source
from compiler_core.host.counting.address_map import AddressMap, read_address_map
from compiler_core.host.counting.count import count_code
from compiler_core.host.counting.markers import mark_assembly
from compiler_core.host.counting.plan import counting_plan, window_between
from compiler_core.host.counting.record import CodeCounts
from compiler_core.host.counting.regions import Listings
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import Unit, build_program
from compiler_core.toolchain.counting import (
    CacheGeometry,
    CountingPlan,
    counting_request,
    read_count_run,
)
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.emulator import run_program
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.service import compile_assembly
from tests.counting.calls import CALLS, PROTOTYPES, Call

# Its second `move_right` has another signature than that of array_of_structs.
LEFT_OUT = ("struct_of_arrays",)
BEGIN, END = "counted_begin", "counted_end"
DRIVER = frozenset((BEGIN, END, "main"))
DEFAULT_GEOMETRY = CacheGeometry()

_MAIN = """
#include <stdlib.h>
#include <string.h>
{prototypes}
static char arrays[4][1 << 20] __attribute__((aligned(4096)));
__attribute__((noinline)) void {begin}(void) {{ __asm__ volatile(""); }}
__attribute__((noinline)) void {end}(void) {{ __asm__ volatile(""); }}
int main(int count, char **words) {{
    void *first = arrays[0], *second = arrays[1], *third = arrays[2];
    int chosen = atoi(words[1]);
    long n = atol(words[2]);
    (void)third, (void)count;
    memset(arrays, 1, sizeof arrays);
    switch (chosen) {{
{cases}
    }}
    return 0;
}}
"""


@dataclass(frozen=True)
class Corpus:
    """The linked program of one setting, and the listings of its units."""

    compiler: str
    flags: str
    outputs: tuple[str, ...]
    units: tuple[Listings, ...]
    program: bytes
    addresses: AddressMap

    def unit_of(self, example: str) -> int:
        return [source.name.partition(".")[0] for source in sources()].index(example)


@lru_cache(maxsize=1)
def sources() -> tuple[SourceFile, ...]:
    """The example files, in the order of their units."""
    found = {example.source.name: example.source for example in load_examples()}
    kept = (found[name] for name in sorted(found) if name.partition(".")[0] not in LEFT_OUT)
    return tuple(kept)


@lru_cache(maxsize=16)
def corpus(compiler: str, flags: str) -> Corpus:
    """Build the program; its driver is always compiled the same way."""
    found = find_compiler(compiler)
    checked = parse_flags(flags, found)
    outputs = tuple(compile_assembly(source, found, checked).output for source in sources())
    units = tuple(
        Unit(SourceFile(f"{source.name.partition('.')[0]}.s", mark_assembly(output, unit)), checked)
        for unit, (source, output) in enumerate(zip(sources(), outputs, strict=True))
    )
    program = build_program((*units, Unit(SourceFile("driver.c", driver_text()), ())), found)
    assert program.ok, program.diagnostics
    listings = tuple(compile_source([source], compiler, flags).functions for source in sources())
    addresses = read_address_map(program.executable)
    return Corpus(compiler, flags, outputs, listings, program.executable, addresses)


def driver_text() -> str:
    """A program whose first argument is the number of a call and whose second is n."""
    cases = "\n".join(
        f"    case {number}: {_before(call)}{BEGIN}(); {_statement(call)}; {END}(); break;"
        for number, call in enumerate(CALLS)
    )
    return _MAIN.format(prototypes=PROTOTYPES, begin=BEGIN, end=END, cases=cases)


def plan_of(built: Corpus, call: Call, geometry: CacheGeometry = DEFAULT_GEOMETRY) -> CountingPlan:
    """Count this call's example; the other examples are library code to it."""
    return counting_plan(
        only(built, call),
        built.addresses,
        geometry,
        window_between(built.addresses, BEGIN, END),
    )


def counted(
    built: Corpus,
    call: Call,
    n: int,
    *,
    geometry: CacheGeometry = DEFAULT_GEOMETRY,
    sve_bytes: int | None = None,
) -> CodeCounts:
    """Run one call with the plugin and count it."""
    plan = plan_of(built, call, geometry)
    request = counting_request(plan)
    run = run_program(
        built.program,
        arguments=(str(CALLS.index(call)), str(n)),
        sve_bytes=sve_bytes,
        plugin=request,
        files=request.files,
    )
    assert run.ok, (run.message, run.errors)
    found = read_count_run(plan, run.files)
    return count_code(only(built, call), built.addresses, plan, found, driver=DRIVER)


@lru_cache(maxsize=1024)
def counted_once(
    compiler: str, flags: str, call: Call, n: int, sve_bytes: int | None = None
) -> CodeCounts:
    """The same, kept: several tests look at one run."""
    return counted(corpus(compiler, flags), call, n, sve_bytes=sve_bytes)


def call_of(example: str) -> Call:
    """The call of this example."""
    return next(call for call in CALLS if call.example == example)


def only(built: Corpus, call: Call) -> tuple[Listings, ...]:
    """All units, with listings for the called example's alone."""
    chosen = built.unit_of(call.example)
    return tuple(unit if index == chosen else () for index, unit in enumerate(built.units))


def _before(call: Call) -> str:
    before, comma, _ = call.statement.rpartition("0, ")
    return f"{before}0; " if comma and "=" in before else ""


def _statement(call: Call) -> str:
    return call.statement.rpartition("= 0, ")[2]
