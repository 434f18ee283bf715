"""How long a unit waits for the CPU's cores in a step of decoding.

Products that need each other's results go to the unit group by group, and between two groups cores
work. How long that takes is told by a published measurement: one model, decoded at three clocks of
the cores and one of the unit. Of 1 / speed = rest + cycles / clock only the cycles are used here;
the rest is what the models of `decode` say anew of each chip.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from compiler_core.soc.description import SocDescription, Source

_OPERATIONS_OF_MAC = 2
_CHARSIU = Source(
    "charsiu, evidence pack, section 1g: Rockchip's runtime on the RK3576 at three clocks",
    "opened",
    "https://github.com/gahingwoo/charsiu/blob/main/docs/paper-evidence.md",
)
# Llama 3.2 1B in w4a16: clock of the Cortex-A72 cores in hertz, tokens a second.
AT_CLOCKS = ((1.008e9, 12.68), (1.416e9, 13.84), (2.208e9, 15.44))
_LAYERS = 16
_FASTEST_CLOCK, _ = AT_CLOCKS[-1]
_A72_MACS_PER_CYCLE = 4
# Products that do not need each other: queries, keys and values; output; gate and up; down. Then
# the head. In this model 65 groups, as the same author counts for a runtime of his own (PLAN.md).
_GROUPS, _GROUPS_OUTSIDE = 4, 1


@dataclass(frozen=True, slots=True)
class CoreWaits:
    """Waits of one step: per_layer in each layer, and outside.

    seconds: of each, with a core of core_speed fp32 operations a second; on another core it goes
    with that speed. source: who measured it.
    """

    per_layer: int
    outside: int
    seconds: float
    core_speed: float
    source: Source

    def seconds_of_step(self, layers: int) -> float:
        """Of all waits."""
        return (layers * self.per_layer + self.outside) * self.seconds

    def on(self, soc: SocDescription) -> CoreWaits:
        """The same with the chip's first CPU cores; as measured where their speed is not known."""
        speed = _core_speed(soc)
        if not speed:
            return self
        return replace(self, seconds=self.seconds * self.core_speed / speed, core_speed=speed)


def _core_speed(soc: SocDescription) -> float:
    unit = next((candidate for candidate in soc.units if candidate.kind == "cpu"), None)
    return (unit.operations_per_second("fp32", 1) or 0.0) if unit else 0.0


def cycles_of_cores(points: Sequence[tuple[float, float]]) -> float:
    """Cycles of a token that go with the clock, by least squares.

    points: hertz, tokens a second.
    """
    inverse = [1 / clock for clock, _ in points]
    taken = [1 / speed for _, speed in points]
    middle, mean = fmean(inverse), fmean(taken)
    together = sum((x - middle) * (y - mean) for x, y in zip(inverse, taken, strict=True))
    return together / sum((x - middle) ** 2 for x in inverse)


def rockchip_waits() -> CoreWaits:
    """Of Rockchip's runtime, on a core of the RK3576 at the fastest of the clocks."""
    cycles = cycles_of_cores(AT_CLOCKS) / (_LAYERS * _GROUPS + _GROUPS_OUTSIDE)
    return CoreWaits(
        _GROUPS,
        _GROUPS_OUTSIDE,
        cycles / _FASTEST_CLOCK,
        _A72_MACS_PER_CYCLE * _OPERATIONS_OF_MAC * _FASTEST_CLOCK,
        _CHARSIU,
    )
