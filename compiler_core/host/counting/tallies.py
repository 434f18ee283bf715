"""Adding up the plugin's tallies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from compiler_core.host.counting.address_map import LineSpan
from compiler_core.host.counting.record import Totals
from compiler_core.toolchain.counting import INSTRUCTION_BYTES, CountRun, Tally


def added(tallies: Iterable[Tally]) -> Totals:
    """The sum. cache_lines adds up too: lines that several touched count several times."""
    parts = list(tallies)
    return Totals(
        instructions=sum(tally.executions for tally in parts),
        loads=sum(tally.loads for tally in parts),
        stores=sum(tally.stores for tally in parts),
        bytes_loaded=sum(tally.bytes_loaded for tally in parts),
        bytes_stored=sum(tally.bytes_stored for tally in parts),
        cache_lines=sum(tally.cache_lines for tally in parts),
        misses=sum(tally.misses for tally in parts),
        unseen=sum(tally.unseen for tally in parts),
    )


def span_totals(spans: Sequence[LineSpan], run: CountRun) -> Totals:
    """What the instructions of these spans did, cache lines added up."""
    return added(
        tally
        for span in spans
        for address in range(span.first, span.end, INSTRUCTION_BYTES)
        if (tally := run.by_address.get(address)) is not None
    )


def region_totals(spans: Sequence[LineSpan], run: CountRun, cache_lines: int) -> Totals:
    """The same with the number of distinct cache lines that all of them touched together."""
    return replace(span_totals(spans, run), cache_lines=cache_lines)


def executions_of(span: LineSpan, run: CountRun) -> int:
    """How often a span was reached: the count of its most often executed instruction."""
    addresses = range(span.first, span.end, INSTRUCTION_BYTES)
    reached = (run.by_address.get(address) for address in addresses)
    return max((tally.executions for tally in reached if tally is not None), default=0)
