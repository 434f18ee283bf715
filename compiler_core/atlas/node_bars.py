"""Bars over nodes in their order: where a kernel begins and ends, and where it goes on later."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from compiler_core.atlas.records import LaneBar


def node_bars(names: Sequence[str], kind: int | None = None) -> tuple[LaneBar, ...]:
    """A bar for each run of nodes of one name, none for ""; neighbours have two kinds in turn."""
    bars: list[LaneBar] = []
    start = 0
    for name, run in groupby(names):
        end = start + len(list(run))
        if name:
            turn = len(bars) % 2 if kind is None else kind
            bars.append(LaneBar(name=name, kind=turn, start=float(start), end=float(end)))
        start = end
    return tuple(bars)
