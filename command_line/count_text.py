"""Text of `lowlab count`: totals, code with its heat, inputs, outputs, and further runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from command_line.output import columns

if TYPE_CHECKING:
    from compiler_core.host.running.compare_outputs import OutputComparison
    from compiler_core.host.running.overlap import Overlap
    from compiler_core.host.running.record import CountedLine, Counts
    from compiler_core.host.running.sweep import SveSweep

_BAR = 10


def count_lines(counts: Counts) -> list[str]:
    """Totals, the code with its heat, inputs, outputs and notes."""
    from compiler_core.host.counting.record import library_words
    from compiler_core.host.running.run_words import of_length

    setting = " ".join((counts.compiler_title, *counts.flags))
    lines = [f"{of_length(counts.function, counts.length)}: {setting}", counts.measured, ""]
    library = library_words(counts.functions)
    lines += [f"{counts.instructions:,} instructions{_each(counts)}{library}"]
    lines += [
        f"{counts.loads:,} loads, {counts.stores:,} stores, {counts.bytes:,} bytes; "
        f"{counts.totals.cache_lines:,} cache lines, {counts.totals.misses:,} misses (modelled)"
    ]
    lines += [counts.no_round] if counts.no_round else []
    lines += ["", *_heat(counts.per_line), "", *_inputs(counts), "", *_outputs(counts)]
    lines += ["", f"digest {counts.output_digest[:16]}"]
    return [*lines, *counts.notes]


def _each(counts: Counts) -> str:
    if counts.per_element is None or counts.no_round:
        return ""
    each = counts.per_element
    return f", {each.instructions:.3g} for each of {each.elements:,} rounds"


def _heat(lines: Sequence[CountedLine]) -> list[str]:
    rows = [
        (
            "#" * round(line.heat * _BAR),
            f"{line.executions:,}",
            f"{line.bytes_loaded + line.bytes_stored:,}",
            str(line.source_line or ""),
            " ".join(line.text.split()),
        )
        for line in lines
    ]
    return columns([("heat", "times", "bytes", "line", "code"), *rows])


def _inputs(counts: Counts) -> list[str]:
    from compiler_core.amounts import count

    return columns(
        [
            (row.path, row.type_name, row.value, count(row.count, "element") if row.count else "")
            for row in counts.settings
        ]
    )


def _outputs(counts: Counts) -> list[str]:
    return [
        f"{output.name}: {', '.join(output.head)}{', …' if output.count > len(output.head) else ''}"
        for output in counts.outputs
    ]


def comparison_lines(comparison: OutputComparison) -> list[str]:
    """Both settings and what the comparison found."""
    sides = [f"left:  {comparison.left}", f"right: {comparison.right}"]
    reason = [comparison.no_reference] if comparison.no_reference else []
    return ["", *sides, *comparison.sentences, *reason]


def sweep_lines(sweep: SveSweep) -> list[str]:
    """A row for each vector length."""
    rows = [
        (f"{row.bits:,} bits", f"{row.instructions:,} instructions", row.output_digest[:16])
        for row in sweep.rows
    ]
    return ["", *columns(rows), *sweep.sentences]


def overlap_lines(overlap: Overlap) -> list[str]:
    """The written array as it came out, beside what the source without restrict gives."""
    rows = [
        (str(row.index), row.with_promise, row.without_promise, "wrong" if row.wrong else "")
        for row in overlap.rows
    ]
    head = (overlap.written, "with restrict", "without", "")
    return ["", *overlap.sentences, *columns([head, *rows])]
