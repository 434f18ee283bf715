"""The energy ladder of a chip, a network's joules by part, and what each fusion saves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from app.drawing.views.chart import (
    Area,
    Chart,
    Key,
    Tick,
    linear_scale,
    log_scale,
    row_names,
    three_digits,
    ticks,
)
from app.drawing.views.picture import Bar
from app.words import share_text
from compiler_core.amounts import energy_text
from compiler_core.sizes import size_text
from compiler_core.soc.description import SocDescription, Source
from compiler_core.soc.energy import (
    EnergyRung,
    FusedEnergy,
    FusionEnergy,
    KernelEnergy,
    OperationCost,
)

MOST_ROWS = 400
_JOULES = 1e-12
RUNG_WORDS = {"register": "register", "sram": "on-chip SRAM", "dram": "main memory"}
_PARTS: tuple[tuple[str, str], ...] = (
    ("compute", "multiply-accumulates"),
    ("register", "kept in registers"),
    ("sram", "on-chip SRAM"),
    ("dram", "main memory"),
)
_WAITING = (
    "What a fused kernel reads and writes lies where it lay before fusion: if it does not fit on "
    "the chip together, its kernels went through main memory one by one as well."
)
_WIDTH, _LEFT, _RIGHT, _TOP, _LANE, _BAR, _FOOT = 580, 112, 520, 28, 36, 22, 44


@dataclass(frozen=True, slots=True)
class RungRow:
    """One memory. energy_source, latency_source: who says so; assumed ones say it."""

    name: str
    rung: EnergyRung
    energy: str
    energy_source: str
    latency_source: str


@dataclass(frozen=True, slots=True)
class PartRow:
    """Joules of a run for one purpose, before and after fusion."""

    name: str
    before: float
    after: float
    saved: float


@dataclass(frozen=True, slots=True)
class SavingRow:
    """A fused kernel, what it is, and its share of all that fusion saves."""

    fused: FusedEnergy
    what: str
    share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class EnergyView:
    """The energy of operations on a chip, and of a network's run there."""

    ladder: Chart
    """Energy of a byte in each memory."""
    latency: Chart
    """Of an access to each memory."""
    rungs: tuple[RungRow, ...]
    """Registers, on-chip memory and main memory, the cheapest first."""
    operation: str
    """Energy of one multiply-accumulate with its source, in a sentence."""
    assumed: str
    """A sentence where figures are the reference chip's, "" where none is."""
    parts: Chart
    """Energy of a run by where it goes, before and after fusion."""
    part_rows: tuple[PartRow, ...]
    """The same in numbers, with all together as the last."""
    rows: tuple[SavingRow, ...]
    """Fused kernels that save most first, at most 400."""
    left_out: str
    """How many fused kernels are not shown, in a sentence; empty if none."""
    unfused: str
    """Why nothing is compared, "" if it is."""
    formulas: tuple[tuple[str, str], ...]
    """With this run's numbers, each with its name."""
    notes: tuple[str, ...]
    """Sentences on what is counted and what is assumed."""


def energy_headline(
    soc: SocDescription,
    title: str,
    ladder: Sequence[EnergyRung],
    energy: FusionEnergy,
    *,
    known: bool,
) -> str:
    """What fusion saves, and why a byte is worth saving."""
    dram = ladder[-1]
    ratio = (
        f"A byte of main memory costs {three_digits(dram.times_sram)} times one of on-chip SRAM "
        f"and {dram.times_register:,.0f} times one of a register."
    )
    if not known:
        taken = energy_text(energy.after_joules)
        return f"{title} takes {taken} a run on {soc.title}, modelled. {ratio}"
    outside = sum(kernel.outside_bytes for kernel in energy.kernels)
    kept_bytes = sum(fused.kept_bytes for fused in energy.kernels)
    return (
        f"Fusion saves {energy_text(energy.saved_joules)} of {energy_text(energy.before_joules)} a "
        f"run, {share_text(energy.saved_joules / (energy.before_joules or 1.0))}, for {title} on "
        f"{soc.title}, modelled: {size_text(kept_bytes)} stay in registers, and "
        f"{_outside_text(outside)} {ratio}"
    )


