"""Counts per line, with the text of each line."""

from __future__ import annotations

from compiler_core.host.counting.record import CodeCounts, Totals
from compiler_core.host.running.record import CountedLine, CountedSourceLine
from compiler_core.host.running.session import Driven


def counted_lines(driven: Driven, code: CodeCounts) -> list[CountedLine]:
    """Every line of assembly that is code, in the order of the listings."""
    texts = {
        (unit, line.id): line
        for unit, listing in enumerate(driven.compilations)
        for function in listing.functions
        for line in function.lines
    }
    counted: list[CountedLine] = []
    for count in code.per_line:
        line = texts.get((count.unit, count.line))
        counted.append(
            CountedLine(
                file=driven.sources[count.unit].name,
                function=count.function,
                line=count.line,
                text=line.text if line is not None else "(alignment)",
                source_line=line.source_line if line is not None else None,
                executions=count.executions,
                share=count.share,
                heat=count.heat,
                **_figures(count.totals),
            )
        )
    return counted


def counted_source_lines(driven: Driven, code: CodeCounts) -> list[CountedSourceLine]:
    """Every source line that code was made from, in order."""
    texts = {source.name: source.text.split("\n") for source in driven.sources}
    counted: list[CountedSourceLine] = []
    for count in code.per_source_line:
        lines = texts.get(count.file, [])
        text = lines[count.line - 1] if 0 < count.line <= len(lines) else ""
        counted.append(
            CountedSourceLine(
                file=count.file,
                line=count.line,
                text=text,
                executions=count.executions,
                share=count.share,
                heat=count.heat,
                **_figures(count.totals),
            )
        )
    return counted


def _figures(totals: Totals) -> dict[str, int]:
    return {
        "instructions": totals.instructions,
        "loads": totals.loads,
        "stores": totals.stores,
        "bytes_loaded": totals.bytes_loaded,
        "bytes_stored": totals.bytes_stored,
        "cache_lines": totals.cache_lines,
        "misses": totals.misses,
    }
