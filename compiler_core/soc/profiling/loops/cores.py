"""Which of LLVM's scheduling models stands for a core, and whether the core runs SVE.

How many instructions it takes in and how fast it is belongs to the chip's description.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.soc.description import ComputeUnit


@dataclass(frozen=True, slots=True)
class CoreKnown:
    """name: as descriptions call it. model: LLVM's, of the core itself or of its nearest relative.
    assumed: whether it only stands for a core that the description does not name.
    """

    name: str
    model: str
    has_sve: bool = False
    assumed: bool = False


# A Neoverse N1 is a Cortex-A76 for servers; LLVM has no model of its own for the A76 to the A78.
CORES: tuple[CoreKnown, ...] = (
    CoreKnown("Cortex-A76", "neoverse-n1"),
    CoreKnown("Cortex-A77", "neoverse-n1"),
    CoreKnown("Cortex-A78AE", "neoverse-n1"),
    CoreKnown("Cortex-A72", "cortex-a72"),
    CoreKnown("Cortex-A55", "cortex-a55"),
    CoreKnown("Cortex-A53", "cortex-a53"),
)
_ASSUMED = CoreKnown("Cortex-A76", "neoverse-n1", assumed=True)


def core_of(unit: ComputeUnit) -> CoreKnown:
    """Of a CPU; a Cortex-A76 is assumed where its title names no core that is known."""
    return next((core for core in CORES if core.name in unit.title), _ASSUMED)
