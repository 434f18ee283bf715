"""Other ways to fit the same eight rows, each judged by leaving every row out in turn.

Nothing of a left-out row is used: shares, weights between them and slopes are fitted anew. The rows
that are held out are shown beside, and decide nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp
from statistics import fmean, geometric_mean

from compiler_core.soc.decoding.decode_fit import share_of_row, tokens_per_second
from compiler_core.soc.measurements import DecodeMeasurement, decode_measurements
from compiler_core.soc.reading import soc_named
from tests.soc.decode_choice import (
    Change,
    Predictor,
    Rows,
    by_engine,
    groups_of,
    held_out_error,
    left_out_error,
    log_share,
)
from tests.soc.decode_physics import PHYSICS

_FEW_BITS = 16
_PLAIN_SECONDS = 5e-6


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
        *(_alternative(one.title, one.change, one.predict or by_engine) for one in PHYSICS),
        _alternative("every engine starts 23 kernels a layer, 5 µs each on a GPU or NPU", _alike),
        _alternative(
            "reading takes longer for each quantised weight in a byte, by a fitted factor",
            _same, _unpacked,
        ),
        _alternative("a token reads all the memory that Rockchip prints", _all_memory),
        _alternative("one share for all engines", _same, _one_share),
    )  # fmt: skip


def _alternative(title: str, change: Change, predict: Predictor = by_engine) -> Alternative:
    rows = [change(row) for row in decode_measurements()]
    return Alternative(title, left_out_error(rows, predict), held_out_error(rows, change, predict))


def _same(row: DecodeMeasurement) -> DecodeMeasurement:
    return row


def _all_memory(row: DecodeMeasurement) -> DecodeMeasurement:
    if row.engine.name != "rkllm":
        return row
    return replace(row, read_elements=0, positions=0)


def _one_share(row: DecodeMeasurement, rows: Rows) -> float:
    return tokens_per_second(row, geometric_mean(share_of_row(one) for one in rows))


def _alike(row: DecodeMeasurement) -> DecodeMeasurement:
    """Without what is known of engines."""
    launch = row.engine.launch_seconds if row.engine.name.endswith("-cpu") else _PLAIN_SECONDS
    plain = replace(
        row.engine, kernels_per_layer=23, kernels_outside=3, launch_seconds=launch, waits=None
    )
    return replace(row, engine=plain)


def _unpacked(row: DecodeMeasurement, rows: Rows) -> float:
    """log share = engine - slope · quantised weights in a byte, by least squares."""
    groups = groups_of(rows)
    pairs = [
        (_packed(one) - fmean(map(_packed, group)), log_share(one) - fmean(map(log_share, group)))
        for group in groups.values()
        for one in group
    ]
    scatter = sum(x * x for x, _ in pairs)
    slope = max(-sum(x * y for x, y in pairs) / scatter, 0.0) if scatter else 0.0
    bare = {
        name: fmean(log_share(one) + slope * _packed(one) for one in group)
        for name, group in groups.items()
    }
    share = bare.get(row.engine.name, fmean(bare.values()))
    return tokens_per_second(row, exp(share - slope * _packed(row)))


def _packed(row: DecodeMeasurement) -> float:
    """Weights in a byte that must be converted: none in 16 bits, nor where the unit multiplies
    8-bit integers."""
    has_integers = "int8" in soc_named(row.soc).unit(soc_named(row.soc).network_unit).precisions
    if row.weight_bits >= _FEW_BITS or (row.weight_bits == 8 and has_integers):
        return 0.0
    return 8 / row.weight_bits
