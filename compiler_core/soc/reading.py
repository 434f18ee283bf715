"""Reads `content/soc/*.yaml`: every number is a pair of value and source, and must add up.

A number is written `[value, source]`, the source being a key of the file's `sources`. A memory may
state the bandwidth its vendor prints: if that differs from bus width times rate by more than one
percent, the file is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, is_dataclass
from dataclasses import fields as dataclass_fields
from functools import cache
from pathlib import Path
from typing import Any

from compiler_core.content_files import (
    CONTENT_FOLDER,
    ContentError,
    LinesOfYaml,
    read_record,
    read_yaml,
)
from compiler_core.errors import UnknownName
from compiler_core.soc.decode_engines import engine_named
from compiler_core.soc.description import (
    ComputeUnit,
    Figure,
    Memory,
    OperationEnergy,
    Peak,
    Precision,
    Rate,
    SocDescription,
    SocFacts,
    Source,
    UnitFacts,
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
_Sources = Mapping[str, Source]


@dataclass(frozen=True, slots=True)
class _OperatorsEntry:
    source: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _UnitEntry(UnitFacts):
    macs_per_cycle: dict[Precision, Figure] = field(default_factory=dict)
    peak_tera_operations_per_second: dict[Precision, Figure] = field(default_factory=dict)
    operators: _OperatorsEntry | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _MemoryEntry(Memory):
    stated_bandwidth_gbps: Figure | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _SocEntry(SocFacts):
    units: tuple[_UnitEntry, ...]
    memories: tuple[_MemoryEntry, ...]
    energy_pj_per_mac: dict[Precision, Figure] = field(default_factory=dict)


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
    return soc_of(file.name, file.stem, read_yaml(file), LinesOfYaml.of_file(file))


def soc_of(
    location: str, name: str, value: object, lines: LinesOfYaml | None = None
) -> SocDescription:
    """A description from what YAML gives. Raises ContentError."""
    entry = read_record(location, value, _SocEntry, lines)
    check_sources(location, entry.sources)
    _check_named_sources(location, entry, entry.sources)
    if not any(memory.kind in ("dram", "link") for memory in entry.memories):
        raise ContentError(f"{location}: no memory of the kind dram or link.")
    soc = SocDescription(
        name=name,
        units=tuple(_unit(f"{location}, {unit.name}", unit) for unit in entry.units),
        memories=tuple(_memory(f"{location}, {row.name}", row) for row in entry.memories),
        energies=tuple(OperationEnergy(*pair) for pair in entry.energy_pj_per_mac.items()),
        **_shared(entry, SocDescription, {"units", "memories"}),
    )
    _check_names(location, soc)
    return soc


def _shared(entry: Any, record: type, without: set[str]) -> dict[str, Any]:
    """What an entry says of fields that the record has too."""
    own = {field.name for field in dataclass_fields(record)} - without
    names = [field.name for field in dataclass_fields(entry) if field.name in own]
    return {name: getattr(entry, name) for name in names}


def _check_named_sources(location: str, value: object, sources: _Sources) -> None:
    """What anywhere within names a source names one of these."""
    if isinstance(value, Figure | _OperatorsEntry):
        if value.source not in sources:
            raise ContentError(
                f"{location}: the source {value.source!r} is not among the file's sources."
            )
    elif is_dataclass(value):
        for part in dataclass_fields(value):
            _check_named_sources(f"{location}: {part.name}", getattr(value, part.name), sources)
    elif isinstance(value, tuple | dict):
        for part in value.values() if isinstance(value, dict) else value:
            _check_named_sources(location, part, sources)


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


def check_sources(location: str, sources: _Sources) -> None:
    """Raises ContentError for none, and for one that was opened nowhere."""
    if not sources:
        raise ContentError(f"{location}: sources must name at least one document.")
    for key, source in sources.items():
        _check_source(f"{location}: source {key}", source)


def _check_source(location: str, source: Source) -> None:
    if source.state == "opened" and not source.address.startswith(("https://", "http://")):
        raise ContentError(f"{location}: what was opened has an address, https:// or http://.")


def source_of(location: str, value: object) -> Source:
    """A source from what YAML gives. Raises ContentError."""
    source = read_record(location, value, Source)
    _check_source(location, source)
    return source


def _unit(location: str, entry: _UnitEntry) -> ComputeUnit:
    if entry.macs_per_cycle and entry.clock_ghz is None:
        raise ContentError(f"{location}: macs_per_cycle says nothing without clock_ghz.")
    operators = entry.operators
    unit = ComputeUnit(
        rates=tuple(Rate(*pair) for pair in entry.macs_per_cycle.items()),
        peaks=tuple(Peak(*pair) for pair in entry.peak_tera_operations_per_second.items()),
        operators=operators.names if operators else (),
        operators_source=operators.source if operators else "",
        **_shared(entry, ComputeUnit, {"operators"}),
    )
    _check_blocks(location, unit)
    return unit


def _check_blocks(location: str, unit: ComputeUnit) -> None:
    """Cells must add up to the rate."""
    blocks, rows, columns = unit.blocks, unit.array_rows, unit.array_columns
    if blocks is None:
        return
    for counted in dataclass_fields(blocks):
        if getattr(blocks, counted.name).value % 1:
            raise ContentError(
                f"{location}, blocks: {counted.name} counts something, so it is a whole number."
            )
    if rows is None or columns is None or not unit.rates:
        raise ContentError(f"{location}: blocks need array_rows, array_columns and macs_per_cycle.")
    made = rows.value * columns.value * blocks.pixel_rows.value * blocks.pixel_columns.value
    rate = unit.rates[0].macs_per_cycle.value
    if made != rate:
        raise ContentError(
            f"{location}: the array makes {made:g} products a cycle, but {rate:g} are stated."
        )


def _memory(location: str, entry: _MemoryEntry) -> Memory:
    memory = Memory(**_shared(entry, Memory, set()))
    if memory.kind in ("dram", "link") and memory.bytes_per_second is None:
        raise ContentError(f"{location}: give bus_width_bits and transfer_rate_mtps.")
    if entry.stated_bandwidth_gbps is not None:
        _check_stated(location, memory, entry.stated_bandwidth_gbps)
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
