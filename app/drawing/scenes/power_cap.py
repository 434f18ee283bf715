"""A power cap over an array of multipliers: how many may switch, by where their operands lie.

Energies are those of the chip's description, and its array is drawn in blocks of cells. Every cell
is taken to fetch its own two operands: reuse inside the array is what designs add to this.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.drawing.scenes.pieces import WIDTH, Changes, box, looks, number, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from compiler_core.soc.description import SocDescription
from compiler_core.soc.energy import energy_ladder
from compiler_core.soc.power_cap import OPERANDS, CellArray, cell_array

SIDE = 10
_CELL, _TOP = 20, 8
_PLACES = {"register": "registers", "sram": "on-chip SRAM", "dram": "main memory"}
CAPS = (8.0, 4.0, 2.0, 1.0)
"""Watts, chosen: from a tablet's whole chip to a small sensor's."""


@dataclass(frozen=True, slots=True)
class OperandPlace:
    """Where operands come from: in words, and the energy of a byte there."""

    name: str
    picojoules: float


@dataclass(frozen=True, slots=True)
class PowerFacts:
    """places: the nearest first."""

    array: CellArray
    places: tuple[OperandPlace, ...]
    chip: str
    command: str


def power_facts(soc: SocDescription, command: str) -> PowerFacts | None:
    """None for a chip whose array or clock no document gives. Raises InputError for one without
    energies."""
    array = cell_array(soc)
    if array is None:
        return None
    places = tuple(
        OperandPlace(_PLACES[rung.name], rung.picojoules_per_byte) for rung in energy_ladder(soc)
    )
    return PowerFacts(array, places, soc.title, command)


def power_scene(facts: PowerFacts) -> Scene:
    """Each place under falling caps."""
    return Scene(
        id="power",
        kind="blocks",
        title="What a power cap leaves on",
        track="model",
        panels=(_panel(facts),),
        start=f"{facts.array.cells:,} multipliers, drawn as {SIDE * SIDE} blocks. All could work "
        "in every cycle, if power and heat allowed it.",
        steps=tuple(_steps(facts)),
        basis="modelled",
        source=f"The array and the energies of {facts.chip}; those are of 45 nm, so today’s watts "
        "are fewer, and the ratios are what to read.",
        command=facts.command,
        notes=(
            "Each cell fetches both of its operands, one byte each. Caps are chosen.",
            "Filled: may work. Dashed: stays dark.",
        ),
        pace=1100,
    )


def _panel(facts: PowerFacts) -> Panel:
    elements: list[Element] = []
    left = (WIDTH - SIDE * _CELL) / 2
    for index in range(SIDE * SIDE):
        row, column = divmod(index, SIDE)
        at = (left + column * _CELL, _TOP + row * _CELL)
        elements.append(box(f"b{index}", at, (_CELL - 2, _CELL - 2)))
    y = _TOP + SIDE * _CELL + 14
    elements.append(words("where", 0, y + 4, " ", "plain strong"))
    elements += number("cap", (0, y + 14), "–", "watts allowed")
    elements += number("full", (105, y + 14), "–", "watts if all work")
    elements += number("on", (235, y + 14), "–", "may work")
    return Panel(
        id="array",
        title=f"The multipliers of {facts.chip}",
        width=WIDTH,
        height=y + 60,
        elements=tuple(elements),
    )


def _steps(facts: PowerFacts) -> Iterator[SceneStep]:
    for location in facts.places:
        for at, cap in enumerate(CAPS):
            share = facts.array.share(cap, location.picojoules)
            lit = round(share * SIDE * SIDE)
            changes: Changes = looks((f"b{cell}" for cell in range(lit)), "cell now")
            changes |= looks((f"b{unlit}" for unlit in range(lit, SIDE * SIDE)), "cell gone")
            changes["where"] = {"label": f"operands from {location.name}"}
            changes["cap"] = {"label": f"{cap:g}"}
            changes["full"] = {"label": _watts(facts.array.watts(location.picojoules))}
            changes["on"] = {"label": _percent(share)}
            yield SceneStep(say=_said(facts, location, cap, first=at == 0), set=changes, focus="on")


def _said(facts: PowerFacts, location: OperandPlace, cap: float, first: bool) -> str:
    share = _percent(facts.array.share(cap, location.picojoules))
    under = f"Under {cap:g} W, {share} of the cells may work."
    if not first:
        return under
    return (
        f"Operands from {location.name}: {OPERANDS} bytes of {location.picojoules:g} pJ each, and "
        f"{facts.array.operation:g} pJ to multiply. All together: "
        f"{_watts(facts.array.watts(location.picojoules))} W. {under}"
    )


def _watts(value: float) -> str:
    return f"{value:.1f}" if value < 100 else f"{value:,.0f}"


def _percent(share: float) -> str:
    return f"{share:.0%}" if share >= 0.095 else f"{100 * share:.1f}%"
