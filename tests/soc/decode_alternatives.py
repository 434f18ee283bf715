"""Other ways to fit the same eight rows, each judged by leaving every row out in turn.

Nothing of a left-out row is used: shares, weights between them and slopes are fitted anew. The rows
that are held out are shown beside, and decide nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from statistics import fmean

from compiler_core.soc.decoding.decode_fit import (
    geometric_mean,
    share_of_engine,
    share_of_row,
    tokens_per_second,
)
from compiler_core.soc.measurements import (
    DecodeMeasurement,
    decode_measurements,
    held_out_decode,
)
from compiler_core.soc.reading import soc_named
from tests.soc.decode_physics import PHYSICS

_Rows = Sequence[DecodeMeasurement]
_Predictor = Callable[[DecodeMeasurement, _Rows], float]
_Change = Callable[[DecodeMeasurement], DecodeMeasurement]
_CUDA_MICROSECONDS = (5, 15, 20)
_FEW_BITS = 16


@dataclass(frozen=True, slots=True)
class Alternative:
    """error: the mean over all rows, each left out. held_out: over the rows of fitted devices that
    nothing is fitted on."""

    title: str
    error: float
    held_out: float


def alternatives() -> tuple[Alternative, ...]:
    """The fit in use first."""
    return (
        _alternative("as described", _same),
        *(_alternative(one.title, one.change, one.predict or _plain) for one in PHYSICS),
        *(
            _alternative(f"a CUDA launch takes {time} µs", _launched(time))
            for time in _CUDA_MICROSECONDS
        ),
        _alternative("every engine starts 23 kernels a layer, 5 µs each on a GPU", _alike),
        _alternative(
            "shares drawn towards the mean of all engines, as much as the rows' scatter says",
            _same, _pooled,
        ),
        _alternative(
            "reading takes longer for each quantised weight in a byte, by a fitted factor",
            _same, _unpacked,
        ),
        _alternative("a token reads all the memory that Rockchip prints", _all_memory),
        _alternative("one share for all engines", _same, _one_share),
    )  # fmt: skip


def _alternative(title: str, change: _Change, predict: _Predictor | None = None) -> Alternative:
    found = predict or _plain
    rows = [change(row) for row in decode_measurements()]
    pairs = {(row.soc, row.engine.name) for row in decode_measurements()}
    held_out = [change(row) for row in held_out_decode() if (row.soc, row.engine.name) in pairs]
    return Alternative(
        title,
        fmean(_error(row, [one for one in rows if one is not row], found) for row in rows),
        fmean(_error(row, rows, found) for row in held_out),
    )


def _error(row: DecodeMeasurement, rows: _Rows, predict: _Predictor) -> float:
    return abs(predict(row, rows) / row.tokens_per_second - 1)


def _same(row: DecodeMeasurement) -> DecodeMeasurement:
    return row


def _all_memory(row: DecodeMeasurement) -> DecodeMeasurement:
    if row.engine.name != "rkllm":
        return row
    return replace(row, read_elements=0, positions=0)


def _plain(row: DecodeMeasurement, rows: _Rows) -> float:
    return tokens_per_second(row, share_of_engine(row.engine.name, rows))


def _one_share(row: DecodeMeasurement, rows: _Rows) -> float:
    return tokens_per_second(row, geometric_mean(share_of_row(one) for one in rows))


def _launched(microseconds: int) -> _Change:
    def changed(row: DecodeMeasurement) -> DecodeMeasurement:
        if not row.engine.name.endswith("-cuda"):
            return row
        return replace(row, engine=replace(row.engine, launch_seconds=microseconds * 1e-6))

    return changed


def _alike(row: DecodeMeasurement) -> DecodeMeasurement:
    """Without what is known of engines."""
    launch = min(row.engine.launch_seconds, 5e-6)
    plain = replace(row.engine, kernels_per_layer=23, kernels_outside=3, launch_seconds=launch)
    return replace(row, engine=plain)


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
