"""How many instructions a core takes in each cycle, and which of LLVM's models stands for it.

Descriptions of chips have peaks and clocks; how wide a core is belongs to the core, not the chip.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.soc.description import ComputeUnit, Source

_GUIDE = "Arm {} Software Optimization Guide, pipeline overview"


@dataclass(frozen=True, slots=True)
class CoreKnown:
    """name: as descriptions call it. width: instructions a cycle, in program order, at most. model:
    LLVM's scheduling model, of the core itself or of its nearest relative. has_sve: whether it runs
    SVE. assumed: whether it only stands for a core that the description does not name.
    """

    name: str
    width: int
    model: str
    source: Source
    has_sve: bool = False
    assumed: bool = False


def _unopened(name: str) -> Source:
    return Source(_GUIDE.format(name), "not opened")


_A76 = CoreKnown(
    "Cortex-A76",
    4,
    "neoverse-n1",
    Source(
        "ARM Cortex-A76, 4 wide, copied from Wikipedia",
        "opened",
        "https://wikiwand.com/en/articles/ARM_Cortex-A76",
    ),
)
_A72 = Source(
    "ARM Cortex-A72, 3 wide, copied from Wikipedia",
    "opened",
    "https://wikisum.wiki/wiki/ARM_Cortex-A72",
)
CORES: tuple[CoreKnown, ...] = (
    _A76,
    CoreKnown("Cortex-A77", 6, "neoverse-n1", _unopened("Cortex-A77")),
    CoreKnown("Cortex-A78AE", 6, "neoverse-n1", _unopened("Cortex-A78AE")),
    CoreKnown("Cortex-A72", 3, "cortex-a72", _A72),
    CoreKnown("Cortex-A55", 2, "cortex-a55", _unopened("Cortex-A55")),
    CoreKnown("Cortex-A53", 2, "cortex-a53", _unopened("Cortex-A53")),
)
_ASSUMED = CoreKnown(_A76.name, _A76.width, _A76.model, _A76.source, assumed=True)


def core_of(unit: ComputeUnit) -> CoreKnown:
    """Of a CPU; a Cortex-A76 is assumed where its title names no core that is known."""
    return next((one for one in CORES if one.name in unit.title), _ASSUMED)
