"""Sliders that change a chip's figures: each is named like the edit it makes, `set.KEY`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.addresses.chips import EDIT_PREFIX, SocRequest, edit_text
from app.drawing.views.chart import three_digits
from app.soc.views.chip_words import peak_text
from app.soc.views.fields import Field, stepped
from compiler_core.sizes import bandwidth_text, size_text
from compiler_core.soc.description import ComputeUnit, Memory, Precision, SocDescription
from compiler_core.soc.editing import ARRAY_SIDE
from compiler_core.soc.networks.cnn import network_unit
from compiler_core.soc.reading import soc_named

_SIZES = tuple(2.0**power for power in range(16, 27))
_TIMES = (0.125, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 8)
_SIDES = (4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0)
_AS_IT_IS = "as it is"


def network_dials(request: SocRequest, precision: Precision) -> tuple[Field, ...]:
    """Of what bounds a network, as far as the chip's figures are known: on-chip memory, main
    memory's speed, the array or the peak, the clock."""
    unit = network_unit(soc_named(request.chip))
    return (*memory_dials(request), *unit_dials(request, unit, precision))


def memory_dials(request: SocRequest) -> tuple[Field, ...]:
    """On-chip memory, main memory's speed."""
    soc = soc_named(request.chip)
    return tuple(dial for dial in (_sram(request, soc), _dram(request, soc)) if dial is not None)


def unit_dials(request: SocRequest, unit: ComputeUnit, precision: Precision) -> tuple[Field, ...]:
    """Of what its speed at this precision follows from: the clock where the chip's file gives a
    rate for it, else the peak; none where neither is known."""
    if any(rate.precision == precision for rate in unit.rates):
        dials = (_array(request, unit), _clock(request, unit))
    else:
        dials = (_peak(request, unit, precision),)
    return tuple(dial for dial in dials if dial is not None)


def _sram(request: SocRequest, soc: SocDescription) -> Field | None:
    memory = next((candidate for candidate in soc.memories if candidate.kind == "sram"), None)
    if memory is None or memory.capacity_bytes is None:
        return None
    own = memory.capacity_bytes.value
    key = f"{memory.name}.capacity_bytes"
    return _dial(request, key, "On-chip memory", own, _SIZES, lambda size: size_text(round(size)))


def _dram(request: SocRequest, soc: SocDescription) -> Field | None:
    memory = soc.main_memory
    rate, speed = memory.transfer_rate_mtps, memory.bytes_per_second
    if rate is None or speed is None:
        return None
    own = rate.value
    values = [own * times for times in _TIMES]
    return _dial(
        request,
        f"{memory.name}.transfer_rate_mtps",
        _speed_label(memory),
        own,
        values,
        lambda value: bandwidth_text(value / own * speed),
    )


def _speed_label(memory: Memory) -> str:
    return "Link's bandwidth" if memory.kind == "link" else "DRAM bandwidth"


def _array(request: SocRequest, unit: ComputeUnit) -> Field | None:
    if unit.array_rows is None or unit.array_columns is None:
        return None
    key, own = f"{unit.name}.{ARRAY_SIDE}", unit.array_rows.value
    square = own == unit.array_columns.value
    text = f"{own:g} × {unit.array_columns.value:g}" if not square else ""
    return _dial(
        request,
        key,
        "Array",
        own if square else 0.0,
        _SIDES,
        lambda side: f"{side:g} × {side:g}" if side else text,
    )


def _peak(request: SocRequest, unit: ComputeUnit, precision: Precision) -> Field | None:
    """Where it is all that is published."""
    peak = next((candidate for candidate in unit.peaks if candidate.precision == precision), None)
    if peak is None:
        return None
    own = peak.tera_operations_per_second.value
    key = f"{unit.name}.peak_tera_operations_per_second.{precision}"
    values = [own * times for times in _TIMES]
    return _dial(request, key, "Peak", own, values, lambda tera: peak_text(tera * 1e12, precision))


def _clock(request: SocRequest, unit: ComputeUnit) -> Field | None:
    if unit.clock_ghz is None:
        return None
    own = unit.clock_ghz.value
    values = [own * times for times in _TIMES if times <= 4]
    key = f"{unit.name}.clock_ghz"
    return _dial(request, key, "Clock", own, values, lambda value: f"{three_digits(value)} GHz")


def _dial(
    request: SocRequest,
    key: str,
    label: str,
    own: float,
    values: Sequence[float],
    said: Callable[[float], str],
) -> Field:
    """The chip's own number is an empty value: it changes nothing."""
    edited = dict(request.edits).get(key, own)
    rising = sorted({*values, own, edited})
    choices = [
        ("", f"{said(figure)}, {_AS_IT_IS}") if figure == own else (edit_text(figure), said(figure))
        for figure in rising
    ]
    chosen = "" if edited == own else edit_text(edited)
    return stepped(f"{EDIT_PREFIX}{key}", label, chosen, choices)
