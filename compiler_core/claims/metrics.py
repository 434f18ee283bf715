"""What a claim may ask of a counted run, and how it is called in sentences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from compiler_core.claims.case import NothingThere
from compiler_core.host.counting.record import PerElement
from compiler_core.host.running.record import Counts

Metric = Literal[
    "instructions", "loads", "stores", "bytes", "misses", "cache_lines",
    "instructions_per_element", "loads_per_element", "stores_per_element",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class MetricKind:
    """A metric's words, and how it is read from the counts."""

    title: str
    read: Callable[[Counts], float]


def measure(counts: Counts, metric: Metric) -> float:
    """Raises NothingThere for a metric per element of a function without a size."""
    return METRICS[metric].read(counts)


def _per_element(read: Callable[[PerElement], float]) -> Callable[[Counts], float]:
    def found(counts: Counts) -> float:
        if counts.per_element is None:
            raise NothingThere("The function has no size that n sets.")
        return read(counts.per_element)

    return found


METRICS: dict[Metric, MetricKind] = {
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
