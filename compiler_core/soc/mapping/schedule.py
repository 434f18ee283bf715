"""When each kernel of a mapping runs: kernels one after the other, moves and starts between them.

The end is the mapping's total: nothing is lost between the parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler_core.soc.mapping.records import (
    MappedKernel,
    MappedSpan,
    Mapping,
    SpanKind,
    Transfer,
)


@dataclass(frozen=True, slots=True)
class _Part:
    """A span before it has a time."""

    kind: SpanKind
    number: int
    unit: str
    source: str
    seconds: float


def schedule(mapping: Mapping) -> tuple[MappedSpan, ...]:
    """Empty for a network that does not fit. Results go back when nothing else can go before."""
    spans: list[MappedSpan] = []
    now = 0.0
    for part in _parts(mapping):
        end = now + part.seconds
        spans.append(
            MappedSpan(
                kind=part.kind,
                number=part.number,
                unit=part.unit,
                source=part.source,
                begin=now,
                end=end,
            )
        )
        now = end
    return tuple(spans)


def _parts(mapping: Mapping) -> Iterator[_Part]:
    waiting = list(enumerate(mapping.transfers))
    start = _start_seconds(mapping)
    before = ""
    for number, kernel in enumerate(mapping.kernels):
        while waiting and _comes_now(waiting, kernel):
            yield _move(*waiting.pop(0))
        if kernel.unit != before and _starts(mapping, kernel.unit) and start:
            yield _Part("start", -1, kernel.unit, kernel.unit, start)
        yield _Part("kernel", number, kernel.unit, kernel.unit, kernel.seconds)
        before = kernel.unit
    for number, transfer in waiting:
        yield _move(number, transfer)


def _comes_now(waiting: list[tuple[int, Transfer]], kernel: MappedKernel) -> bool:
    """The first that waits for a kernel waits for this one; results before it go first."""
    awaited = next((part.before for _, part in waiting if part.before), "")
    return awaited == kernel.name


def _move(number: int, transfer: Transfer) -> _Part:
    return _Part("transfer", number, transfer.target, transfer.source, transfer.seconds)


def _start_seconds(mapping: Mapping) -> float:
    """Of one start: only accelerators have any, and each chip's mapping has one of them."""
    units = [kernel.unit for kernel in mapping.kernels]
    comings = sum(
        1
        for unit, other in zip(units, ("", *units), strict=False)
        if unit != other and _starts(mapping, unit)
    )
    return mapping.totals.start_seconds / comings if mapping.totals and comings else 0.0


def _starts(mapping: Mapping, name: str) -> bool:
    return any(unit.kind == "npu" for unit in mapping.units if unit.name == name)
