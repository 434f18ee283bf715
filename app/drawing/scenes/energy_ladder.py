"""A byte climbs the energy ladder, then a run's joules before and after fusion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log10

from app.drawing.scenes.pieces import WIDTH, Changes, box, looks, number, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from compiler_core.amounts import energy_text, three_digits
from compiler_core.soc.energy import EnergyRung, FusedEnergy, FusionEnergy

MOST_FUSIONS = 6
_ROW, _NAME, _BAR = 34, 96, 18
RUNGS = {"register": "register", "sram": "on-chip SRAM", "dram": "main memory"}
PARTS = (
    ("compute", "multiplying"),
    ("register", "registers"),
    ("sram", "on-chip SRAM"),
    ("dram", "main memory"),
)


@dataclass(frozen=True, slots=True)
class EnergyFacts:
    """What the scene of the energy ladder is drawn from."""

    ladder: tuple[EnergyRung, ...]
    """The cheapest rung first."""
    fusion: FusionEnergy
    """The kernels of the run, with their energy before and after fusion."""
    known: bool
    """Whether it has a before."""
    model: str
    """Its title."""
    chip: str
    """Its title."""
    command: str
    """Gives the same numbers on the command line."""


def energy_scene(facts: EnergyFacts) -> Scene:
    """A step for each rung, one for the run before fusion, one for each large saving."""
    return Scene(
        id="energy",
        kind="bars",
        title="What a byte costs, and what staying close saves",
        track="model",
        panels=(_ladder(facts.ladder), _run(facts)),
        start="The same byte, fetched from nearer or farther away. Bars are on a logarithmic "
        "scale: each is many times the one above.",
        steps=tuple(_steps(facts)),
        basis="modelled",
        source=f"Energies of {facts.chip}; bytes of {facts.model} by the cost model.",
        command=facts.command,
        notes=("Only data and multiplications are counted.",),
        pace=1400,
    )


def _ladder(ladder: Sequence[EnergyRung]) -> Panel:
    elements: list[Element] = []
    for at, rung in enumerate(ladder):
        y = 4 + at * _ROW
        elements.append(words(f"r{at}-name", 0, y + 13, RUNGS[rung.name]))
        elements.append(box(f"r{at}", (_NAME, y), (_wide(ladder, rung), _BAR)))
        elements.append(
            words(f"r{at}-pj", WIDTH, y + 13, three_digits(rung.picojoules_per_byte), "end")
        )
    y = 4 + len(ladder) * _ROW
    elements += number("times", (0, y), "1 ×", "a register’s energy")
    return Panel(
        id="ladder",
        title="Picojoules for a byte",
        width=WIDTH,
        height=y + 44,
        elements=tuple(elements),
    )


def _wide(ladder: Sequence[EnergyRung], rung: EnergyRung) -> float:
    """On a logarithmic scale from half the cheapest to the dearest."""
    low = log10(min(memory.picojoules_per_byte for memory in ladder) / 2)
    high = log10(max(level.picojoules_per_byte for level in ladder))
    share = (log10(rung.picojoules_per_byte) - low) / (high - low)
    return round(share * (WIDTH - _NAME - 52), 1)


def _run(facts: EnergyFacts) -> Panel:
    elements: list[Element] = []
    for at, (part, name) in enumerate(PARTS):
        y = 4 + at * _ROW
        elements.append(words(f"{part}-name", 0, y + 13, name))
        elements.append(box(f"{part}-was", (_NAME, y), (0, _BAR), "frame"))
        elements.append(box(f"{part}", (_NAME, y), (0, _BAR), "bar held"))
        elements.append(words(f"{part}-j", WIDTH, y + 13, "–", "end"))
    y = 4 + len(PARTS) * _ROW
    elements += number("run", (0, y), "–", "a run")
    elements += number("saved", (170, y), "–", "saved by fusion")
    return Panel(
        id="run",
        title=f"A run of {facts.model}",
        width=WIDTH,
        height=y + 44,
        elements=tuple(elements),
    )


def _steps(facts: EnergyFacts) -> Iterator[SceneStep]:
    for at, rung in enumerate(facts.ladder):
        changes: Changes = looks((f"r{row}" for row in range(at)), "cell held")
        changes[f"r{at}"] = {"classes": "cell now"}
        changes["times"] = {"label": f"{three_digits(rung.times_register)} ×"}
        times = f", {rung.times_register:,.0f} times a register" if at else ""
        said = f"From {_place(rung)}: {three_digits(rung.picojoules_per_byte)} pJ a byte{times}."
        yield SceneStep(say=said, set=changes, focus=f"r{at}")
    yield from _run_steps(facts)


def _place(rung: EnergyRung) -> str:
    return {"register": "a register", "sram": "on-chip SRAM", "dram": "main memory"}[rung.name]


def _run_steps(facts: EnergyFacts) -> Iterator[SceneStep]:
    kernels = facts.fusion.kernels
    members = [member for kernel in kernels for member in kernel.members or (kernel.kernel,)]
    first = members if facts.known else [fused.kernel for fused in kernels]
    joules: dict[str, float] = {
        part: sum(float(getattr(cost, part)) for cost in first) for part, _ in PARTS
    }
    scale = (WIDTH - _NAME - 76) / (max(joules.values()) or 1)
    largest = max(PARTS, key=lambda pair: joules[pair[0]])
    changes: Changes = {"r2": {"classes": "cell held"}}
    for part, _ in PARTS:
        wide = round(joules[part] * scale, 1)
        changes[part] = {"w": wide}
        changes[f"{part}-was"] = {"w": wide}
        changes[f"{part}-j"] = {"label": energy_text(joules[part])}
    whole = sum(joules.values())
    changes["run"] = {"label": energy_text(whole)}
    before = " before fusion" if facts.known else ""
    said = (
        f"A run of {facts.model}{before}: {energy_text(whole)}, most of it for {largest[1]}, "
        f"{joules[largest[0]] / (whole or 1):.0%}."
    )
    yield SceneStep(say=said, set=changes, focus="run")
    if facts.known:
        yield from _fusions(facts, joules, scale)


def _fusions(facts: EnergyFacts, joules: dict[str, float], scale: float) -> Iterator[SceneStep]:
    """The largest savings one by one, then all others at once."""
    fused = sorted(
        (kernel for kernel in facts.fusion.kernels if len(kernel.members) > 1),
        key=lambda group: -group.saved_joules,
    )
    batches = [[fusion] for fusion in fused[:MOST_FUSIONS]]
    if fused[MOST_FUSIONS:]:
        batches.append(fused[MOST_FUSIONS:])
    whole, saved = sum(joules.values()), 0.0
    for batch in batches:
        for group in batch:
            saved += group.saved_joules
            for part, _ in PARTS:
                was = sum(getattr(member, part) for member in group.members)
                joules[part] += getattr(group.kernel, part) - was
        changes: Changes = {}
        for part, _ in PARTS:
            changes[part] = {"w": round(max(joules[part], 0.0) * scale, 1)}
            changes[f"{part}-j"] = {"label": energy_text(max(joules[part], 0.0))}
        changes["run"] = {"label": energy_text(sum(joules.values()))}
        changes["saved"] = {"label": f"{saved / (whole or 1):.0%}"}
        yield SceneStep(say=_saving(batch), set=changes, focus="saved")


def _saving(batch: Sequence[FusedEnergy]) -> str:
    spared = energy_text(sum(fusion.saved_joules for fusion in batch))
    if len(batch) > 1:
        return f"The other {len(batch)} fused kernels save {spared} together."
    only_fusion = batch[0]
    return (
        f"{only_fusion.kernel.name}: {len(only_fusion.members)} operators in one kernel hand on "
        f"{only_fusion.kept_bytes:,.0f} bytes in registers, and save {spared}."
    )
