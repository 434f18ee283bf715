"""How many bits an SVE register has on each core, for counting elements per iteration.

Source: Arm's Technical Reference Manuals of the cores ("Scalable Vector Extensions": Neoverse V1
256 bits; V2, V3, N2, N3, Cortex-X2 and later, Cortex-A510 and later 128 bits) and Fujitsu's "A64FX
Microarchitecture Manual" (512 bits).
"""

from __future__ import annotations

from dataclasses import dataclass

BITS: dict[str, int] = {
    "a64fx": 512,
    "neoverse-v1": 256,
    **dict.fromkeys(
        (
            "neoverse-v2", "neoverse-v3", "neoverse-v3ae", "neoverse-n2", "neoverse-n3",
            "cortex-a510", "cortex-a520", "cortex-a520ae", "cortex-a710", "cortex-a715",
            "cortex-a720", "cortex-a720ae", "cortex-a725", "cortex-x2", "cortex-x3", "cortex-x4",
            "cortex-x925",
        ),
        128,
    ),
}  # fmt: skip
SHORTEST_BITS = 128
_FIXED = "-msve-vector-bits="


@dataclass(frozen=True, slots=True)
class VectorLength:
    """The length assumed, and why."""

    bits: int
    reason: str


def vector_length(cpu: str, flags: tuple[str, ...]) -> VectorLength:
    """The SVE length to count with: the one the flags fix, the core's, else the shortest."""
    fixed = [flag.removeprefix(_FIXED) for flag in flags if flag.startswith(_FIXED)]
    if fixed and fixed[-1].isdigit():
        bits = int(fixed[-1])
        return VectorLength(bits, f"SVE vectors of {bits} bits, as {_FIXED}{bits} fixes them")
    known = BITS.get(cpu)
    if known is not None:
        return VectorLength(known, f"SVE vectors of {known} bits, as {cpu} has them")
    reason = f"SVE vectors of {SHORTEST_BITS} bits, the shortest there are: {cpu} has no SVE"
    return VectorLength(SHORTEST_BITS, f"{reason} of known length")
