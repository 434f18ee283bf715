"""What the pass ledger owes: snapshots that run with the same result, sums, and seconds a loop.

Prints a line for each loop, then three figures: of the snapshots of LLVM's code how many ran and
how many gave the results of the real compile; whether the bars add up; seconds on the clock and of
the processor, with those that a plain compile and run took beside it in the same minute, and how
busy the machine was.
"""

from __future__ import annotations

import os
import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Annotated

import typer

from compiler_core.errors import LoweringLabError
from compiler_core.examples import load_examples
from compiler_core.host.ledger.ledger import pass_ledger
from compiler_core.host.ledger.record import Ledger
from compiler_core.host.running.count import count_source
from compiler_core.source import SourceFile, source_file

LEAST_EQUAL = 0.95
MOST_SECONDS = 10.0
_LESSONS = Path("content/lessons")
_SUFFIXES = {".c": "c", ".cpp": "c++"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Priced:
    """One loop."""

    name: str
    """Of an example, or a lesson's folder and file."""
    snapshots: int
    """Programs of LLVM's code after a pass."""
    ran: int
    """Of `snapshots`, how many could be run and counted."""
    equal: int
    """Of `ran`, how many gave the same bits as the real compile."""
    adds_up: bool
    """Whether the bars' sum, with GCC's interaction, is what the whole saved."""
    seconds: float
    """Of the ledger, on the clock."""
    processor: float
    """Seconds of the processor for the ledger, compilers and emulators included."""
    plain: float
    """S of a compile and run of the whole, beside `seconds` of the ledger on the clock and
    `processor`, those of the processor, compilers and emulators included."""


def loops() -> Iterator[tuple[str, SourceFile]]:
    """The gallery's loops, then those of the lessons; each text once."""
    seen: set[str] = set()
    for example in load_examples():
        seen.add(example.source.text)
        yield example.id, example.source
    for path in sorted(_LESSONS.glob("*/*.c*")):
        text = path.read_text("utf-8")
        if path.suffix in _SUFFIXES and text not in seen:
            seen.add(text)
            language = "c" if path.suffix == ".c" else "c++"
            yield f"{path.parent.name}/{path.name}", source_file(text, language)


def priced(name: str, source: SourceFile, compiler: str, flags: str) -> Priced | None:
    """None for what cannot be run by itself."""
    began = time.monotonic()
    try:
        counts = count_source((source,), compiler, flags)
        plain = time.monotonic() - began
        if not counts.ok:
            return None
        before = _processor_seconds()
        ledger = pass_ledger((source,), compiler, flags)
    except LoweringLabError:
        return None
    seconds, processor = time.monotonic() - began - plain, _processor_seconds() - before
    bars = [bar for bar in ledger.bars if bar.step is not None]
    ran = [bar for bar in bars if bar.instructions is not None]
    return Priced(
        name=name,
        snapshots=len(bars),
        ran=len(ran),
        equal=sum(bar.same_bits is True for bar in ran),
        adds_up=_adds_up(ledger),
        seconds=seconds,
        processor=processor,
        plain=plain,
    )


def _processor_seconds() -> float:
    """Of this process and of all that it started and waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def _adds_up(ledger: Ledger) -> bool:
    """With the interaction, which GCC's bars leave and LLVM's do not have."""
    if ledger.before is None or ledger.whole is None:
        return False
    difference = ledger.before.instructions - ledger.whole.instructions
    return sum(bar.saved or 0 for bar in ledger.bars) + (ledger.interaction or 0) == difference


def main(
    compiler: Annotated[str, typer.Option(help="A Clang, or a GCC.")] = "clang-19",
    flags: Annotated[str, typer.Option()] = "-O3",
    most: Annotated[int, typer.Option("--loops", help="How many.")] = 40,
) -> None:
    """Exit 1 where fewer than 95 % give the same bits, a sum is off, or the median is over 10 s."""
    rows: list[Priced] = []
    for name, source in loops():
        row = priced(name, source, compiler, flags)
        if row is not None:
            rows.append(row)
            print(
                f"{row.name:32} {row.snapshots:4} snapshots, {row.ran:4} ran, {row.equal:4} equal, "
                f"{'adds up' if row.adds_up else 'DOES NOT ADD UP'}, {row.seconds:5.1f} s, "
                f"{row.processor:4.1f} s of the processor "
                f"(compile and run {row.plain:.1f} s)",
                flush=True,
            )
        if len(rows) == most:
            break
    sys.exit(0 if _told(rows) else 1)


def _told(rows: list[Priced]) -> bool:
    snapshots, ran = sum(row.snapshots for row in rows), sum(row.ran for row in rows)
    equal = sum(row.equal for row in rows)
    sums = sum(row.adds_up for row in rows)
    usual = median(row.seconds for row in rows)
    longest = max(row.seconds for row in rows)
    processor = [row.processor for row in rows]
    print(
        f"{len(rows)} loops: {ran} of {snapshots} snapshots ran, {equal} with equal digests "
        f"({equal / snapshots:.1%}, wanted {LEAST_EQUAL:.0%}); {sums} of {len(rows)} add up; "
        f"median {usual:.1f} s, longest {longest:.1f} s (wanted {MOST_SECONDS:g}), "
        f"of the processor {median(processor):.1f} and {max(processor):.1f} s; "
        f"{os.getloadavg()[1]:.1f} processes at work in the last 5 minutes on {os.cpu_count()} "
        "processors."
    )
    return equal >= LEAST_EQUAL * snapshots and sums == len(rows) and usual <= MOST_SECONDS


if __name__ == "__main__":
    typer.run(main)
