"""The systems that Vela is asked about: the described one, and others whose figures differ.

What is said of the others is from the same documents as content/soc/ethos-u65-256.yaml
(architecture_features.py and vela.ini of Vela 5.2). Nothing was changed for them in the model, so
they show whether it follows its description.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from compiler_core.content_files import read_yaml
from compiler_core.soc.description import SocDescription
from compiler_core.soc.reading import SOC_FOLDER, soc_named, soc_of

CHIP = "ethos-u65-256"
Around = Literal["alone", "between"]
_Changes = Mapping[str, Any]
_DASHES = str.maketrans("_ ", "--")


@dataclass(frozen=True, slots=True)
class System:
    """accelerator, configuration, memory_mode: Vela's names. cache_bytes: of SRAM that it may use.
    around: whether each layer is a network of its own or stands between two others. The rest: what
    differs from the described chip: of the whole, of its unit, of the unit's blocks, and of both
    memories."""

    accelerator: str
    configuration: str
    memory_mode: str = "Shared_Sram"
    cache_bytes: int = 2 << 20
    around: Around = "alone"
    chip: _Changes = field(default_factory=dict)
    unit: _Changes = field(default_factory=dict)
    blocks: _Changes = field(default_factory=dict)
    sram: _Changes = field(default_factory=dict)
    dram: _Changes = field(default_factory=dict)

    @property
    def name(self) -> str:
        return ", ".join((*self._parts, self.around))

    @property
    def file_name(self) -> str:
        """Of its recorded answers."""
        return "-".join((*self._parts, self.around)).lower().translate(_DASHES) + ".json"

    @property
    def _parts(self) -> tuple[str, ...]:
        size = f"{self.cache_bytes >> 10} KiB"
        return self.accelerator, self.configuration, self.memory_mode, size


DESCRIBED = System(CHIP, "Ethos_U65_High_End")
_FLASH = {"bus_width_bits": 64, "transfer_rate_mtps": 62.5, "latency_ns": 128}
_U55_SRAM = {"bus_width_bits": 64, "transfer_rate_mtps": 500, "latency_ns": 64}
OTHERS = (
    System(CHIP, "Ethos_U65_Client_Server", dram={"transfer_rate_mtps": 750}),
    System(
        CHIP,
        "Ethos_U65_Mid_End",
        unit={"clock_ghz": 0.5},
        sram={"transfer_rate_mtps": 500, "latency_ns": 64},
        dram={"transfer_rate_mtps": 234.375, "latency_ns": 1000},
    ),
    System(
        "ethos-u55-256",
        "Ethos_U55_High_End_Embedded",
        unit={"clock_ghz": 0.5},
        sram=_U55_SRAM,
        dram=_FLASH,
    ),
    System(
        "ethos-u55-128",
        "Ethos_U55_High_End_Embedded",
        unit={"clock_ghz": 0.5, "macs_per_cycle": {"int8": 128}},
        blocks={"pixel_columns": 1, "outputs_per_cycle": 2, "buffer_bytes": 22 * 1024},
        sram=_U55_SRAM,
        dram=_FLASH,
    ),
)


def _dedicated(around: Around, cache_bytes: int) -> System:
    """Weights, the network's input and its result lie in DRAM; SRAM is a cache of the unit."""
    return System(
        CHIP,
        "Ethos_U65_High_End",
        "Dedicated_Sram",
        cache_bytes,
        around,
        chip={"network_ends": "outside"},
        sram={"capacity_bytes": cache_bytes},
    )


# Vela's own configurations of this mode have at most 512 KiB.
DEDICATED = (
    _dedicated("alone", 512 << 10),
    _dedicated("between", 512 << 10),
    _dedicated("between", 2 << 20),
)
SYSTEMS = (DESCRIBED, *OTHERS, *DEDICATED)


def description_of(system: System) -> SocDescription:
    """The described chip, or one with the system's figures."""
    if system == DESCRIBED:
        return soc_named(CHIP)
    found: Any = read_yaml(SOC_FOLDER / f"{CHIP}.yaml") | dict(system.chip)
    unit, memories = found["units"][0], found["memories"]
    unit.update(_sourced(system.unit))
    unit["blocks"].update(_sourced(system.blocks))
    for memory, changes in zip(memories, (system.sram, system.dram), strict=True):
        # Vela has bandwidths only; how many requests are under way limits nothing there.
        memory.pop("outstanding_requests")
        memory.pop("stated_bandwidth_gbps", None)
        memory.update(_sourced(changes))
    return soc_of(system.name, system.name, found)


def _sourced(changes: _Changes) -> dict[str, Any]:
    return {
        key: _sourced(value) if isinstance(value, dict) else [value, "configuration"]
        for key, value in changes.items()
    }
