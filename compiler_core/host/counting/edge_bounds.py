"""How often each edge between basic blocks can have been taken, from how often each block ran.

What enters a block leaves it again (Kirchhoff's law, as gcov uses it): the edges on either side of
it add up to its count. From these sums follow the least and the most of each edge, and in most code
the two are the same, without counting a single edge: Knuth and Stevenson, "Optimal measurement
points for program frequency counts" (1973).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Edge = tuple[int, int]
_MOST_ROUNDS = 200


@dataclass(frozen=True, slots=True)
class Bounds:
    """At least `least` and at most `most` times."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class EdgeSum:
    """These edges together were taken so often."""

    total: int
    edges: tuple[Edge, ...]


def narrowed(bounds: Mapping[Edge, Bounds], sums: Sequence[EdgeSum]) -> dict[Edge, Bounds]:
    """The bounds as narrow as these sums make them. bounds: before any sum is looked at."""
    narrower = dict(bounds)
    # Forwards and backwards in turn, so that what is known travels either way in one round.
    for number in range(_MOST_ROUNDS):
        order = reversed(sums) if number % 2 else sums
        changes = [_narrow(narrower, edge_sum) for edge_sum in order]
        if not any(changes):
            break
    return narrower


def _narrow(bounds: dict[Edge, Bounds], edge_sum: EdgeSum) -> bool:
    """What is left for an edge when all others of its sum take their least, or their most."""
    least = sum(bounds[edge].least for edge in edge_sum.edges)
    most = sum(bounds[edge].most for edge in edge_sum.edges)
    changed = False
    for edge in edge_sum.edges:
        old = bounds[edge]
        low = max(old.least, edge_sum.total - (most - old.most))
        high = min(old.most, edge_sum.total - (least - old.least))
        # Counts that contradict each other (a call that never came back) narrow nothing.
        if low <= high and (low, high) != (old.least, old.most):
            bounds[edge] = Bounds(low, high)
            least += low - old.least
            most += high - old.most
            changed = True
    return changed
