"""Which table of which core really answered.

llvm-mca takes many core names and has fewer models; it never says which one it used. But every
unit it reports has a name that belongs to one model (`N1UnitV0`), so the answer itself tells. The
units' names are from LLVM's `llvm/lib/Target/AArch64/AArch64Sched*.td`; the core is the one each of
these files says it describes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SchedulingModel:
    """One model: how its units' names begin, the core it was written for, and its title."""

    units: str
    cpu: str
    title: str


LLVM_MODELS: tuple[SchedulingModel, ...] = (
    SchedulingModel("A53", "cortex-a53", "Cortex-A53"),
    SchedulingModel("CortexA55", "cortex-a55", "Cortex-A55"),
    SchedulingModel("A57", "cortex-a57", "Cortex-A57"),
    SchedulingModel("CortexA510", "cortex-a510", "Cortex-A510"),
    SchedulingModel("N1", "neoverse-n1", "Neoverse N1"),
    SchedulingModel("N2", "neoverse-n2", "Neoverse N2"),
    SchedulingModel("N3", "neoverse-n3", "Neoverse N3"),
    SchedulingModel("V1", "neoverse-v1", "Neoverse V1"),
    SchedulingModel("V2", "neoverse-v2", "Neoverse V2"),
    SchedulingModel("A64FX", "a64fx", "Fujitsu A64FX"),
    SchedulingModel("Ampere1", "ampere1", "AmpereOne"),
    SchedulingModel("Ampere1B", "ampere1b", "AmpereOne B"),
    SchedulingModel("Cy", "apple-a7", "Apple Cyclone (A7)"),
    SchedulingModel("M3", "exynos-m3", "Exynos M3"),
    SchedulingModel("M4", "exynos-m4", "Exynos M4"),
    SchedulingModel("M5", "exynos-m5", "Exynos M5"),
    SchedulingModel("Falkor", "falkor", "Qualcomm Falkor"),
    SchedulingModel("Kryo", "kryo", "Qualcomm Kryo"),
    SchedulingModel("ORYON", "oryon-1", "Qualcomm Oryon"),
    SchedulingModel("THXT8X", "thunderx", "ThunderX"),
    SchedulingModel("THX2T99", "thunderx2t99", "ThunderX2"),
    SchedulingModel("THX3T110", "thunderx3t110", "ThunderX3"),
    SchedulingModel("TSV110", "tsv110", "HiSilicon TSV110"),
)
_UNIT = re.compile(r"(?:Unit|Pipe|IP[A-Z]|(?<=ORYON)|P\d)")


@dataclass(frozen=True, slots=True)
class OsacaModel:
    """A machine model of OSACA: its name there, and the cores it describes."""

    name: str
    cpus: tuple[str, ...]
    title: str


OSACA_MODELS: tuple[OsacaModel, ...] = (
    OsacaModel("A72", ("cortex-a72",), "Cortex-A72"),
    OsacaModel("N1", ("neoverse-n1",), "Neoverse N1"),
    OsacaModel("V2", ("neoverse-v2", "grace"), "Neoverse V2"),
    OsacaModel("TX2", ("thunderx2t99",), "ThunderX2"),
    OsacaModel("A64FX", ("a64fx",), "Fujitsu A64FX"),
    OsacaModel("TSV110", ("tsv110",), "HiSilicon TSV110"),
    OsacaModel("M1", ("apple-m1", "apple-a14"), "Apple M1"),
)


def llvm_model(units: Sequence[str]) -> SchedulingModel | None:
    """The model whose units these are; None for names that belong to no known model."""
    prefixes = {_prefix(unit) for unit in units}
    models = [model for model in LLVM_MODELS if model.units in prefixes]
    return models[0] if len(models) == 1 else None


def _prefix(unit: str) -> str:
    """`N1` of `N1UnitV0`, `THX2T99` of `THX2T99P0`."""
    match = _UNIT.search(unit)
    return unit[: match.start()] if match else unit


def osaca_model(cpu: str) -> OsacaModel | None:
    """OSACA's model of exactly this core."""
    return next((model for model in OSACA_MODELS if cpu in model.cpus), None)
