"""The one fitted constant of decoding: the share of the bandwidth, for each class of device.

Of each row, share = bytes / bandwidth / (measured seconds - launches); of a class, the geometric
mean of its rows, so that errors up and down weigh the same. A class without rows takes the
geometric mean of the classes whose units are of its kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, fsum, log

from compiler_core.soc.decode import decode_unit, launch_seconds
from compiler_core.soc.description import SocDescription
from compiler_core.soc.measurements import DecodeMeasurement, decode_measurements
from compiler_core.soc.reading import soc_named


@dataclass(frozen=True, slots=True)
class DecodeResidual:
    """One row: measured, modelled, and modelled when the row itself was left out of the fit.

    alone: the class has no other row, so leaving it out is a guess from other classes.
    """

    row: DecodeMeasurement
    device_class: str
    modelled: float
    left_out: float
    alone: bool

    @property
    def error(self) -> float:
        return self.modelled / self.row.tokens_per_second - 1

    @property
    def left_out_error(self) -> float:
        return self.left_out / self.row.tokens_per_second - 1


def share_for(soc: SocDescription) -> float:
    """The share of the bandwidth that decoding reaches, fitted on all rows."""
    return _share(soc, _all_rows())


def decode_residuals() -> tuple[DecodeResidual, ...]:
    """All rows, in the file's order."""
    rows = _all_rows()
    return tuple(_residual(row, rows) for row in rows)


@cache
def _all_rows() -> tuple[DecodeMeasurement, ...]:
    return decode_measurements()


def _residual(row: DecodeMeasurement, rows: Sequence[DecodeMeasurement]) -> DecodeResidual:
    soc = soc_named(row.soc)
    others = [one for one in rows if one is not row]
    return DecodeResidual(
        row=row,
        device_class=soc.decode_class,
        modelled=_tokens_per_second(soc, row, _share(soc, rows)),
        left_out=_tokens_per_second(soc, row, _share(soc, others)),
        alone=not any(soc_named(one.soc).decode_class == soc.decode_class for one in others),
    )


def _tokens_per_second(soc: SocDescription, row: DecodeMeasurement, share: float) -> float:
    bandwidth = soc.main_memory.bytes_per_second or 0.0
    launches = launch_seconds(decode_unit(soc), row.layers)
    return 1 / (row.bytes_per_token / (share * bandwidth) + launches)


def share_of_row(row: DecodeMeasurement) -> float:
    """The share of the bandwidth that this row alone says."""
    soc = soc_named(row.soc)
    reading = 1 / row.tokens_per_second - launch_seconds(decode_unit(soc), row.layers)
    return row.bytes_per_token / (soc.main_memory.bytes_per_second or 0.0) / reading


def _share(soc: SocDescription, rows: Sequence[DecodeMeasurement]) -> float:
    classes: dict[str, list[float]] = {}
    kinds: dict[str, str] = {}
    for row in rows:
        other = soc_named(row.soc)
        classes.setdefault(other.decode_class, []).append(share_of_row(row))
        kinds[other.decode_class] = decode_unit(other).kind
    if soc.decode_class in classes:
        return geometric_mean(classes[soc.decode_class])
    means = {name: geometric_mean(shares) for name, shares in classes.items()}
    kind = decode_unit(soc).kind
    alike = [mean for name, mean in means.items() if kinds[name] == kind]
    return geometric_mean(alike or list(means.values()))


def geometric_mean(values: Iterable[float]) -> float:
    """Of numbers above 0."""
    logs = [log(one) for one in values]
    return exp(fsum(logs) / len(logs))
