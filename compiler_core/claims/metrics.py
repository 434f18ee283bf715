"""What a claim may ask of a counted run, and how it is called in sentences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from compiler_core.claims.case import NothingThere
from compiler_core.host.counting.record import PerElement
from compiler_core.host.running.record import Counts
from compiler_core.soc.rooflines.loop_points import loop_work

Metric = Literal[
    "instructions", "loads", "stores", "bytes", "misses", "cache_lines",
    "instructions_per_element", "loads_per_element", "stores_per_element",
    "operations", "operations_per_byte",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class MetricKind:
    """A metric's words, and how it is read from the counts."""

    title: str
    read: Callable[[Counts], float]


def measure(counts: Counts, metric: Metric) -> float:
    """Raises NothingThere for a metric per element of a function without a size, InputError for
    operations of a function that computes nothing on data in memory.
    """
    return METRICS[metric].read(counts)


def _per_element(read: Callable[[PerElement], float]) -> Callable[[Counts], float]:
    def found(counts: Counts) -> float:
        if counts.per_element is None:
            raise NothingThere("The function has no size that n sets.")
        return read(counts.per_element)

    return found


def _operations_per_byte(counts: Counts) -> float:
    """The arithmetic intensity, as on the pages about chips: of every load and store."""
    work = loop_work(counts)
    return work.operations / work.bytes


COUNTED_METRICS: dict[Metric, MetricKind] = {
    "instructions": MetricKind("instructions", lambda counts: counts.instructions),
    "loads": MetricKind("loads", lambda counts: counts.loads),
    "stores": MetricKind("stores", lambda counts: counts.stores),
    "bytes": MetricKind("bytes moved", lambda counts: counts.bytes),
    "misses": MetricKind("cache misses, modelled", lambda counts: counts.totals.misses),
    "cache_lines": MetricKind("cache lines touched", lambda counts: counts.totals.cache_lines),
    "instructions_per_element": MetricKind(
        "instructions per element", _per_element(lambda each: each.instructions)
    ),
    "loads_per_element": MetricKind("loads per element", _per_element(lambda each: each.loads)),
    "stores_per_element": MetricKind("stores per element", _per_element(lambda each: each.stores)),
}
"""What the emulator counts in any function."""
METRICS: dict[Metric, MetricKind] = {
    **COUNTED_METRICS,
    "operations": MetricKind("operations on data", lambda counts: loop_work(counts).operations),
    "operations_per_byte": MetricKind("operations per byte", _operations_per_byte),
}
"""These, and what follows from them and the classes of the instructions."""