def energy_view(
    ladder: Sequence[EnergyRung],
    operation: OperationCost,
    energy: FusionEnergy,
    reference: str,
    words: Mapping[str, str],
    *,
    known: bool,
    notes: tuple[str, ...],
) -> EnergyView:
    """The view. words: what each kernel is, by name. known: whether the kernels' nodes are known,
    so that fusion has a before.
    """
    fused = sorted(
        (cost for cost in energy.kernels if len(cost.members) > 1),
        key=lambda fusion: -fusion.saved_joules,
    )
    left_out = len(fused) - MOST_ROWS
    return EnergyView(
        ladder=_rung_chart("Energy of a byte", "pJ a byte", ladder, _energy_of),
        latency=_rung_chart("Latency of an access", "ns", ladder, _latency_of),
        rungs=tuple(_rung_row(rung, reference) for rung in ladder),
        operation=_operation(operation, reference),
        assumed=_assumed(reference) if energy.assumed else "",
        parts=_parts_chart(energy, known=known),
        part_rows=_part_rows(energy),
        rows=tuple(_saving(kernel, energy, words) for kernel in fused[:MOST_ROWS]),
        left_out=f"{left_out:,} kernels that save less are not shown." if left_out > 0 else "",
        unfused="" if known else "Of a layer table only the fused kernels are known.",
        formulas=_formulas(ladder, operation, energy, fused),
        notes=(_counted(energy), _WAITING, *notes),
    )


def _counted(energy: FusionEnergy) -> str:
    """Which bytes are."""
    if energy.in_blocks:
        return (
            "The array works in blocks: what it reads again for another block, and what whole "
            "bursts bring beside, counts each time, as on the page of the cost."
        )
    return (
        "Every tensor passes through on-chip memory once for each kernel that reads or writes it; "
        "what does not fit passes through main memory too."
    )


def _assumed(reference: str) -> str:
    return (
        "This chip's documents do not give all of these energies: those marked assumed are the "
        f"figures of the {reference}. Ratios say more than joules."
    )


def _outside_text(saved: float) -> str:
    if not saved:
        return "as many bytes go through main memory as before."
    return f"{size_text(saved)} less go through main memory."


def _energy_of(rung: EnergyRung) -> float:
    return rung.picojoules_per_byte


def _latency_of(rung: EnergyRung) -> float:
    return rung.latency_ns


def _rung_chart(
    title: str, unit: str, ladder: Sequence[EnergyRung], value: Callable[[EnergyRung], float]
) -> Chart:
    """Bars on a logarithmic scale, the cheapest on top."""
    scale = log_scale([value(rung) for rung in ladder], _LEFT, _RIGHT)
    bottom = _TOP + _LANE * len(ladder)
    return Chart(
        title=f"{title}; the table below has the numbers",
        area=Area.of_rows(scale, _WIDTH, _TOP, bottom, _FOOT),
        x_title=f"{unit}, logarithmic",
        y_title=title,
        x_ticks=ticks(scale),
        y_ticks=_lanes([RUNG_WORDS[rung.name] for rung in ladder]),
        bars=tuple(
            _bar(
                row,
                _LEFT,
                max(scale.at(value(rung)), _LEFT + 2),
                f"is-rung is-{rung.name}",
                f"{rung.title}: {three_digits(value(rung))} {unit}",
                three_digits(value(rung)),
            )
            for row, rung in enumerate(ladder)
        ),
    )


def _lanes(names: Sequence[str]) -> tuple[Tick, ...]:
    return row_names(names, _TOP, _LANE)


def _bar(row: int, left: float, right: float, classes: str, title: str, label: str = "") -> Bar:
    y = _TOP + _LANE * row + (_LANE - _BAR) / 2
    width = round(max(right - left, 0.0), 1)
    return Bar(
        x=left,
        y=y,
        width=width,
        height=_BAR,
        classes=classes,
        title=title,
        label=label,
        label_x=right + 6,
        label_y=y + _BAR - 6,
    )


