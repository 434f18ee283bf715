"""The same program at five SVE vector lengths: the code stays, the number of instructions falls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from compiler_core.host.running.count import count_source
from compiler_core.host.running.experiment import SVE_LENGTHS, Experiment
from compiler_core.host.running.record import Counts
from compiler_core.source import SourceFile


@dataclass(frozen=True, slots=True, kw_only=True)
class SveRow:
    """One vector length."""

    bits: int
    """Length of the emulated SVE vectors in bits: 128, 256, 512, 1024 or 2048."""
    ok: bool
    """Whether the run at this length ended well and was counted."""
    message: str
    """Why there are no counts at this length; empty where the run ended well."""
    instructions: int
    """How many instructions the functions of the source executed, library code left out; 0 where
    nothing was counted."""
    loads: int
    """Of these, those that read memory; 0 where nothing was counted."""
    stores: int
    """Of these, those that wrote memory; 0 where nothing was counted."""
    ratio: float | None
    """Instructions at the length before divided by those here; None in the first row, and where one
    of the two was not counted."""
    output_digest: str
    """SHA-256 over all outputs, in hexadecimal: equal for equal bits; empty where the run gave
    none."""
    same_bits: bool | None
    """The outputs are those of the first row; None where one of the two gave none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SveSweep:
    """All lengths."""

    compiler_title: str
    """The compiler with its version: `GCC 12.2.0`."""
    flags: tuple[str, ...]
    """Flags of the compile in normal form, one token each; the same program ran at every length."""
    function: str
    """The function that was run, qualified and with template arguments: `axpy`."""
    n: int
    """What the loop bounds became, the same at every length."""
    rows: tuple[SveRow, ...]
    """One run for each vector length, the shortest first: 128, 256, 512, 1024 and 2048 bits."""
    scalable: bool
    """The number of instructions depends on the length."""
    sentences: tuple[str, ...]
    """How the count depends on the length, and whether the results do, in words; where a run
    failed only why."""


def sve_sweep(
    sources: Sequence[SourceFile], compiler_name: str, flags_text: str, experiment: Experiment
) -> SveSweep:
    """Run once per length; the program is built once. Raises as `count_source`."""
    counts = [
        count_source(sources, compiler_name, flags_text, replace(experiment, sve_bits=bits))
        for bits in SVE_LENGTHS
    ]
    rows = tuple(_rows(counts))
    scalable = len({row.instructions for row in rows if row.ok}) > 1
    return SveSweep(
        compiler_title=counts[0].compiler_title,
        flags=counts[0].flags,
        function=counts[0].function,
        n=counts[0].n,
        rows=rows,
        scalable=scalable,
        sentences=tuple(_sentences(rows, scalable)),
    )


def _rows(runs: Sequence[Counts]) -> Iterator[SveRow]:
    before: Counts | None = None
    for counts in runs:
        ratio = None
        if before is not None and before.ok and counts.ok and counts.instructions:
            ratio = before.instructions / counts.instructions
        yield SveRow(
            bits=counts.sve_bits,
            ok=counts.ok,
            message=counts.message,
            instructions=counts.instructions,
            loads=counts.loads,
            stores=counts.stores,
            ratio=ratio,
            output_digest=counts.output_digest,
            same_bits=counts.output_digest == runs[0].output_digest
            if counts.ok and runs[0].ok
            else None,
        )
        before = counts


def _sentences(rows: Sequence[SveRow], scalable: bool) -> Iterator[str]:
    if not all(row.ok for row in rows):
        yield next(row.message for row in rows if not row.ok)
        return
    if not scalable:
        yield (
            "The number of instructions does not depend on the vector length: this code uses no "
            "SVE vectors. Add -march=armv8-a+sve; GCC then uses them from -O3, Clang from -O2."
        )
    else:
        first, last = rows[0], rows[-1]
        yield (
            f"The same code ran {first.instructions:,} instructions with vectors of {first.bits} "
            f"bits and {last.instructions:,} with {last.bits:,}: "
            f"{first.instructions / last.instructions:.3g} times fewer."
        )
    if all(row.same_bits for row in rows):
        yield "Every length computed the same bits."
    else:
        lengths = ", ".join(f"{row.bits:,}" for row in rows if not row.same_bits)
        yield (
            f"At {lengths} bits the outputs differ from those at {rows[0].bits}: the order of the "
            "additions depends on the vector length."
        )
