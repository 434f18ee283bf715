"""From listings and the program they became to a plan for the plugin."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from compiler_core.errors import InputError
from compiler_core.host.counting.address_map import AddressMap
from compiler_core.host.counting.regions import Listings, PlacedLine, placed_lines, regions_of
from compiler_core.host.counting.scalable import vector_access
from compiler_core.host.instruction import parse_instruction
from compiler_core.toolchain.counting_plan import (
    INSTRUCTION_BYTES,
    CacheGeometry,
    CodeRange,
    CodeSymbol,
    CountingPlan,
    CountingWindow,
    VectorAccess,
)


def counting_plan(
    units: Sequence[Listings],
    address_map: AddressMap,
    geometry: CacheGeometry,
    window: CountingWindow | None = None,
) -> CountingPlan:
    """Count every instruction of the listed functions, and the rest of the program by function.

    units: the listings of each unit, numbered as `mark_assembly` was told. Without a window the
    rest of the program is not counted: it would be the start-up code. Raises InputError when the
    program holds none of the listed code.
    """
    placed = placed_lines(units, address_map)
    regions = regions_of(units, placed)
    lines = regions[0].ranges()
    if not lines:
        raise InputError("The program holds none of the listed functions.")
    gaps, others = _rest(address_map.functions, lines)
    return CountingPlan(
        lines=lines,
        symbols=others if window is not None else (),
        ignored=gaps,
        vectors=tuple(_vectors(placed, address_map)),
        groups=tuple(region.ranges() for region in regions),
        geometry=geometry,
        window=window,
    )


def window_between(address_map: AddressMap, begin: str, end: str) -> CountingWindow:
    """The window from the entry of one function to the entry of another.

    Raises InputError when the program has no such functions.
    """
    entries = [address_map.symbols.get(name) for name in (begin, end)]
    first, last = entries
    if first is None or last is None:
        raise InputError(f"The program has no functions {begin} and {end}.")
    return CountingWindow(first.first, last.first)


def _vectors(placed: Sequence[PlacedLine], address_map: AddressMap) -> Iterator[VectorAccess]:
    """SVE memory instructions, if the program was marked with probes."""
    for line in placed:
        if line.shown is not None and line.shown.kind == "instruction":
            instruction = parse_instruction(line.shown.text)
            access = vector_access(instruction, line.span.first)
            if access is not None and _has_probes(access, address_map):
                yield access


def _has_probes(access: VectorAccess, address_map: AddressMap) -> bool:
    """Probes lie in front of the instruction and belong to no line."""
    sizes = range(INSTRUCTION_BYTES, (access.probes + 1) * INSTRUCTION_BYTES, INSTRUCTION_BYTES)
    return all(address_map.span_at(access.address - size) is None for size in sizes)


def _rest(
    functions: Sequence[CodeSymbol], lines: Sequence[CodeRange]
) -> tuple[tuple[CodeRange, ...], tuple[CodeSymbol, ...]]:
    """What the program's functions hold beside the lines, in order, without overlaps.

    First what lies among the lines of one function (probes, data), then all other functions.
    """
    gaps: list[CodeRange] = []
    others: list[CodeSymbol] = []
    reached = 0
    for function in functions:
        first, reached = max(function.first, reached), max(function.end, reached)
        near = _touching(first, function.end, lines)
        if near:
            gaps += _gaps(first, function.end, near)
        elif first < function.end:
            others.append(CodeSymbol(function.name, first, function.end))
    return tuple(gaps), tuple(others)


def _touching(first: int, end: int, lines: Sequence[CodeRange]) -> Sequence[CodeRange]:
    """The lines that share an address with [first, end); lines are in order."""
    if not lines or end <= lines[0].first or first >= lines[-1].end:
        return ()
    start = bisect_right(lines, first, key=lambda line: line.end)
    return lines[start : bisect_left(lines, end, key=lambda line: line.first)]


def _gaps(first: int, end: int, lines: Sequence[CodeRange]) -> Iterator[CodeRange]:
    """The parts of [first, end) that these lines leave free."""
    for line in lines:
        if first < line.first:
            yield CodeRange(first, line.first)
        first = max(first, line.end)
    if first < end:
        yield CodeRange(first, end)
