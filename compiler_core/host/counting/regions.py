"""The pieces of code whose counts are wanted together: everything, functions, loops, source lines.

The plan names them to the plugin, because the distinct cache lines of several instructions are not
the sum of each one's; counting adds the rest up over the same pieces.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from compiler_core.host.compilation import FunctionListing, ListingLine, Loop
from compiler_core.host.counting.address_map import AddressMap, LineSpan, joined
from compiler_core.toolchain.counting import CodeRange

RegionKind = Literal["everything", "function", "loop", "source line"]

# The listings of one unit, or of a program's units in their order.
Listings = Sequence[FunctionListing]


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedRegion:
    """A region of code whose counts are wanted together."""

    kind: RegionKind
    """`everything`, `function`, `loop` or `source line`; it decides which fields below apply."""
    spans: tuple[LineSpan, ...]
    """The code of the region."""
    unit: int = -1
    """Index of the source file, from 0; -1 for a source line and for everything."""
    function: int = -1
    """Indices in the unit's listings and in the listing's loops, -1 where they do not apply; file
    and source_line for a source line."""
    loop: int = -1
    """Index of the loop in the function's listing; -1 for regions that are no loop."""
    file: str = ""
    """The source line's file; empty for other regions."""
    source_line: int = 0
    """Number of the source line, from 1; 0 for other regions."""

    def ranges(self) -> tuple[CodeRange, ...]:
        """Its addresses in as few ranges as possible."""
        return joined([CodeRange(span.first, span.end) for span in self.spans])


@dataclass(frozen=True, slots=True)
class PlacedLine:
    """A span with the function it belongs to and its listing line; None for a hidden directive."""

    span: LineSpan
    function: int
    shown: ListingLine | None


def placed_lines(units: Sequence[Listings], address_map: AddressMap) -> tuple[PlacedLine, ...]:
    """Every span that belongs to a listed function, in order of address."""
    starts = [[function.lines[0].id for function in listings] for listings in units]
    shown = [
        {line.id: line for function in listings for line in function.lines} for listings in units
    ]
    lines: list[PlacedLine] = []
    for span in address_map.spans:
        if span.unit >= len(units):
            continue
        function = bisect_right(starts[span.unit], span.line) - 1
        # Only a directive is hidden within a listed function; beyond its last line are others.
        if function >= 0 and span.line <= units[span.unit][function].lines[-1].id:
            lines.append(PlacedLine(span, function, shown[span.unit].get(span.line)))
    return tuple(lines)


def regions_of(
    units: Sequence[Listings], placed: Sequence[PlacedLine]
) -> tuple[CountedRegion, ...]:
    """All regions: everything, then functions, loops and source lines."""
    everything = CountedRegion(kind="everything", spans=tuple(entry.span for entry in placed))
    functions: dict[tuple[int, int], list[PlacedLine]] = defaultdict(list)
    source: dict[tuple[str, int], list[LineSpan]] = defaultdict(list)
    for entry in placed:
        functions[entry.span.unit, entry.function].append(entry)
        if entry.shown is not None and entry.shown.source_line is not None:
            source[entry.shown.source_file, entry.shown.source_line].append(entry.span)
    regions = [everything]
    for (unit, function), places in sorted(functions.items()):
        spans = tuple(entry.span for entry in places)
        regions.append(CountedRegion(kind="function", spans=spans, unit=unit, function=function))
        listing = units[unit][function]
        regions += [
            CountedRegion(
                kind="loop",
                spans=_loop_spans(listing, loop, spans),
                unit=unit,
                function=function,
                loop=index,
            )
            for index, loop in enumerate(listing.loops)
        ]
    regions += [
        CountedRegion(kind="source line", spans=tuple(spans), file=file, source_line=line)
        for (file, line), spans in sorted(source.items())
    ]
    return tuple(regions)


def block_of_line(listing: FunctionListing, line: int) -> int | None:
    """The block that holds a line id; padding belongs to the block that runs into it."""
    starts = [listing.lines[block.first].id for block in listing.blocks]
    index = bisect_right(starts, line) - 1
    return listing.blocks[index].id if index >= 0 else None


def _loop_spans(
    listing: FunctionListing, loop: Loop, spans: Sequence[LineSpan]
) -> tuple[LineSpan, ...]:
    inside = frozenset(loop.blocks)
    return tuple(span for span in spans if block_of_line(listing, span.line) in inside)
