"""From a run's counts by address to counts by line, loop, function and source line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from compiler_core.host.compilation import FunctionListing, LineKind
from compiler_core.host.counting.address_map import AddressMap, LineSpan
from compiler_core.host.counting.classes import with_classes
from compiler_core.host.counting.flow import Flow, flow_of
from compiler_core.host.counting.notes import notes_on
from compiler_core.host.counting.record import (
    CodeCounts,
    FunctionCount,
    LineCount,
    LoopCount,
    SourceLineCount,
    Totals,
)
from compiler_core.host.counting.regions import (
    CountedRegion,
    Listings,
    PlacedLine,
    placed_lines,
    regions_of,
)
from compiler_core.host.counting.tallies import (
    added,
    executions_of,
    region_totals,
    span_totals,
)
from compiler_core.toolchain.counting import CountingPlan, CountRun, Tally

Names = Mapping[str, str]


def count_code(
    units: Sequence[Listings],
    address_map: AddressMap,
    plan: CountingPlan,
    run: CountRun,
    *,
    driver: frozenset[str] = frozenset(),
    names: Names | None = None,
) -> CodeCounts:
    """All counts of a run made with `counting_plan` of the same listings and program.

    driver: symbols of the functions that call the listed code, left out of the counts. names: what
    to call library functions, by symbol (C++ names as written).
    """
    placed = placed_lines(units, address_map)
    regions = regions_of(units, placed)
    run = with_classes(run, placed)
    totals = _region_totals(regions, run)
    everything = totals[0]
    lines = _line_counts(units, placed, run, everything)
    flows = _flows(units, placed, run)
    pairs = list(zip(regions, totals, strict=True))
    libraries = _library_counts(run, driver, everything, names or {})
    return CodeCounts(
        method=run.method,
        complete=run.complete,
        geometry=plan.geometry,
        totals=everything,
        everything=everything.instructions
        + sum(library.totals.instructions for library in libraries)
        + run.elsewhere,
        per_line=lines,
        per_source_line=_source_line_counts(pairs, run, everything),
        loops=_loop_counts(units, pairs, flows, everything),
        functions=(*_function_counts(units, pairs, flows, everything), *libraries),
        notes=notes_on(run, plan, everything, libraries),
        elsewhere=run.elsewhere,
    )


def _region_totals(regions: Sequence[CountedRegion], run: CountRun) -> list[Totals]:
    return [
        region_totals(region.spans, run, lines)
        for region, lines in zip(regions, run.group_lines, strict=True)
    ]


def _line_counts(
    units: Sequence[Listings], placed: Sequence[PlacedLine], run: CountRun, whole: Totals
) -> tuple[LineCount, ...]:
    """In order of the listings. A line with several spans (a macro, a repeated block) is one."""
    spans: dict[tuple[int, int], list[LineSpan]] = defaultdict(list)
    owners: dict[tuple[int, int], PlacedLine] = {}
    for line in placed:
        key = (line.span.unit, line.span.line)
        spans[key].append(line.span)
        owners[key] = line
    reached = {key: max(executions_of(span, run) for span in parts) for key, parts in spans.items()}
    hottest = max(reached.values(), default=0)
    counts: list[LineCount] = []
    for key in sorted(spans):
        line = owners[key]
        totals = span_totals(spans[key], run)
        kind: LineKind = "directive" if line.shown is None else line.shown.kind
        if kind == "directive" and totals.instructions == 0:
            continue
        counts.append(
            LineCount(
                unit=key[0],
                function=units[key[0]][line.function].symbol,
                line=key[1],
                kind=kind,
                executions=reached[key],
                share=_part(totals.instructions, whole.instructions),
                heat=_part(reached[key], hottest),
                totals=totals,
            )
        )
    return tuple(counts)


def _flows(
    units: Sequence[Listings], placed: Sequence[PlacedLine], run: CountRun
) -> dict[tuple[int, int], Flow]:
    """The flow through each listed function, from each block's first instruction."""
    reached: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    for line in placed:
        if line.shown is not None and line.shown.block is not None:
            blocks = reached[line.span.unit, line.function]
            blocks.setdefault(line.shown.block, executions_of(line.span, run))
    return {
        (unit, index): _flow(function, reached.get((unit, index), {}))
        for unit, listings in enumerate(units)
        for index, function in enumerate(listings)
    }


def _flow(function: FunctionListing, reached: Mapping[int, int]) -> Flow:
    executions = {block.id: reached.get(block.id, 0) for block in function.blocks}
    return flow_of(function.blocks, executions)


def _source_line_counts(
    pairs: Sequence[tuple[CountedRegion, Totals]], run: CountRun, whole: Totals
) -> tuple[SourceLineCount, ...]:
    rows = [
        (region, totals, max(executions_of(span, run) for span in region.spans))
        for region, totals in pairs
        if region.kind == "source line"
    ]
    hottest = max((executions for _, _, executions in rows), default=0)
    return tuple(
        SourceLineCount(
            file=region.file,
            line=region.source_line,
            executions=executions,
            share=_part(totals.instructions, whole.instructions),
            heat=_part(executions, hottest),
            totals=totals,
        )
        for region, totals, executions in rows
    )


def _loop_counts(
    units: Sequence[Listings],
    pairs: Sequence[tuple[CountedRegion, Totals]],
    flows: Mapping[tuple[int, int], Flow],
    whole: Totals,
) -> tuple[LoopCount, ...]:
    counts: list[LoopCount] = []
    for region, totals in pairs:
        if region.kind != "loop":
            continue
        function = units[region.unit][region.function]
        loop = function.loops[region.loop]
        flow = flows[region.unit, region.function]
        counts.append(
            LoopCount(
                unit=region.unit,
                function=function.symbol,
                loop=loop.id,
                source_line=loop.source_line,
                innermost=loop.innermost,
                iterations=flow.executions.get(loop.header, 0),
                entries=flow.entries(frozenset(loop.blocks)),
                share=_part(totals.instructions, whole.instructions),
                totals=totals,
            )
        )
    return tuple(counts)


def _function_counts(
    units: Sequence[Listings],
    pairs: Sequence[tuple[CountedRegion, Totals]],
    flows: Mapping[tuple[int, int], Flow],
    whole: Totals,
) -> tuple[FunctionCount, ...]:
    counts: list[FunctionCount] = []
    for region, totals in pairs:
        if region.kind != "function":
            continue
        function = units[region.unit][region.function]
        counts.append(
            FunctionCount(
                name=function.name,
                symbol=function.symbol,
                listed=True,
                calls=flows[region.unit, region.function].calls,
                share=_part(totals.instructions, whole.instructions),
                totals=totals,
            )
        )
    return tuple(counts)


def _library_counts(
    run: CountRun, driver: frozenset[str], whole: Totals, names: Names
) -> tuple[FunctionCount, ...]:
    """Functions that were called and are not listed, the busiest first; of one name, together."""
    by_name: dict[str, list[Tally]] = defaultdict(list)
    for symbol, tally in run.by_symbol.items():
        if symbol.name not in driver:
            by_name[symbol.name].append(tally)
    counts = [
        FunctionCount(
            name=names.get(symbol, symbol),
            symbol=symbol,
            listed=False,
            calls=None,
            share=_part(totals.instructions, whole.instructions),
            totals=totals,
        )
        for symbol, tallies in by_name.items()
        for totals in (added(tallies),)
    ]
    return tuple(sorted(counts, key=lambda count: -count.totals.instructions))


def _part(count: int, whole: int) -> float:
    return count / whole if whole else 0.0
