"""How a chip decodes, where the reader chooses: which engine, on which unit, with how many cores.

The choice makes a description with that engine and unit, so that every model of decoding, of
prompts and of rooflines reads it like a chip of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from compiler_core.errors import InputError
from compiler_core.soc.decode_engines import ENGINES, DecodeEngine
from compiler_core.soc.description import ComputeUnit, Figure, SocDescription
from compiler_core.soc.measurements import decode_measurements

_LAYOUT = "with so many threads"


@dataclass(frozen=True, slots=True)
class DecodeWay:
    """engine: a name of `decode_engines`; unit: of the chip, by its name or its kind; "" for the
    usual. threads: cores of a CPU, 0 for all, and for a unit that has none to choose."""

    engine: str = ""
    unit: str = ""
    threads: int = 0


def engines_on(soc: SocDescription, unit: ComputeUnit) -> tuple[DecodeEngine, ...]:
    """Those that run on this unit of this chip; none for a unit that no engine here knows."""
    return tuple(
        engine
        for engine in ENGINES
        if engine.unit_kind == unit.kind and (not engine.chips or soc.name.startswith(engine.chips))
    )


def unit_named(soc: SocDescription, name: str) -> ComputeUnit | None:
    """By its name, else the first of this kind, as `cpu`; None where there is neither."""
    named = (unit for unit in soc.units if unit.name == name)
    return next(named, None) or next((unit for unit in soc.units if unit.kind == name), None)


def way_of(soc: SocDescription) -> DecodeWay:
    """What a chip as `chip_with` gives it decodes with, nothing left to the usual."""
    unit = soc.main_unit
    threads = int(unit.cores.value) if unit.kind == "cpu" else 0
    return DecodeWay(soc.decode_engine, unit.name, threads)


def chip_with(soc: SocDescription, way: DecodeWay) -> SocDescription:
    """The chip as it decodes that way. Raises InputError, naming what there is instead."""
    unit = _unit(soc, way)
    engine = _engine(soc, unit, way)
    if way.threads:
        soc = _with_threads(soc, unit, way.threads)
    usual = soc.main_unit
    if (engine, unit.name) == (soc.decode_engine, usual.name):
        return soc
    # A network's cores are those of the unit it was described with.
    cores = soc.network_cores if unit.name == usual.name else None
    return replace(soc, decode_engine=engine, network_unit=unit.name, network_cores=cores)


def _unit(soc: SocDescription, way: DecodeWay) -> ComputeUnit:
    if way.unit:
        named_unit = unit_named(soc, way.unit)
        if named_unit is None:
            names = ", ".join(chip_unit.name for chip_unit in soc.units)
            raise InputError(f"{soc.title} has no unit {way.unit[:40]!r}.", f"It has: {names}.")
        return named_unit
    engine = next((candidate for candidate in ENGINES if candidate.name == way.engine), None)
    suited = [unit for unit in soc.units if engine in engines_on(soc, unit)]
    if not way.engine or soc.main_unit in suited:
        return soc.main_unit
    if engine is not None and suited:
        return suited[0]
    raise InputError(
        f"{soc.title} has no unit for the engine {way.engine[:40]!r}.", _engines_of(soc)
    )


def _engine(soc: SocDescription, unit: ComputeUnit, way: DecodeWay) -> str:
    names = [engine.name for engine in engines_on(soc, unit)]
    if way.engine and way.engine not in names:
        raise InputError(
            f"{unit.title} of {soc.title} cannot decode with {way.engine[:40]!r}.",
            f"Engines there: {', '.join(names) or 'none that is described'}. {_engines_of(soc)}",
        )
    if way.engine or unit.name == soc.main_unit.name:
        return way.engine or soc.decode_engine
    return names[0] if names else ""


def _engines_of(soc: SocDescription) -> str:
    """What the chip's units can decode with, in a sentence."""
    pairs = [(unit.name, [e.name for e in engines_on(soc, unit)]) for unit in soc.units]
    said = [f"{name}: {' or '.join(engines)}" for name, engines in pairs if engines]
    return f"By unit: {'; '.join(said)}." if said else "No engine is described for this chip."


def _with_threads(soc: SocDescription, unit: ComputeUnit, threads: int) -> SocDescription:
    """The unit with fewer cores; peaks of the whole unit shrink with them."""
    if unit.kind != "cpu":
        cpus = ", ".join(cpu.name for cpu in soc.units if cpu.kind == "cpu")
        raise InputError(
            f"{unit.title} has no threads to choose.",
            f"Choose a CPU with them: {cpus}." if cpus else "Leave threads out.",
        )
    cores = int(unit.cores.value)
    if not 1 <= threads <= cores:
        raise InputError(
            f"{unit.title}: {threads} threads are not possible.",
            f"Give a number from 1 to {cores}.",
        )
    share = threads / cores
    peaks = tuple(
        replace(
            peak,
            tera_operations_per_second=Figure(
                peak.tera_operations_per_second.value * share, _LAYOUT
            ),
        )
        for peak in unit.peaks
    )
    fewer = replace(
        unit, cores=Figure(threads, _LAYOUT), peaks=peaks, title=f"{threads} of {unit.title}"
    )
    units = tuple(fewer if chip_unit is unit else chip_unit for chip_unit in soc.units)
    return replace(soc, units=units)


def assumed_of_way(soc: SocDescription, way: DecodeWay) -> tuple[str, ...]:
    """What a choice of the reader's stands on, in sentences. soc: as `chip_with` gives it."""
    sentences = []
    if way.threads:
        sentences.append(
            f"With {way.threads} cores arithmetic slows down in proportion; the share of the "
            "bandwidth is taken to stay, though few cores may not draw all of it."
        )
    rows = [(measurement.soc, measurement.engine.name) for measurement in decode_measurements()]
    if way != DecodeWay() and (soc.name, soc.decode_engine) not in rows:
        sentences.append(
            "No published row that is fitted on has this chip with this engine: its share of the "
            "bandwidth is that of other chips."
        )
    return tuple(sentences)
