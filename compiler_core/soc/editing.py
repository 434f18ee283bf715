"""A description with some of its figures changed, and all its figures as one flat list.

A figure's key is `part.field`, or `part.field.precision` where a unit has one for each precision:
`npu.clock_ghz`, `npu.macs_per_cycle.int8`, `dram.bus_width_bits`. What is derived (bandwidth, peak)
follows by itself. `npu.array_side` stands for three figures: rows, columns, and the
multiply-accumulates that as many cells can do; a peak that is known of the whole unit goes with
the number of its cores.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from math import isfinite
from typing import Any

from compiler_core.errors import InputError
from compiler_core.soc.description import ComputeUnit, Figure, Memory, SocDescription

EDIT_SOURCE = "Your own number, not the chip's"
# Far beyond any chip, but such that what is derived is still a number that can be read.
MOST_TIMES = 1e6
# Of tuples of figures by precision: the field of the record that holds the figure.
_BY_PRECISION = {
    "rates": ("macs_per_cycle", "macs_per_cycle"),
    "peaks": ("tera_operations_per_second", "peak_tera_operations_per_second"),
}
# Of an array whose shape is known: both its sides.
ARRAY_SIDE = "array_side"
_COUNTED = (".array_rows", ".array_columns", ".cores")
_Part = ComputeUnit | Memory


@dataclass(frozen=True, slots=True)
class KeyedFigure:
    """One figure of a chip. part: its unit's or memory's name. field: with precision, if any."""

    key: str
    part: str
    field: str
    figure: Figure

    @property
    def edited(self) -> bool:
        return self.figure.source == EDIT_SOURCE


def keyed_figures(soc: SocDescription) -> tuple[KeyedFigure, ...]:
    """Of units, then memories, each in the record's order."""
    return tuple(figure for part in (*soc.units, *soc.memories) for figure in _of_part(part))


def _of_part(part: _Part) -> Iterator[KeyedFigure]:
    for field in fields(part):
        value = getattr(part, field.name)
        if isinstance(value, Figure):
            yield KeyedFigure(f"{part.name}.{field.name}", part.name, field.name, value)
        elif field.name in _BY_PRECISION:
            yield from _by_precision(part.name, field.name, value)


def _by_precision(part: str, name: str, entries: tuple[Any, ...]) -> Iterator[KeyedFigure]:
    inner, written = _BY_PRECISION[name]
    for entry in entries:
        field = f"{written}.{entry.precision}"
        yield KeyedFigure(f"{part}.{field}", part, field, getattr(entry, inner))


def real_edits(soc: SocDescription, edits: Mapping[str, float]) -> dict[str, float]:
    """Without those that give a figure the number it has."""
    own = {figure.key: figure.figure.value for figure in keyed_figures(soc)}
    return {key: value for key, value in edits.items() if own.get(key) != value}


def edited_soc(soc: SocDescription, edits: Mapping[str, float]) -> SocDescription:
    """The description with these figures in place of its own.

    Raises InputError for a figure that the chip does not have, or a number that none can be.
    """
    edits = _with_peaks_of_cores(soc, _with_array_sides(soc, edits))
    own = {figure.key: figure.figure.value for figure in keyed_figures(soc)}
    for key, value in edits.items():
        _check(soc, key, value, own)
    return replace(
        soc,
        units=tuple(_edited(unit, edits) for unit in soc.units),
        memories=tuple(_edited(memory, edits) for memory in soc.memories),
    )


def _with_array_sides(soc: SocDescription, edits: Mapping[str, float]) -> dict[str, float]:
    """Figures in place of sides; a side goes before the figures it stands for."""
    figures = dict(edits)
    for unit in soc.units:
        key = f"{unit.name}.{ARRAY_SIDE}"
        if key in figures and unit.array_rows and unit.array_columns and unit.rates:
            figures |= _square_array(unit, unit.array_rows, unit.array_columns, figures.pop(key))
    return figures


def _square_array(
    unit: ComputeUnit, rows: Figure, columns: Figure, side: float
) -> dict[str, float]:
    """Each cell works as before."""
    times = side * side / (rows.value * columns.value)
    rates = {
        f"{unit.name}.macs_per_cycle.{rate.precision}": rate.macs_per_cycle.value * times
        for rate in unit.rates
    }
    return rates | {f"{unit.name}.array_rows": side, f"{unit.name}.array_columns": side}


def _with_peaks_of_cores(soc: SocDescription, edits: Mapping[str, float]) -> dict[str, float]:
    """A unit's peak goes with its cores, unless it is given itself: each core stays as fast."""
    figures = dict(edits)
    for unit in soc.units:
        times = figures.get(f"{unit.name}.cores", unit.cores.value) / unit.cores.value
        for peak in unit.peaks if times != 1 else ():
            key = f"{unit.name}.peak_tera_operations_per_second.{peak.precision}"
            figures.setdefault(key, peak.tera_operations_per_second.value * times)
    return figures


def figure_range(key: str, own: float) -> tuple[float, float]:
    """Least and most that a figure can be changed to; own: what the chip has."""
    least = own / MOST_TIMES
    return max(least, 1.0) if key.endswith(_COUNTED) else least, own * MOST_TIMES


def _check(soc: SocDescription, key: str, value: float, own: Mapping[str, float]) -> None:
    if key not in own:
        raise InputError(
            f"{soc.title} has no figure {key[:60]}.", "Choose one of those in its table."
        )
    least, most = figure_range(key, own[key])
    if not isfinite(value) or not least <= value <= most:
        raise InputError(
            f"{key} cannot be {_written(value)}.",
            f"Give a number from {_written(least)} to {_written(most)}: a million times the chip's "
            "own at most.",
        )


def _written(value: float) -> str:
    """Without an exponent."""
    return f"{value:,.12f}".rstrip("0").rstrip(".")


def _edited(part: Any, edits: Mapping[str, float]) -> Any:
    changes: dict[str, Any] = {}
    for field in fields(part):
        value: Any = getattr(part, field.name)
        key = f"{part.name}.{field.name}"
        if key in edits:
            changes[field.name] = Figure(edits[key], EDIT_SOURCE)
        elif field.name in _BY_PRECISION:
            changes[field.name] = _edited_entries(part.name, field.name, value, edits)
    return replace(part, **changes)


def _edited_entries(
    part: str, name: str, entries: tuple[Any, ...], edits: Mapping[str, float]
) -> tuple[Any, ...]:
    inner, written = _BY_PRECISION[name]
    made = []
    for entry in entries:
        value = edits.get(f"{part}.{written}.{entry.precision}")
        if value is None:
            made.append(entry)
        else:
            made.append(replace(entry, **{inner: Figure(value, EDIT_SOURCE)}))
    return tuple(made)
