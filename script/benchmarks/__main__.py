"""Measure the rows asked for and print them; exit 1 if one misses its limit."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable

from script.benchmarks.atlas import measure_atlas
from script.benchmarks.board import measure_board
from script.benchmarks.counting import measure_counting, measure_unoptimised_counting
from script.benchmarks.emitted import measure_emitted_instructions, measure_emitted_memory
from script.benchmarks.grading import measure_grade
from script.benchmarks.kernels import KERNEL_ROWS
from script.benchmarks.large_graph import measure_large_graph
from script.benchmarks.load import measure_load
from script.benchmarks.measurement import Measurement
from script.benchmarks.native import NATIVE_ROWS
from script.benchmarks.page import measure_page
from script.benchmarks.pairing import measure_pairing
from script.benchmarks.phases import measure_phases
from script.benchmarks.results import measure_results
from script.benchmarks.server import running_server
from script.benchmarks.single import measure_cached, measure_compile
from script.benchmarks.slider import measure_slider
from script.benchmarks.stages import measure_stages
from script.benchmarks.timeline import (
    measure_clang_rows,
    measure_file_timeline,
    measure_gcc_rows,
    measure_loop_timeline,
)
from script.benchmarks.tokens import (
    measure_prefill_q4_0,
    measure_prefill_q8_0,
    measure_scalar_q4_0,
    measure_scalar_q8_0,
    measure_tokens_f16,
    measure_tokens_q4_0,
    measure_tokens_q8_0,
)
from script.benchmarks.worker import measure_worker

ROWS = (
    ("compile", measure_compile),
    ("cached", measure_cached),
    ("load", measure_load),
    ("page", measure_page),
    ("atlas", measure_atlas),
    ("slider", measure_slider),
    ("passes", measure_loop_timeline),
    ("dumps", measure_file_timeline),
    ("rows-gcc", measure_gcc_rows),
    ("rows-clang", measure_clang_rows),
    ("counting", measure_counting),
    ("counting-O0", measure_unoptimised_counting),
    ("emitted", measure_emitted_instructions),
    ("emitted-memory", measure_emitted_memory),
    ("stages", measure_stages),
    ("results", measure_results),
    ("worker", measure_worker),
    ("pairing", measure_pairing),
    ("large-graph", measure_large_graph),
    ("phases", measure_phases),
    ("lab-grade", measure_grade),
    ("lab-board", measure_board),
    ("tokens-q8_0", measure_tokens_q8_0),
    ("tokens-q4_0", measure_tokens_q4_0),
    ("tokens-f16", measure_tokens_f16),
    ("tokens-prefill-q8_0", measure_prefill_q8_0),
    ("tokens-prefill-q4_0", measure_prefill_q4_0),
    ("tokens-q8_0-scalar", measure_scalar_q8_0),
    ("tokens-q4_0-scalar", measure_scalar_q4_0),
    *KERNEL_ROWS,
    *NATIVE_ROWS,
)
# Rows that can be asked for together by the first part of their names.
FAMILIES = ("tokens", "kernels", "native", "rows")
Row = Callable[[str, int], Awaitable[Measurement]]
HEADINGS = ("", "what", "ours", "compared with", "ratio", "limit")


async def measure(chosen: list[str]) -> list[Measurement]:
    """One fresh server for all rows."""
    with running_server() as (host, port):
        return [
            await _measured(name, row, host, port) for name, row in ROWS if _chosen(name, chosen)
        ]


async def _measured(name: str, row: Row, host: str, port: int) -> Measurement:
    """The row's figure; what it lacks stands in its place, and the other rows go on."""
    try:
        return await row(host, port)
    except SystemExit as lack:
        return Measurement(
            what=name, ours="not measured", other="", ratio="", limit=str(lack), met=False
        )


def _chosen(name: str, words: list[str]) -> bool:
    """A row is asked for by its name, or with others by the first part of theirs."""
    family = name.split("-")[0]
    return name in words or (family in FAMILIES and family in words)


def table(measurements: list[Measurement]) -> str:
    """The rows in columns."""
    rows = [HEADINGS] + [
        ("met" if row.met else "MISSED", row.what, row.ours, row.other, row.ratio, row.limit)
        for row in measurements
    ]
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def main(arguments: list[str]) -> int:
    """Run the rows named, or all."""
    known = [*(name for name, _ in ROWS), *FAMILIES]
    unknown = [name for name in arguments if name not in known]
    if unknown:
        print(f"script/bench: unknown row {unknown[0]} (known: {' '.join(known)})", file=sys.stderr)
        return 2
    measurements = asyncio.run(measure(arguments or known))
    print(table(measurements))
    return 0 if all(measurement.met for measurement in measurements) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
