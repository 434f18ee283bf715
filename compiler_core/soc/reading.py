"""Reads `content/soc/*.yaml`: every number is a pair of value and source, and must add up.

A number is written `[value, source]`, the source being a key of the file's `sources`. A memory may
state the bandwidth its vendor prints: if that differs from bus width times rate by more than one
percent, the file is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields as dataclass_fields
from functools import cache
from math import isfinite
from pathlib import Path
from typing import Any, get_args

from compiler_core.content_files import (
    CONTENT_FOLDER,
    ContentError,
    checked_mapping,
    checked_text,
    read_yaml,
)
from compiler_core.errors import UnknownName
from compiler_core.soc.decode_engines import engine_named
from compiler_core.soc.description import (
    BlockFigures,
    ComputeUnit,
    Figure,
    Memory,
    MemoryKind,
    OperationEnergy,
    Peak,
    Precision,
    Rate,
    SocDescription,
    Source,
    SourceState,
    UnitKind,
)

SOC_FOLDER = CONTENT_FOLDER / "soc"
STATED_TOLERANCE = 0.01
# What else lies in the folder: no chips.
_OTHER_FILES = (
    "held-out.yaml",
    "ladder.yaml",
    "language-models.yaml",
    "measurements.yaml",
    "prompts.yaml",
)
_SOC_FIGURES = (
    "per_kernel_overhead_us",
    "per_inference_overhead_us",
    "hand_over_us",
    "register_energy_pj_per_byte",
)
_SOC_TEXTS = ("decode_engine", "network_class", "network_unit", "network_weights", "network_ends")
_SOC_KEYS = {
    "title",
    "sources",
    "units",
    "memories",
    "network_cores",
    "energy_pj_per_mac",
    "notes",
    "yardstick",
    *_SOC_FIGURES,
    *_SOC_TEXTS,
}
_UNIT_FIGURES = (
    "cores",
    "clock_ghz",
    "simd_bits",
    "instructions_per_cycle",
    "array_rows",
    "array_columns",
)
_BLOCK_FIGURES = tuple(field.name for field in dataclass_fields(BlockFigures))
_BY_PRECISION = ("macs_per_cycle", "peak_tera_operations_per_second")
_MEMORY_FIGURES = (
    "bus_width_bits",
    "transfer_rate_mtps",
    "capacity_bytes",
    "latency_ns",
    "burst_bytes",
    "outstanding_requests",
    "energy_pj_per_byte",
)
_STATED = "stated_bandwidth_gbps"

_SOURCE_KEYS = {"title", "state", "address"}
_Sources = Mapping[str, Source]


@cache
def load_socs() -> tuple[SocDescription, ...]:
    """All descriptions, the reference first. Raises ContentError."""
    files = [file for file in SOC_FOLDER.glob("*.yaml") if file.name not in _OTHER_FILES]
    socs = [read_soc(file) for file in files]
    return tuple(sorted(socs, key=lambda soc: (soc.yardstick, soc.name != "generic", soc.name)))


def soc_named(name: str) -> SocDescription:
    """The description of this name. Raises UnknownName."""
    chip = next((soc for soc in load_socs() if soc.name == name), None)
    if chip is None:
        names = ", ".join(known_soc.name for known_soc in load_socs())
        raise UnknownName(f"There is no SoC {name!r}.", f"Known: {names}.")
    return chip


def read_soc(file: Path) -> SocDescription:
    """One file. Raises ContentError, which names the place."""
    return soc_of(file.name, file.stem, read_yaml(file))


def soc_of(location: str, name: str, value: object) -> SocDescription:
    """A description from what YAML gives. Raises ContentError."""
    fields = checked_mapping(location, value, _SOC_KEYS, {"title", "sources", "units", "memories"})
    sources = _sources(location, fields["sources"])
    units = [_unit(location, entry, sources) for entry in _entries(location, fields["units"])]
    memories = [_memory(location, row, sources) for row in _entries(location, fields["memories"])]
    if not any(memory.kind in ("dram", "link") for memory in memories):
        raise ContentError(f"{location}: no memory of the kind dram or link.")
    cores = fields.get("network_cores")
    soc = SocDescription(
        name=name,
        title=checked_text(f"{location}: title", fields["title"]),
        sources=dict(sources),
        units=tuple(units),
        memories=tuple(memories),
        energies=tuple(
            OperationEnergy(precision, figure)
            for precision, figure in _precisions(location, fields.get("energy_pj_per_mac"), sources)
        ),
        network_cores=cores if isinstance(cores, int) else None,
        notes=tuple(str(note) for note in fields.get("notes", ())),
        yardstick=fields.get("yardstick") is True,
        **{key: str(fields.get(key, "")) for key in _SOC_TEXTS},
        **_figures(location, fields, _SOC_FIGURES, sources),
    )
    _check_names(location, soc)
    return soc


def _check_names(location: str, soc: SocDescription) -> None:
    for parts in (soc.units, soc.memories):
        names = [part.name for part in parts]
        if len(set(names)) != len(names):
            raise ContentError(f"{location}: a name is used twice: {', '.join(names)}.")
    if soc.decode_engine and engine_named(soc.decode_engine) is None:
        raise ContentError(f"{location}: decode_engine {soc.decode_engine!r} is no engine.")
    if soc.network_unit and soc.network_unit not in [chip_unit.name for chip_unit in soc.units]:
        raise ContentError(f"{location}: network_unit {soc.network_unit!r} is no unit of it.")
    outside = [memory.name for memory in soc.memories if memory.bytes_per_second is not None]
    for unit in soc.units:
        if unit.memory and unit.memory not in outside:
            raise ContentError(f"{location}, {unit.name}: {unit.memory!r} is no memory of it.")
    if soc.network_weights not in ("", "streamed"):
        raise ContentError(f"{location}: network_weights is streamed or left out.")
    if soc.network_ends not in ("", "outside"):
        raise ContentError(f"{location}: network_ends is outside or left out.")


def _sources(location: str, value: object) -> _Sources:
    if not isinstance(value, dict) or not value:
        raise ContentError(f"{location}: sources must name at least one document.")
    return {
        str(key): source_of(f"{location}: source {key}", source) for key, source in value.items()
    }


def source_of(location: str, value: object) -> Source:
    """A source from what YAML gives. Raises ContentError."""
    fields = checked_mapping(location, value, _SOURCE_KEYS, {"title", "state"})
    state = _one_of(location, fields["state"], get_args(SourceState))
    address = str(fields.get("address", ""))
    if state == "opened" and not address.startswith(("https://", "http://")):
        raise ContentError(f"{location}: what was opened has an address, https:// or http://.")
    return Source(checked_text(f"{location}: title", fields["title"]), state, address)


def _entries(location: str, value: object) -> list[Any]:
    if not isinstance(value, list):
        raise ContentError(f"{location}: units and memories are lists.")
    return value


def _unit(location: str, value: object, sources: _Sources) -> ComputeUnit:
    known = {
        "name",
        "title",
        "kind",
        "memory",
        "operators",
        "blocks",
        *_UNIT_FIGURES,
        *_BY_PRECISION,
    }
    fields = checked_mapping(
        f"{location}, a unit", value, known, {"name", "title", "kind", "cores"}
    )
    name = checked_text(f"{location}: name of a unit", fields["name"])
    location = f"{location}, {name}"
    if "macs_per_cycle" in fields and "clock_ghz" not in fields:
        raise ContentError(f"{location}: macs_per_cycle says nothing without clock_ghz.")
    rates, peaks = (_precisions(location, fields.get(key), sources) for key in _BY_PRECISION)
    unit = ComputeUnit(
        name=name,
        title=checked_text(f"{location}: title", fields["title"]),
        kind=_one_of(location, fields["kind"], get_args(UnitKind)),
        rates=tuple(Rate(precision, figure) for precision, figure in rates),
        peaks=tuple(Peak(precision, figure) for precision, figure in peaks),
        memory=str(fields.get("memory", "")),
        blocks=_blocks(location, fields.get("blocks"), sources),
        **_operators(location, fields.get("operators"), sources),
        **_figures(location, fields, _UNIT_FIGURES, sources),
    )
    _check_blocks(location, unit)
    return unit


def _blocks(location: str, value: object, sources: _Sources) -> BlockFigures | None:
    if value is None:
        return None
    location, keys = f"{location}, blocks", set(_BLOCK_FIGURES)
    figures = _figures(
        location, checked_mapping(location, value, keys, keys), _BLOCK_FIGURES, sources
    )
    for name, figure in figures.items():
        if figure.value % 1:
            raise ContentError(f"{location}: {name} counts something, so it is a whole number.")
    return BlockFigures(**figures)


def _check_blocks(location: str, unit: ComputeUnit) -> None:
    """Cells must add up to the rate."""
    blocks, rows, columns = unit.blocks, unit.array_rows, unit.array_columns
    if blocks is None:
        return
    if rows is None or columns is None or not unit.rates:
        raise ContentError(f"{location}: blocks need array_rows, array_columns and macs_per_cycle.")
    made = rows.value * columns.value * blocks.pixel_rows.value * blocks.pixel_columns.value
    rate = unit.rates[0].macs_per_cycle.value
    if made != rate:
        raise ContentError(
            f"{location}: the array makes {made:g} products a cycle, but {rate:g} are stated."
        )


def _operators(location: str, value: object, sources: _Sources) -> dict[str, Any]:
    """Names and the document that lists them."""
    if value is None:
        return {}
    keys = {"source", "names"}
    fields = checked_mapping(f"{location}, operators", value, keys, keys)
    if fields["source"] not in sources or not isinstance(fields["names"], list):
        raise ContentError(f"{location}: operators need names and one of the file's sources.")
    names = tuple(
        checked_text(f"{location}: an operator", operator) for operator in fields["names"]
    )
    return {"operators": names, "operators_source": str(fields["source"])}


def _memory(location: str, value: object, sources: _Sources) -> Memory:
    known = {"name", "title", "kind", _STATED, *_MEMORY_FIGURES}
    fields = checked_mapping(f"{location}, a memory", value, known, {"name", "title", "kind"})
    name = checked_text(f"{location}: name of a memory", fields["name"])
    location = f"{location}, {name}"
    memory = Memory(
        name=name,
        title=checked_text(f"{location}: title", fields["title"]),
        kind=_one_of(location, fields["kind"], get_args(MemoryKind)),
        **_figures(location, fields, _MEMORY_FIGURES, sources),
    )
    if memory.kind in ("dram", "link") and memory.bytes_per_second is None:
        raise ContentError(f"{location}: give bus_width_bits and transfer_rate_mtps.")
    if _STATED in fields:
        _check_stated(location, memory, _figure(f"{location}: {_STATED}", fields[_STATED], sources))
    return memory


def _check_stated(location: str, memory: Memory, stated: Figure) -> None:
    derived = memory.bytes_per_second
    if derived is None:
        raise ContentError(f"{location}: a stated bandwidth needs bus width and rate beside it.")
    if abs(stated.value * 1e9 - derived) > STATED_TOLERANCE * derived:
        raise ContentError(
            f"{location}: {stated.value:g} GB/s is stated, but bus width times rate is "
            f"{derived / 1e9:.1f} GB/s."
        )


def _figures(
    location: str, fields: Mapping[str, Any], keys: tuple[str, ...], sources: _Sources
) -> dict[str, Any]:
    return {
        key: _figure(f"{location}: {key}", fields[key], sources) for key in keys if key in fields
    }


def _precisions(location: str, value: object, sources: _Sources) -> list[tuple[Any, Figure]]:
    if value is None:
        return []
    if not isinstance(value, dict):
        raise ContentError(f"{location}: rates and energies are given by precision.")
    return [
        (
            _one_of(location, key, get_args(Precision)),
            _figure(f"{location}: {key}", figure, sources),
        )
        for key, figure in value.items()
    ]


def _figure(location: str, value: object, sources: _Sources) -> Figure:
    if not isinstance(value, list) or len(value) != 2:
        raise ContentError(f"{location} needs a number and its source: [number, source].")
    number, source = value
    is_number = isinstance(number, int | float) and not isinstance(number, bool)
    if not is_number or not isfinite(number) or number <= 0:
        raise ContentError(f"{location} must be a number above 0, not {number!r}.")
    if source not in sources:
        raise ContentError(f"{location}: the source {source!r} is not among the file's sources.")
    return Figure(float(number), str(source))


def _one_of(location: str, value: object, known: tuple[Any, ...]) -> Any:
    if value not in known:
        raise ContentError(f"{location}: {value!r} is none of {', '.join(known)}.")
    return value
