"""Chooses what documents of decoding leave open, by the fitted rows alone.

The set and the rule were written down before; rows that are held out decide nothing. Of each
candidate every fitted row is left out in turn; the smallest mean error wins. `tests.soc.fit` runs
this and a test compares the winner with `decode_engines`, so nobody sets these constants.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from math import exp, log
from statistics import fmean

from compiler_core.soc.core_waits import AT_CLOCKS, CoreWaits, rockchip_waits
from compiler_core.soc.decoding.decode_fit import (
    share_of_engine,
    share_of_row,
    tokens_per_second,
)
from compiler_core.soc.description import SocDescription
from compiler_core.soc.measurements import (
    DecodeMeasurement,
    decode_measurements,
    held_out_decode,
)
from compiler_core.soc.reading import soc_named

Rows = Sequence[DecodeMeasurement]
Predictor = Callable[[DecodeMeasurement, Rows], float]
Change = Callable[[DecodeMeasurement], DecodeMeasurement]
_CUDA_MICROSECONDS = (5, 10, 15, 20)
_ASSUMED_SECONDS = 5e-6
_MEASURED_CLOCK, _ = AT_CLOCKS[-1]
_AS_BEFORE = "23 kernels a layer, 5 µs each"


@dataclass(frozen=True, slots=True)
class Candidate:
    """cuda: microseconds of a launch. rockchip: what its runtime does beside reading. shares: how
    an engine's share follows from its rows. rows: those that are fitted, with these constants."""

    cuda: int
    rockchip: str
    shares: str
    rows: tuple[DecodeMeasurement, ...]
    change: Change
    predict: Predictor

    @property
    def error(self) -> float:
        """The mean over all fitted rows, each left out."""
        return left_out_error(self.rows, self.predict)

    @property
    def held_out(self) -> float:
        """The mean over the rows of fitted devices that nothing is fitted on; decides nothing."""
        return held_out_error(self.rows, self.change, self.predict)

    @property
    def largest_share(self) -> float:
        """Of the bandwidth, over the engines; above 1 is impossible."""
        names = {row.engine.name for row in self.rows}
        return max(share_of_engine(name, self.rows) for name in names)


@cache
def candidates() -> tuple[Candidate, ...]:
    """All combinations, in the order in which the first of equals wins."""
    return tuple(_candidate(*one) for one in product(_ROCKCHIP, _CUDA_MICROSECONDS, _SHARES))


@cache
def chosen() -> Candidate:
    """The smallest error of those that are possible."""
    return _best(candidates())


@cache
def chosen_without_waits() -> Candidate:
    """What it would be without the waits for the CPU."""
    return _best([candidate for candidate in candidates() if candidate.rockchip == _AS_BEFORE])


def _best(found: Sequence[Candidate]) -> Candidate:
    return min((one for one in found if one.largest_share <= 1), key=lambda one: one.error)


def is_in_use(candidate: Candidate) -> bool:
    """Whether the engines in use have these constants."""
    return candidate.rows == decode_measurements() and candidate.predict is by_engine


def left_out_error(rows: Rows, predict: Predictor) -> float:
    """Mean of the absolute errors, each row predicted from all others."""
    return fmean(_error(row, [one for one in rows if one is not row], predict) for row in rows)


def held_out_error(rows: Rows, change: Change, predict: Predictor) -> float:
    """Mean over held-out rows whose device and engine are among the fitted rows as published."""
    pairs = {(row.soc, row.engine.name) for row in decode_measurements()}
    apart = [change(row) for row in held_out_decode() if (row.soc, row.engine.name) in pairs]
    return fmean(_error(row, rows, predict) for row in apart)


def _error(row: DecodeMeasurement, rows: Rows, predict: Predictor) -> float:
    return abs(predict(row, rows) / row.tokens_per_second - 1)


def by_engine(row: DecodeMeasurement, rows: Rows) -> float:
    """With the geometric mean of its engine's rows, as the model in use."""
    return tokens_per_second(row, share_of_engine(row.engine.name, rows))


def drawn(row: DecodeMeasurement, rows: Rows) -> float:
    """Empirical Bayes: an engine's mean counts with its variance against that between engines."""
    groups = groups_of(rows)
    means = {name: fmean(map(log_share, group)) for name, group in groups.items()}
    centre = fmean(means.values())
    freedom = len(rows) - len(groups)
    within = sum((log_share(one) - means[one.engine.name]) ** 2 for one in rows) / freedom
    spread = sum((mean - centre) ** 2 for mean in means.values()) / (len(means) - 1)
    noise = within * fmean(1 / len(group) for group in groups.values())
    between = max(spread - noise, 0.0)
    if row.engine.name not in means:
        return tokens_per_second(row, exp(centre))
    weight = between / (between + within / len(groups[row.engine.name]))
    return tokens_per_second(row, exp(centre + weight * (means[row.engine.name] - centre)))


def groups_of(rows: Rows) -> dict[str, list[DecodeMeasurement]]:
    """Rows by the name of their engine."""
    groups: dict[str, list[DecodeMeasurement]] = {}
    for row in rows:
        groups.setdefault(row.engine.name, []).append(row)
    return groups


def log_share(row: DecodeMeasurement) -> float:
    """Of the share that this row alone says."""
    return log(share_of_row(row))


def _candidate(rockchip: str, cuda: int, shares: str) -> Candidate:
    waits = _ROCKCHIP[rockchip]

    def change(row: DecodeMeasurement) -> DecodeMeasurement:
        if row.engine.name.endswith("-cuda"):
            return replace(row, engine=replace(row.engine, launch_seconds=cuda / 1e6))
        if row.engine.name == "rkllm":
            return _with_waits(row, waits(soc_named(row.soc)))
        return row

    rows = tuple(change(row) for row in decode_measurements())
    return Candidate(cuda, rockchip, shares, rows, change, _SHARES[shares])


def _with_waits(row: DecodeMeasurement, waits: CoreWaits | None) -> DecodeMeasurement:
    launch = 0.0 if waits else _ASSUMED_SECONDS
    return replace(row, engine=replace(row.engine, launch_seconds=launch, waits=waits))


def _no_waits(soc: SocDescription) -> None:
    del soc


def _by_clock(soc: SocDescription) -> CoreWaits:
    """As many cycles of any core."""
    core = next(unit for unit in soc.units if unit.kind == "cpu")
    assert core.clock_ghz is not None
    found = rockchip_waits()
    return replace(found, seconds=found.seconds * _MEASURED_CLOCK / (core.clock_ghz.value * 1e9))


def _by_speed(soc: SocDescription) -> CoreWaits:
    return rockchip_waits().on(soc)


_ROCKCHIP: dict[str, Callable[[SocDescription], CoreWaits | None]] = {
    _AS_BEFORE: _no_waits,
    "waits for the CPU, by its clock": _by_clock,
    "waits for the CPU, by its fp32 speed": _by_speed,
}
_SHARES: dict[str, Predictor] = {"the mean of its rows": by_engine, "drawn to all": drawn}
