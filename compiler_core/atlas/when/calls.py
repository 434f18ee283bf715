"""Calls of one function with arrays of different lengths: which of them jax compiles for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from compiler_core.atlas.records import Plot, PlotSeries

_GROWING = (100, 110, 120, 130, 140, 150, 160, 170)


@dataclass(frozen=True, slots=True)
class CallPlan:
    """rows: of each call in order; filled_to: a number of which they become a multiple, or 0."""

    title: str
    rows: tuple[int, ...]
    filled_to: int = 0


PLANS: Mapping[str, CallPlan] = {
    "same": CallPlan("eight times one length", (128,) * 8),
    "two": CallPlan("two lengths, each twice", (128, 128, 129, 129)),
    "growing": CallPlan("eight lengths", _GROWING),
    "filled": CallPlan("the same eight, filled up with zeros to 64, 128, 192 …", _GROWING, 64),
}


class Call(msgspec.Struct, frozen=True):
    """One call. size: rows with those filled in; kept: programs that jax has behind it."""

    rows: int
    size: int
    seconds: float
    kept: int


def compiled_for(calls: Sequence[Call]) -> tuple[bool, ...]:
    """Of each call, whether there was a program more behind it."""
    before = (0, *(call.kept for call in calls))
    return tuple(call.kept > least for call, least in zip(calls, before, strict=False))


def first_over_fastest(calls: Sequence[Call]) -> float:
    """Of the times of the first call and the fastest of the others."""
    return calls[0].seconds / max(min(call.seconds for call in calls[1:]), 1e-9)


def filled_share(calls: Sequence[Call]) -> float:
    """Of all rows computed, those that were filled in, in per cent."""
    computed = sum(call.size for call in calls)
    return 100 * (computed - sum(call.rows for call in calls)) / computed


def call_lines(calls: Sequence[Call]) -> str:
    """A line each, without times: these are in the plot."""
    return "\n".join(
        f"call {at}: {call.rows} rows, as {call.size}: "
        f"{'compiled' if compiled else 'a program was there'}, {call.kept} kept"
        for at, (call, compiled) in enumerate(zip(calls, compiled_for(calls), strict=True), 1)
    )


def times_plot(calls: Sequence[Call]) -> Plot:
    """How long each call took, compilation included."""
    points = tuple((float(at), call.seconds * 1e3) for at, call in enumerate(calls, 1))
    return Plot(
        title="Time of each call, measured",
        look="High points are calls that had to wait for the compiler.",
        across="call",
        up="milliseconds",
        series=(PlotSeries(name="a call", form="line", points=points),),
    )
