"""A layer cut into tiles: step by step which part of each operand is on the chip.

The rectangles are those of the picture of one step; here they move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from app.drawing.cut_rectangle import Box, CutRectangle
from app.drawing.scenes.pieces import WIDTH, Changes, number, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep, Value
from compiler_core.sizes import size_text

MOST_STEPS = 48
_TOP, _GAP, _TALLEST = 20.0, 12.0, 150.0


@dataclass(frozen=True, slots=True)
class DrawnStep:
    """One step as it is drawn: `said`, and of each operand its rectangles. moved: bytes between
    main memory and the chip."""

    said: str
    operands: tuple[tuple[CutRectangle, ...], ...]
    moved: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TileFacts:
    """What the scene of a layer that is worked through tile by tile is drawn from."""

    names: tuple[str, ...]
    """The operands of the layer, in the order in which a step has them."""
    steps: tuple[DrawnStep, ...]
    """The first of the loop, at least one, of `count`."""
    count: int
    """Steps of the whole loop, of which only the first are drawn."""
    layer: str
    """Its name in the network."""
    chip: str
    """Its title."""
    command: str
    """Gives the same numbers on the command line."""


def tile_scene(facts: TileFacts) -> Scene:
    """One step of the scene for each step of the loop."""
    drawing = _Drawing(facts)
    shown = len(facts.steps)
    rest = f" The first {shown} of {facts.count:,} are shown." if shown < facts.count else ""
    return Scene(
        id="tiles",
        kind="square",
        title=f"{facts.layer}, tile after tile",
        track="model",
        panels=(drawing.panel(), _figures()),
        start="Each operand lies in main memory. A step brings a tile of it onto the chip; what "
        "the next step needs too stays there.",
        steps=tuple(drawing.steps()),
        basis="modelled",
        source=f"The loop over tiles of {facts.layer} on {facts.chip}.{rest}",
        command=facts.command,
        notes=("Filled: the tile of this step. Framed: the rim that neighbours read too.",),
        pace=900,
    )


@dataclass(slots=True)
class _Drawing:
    """All operands beside each other, as large as fits."""

    facts: TileFacts

    @property
    def first(self) -> tuple[tuple[CutRectangle, ...], ...]:
        return self.facts.steps[0].operands

    @property
    def scale(self) -> float:
        wide = sum(_right(parts) for parts in self.first)
        tall = max(part.box.bottom - _top(parts) for parts in self.first for part in parts)
        room = WIDTH - _GAP * (len(self.first) - 1) - 2
        return min(1.0, room / wide, _TALLEST / tall)

    def corners(self, operand: int, rectangle: Box) -> tuple[float, float, float, float]:
        """Where a rectangle of the other picture is here: x, y, width, height."""
        before = sum(_right(parts) * self.scale + _GAP for parts in self.first[:operand])
        top = _top(self.first[operand])
        return (
            round(1 + before + rectangle.x * self.scale, 1),
            round(_TOP + (rectangle.y - top) * self.scale, 1),
            max(round(rectangle.width * self.scale, 1), 1.0),
            max(round(rectangle.height * self.scale, 1), 1.0),
        )

    def panel(self) -> Panel:
        elements: list[Element] = []
        for operand, parts in enumerate(self.first):
            x = self.corners(operand, parts[0].box)[0]
            elements.append(words(f"o{operand}", x, 12, self.facts.names[operand]))
            for index, part in enumerate(parts):
                elements += self._part(operand, f"o{operand}-{index}", part)
        bottom = max(element.y + element.h for element in elements)
        return Panel(
            id="operands",
            title="What lies in main memory, and its tile on the chip",
            width=WIDTH,
            height=bottom + 4,
            elements=tuple(elements),
        )

    def _part(self, operand: int, name: str, part: CutRectangle) -> Iterator[Element]:
        yield self._rectangle(operand, name, part.box, "cell")
        lines = "".join(self._cuts(operand, part))
        if lines:
            yield Element(id=f"{name}-cuts", shape="path", classes="wire", d=lines)
        if part.rim:
            yield self._rectangle(operand, f"{name}-rim", part.rim, "cell read")
        yield self._rectangle(operand, f"{name}-now", part.current, "sweep")

    def _rectangle(self, operand: int, name: str, rectangle: Box, classes: str) -> Element:
        x, y, wide, tall = self.corners(operand, rectangle)
        return Element(id=name, shape="rect", x=x, y=y, w=wide, h=tall, classes=classes)

    def _cuts(self, operand: int, part: CutRectangle) -> Iterator[str]:
        x, y, wide, tall = self.corners(operand, part.box)
        for cut in part.upright:
            yield f"M{x + (cut - part.box.x) * self.scale:.1f} {y}v{tall}"
        for cut in part.level:
            yield f"M{x} {y + (cut - part.box.y) * self.scale:.1f}h{wide}"

    def steps(self) -> Iterator[SceneStep]:
        sums = accumulate(visit.moved for visit in self.facts.steps)
        for at, (step, traffic) in enumerate(zip(self.facts.steps, sums, strict=True), 1):
            changes: Changes = {
                "step": {"label": f"{at}"},
                "moved": {"label": size_text(step.moved)},
                "traffic": {"label": size_text(traffic)},
            }
            for operand, parts in enumerate(step.operands):
                for index, part in enumerate(parts):
                    name = f"o{operand}-{index}"
                    changes[f"{name}-now"] = self._moved(operand, part.current)
                    if part.rim:
                        changes[f"{name}-rim"] = self._moved(operand, part.rim)
            yield SceneStep(say=step.said, set=changes, focus="o0-0-now")

    def _moved(self, operand: int, rectangle: Box) -> dict[str, Value]:
        x, y, wide, tall = self.corners(operand, rectangle)
        return {"x": x, "y": y, "w": wide, "h": tall}


def _right(parts: Sequence[CutRectangle]) -> float:
    return max(part.box.right for part in parts)


def _top(parts: Sequence[CutRectangle]) -> float:
    return min(part.box.y for part in parts)


def _figures() -> Panel:
    elements = (
        *number("step", (0, 0), "0", "steps done"),
        *number("moved", (100, 0), "0", "in this step"),
        *number("traffic", (210, 0), "0", "so far"),
    )
    return Panel(
        id="figures",
        title="Moved between main memory and the chip",
        width=WIDTH,
        height=44,
        elements=elements,
    )
