"""A smallest sufficient set, by delta debugging.

The algorithm is `ddmin` of Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing
Input" (2002): try ever finer parts of the set, then what is left without a part. The result is
1-minimal: no single member can be left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TypeVar

Item = TypeVar("Item")


def smallest_sufficient(
    items: Sequence[Item], suffices: Callable[[tuple[Item, ...]], bool]
) -> tuple[Item, ...]:
    """A subset, in the order given, that suffices and from which nothing can be left out.

    `items` as a whole has to suffice.
    """
    current, parts = tuple(items), 2
    while len(current) >= 2:
        smaller = _smaller(current, parts, suffices)
        if smaller is not None:
            current, parts = smaller
        elif parts >= len(current):
            break
        else:
            parts = min(2 * parts, len(current))
    return current


def _smaller(
    items: tuple[Item, ...], parts: int, suffices: Callable[[tuple[Item, ...]], bool]
) -> tuple[tuple[Item, ...], int] | None:
    """One part that suffices alone, else what suffices without one part, with the parts to cut
    that into next; None if nothing smaller suffices."""
    cuts = _cuts(items, parts)
    for part in cuts:
        if suffices(part):
            return part, 2
    if parts == 2:
        # With two parts, what is left without one is the other.
        return None
    for part in cuts:
        rest = tuple(item for item in items if item not in part)
        if suffices(rest):
            return rest, max(parts - 1, 2)
    return None


def _cuts(items: tuple[Item, ...], parts: int) -> list[tuple[Item, ...]]:
    """The items in `parts` stretches of nearly equal length, none empty."""
    edges = [len(items) * number // parts for number in range(parts + 1)]
    return [items[start:end] for start, end in pairwise(edges) if end > start]
