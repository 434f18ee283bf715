"""A stage of a network's compilation on a chip, modelled: before, after, and whether it fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.drawing.views.chart import three_digits
from app.site.views.links import Link
from app.site.views.setting_fields import SettingChoice, SettingField
from app.soc.views.cost import BOUND_WORDS, bound_seconds, fit_sentence
from app.soc.views.timeline import TimelineView
from app.words import share_text
from compiler_core.amounts import energy_text, time_text
from compiler_core.sizes import size_text
from compiler_core.soc.description import SocDescription
from compiler_core.soc.stage_costs import PlacedCost

_SAME = 0.01


@dataclass(frozen=True, slots=True)
class FitRow:
    """Something that must lie in memory. sram, dram: whether it fits there, in words."""

    name: str
    size: str
    sram: str
    dram: str


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A number before and after the stage."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StagePanel:
    """What a stage's page says of a network on a chip."""

    chips: tuple[SettingChoice, ...]
    """For the menu of the form."""
    kept: tuple[SettingField, ...]
    """Hidden fields, so that the form forgets nothing else."""
    action: str
    """Where the form is sent."""
    summary: str
    """What it comes to, in few words."""
    sentence: str
    """What the stage changes on this chip."""
    problem: str
    """Why nothing is modelled, "" if it is."""
    fits: tuple[FitRow, ...]
    """What must lie in memory, and whether it does."""
    before: str
    """Titles of the columns; before is "" where there is one column only."""
    after: str
    """Title of the column with numbers after the stage; empty where none are modelled."""
    changes: tuple[ChangeRow, ...]
    """What a run takes before and after; empty where nothing is modelled."""
    timeline: TimelineView | None
    """Of a run after the stage; None where the stage shows none."""
    links: tuple[Link, ...]
    """To views of the chip with this network."""
    notes: tuple[str, ...]
    """What the numbers stand on, in sentences."""


@dataclass(frozen=True, slots=True)
class Sized:
    """Something with a size in bytes, to be put into a chip's memories."""

    name: str
    bytes: float


def fit_rows(soc: SocDescription, sizes: Sequence[Sized]) -> tuple[FitRow, ...]:
    """Whether each lies in on-chip memory and in main memory."""
    capacity = soc.main_memory.capacity_bytes
    outside = capacity.value if capacity else None
    inside = soc.on_chip_bytes or None
    return tuple(
        FitRow(row.name, size_text(row.bytes), _fits(row.bytes, inside), _fits(row.bytes, outside))
        for row in sizes
    )


def _fits(size: float, room: float | None) -> str:
    if room is None:
        return "not described"
    if size <= room:
        return f"✓ fits, {share_text(size / room)} of {size_text(room)}"
    return f"✗ does not fit, {three_digits(size / room)} times {size_text(room)}"


def fit_words(soc: SocDescription, sizes: Sequence[Sized]) -> str:
    """One sentence on the first of them, the one that matters."""
    load, inside = sizes[0], soc.on_chip_bytes
    size = f"{load.name} ({size_text(load.bytes)})"
    if not inside:
        return f"{soc.title} has no on-chip memory that is described: {size} lies in main memory."
    if load.bytes <= inside:
        return f"On {soc.title} the {size_text(inside)} on the chip are enough for {size}."
    return (
        f"On {soc.title} the {size_text(inside)} on the chip are not enough for {size}, "
        f"{three_digits(load.bytes / inside)} times as much: main memory has to hold it, and it is "
        "moved at each run."
    )


def change_rows(before: PlacedCost | None, after: PlacedCost) -> tuple[ChangeRow, ...]:
    """What a run takes; without a stage before, that column is empty."""
    given = _values(before) if before else dict.fromkeys(_values(after), "")
    return tuple(ChangeRow(name, given[name], value) for name, value in _values(after).items())


def _values(placement: PlacedCost) -> dict[str, str]:
    cost, energy = placement.cost, placement.energy
    assumed = ", energies of the reference chip" if energy and energy.assumed else ""
    return {
        "Runs on": f"{placement.unit}, {cost.precision}",
        "Kernels": f"{len(cost.per_kernel):,}",
        "Time of a run": time_text((cost.latency_ms or 0.0) / 1e3) if cost.fits else "–",
        "Bytes through main memory": size_text(placement.dram_bytes),
        "Energy of a run": f"{energy_text(energy.joules)}{assumed}" if energy else "–",
        "Most of the time bound by": _bound_words(placement),
    }


def _bound_words(placement: PlacedCost) -> str:
    """What limits most of the time; a dash where nothing runs."""
    shares = bound_seconds(placement.cost.per_kernel)
    return BOUND_WORDS[max(shares, key=lambda share: share[1])[0]] if shares else "–"


def change_sentence(soc: SocDescription, before: PlacedCost | None, after: PlacedCost) -> str:
    """What the stage buys on this chip, or what a run takes now."""
    takes = time_words(soc, before, after)
    if not after.cost.fits:
        return takes
    said = f"Modelled, a run takes {takes}"
    if before is None or not before.cost.latency_ms:
        return said
    if _ratio(before, after) < 1 - _SAME:
        said += f" Most of it is bound by {_bound_words(after)}."
    return f"{said} {_bytes_words(before.dram_bytes, after.dram_bytes)}"


def time_words(soc: SocDescription, before: PlacedCost | None, after: PlacedCost) -> str:
    """The time of a run now, and what it was; that it does not fit."""
    if not after.cost.fits:
        return fit_sentence(soc, after.cost)
    takes = f"{time_text((after.cost.latency_ms or 0.0) / 1e3)} on the {after.unit} of {soc.title}"
    if before is None or not before.cost.latency_ms:
        return f"{takes}."
    earlier = time_text(before.cost.latency_ms / 1e3)
    elsewhere = f" on the {before.unit}" if before.unit != after.unit else ""
    return f"{takes} instead of {earlier}{elsewhere}: {_ratio_words(_ratio(before, after))}."


def _ratio(before: PlacedCost, after: PlacedCost) -> float:
    """How many times as long the run took before."""
    now = after.cost.latency_ms
    return (before.cost.latency_ms or 0.0) / now if now else 1.0


def _ratio_words(ratio: float) -> str:
    if abs(ratio - 1) < _SAME:
        return "this stage makes no difference to the time"
    if ratio < 1:
        return f"{three_digits(1 / ratio)} times as long"
    return f"{three_digits(ratio)} times as fast"


def _bytes_words(before: float, after: float) -> str:
    if not before and not after:
        return "Nothing goes through main memory, before or after."
    if after == before:
        return "As many bytes go through main memory."
    if not after:
        return f"Nothing goes through main memory any more; it was {size_text(before)}."
    word = "fall" if after < before else "grow"
    return f"Bytes through main memory {word} from {size_text(before)} to {size_text(after)}."
