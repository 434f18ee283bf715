"""The one fitted constant of decoding: the share of the bandwidth, for each engine.

Of each row, share = bytes / bandwidth / (measured seconds - launches); of an engine, the geometric
mean of its rows, so that errors up and down weigh the same. An engine without rows takes the
geometric mean of all engines that have some.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import geometric_mean

from compiler_core.soc.description import SocDescription
from compiler_core.soc.measurements import (
    DecodeMeasurement,
    decode_measurements,
    held_out_decode,
)
from compiler_core.soc.reading import soc_named


@dataclass(frozen=True, slots=True)
class DecodeResidual:
    """One row: measured, modelled, and modelled when the row itself was left out of the fit.

    alone: the engine has no other row, so leaving it out is a guess from the other engines.
    """

    row: DecodeMeasurement
    modelled: float
    left_out: float
    alone: bool

    @property
    def error(self) -> float:
        return self.modelled / self.row.tokens_per_second - 1

    @property
    def left_out_error(self) -> float:
        return self.left_out / self.row.tokens_per_second - 1


@dataclass(frozen=True, slots=True)
class HeldOutResidual:
    """One row that nothing is fitted on. fitted_pair: a fitted row has its device and engine."""

    row: DecodeMeasurement
    modelled: float
    fitted_pair: bool

    @property
    def error(self) -> float:
        return self.modelled / self.row.tokens_per_second - 1


def share_for(soc: SocDescription) -> float:
    """The share of the bandwidth that decoding reaches with the chip's engine, from all rows."""
    return share_of_engine(soc.decode_engine, decode_measurements())


def decode_residuals() -> tuple[DecodeResidual, ...]:
    """All rows that are fitted on, in the file's order."""
    rows = decode_measurements()
    return residuals_of(rows)


def held_out_residuals() -> tuple[HeldOutResidual, ...]:
    """All rows that are held out, in the file's order."""
    rows = decode_measurements()
    pairs = {(row.soc, row.engine.name) for row in rows}
    return tuple(
        HeldOutResidual(
            row=row,
            modelled=tokens_per_second(row, share_of_engine(row.engine.name, rows)),
            fitted_pair=(row.soc, row.engine.name) in pairs,
        )
        for row in held_out_decode()
    )


def residuals_of(rows: Sequence[DecodeMeasurement]) -> tuple[DecodeResidual, ...]:
    """Of each row: fitted on all, and fitted on all others."""
    return tuple(_residual(row, rows) for row in rows)


def _residual(row: DecodeMeasurement, rows: Sequence[DecodeMeasurement]) -> DecodeResidual:
    others = [other for other in rows if other is not row]
    engine = row.engine.name
    return DecodeResidual(
        row=row,
        modelled=tokens_per_second(row, share_of_engine(engine, rows)),
        left_out=tokens_per_second(row, share_of_engine(engine, others)),
        alone=all(other.engine.name != engine for other in others),
    )


def tokens_per_second(row: DecodeMeasurement, share: float) -> float:
    """What the model says of a row, with this share of the bandwidth."""
    reading = row.bytes_per_token / (share * _bandwidth(row))
    return 1 / (reading + row.engine.seconds_of_launches(row.layers))


def share_of_row(row: DecodeMeasurement) -> float:
    """The share of the bandwidth that this row alone says."""
    reading = 1 / row.tokens_per_second - row.engine.seconds_of_launches(row.layers)
    return row.bytes_per_token / _bandwidth(row) / reading


def share_of_engine(name: str, rows: Iterable[DecodeMeasurement]) -> float:
    """From these rows; of all engines where it has none."""
    engines: dict[str, list[float]] = {}
    for row in rows:
        engines.setdefault(row.engine.name, []).append(share_of_row(row))
    if name in engines:
        return geometric_mean(engines[name])
    return geometric_mean(geometric_mean(shares) for shares in engines.values())


def _bandwidth(row: DecodeMeasurement) -> float:
    return soc_named(row.soc).main_memory.bytes_per_second or 0.0
