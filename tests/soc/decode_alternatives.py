"""Other ways to fit the same eight rows, each judged by leaving every row out in turn.

Nothing of a left-out row is used: shares, weights between them and slopes are fitted anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from statistics import fmean

from compiler_core.soc.decode_engines import DecodeEngine
from compiler_core.soc.decode_fit import (
    geometric_mean,
    residuals_of,
    share_of_engine,
    share_of_row,
    tokens_per_second,
)
from compiler_core.soc.measurements import DecodeMeasurement, decode_measurements
from compiler_core.soc.reading import soc_named

_Rows = Sequence[DecodeMeasurement]
_Predictor = Callable[[DecodeMeasurement, _Rows], float]
_CUDA_MICROSECONDS = (5, 15, 20)
_FEW_BITS = 16


@dataclass(frozen=True, slots=True)
class Alternative:
    """error: the mean over all rows, each left out."""

    title: str
    error: float


def alternatives() -> tuple[Alternative, ...]:
    """The fit in use first."""
    rows = decode_measurements()
    used = fmean(abs(one.left_out_error) for one in residuals_of(rows))
    launches = (
        Alternative(f"a CUDA launch takes {time} µs", _left_out(_launched(rows, time), _plain))
        for time in _CUDA_MICROSECONDS
    )
    return (
        Alternative("as described", used),
        *launches,
        Alternative(
            "every engine starts 23 kernels a layer, 5 µs each on a GPU",
            _left_out(_alike(rows), _plain),
        ),
        Alternative(
            "shares drawn towards the mean of all engines, as much as the rows' scatter says",
            _left_out(rows, _pooled),
        ),
        Alternative(
            "reading takes longer for each quantised weight in a byte, by a fitted factor",
            _left_out(rows, _unpacked),
        ),
        Alternative(
            "a token reads all the memory that Rockchip prints",
            _left_out([replace(row, read_elements=0) for row in rows], _plain),
        ),
        Alternative("one share for all engines", _left_out(rows, _one_share)),
    )


def _left_out(rows: _Rows, predict: _Predictor) -> float:
    return fmean(
        abs(predict(row, [one for one in rows if one is not row]) / row.tokens_per_second - 1)
        for row in rows
    )


def _plain(row: DecodeMeasurement, rows: _Rows) -> float:
    return tokens_per_second(row, share_of_engine(row.engine.name, rows))


def _one_share(row: DecodeMeasurement, rows: _Rows) -> float:
    return tokens_per_second(row, geometric_mean(share_of_row(one) for one in rows))


def _launched(rows: _Rows, microseconds: int) -> _Rows:
    return [
        replace(row, engine=replace(row.engine, launch_seconds=microseconds * 1e-6))
        if row.engine.name.endswith("-cuda")
        else row
        for row in rows
    ]


def _alike(rows: _Rows) -> _Rows:
    """Without what is known of engines."""

    def plain(engine: DecodeEngine) -> DecodeEngine:
        launch = min(engine.launch_seconds, 5e-6)
        return replace(engine, kernels_per_layer=23, kernels_outside=3, launch_seconds=launch)

    return [replace(row, engine=plain(row.engine)) for row in rows]


def _pooled(row: DecodeMeasurement, rows: _Rows) -> float:
    """Empirical Bayes: an engine's mean counts with its variance against that between engines."""
    groups = _by_engine(rows)
    means = {name: fmean(map(_log_share, group)) for name, group in groups.items()}
    centre = fmean(means.values())
    freedom = len(rows) - len(groups)
    within = sum((_log_share(one) - means[one.engine.name]) ** 2 for one in rows) / freedom
    spread = sum((mean - centre) ** 2 for mean in means.values()) / (len(means) - 1)
    noise = within * fmean(1 / len(group) for group in groups.values())
    between = max(spread - noise, 0.0)
    if row.engine.name not in means:
        return tokens_per_second(row, exp(centre))
    weight = between / (between + within / len(groups[row.engine.name]))
    return tokens_per_second(row, exp(centre + weight * (means[row.engine.name] - centre)))


def _unpacked(row: DecodeMeasurement, rows: _Rows) -> float:
    """log share = engine - slope · quantised weights in a byte, by least squares."""
    groups = _by_engine(rows)
    pairs = [
        (_packed(one) - fmean(map(_packed, group)), _log_share(one) - fmean(map(_log_share, group)))
        for group in groups.values()
        for one in group
    ]
    scatter = sum(x * x for x, _ in pairs)
    slope = max(-sum(x * y for x, y in pairs) / scatter, 0.0) if scatter else 0.0
    bare = {
        name: fmean(_log_share(one) + slope * _packed(one) for one in group)
        for name, group in groups.items()
    }
    share = bare.get(row.engine.name, fmean(bare.values()))
    return tokens_per_second(row, exp(share - slope * _packed(row)))


def _by_engine(rows: _Rows) -> dict[str, list[DecodeMeasurement]]:
    groups: dict[str, list[DecodeMeasurement]] = {}
    for row in rows:
        groups.setdefault(row.engine.name, []).append(row)
    return groups


def _log_share(row: DecodeMeasurement) -> float:
    return log(share_of_row(row))


def _packed(row: DecodeMeasurement) -> float:
    """Weights in a byte that must be converted: none in 16 bits, nor where the unit multiplies
    8-bit integers."""
    has_integers = "int8" in soc_named(row.soc).unit(soc_named(row.soc).network_unit).precisions
    if row.weight_bits >= _FEW_BITS or (row.weight_bits == 8 and has_integers):
        return 0.0
    return 8 / row.weight_bits
