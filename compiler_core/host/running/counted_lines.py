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
    found: list[CountedLine] = []
    for one in code.per_line:
        line = texts.get((one.unit, one.line))
        found.append(
            CountedLine(
                file=driven.sources[one.unit].name,
                function=one.function,
                line=one.line,
                text=line.text if line is not None else "(alignment)",
                source_line=line.source_line if line is not None else None,
                executions=one.executions,
                share=one.share,
                heat=one.heat,
                **_figures(one.totals),
            )
        )
    return found


def counted_source_lines(driven: Driven, code: CodeCounts) -> list[CountedSourceLine]:
    """Every source line that code was made from, in order."""
    texts = {source.name: source.text.split("\n") for source in driven.sources}
    found: list[CountedSourceLine] = []
    for one in code.per_source_line:
        lines = texts.get(one.file, [])
        text = lines[one.line - 1] if 0 < one.line <= len(lines) else ""
        found.append(
            CountedSourceLine(
                file=one.file,
                line=one.line,
                text=text,
                executions=one.executions,
                share=one.share,
                heat=one.heat,
                **_figures(one.totals),
            )
        )
    return found


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