def _parts_chart(energy: FusionEnergy, *, known: bool) -> Chart:
    """One bar for a run before fusion and one after, cut by where the joules go."""
    runs = [("before fusion", energy.before)] if known else []
    runs.append(("fused" if known else "a run", energy.after))
    scale = linear_scale(max(run.joules for _, run in runs) * 1e3, _LEFT, _RIGHT)
    bottom = _TOP + _LANE * len(runs)
    bars: list[Bar] = []
    for row, (name, run_energy) in enumerate(runs):
        so_far = 0.0
        for part, words in _PARTS:
            joules = getattr(run_energy, part)
            left, right = (scale.at(1e3 * each) for each in (so_far, so_far + joules))
            bars.append(
                _bar(row, left, right, f"is-{part}", f"{name}, {words}: {energy_text(joules)}")
            )
            so_far += joules
    return Chart(
        title="Energy of a run by where it goes; the table below has the numbers",
        area=Area.of_rows(scale, _WIDTH, _TOP, bottom, _FOOT),
        x_title="mJ a run, modelled",
        y_title="",
        x_ticks=ticks(scale),
        y_ticks=_lanes([name for name, _ in runs]),
        bars=tuple(bars),
        keys=tuple(Key(f"is-{part}", words) for part, words in _PARTS),
    )


def _rung_row(rung: EnergyRung, reference: str) -> RungRow:
    return RungRow(
        name=RUNG_WORDS[rung.name],
        rung=rung,
        energy=f"{rung.picojoules_per_byte:,.4g}",
        energy_source=_said_by(rung.energy_source, reference, assumed=rung.energy_assumed),
        latency_source=_said_by(rung.latency_source, reference, assumed=rung.latency_assumed),
    )


def _said_by(source: Source, reference: str, *, assumed: bool) -> str:
    """The document, whether we had it open, and whether it speaks of this chip."""
    state = " (not opened)" if source.state == "not opened" else ""
    start = f"assumed as for the {reference}: " if assumed else ""
    return f"{start}{source.title}{state}"


def _operation(operation: OperationCost, reference: str) -> str:
    said = _said_by(operation.source, reference, assumed=operation.assumed)
    energy = three_digits(operation.picojoules)
    return f"A multiply-accumulate in {operation.precision} takes {energy} pJ ({said})."


def _part_rows(energy: FusionEnergy) -> tuple[PartRow, ...]:
    rows = [
        _part(words, getattr(energy.before, part), getattr(energy.after, part))
        for part, words in _PARTS
    ]
    return (*rows, _part("all", energy.before_joules, energy.after_joules))


def _part(name: str, before: float, after: float) -> PartRow:
    return PartRow(name, before, after, before - after)


def _saving(fusion: FusedEnergy, whole: FusionEnergy, words: Mapping[str, str]) -> SavingRow:
    share = fusion.saved_joules / (whole.saved_joules or 1.0)
    return SavingRow(fusion, words.get(fusion.kernel.name, ""), share)


def _formulas(
    ladder: Sequence[EnergyRung],
    operation: OperationCost,
    energy: FusionEnergy,
    fused: Sequence[FusedEnergy],
) -> tuple[tuple[str, str], ...]:
    register, sram, dram = (rung.picojoules_per_byte for rung in ladder)
    after = energy.after
    rows = [("a run", _added(after))]
    macs = after.compute / (operation.picojoules * _JOULES)
    rows.append(
        ("MACs", f"{macs:,.0f} · {operation.picojoules:.4g} pJ = {energy_text(after.compute)}")
    )
    if fused:
        fusion = fused[0]
        rows.append(
            (
                fusion.kernel.name,
                f"saves {fusion.inside_bytes:,.0f} bytes · {sram:.4g} pJ + "
                f"{fusion.outside_bytes:,.0f} bytes · {dram:.4g} pJ − "
                f"{fusion.kept_bytes:,.0f} bytes · {register:.4g} pJ = "
                f"{energy_text(fusion.saved_joules)}",
            )
        )
    return tuple(rows)


def _added(run: KernelEnergy) -> str:
    parts = " + ".join(
        f"{energy_text(getattr(run, part))} {words}" for part, words in _PARTS if getattr(run, part)
    )
    return f"{parts} = {energy_text(run.joules)}"
