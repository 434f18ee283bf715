"""Which unit computes which kernel: one network under several ways to share it out.

Every kernel is a box in the order of running, with the letter of its unit; where the next one runs
on another unit, its tensors have to be handed over, and the box is framed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.drawing.scenes.pieces import WIDTH, Changes, number, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from app.words import count
from compiler_core.soc.mapping.records import Alternative, Mapping, MappingTotals

_COLUMNS, _H = 10, 22
_MOST = 60


@dataclass(frozen=True, slots=True)
class ChoiceFacts:
    """mappings: of each network, with its title; the same chip and the same ways for all."""

    mappings: tuple[tuple[str, Mapping], ...]
    chip: str
    command: str


def choices_scene(facts: ChoiceFacts) -> Scene:
    """One step for each way and network; the best way last."""
    panels = tuple(_panel(at, title, mapping) for at, (title, mapping) in enumerate(facts.mappings))
    names = " and ".join(title for title, _ in facts.mappings)
    return Scene(
        id="units",
        kind="blocks",
        title="Who computes what",
        track="model",
        panels=panels,
        start=f"{names}, kernel after kernel, in reading order. Nothing is given to a unit yet.",
        steps=tuple(_steps(facts)),
        basis="modelled",
        source=f"int8 on {facts.chip}, as its cost model and its hand-overs say.",
        command=facts.command,
        notes=tuple(_notes(facts)),
        pace=1800,
    )


def _notes(facts: ChoiceFacts) -> Iterator[str]:
    yield "C: CPU, G: GPU, N: NPU. A strong frame: its input comes from another unit."
    if any(len(mapping.kernels) > _MOST for _, mapping in facts.mappings):
        yield f"Of a longer network the first {_MOST} kernels are drawn; times are of all."


def _panel(at: int, title: str, mapping: Mapping) -> Panel:
    wide = WIDTH / _COLUMNS
    kernels = mapping.kernels[:_MOST]
    elements: list[Element] = []
    for index, kernel in enumerate(kernels):
        row, column = divmod(index, _COLUMNS)
        elements.append(
            Element(
                id=_cell(at, index),
                shape="rect",
                x=column * wide,
                y=row * _H,
                w=wide - 2,
                h=_H - 2,
                classes="cell",
                label="·",
                title=kernel.name,
            )
        )
    y = _H * (1 + (len(kernels) - 1) // _COLUMNS) + 10
    elements.append(words(f"way{at}", 0, y + 8, " ", "plain strong"))
    elements += number(f"time{at}", (0, y + 18), "–", "ms in all")
    elements += number(f"start{at}", (74, y + 18), "–", "ms starting")
    elements += number(f"moves{at}", (156, y + 18), "–", "crossings")
    elements += number(f"over{at}", (226, y + 18), "–", "ms for them")
    return Panel(
        id=f"net{at}",
        title=f"{title}: {count(len(mapping.kernels), 'kernel')}",
        width=WIDTH,
        height=y + 64,
        elements=tuple(elements),
    )


def _steps(facts: ChoiceFacts) -> Iterator[SceneStep]:
    for at, (title, mapping) in enumerate(facts.mappings):
        letters = {unit.name: unit.kind[0].upper() for unit in mapping.units}
        for way in (*mapping.alternatives[1:], mapping.alternatives[0]):
            changes = _given(at, way, letters)
            yield SceneStep(say=_said(title, way, mapping), set=changes, focus=f"time{at}")


def _given(at: int, way: Alternative, letters: dict[str, str]) -> Changes:
    changes: Changes = {}
    for index, unit in enumerate(way.units[:_MOST]):
        crosses = index > 0 and way.units[index - 1] != unit
        letter = letters[unit]
        held = "held" if letter != "C" else ""
        look = " ".join(("cell", *([held] if held else []), *(["read"] if crosses else [])))
        changes[_cell(at, index)] = {"label": letter, "classes": look}
    totals = way.totals
    changes[f"way{at}"] = {"label": _short(way)}
    changes[f"time{at}"] = {"label": _ms(totals.seconds)}
    changes[f"moves{at}"] = {"label": str(totals.crossings)}
    changes[f"start{at}"] = {"label": _ms(_starting(totals))}
    changes[f"over{at}"] = {"label": _ms(totals.transfer_seconds)}
    return changes


def _said(title: str, way: Alternative, mapping: Mapping) -> str:
    totals = way.totals
    times = way.times_as_much
    beside = "nothing is faster" if way.id == "best" else f"{times:.2f} times the best"
    said = f"{title}, {_short(way)}: {_ms(totals.seconds)} ms, {beside}."
    if starting := _starting(totals):
        said += f" {_ms(starting)} ms of it go into starting kernels and waking units."
    if totals.crossings:
        said += f" {count(totals.crossings, 'crossing')}: {_ms(totals.transfer_seconds)} ms."
    if way.id == "best":
        own = [
            f"{count(unit.kernels, 'kernel')} on the {unit.kind.upper()}"
            for unit in mapping.units
            if unit.kernels
        ]
        said += f" {', '.join(own)}."
    return said


def _starting(totals: MappingTotals) -> float:
    """Seconds before anything is computed: of each kernel, and of each unit that is woken."""
    return totals.launch_seconds + totals.start_seconds


def _short(way: Alternative) -> str:
    return {
        "best": "the best way",
        "all-cpu": "all on the CPU",
        "all-gpu": "all on the GPU",
        "all-npu": "the NPU where it can",
        "greedy": "each on its fastest",
    }[way.id]


def _ms(seconds: float) -> str:
    return f"{seconds * 1e3:.3g}"


def _cell(at: int, index: int) -> str:
    return f"n{at}k{index}"
