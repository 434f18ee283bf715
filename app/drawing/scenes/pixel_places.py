"""A small picture in three orders of memory, and what each way to hand it over copies.

Cells are the numbers of the picture; they slide to where the order puts them. Bars are the bytes
that the processor reads and writes before the network begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.drawing.scenes.pieces import WIDTH, Changes, box, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from compiler_core.graph.picture_input.camera_buffer import BufferOption
from compiler_core.graph.picture_input.layouts import MemoryLayout, PlacedElement

COLUMNS, _CELL, _ROW = 16, 20, 24
_COLOURS = "RGB"
_PICKED = (1, 2)
_BAR_ROW, _BAR = 44, 14


@dataclass(frozen=True, slots=True)
class PixelFacts:
    """layouts: of one patch, each with all its elements. options: ways to hand a frame over."""

    layouts: tuple[MemoryLayout, ...]
    options: tuple[BufferOption, ...]
    model: str
    command: str


def pixels_scene(facts: PixelFacts) -> Scene:
    """One step for each further order, then one for each way to hand the picture over."""
    first = facts.layouts[0]
    return Scene(
        id="layouts",
        kind="strip",
        title="A picture is bytes in an order",
        track="model",
        panels=(_memory(facts.layouts), _copies(facts.options)),
        start=f"{_order(first)} The filled cells are that pixel, in row {_PICKED[0]} and column "
        f"{_PICKED[1]}; rows, columns and places are counted from 0.",
        steps=(*_orders(facts.layouts), *_ways(facts.options)),
        basis="computed",
        source=f"A patch of 4 × 4 pixels in three orders; bytes of one picture for {facts.model}, "
        "from its size.",
        command=facts.command,
        notes=("No camera is attached.",),
        pace=2200,
    )


def _name(element: PlacedElement) -> str:
    return f"c{element.channel}-{element.row}-{element.column}"


def _is_picked(element: PlacedElement) -> bool:
    return (element.row, element.column) == _PICKED


def _place(offset: int) -> tuple[float, float]:
    return (offset % COLUMNS) * _CELL, 4 + (offset // COLUMNS) * _ROW


def _memory(layouts: Sequence[MemoryLayout]) -> Panel:
    elements = [
        box(
            _name(element),
            _place(element.offset),
            (_CELL - 2, _ROW - 4),
            "cell now" if _is_picked(element) else "cell",
            _COLOURS[element.channel],
        )
        for element in layouts[0].elements
    ]
    rows = max(pixel.offset for layout in layouts for pixel in layout.elements) // COLUMNS + 1
    height = 4 + rows * _ROW
    elements.append(words("formula", 0, height + 16, f"place = {layouts[0].formula}"))
    return Panel(
        id="memory",
        title="Memory, from the first byte on",
        width=WIDTH,
        height=height + 24,
        elements=tuple(elements),
    )


def _order(layout: MemoryLayout) -> str:
    places = [str(element.offset) for element in layout.elements if _is_picked(element)]
    spread = f"{', '.join(places[:-1])} and {places[-1]}"
    return f"{layout.name}: {layout.sentence} The three numbers of one pixel lie at {spread}."


def _orders(layouts: Sequence[MemoryLayout]) -> Iterator[SceneStep]:
    for layout in layouts[1:]:
        changes: Changes = {}
        for element in layout.elements:
            x, y = _place(element.offset)
            changes[_name(element)] = {"x": x, "y": y}
        changes["formula"] = {"label": f"place = {layout.formula}"}
        unused = f" {layout.unused} places stay empty, to fill up blocks." if layout.unused else ""
        yield SceneStep(say=f"{_order(layout)}{unused}", set=changes, focus="formula")


def _copies(options: Sequence[BufferOption]) -> Panel:
    most = max(option.memory_traffic for option in options)
    elements: list[Element] = []
    for row, way in enumerate(options):
        y = row * _BAR_ROW
        wide = round((WIDTH - 70) * way.memory_traffic / most, 1)
        elements += [
            words(f"way{row}", 0, y + 14, way.title, "plain"),
            box(f"bar{row}", (0, y + 20), (wide, _BAR), "bar", opacity=0),
            Element(
                id=f"bytes{row}",
                shape="text",
                x=wide + 6,
                y=y + 32,
                classes="plain strong",
                label=f"{way.memory_traffic:,} B",
                opacity=0,
            ),
        ]
    return Panel(
        id="copies",
        title="Bytes that the processor reads and writes",
        width=WIDTH,
        height=len(options) * _BAR_ROW,
        elements=tuple(elements),
    )


def _ways(options: Sequence[BufferOption]) -> Iterator[SceneStep]:
    for row, way in enumerate(options):
        changes: Changes = {
            f"bar{row}": {"opacity": 1, "classes": "bar now"},
            f"bytes{row}": {"opacity": 1},
            f"way{row}": {"classes": "plain strong"},
        }
        if row:
            changes[f"bar{row - 1}"] = {"classes": "bar"}
            changes[f"way{row - 1}"] = {"classes": "plain"}
        yield SceneStep(
            say=f"{way.memory_traffic:,} bytes. {way.sentence}", set=changes, focus=f"bar{row}"
        )
