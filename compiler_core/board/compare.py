"""What a board measured, beside what was counted and what a chip's model says of the same parts.

The modelled times are not touched by the measured ones: their ratio shows how far the model of one
described chip is from one board, which may be another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from compiler_core.board.records import BoardKernel, BoardSubject
from compiler_core.board.report import BoardMachine, BoardReport, ReportedKernel, ReportedSeconds

_CLOCK_MATTERS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredKernel:
    """One part of the program."""

    name: str
    """The part's function in the program."""
    title: str
    """What it computes."""
    seconds: ReportedSeconds
    """Reported, of all runs."""
    share: float
    """Median time as a share of the whole run's; 0 where the whole took no time."""
    instructions: int | None
    """Executed in one call, counted under the emulator; None where nothing was counted."""
    bytes: int | None
    """Loaded and stored in one call, counted under the emulator; None where nothing was counted."""
    executed: int | None
    """Instructions of one call by the board's own counters; None where those are not allowed."""
    cycles: int | None
    """Taken by one call, by the board's own counters; None where those are not allowed."""
    modelled: float | None
    """Seconds on the chip."""
    of_model: float | None
    """Measured median over modelled time; None where one of them is not there."""
    of_count: float | None
    """Executed instructions over counted ones; None where one of them is not there."""
    per_nanosecond: float | None
    """Counted instructions in the median time."""
    tokens_per_second: float
    """By the median time of a call; 0 where the part makes and reads no tokens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardComparison:
    """A report beside what is known."""

    kind: str
    """Of the program that ran: `network`, `loop` or `language`."""
    title: str
    """The program's, for people."""
    digest: str
    """SHA-256 over sources, weights and input; the report and the program here have the same."""
    origin: str
    """Whose figures these are: `reported by the reader`."""
    machine: BoardMachine
    """What the report says of the board."""
    runs: int
    """How many the times are of."""
    whole: ReportedSeconds
    """Seconds of one whole run."""
    agrees: bool
    """Whether the board's output is the expected one."""
    same_bytes: bool
    """Whether the board's output is the expected one bit by bit."""
    difference: float
    """The largest between an element of the output and the expected one; as the report says."""
    soc: str
    """The chip of the modelled times."""
    unmodelled: str
    """Why there are none, "" where there are."""
    modelled_seconds: float | None
    """Sum over all parts; None where one of them has no modelled time."""
    of_model: float | None
    """Measured medians of all parts, summed, over the modelled sum; None without such a sum."""
    coarse: tuple[str, ...]
    """Parts so short that reading the clock is a part of their time."""
    kernels: tuple[MeasuredKernel, ...]
    """The timed parts, in the order of the program."""


@dataclass(frozen=True, slots=True)
class ModelledTimes:
    """Seconds by part on a chip; a part without a time is not there."""

    soc: str
    seconds: Mapping[str, float]
    unmodelled: str = ""


def compare_report(
    subject: BoardSubject, report: BoardReport, modelled: ModelledTimes
) -> BoardComparison:
    """report: checked against this subject by `read_report`."""
    pairs = tuple(zip(subject.kernels, report.kernels, strict=True))
    rows = tuple(_row(known, reported, report, modelled) for known, reported in pairs)
    times = [row.modelled for row in rows]
    total = sum(time for time in times if time is not None) if None not in times and times else None
    measured = sum(kernel.seconds.median for kernel in rows)
    output = report.output
    return BoardComparison(
        kind=subject.kind,
        title=subject.title,
        digest=subject.digest,
        origin="reported by the reader",
        machine=report.machine,
        runs=report.runs,
        whole=report.whole,
        agrees=output.same_bytes or output.difference <= subject.tolerance * output.largest,
        same_bytes=output.same_bytes,
        difference=output.difference,
        soc=modelled.soc,
        unmodelled=modelled.unmodelled,
        modelled_seconds=total,
        of_model=_ratio(measured, total),
        coarse=tuple(
            operation.name
            for operation in rows
            if operation.seconds.median < _CLOCK_MATTERS * report.clock_seconds
        ),
        kernels=rows,
    )


def board_json(comparison: BoardComparison) -> bytes:
    """`lowlab board`: the machine, its runs, and each part measured, counted and modelled."""
    return msgspec.json.encode(comparison)


def _row(
    known: BoardKernel, measurement: ReportedKernel, report: BoardReport, modelled: ModelledTimes
) -> MeasuredKernel:
    median = measurement.seconds.median
    expected = modelled.seconds.get(known.name)
    return MeasuredKernel(
        name=known.name,
        title=known.title,
        seconds=measurement.seconds,
        share=_ratio(median, report.whole.median) or 0.0,
        instructions=known.instructions,
        bytes=known.bytes,
        executed=measurement.instructions,
        cycles=measurement.cycles,
        modelled=expected,
        of_model=_ratio(median, expected),
        of_count=_ratio(measurement.instructions, known.instructions),
        per_nanosecond=_ratio(known.instructions, median * 1e9),
        tokens_per_second=_ratio(known.tokens, median) or 0.0,
    )


def _ratio(above: float | None, below: float | None) -> float | None:
    return above / below if above is not None and below else None
