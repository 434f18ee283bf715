"""Small programs of the tests' own: one function, a main that calls it between two marks."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from compiler_core.host.compile import compile_source
from compiler_core.host.counting.address_map import AddressMap, read_address_map
from compiler_core.host.counting.count import count_code
from compiler_core.host.counting.markers import mark_assembly
from compiler_core.host.counting.plan import counting_plan, window_between
from compiler_core.host.counting.record import CodeCounts
from compiler_core.host.counting.regions import Listings
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import Unit, build_program
from compiler_core.toolchain.counting import CacheGeometry, counting_request, read_count_run
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.emulator import run_program
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.service import compile_assembly
from tests.counting.corpus import BEGIN, DEFAULT_GEOMETRY, DRIVER, END

_MARKS = f"""
__attribute__((noinline)) void {BEGIN}(void) {{ __asm__ volatile(""); }}
__attribute__((noinline)) void {END}(void) {{ __asm__ volatile(""); }}
int main(void) {{ {BEGIN}(); CALL; {END}(); return 0; }}
"""


@lru_cache(maxsize=32)
def built_function(
    text: str, main: str, setting: tuple[str, str], mark: Callable[[str], str] = mark_assembly
) -> tuple[bytes, AddressMap, tuple[Listings, ...]]:
    """The program, its map and its listing. main declares what it needs and defines CALL."""
    compiler = find_compiler(setting[0])
    flags = parse_flags(setting[1], compiler)
    source = SourceFile("counted.c", text)
    output = compile_assembly(source, compiler, flags).output
    units = (
        Unit(SourceFile("counted.s", mark(output)), flags),
        Unit(SourceFile("driver.c", main + _MARKS), ()),
    )
    program = build_program(units, compiler)
    assert program.ok, program.diagnostics
    listings = compile_source([source], *setting).functions
    return program.executable, read_address_map(program.executable), (listings,)


def count_function(
    text: str,
    function: str,
    main: str,
    setting: tuple[str, str],
    *,
    geometry: CacheGeometry = DEFAULT_GEOMETRY,
    sve_bytes: int | None = None,
    mark: Callable[[str], str] = mark_assembly,
) -> CodeCounts:
    """Build, run and count; `function` must be among the listed ones."""
    program, addresses, listings = built_function(text, main, setting, mark)
    assert function in {one.symbol for unit in listings for one in unit}
    plan = counting_plan(listings, addresses, geometry, window_between(addresses, BEGIN, END))
    request = counting_request(plan)
    run = run_program(program, sve_bytes=sve_bytes, plugin=request, files=request.files)
    assert run.ok, (run.message, run.errors)
    found = read_count_run(plan, run.files)
    return count_code(listings, addresses, plan, found, driver=DRIVER)
