"""How many threads a multiprocessor holds at a time, from what each of them takes.

Registers are given to whole warps, in portions: a warp of 32 threads gets its threads' registers,
rounded up to 256. What runs out first, registers, blocks or warps, is the limit. Limits of each
chip stand in `content/atlas/sass/chips.yaml`. Source: NVIDIA, "CUDA C++ Programming Guide", table
"Technical Specifications per Compute Capability"; the portions are those of its occupancy
calculator. Shared memory is left out, since the kernels use none.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from compiler_core.content_files import CONTENT_FOLDER, read_file

CHIPS_FILE = CONTENT_FOLDER / "atlas" / "sass" / "chips.yaml"
_WARP = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipLimits:
    """Of one multiprocessor."""

    name: str
    """The chip's architecture as ptxas knows it: `sm_90`."""
    title: str
    """For people, with a product that has it: `sm_90 (H100)`."""
    warps: int
    """The most warps that are there at a time."""
    blocks: int
    """The most blocks that are there at a time."""
    registers: int
    """All of them, of 32 bits each."""
    portion: int
    """Registers are given to a warp in multiples of this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryRate:
    """What a chip reads of its memory, as its maker says. gigabytes: in a second."""

    name: str
    gigabytes: float


@dataclass(frozen=True, slots=True)
class _ChipFile:
    source: str
    chips: tuple[ChipLimits, ...]
    memories: tuple[MemoryRate, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Occupancy:
    """warps: at a time. limited_by: what runs out first; by each: how many blocks it lets in."""

    warps: int
    most: int
    limited_by: str
    by_each: tuple[tuple[str, int], ...]

    @property
    def percent(self) -> float:
        """Of all that there could be."""
        return 100 * self.warps / self.most


@cache
def chip_file() -> _ChipFile:
    """All limits and rates; the first rate is the yardstick. Raises ContentError."""
    return read_file(CHIPS_FILE, _ChipFile)


def limits_of(name: str) -> ChipLimits:
    """A name that is none is a StopIteration: pages take names from the file."""
    return next(chip for chip in chip_file().chips if chip.name == name)


def occupancy(limits: ChipLimits, registers: int, threads: int) -> Occupancy:
    """registers: of a thread; threads: of a block, at least 1."""
    warps = -(-threads // _WARP)
    a_warp = -(-registers * _WARP // limits.portion) * limits.portion
    by_each = (
        ("warps", limits.warps // warps),
        ("registers", limits.registers // a_warp // warps),
        ("blocks", limits.blocks),
    )
    limited_by, blocks = min(by_each, key=lambda limit: limit[1])
    return Occupancy(
        warps=blocks * warps, most=limits.warps, limited_by=limited_by, by_each=by_each
    )
