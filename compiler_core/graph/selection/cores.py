"""The cores a plan can be made for. A plan is tied to its core: what it may use is compiled in.

Features: Arm Cortex-A72, Cortex-A76 and Neoverse V1 Technical Reference Manuals. Both dot product
and int8 matrix multiply are optional before armv8.4-a and armv8.6-a.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches

from compiler_core.errors import UnknownName


@dataclass(frozen=True, slots=True, kw_only=True)
class CoreProfile:
    """A core: its name, flags for the compiler, and what it has beyond armv8-a."""

    name: str
    """As settings have it: `cortex-a76`."""
    title: str
    """For people, with boards that have it."""
    flags: tuple[str, ...]
    """For the C compiler: `-march=armv8.2-a+dotprod`."""
    features: tuple[str, ...]
    """What kernels may use beyond armv8-a: `dotprod`, `i8mm`."""
    emulated: str
    """Qemu's `-cpu`, which has no more than this core where qemu knows one."""
    modelled: str
    """The core whose model llvm-mca uses."""


CORES = (
    CoreProfile(
        name="cortex-a72",
        title="Cortex-A72 (Raspberry Pi 4)",
        flags=("-march=armv8-a",),
        features=(),
        emulated="cortex-a72",
        modelled="cortex-a72",
    ),
    CoreProfile(
        name="cortex-a76",
        title="Cortex-A76 (Raspberry Pi 5, RK3588)",
        flags=("-march=armv8.2-a+dotprod",),
        features=("dotprod",),
        emulated="cortex-a76",
        modelled="cortex-a76",
    ),
    CoreProfile(
        name="neoverse-v1",
        title="Neoverse V1 (Graviton 3)",
        flags=("-march=armv8.4-a+i8mm",),
        features=("dotprod", "i8mm"),
        emulated="max",
        modelled="neoverse-v1",
    ),
)
DEFAULT_CORE = "cortex-a76"


def find_core(name: str) -> CoreProfile:
    """The core of this name. Raises UnknownName, naming the known ones."""
    for core in CORES:
        if core.name == name:
            return core
    names = [core.name for core in CORES]
    close = get_close_matches(name, names, n=1)
    known = f"Known cores: {', '.join(names)}."
    advice = f"Did you mean {close[0]}? {known}" if close else known
    raise UnknownName(f"No core is called {name[:40]!r} here.", advice)
