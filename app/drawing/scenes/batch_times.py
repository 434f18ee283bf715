"""What one decode step takes as more sequences share it: memory hardly more, arithmetic each time.

One step of the scene for each number of sequences, so the slider chooses it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from app.drawing.scenes.pieces import WIDTH, Changes, box, number, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from app.words import count
from compiler_core.soc.bound_words import WAITS_FOR
from compiler_core.soc.decoding.decode_grid import GridCell

_TOP, _ROW, _BAR, _LEFT, _RIGHT = 56, 30, 18, 84, 66
_HEIGHT, _FOOT = 130, 20
_PARTS = (("memory", "memory"), ("compute", "arithmetic"), ("launch", "launches"))


@dataclass(frozen=True, slots=True)
class BatchFacts:
    """cells: of one context, the batches from 1 without a gap, all of which fit; at least two."""

    cells: tuple[GridCell, ...]
    model: str
    chip: str
    command: str


def batch_scene(facts: BatchFacts) -> Scene:
    """From one sequence on, one more with each step."""
    drawing = _Drawing(facts.cells)
    return Scene(
        id="batches",
        kind="bars",
        title="A step for many",
        track="model",
        panels=(drawing.times(), drawing.curve()),
        start=_said(facts.cells[0], ""),
        steps=tuple(drawing.steps()),
        basis="modelled",
        source=f"{facts.model}, {facts.cells[0].context:,} positions each, on {facts.chip}, as "
        "its decode model says.",
        command=facts.command,
        notes=("Reading and arithmetic go on side by side, so the longer one decides.",),
        pace=350,
    )


def _milliseconds(cell: GridCell, part: str) -> float:
    return (getattr(cell.speed, f"{part}_seconds") or 0.0) * 1e3


def _rate(cell: GridCell) -> float:
    return cell.speed.tokens_per_second or 0.0


@dataclass
class _Drawing:
    cells: Sequence[GridCell]

    @cached_property
    def most(self) -> float:
        """The longest time that a bar has room for."""
        return max(_milliseconds(cell, part) for cell in self.cells for part, _ in _PARTS)

    @cached_property
    def fastest(self) -> float:
        return max(_rate(cell) for cell in self.cells)

    def wide(self, cell: GridCell, part: str) -> float:
        room = WIDTH - _LEFT - _RIGHT
        return max(1.0, round(room * _milliseconds(cell, part) / self.most, 1))

    def at(self, cell: GridCell) -> tuple[float, float]:
        """Where its point of the curve stands."""
        across = (cell.batch - 1) / (self.cells[-1].batch - 1)
        down = 1 - _rate(cell) / self.fastest
        return round(6 + (WIDTH - 12) * across, 1), round(8 + (_HEIGHT - 8) * down, 1)

    def times(self) -> Panel:
        first = self.cells[0]
        elements: list[Element] = [
            *number("batch", (0, 0), str(first.batch), "at once"),
            *number("each", (160, 0), f"{_rate(first) / first.batch:.1f}", "tokens/s for each"),
        ]
        for row, (part, name) in enumerate(_PARTS):
            y = _TOP + row * _ROW
            elements += [
                words(f"n-{part}", 0, y + 13, name, "plain"),
                box(f"t-{part}", (_LEFT, y), (self.wide(first, part), _BAR), _look(first, part)),
                words(
                    f"ms-{part}", WIDTH, y + 13, f"{_milliseconds(first, part):.1f} ms", "plain end"
                ),
            ]
        return Panel(
            id="times",
            title="Time of one step for all of them",
            width=WIDTH,
            height=_TOP + len(_PARTS) * _ROW,
            elements=tuple(elements),
        )

    def curve(self) -> Panel:
        points = [self.at(cell) for cell in self.cells]
        line = "M" + "L".join(f"{x} {y}" for x, y in points)
        last = self.cells[-1].batch
        elements = [
            Element(id="axes", shape="path", d=f"M6 0V{_HEIGHT}H{WIDTH - 6}"),
            Element(id="line", shape="path", d=line, classes="roof"),
            words("from", 6, _HEIGHT + 16, "1"),
            words("to", WIDTH - 6, _HEIGHT + 16, count(last, "sequence"), "soft end"),
            Element(id="dot", shape="circle", x=points[0][0], y=points[0][1], w=7, classes="dot"),
            *number(
                "all",
                (0, _HEIGHT + _FOOT + 4),
                f"{_rate(self.cells[0]):.1f}",
                "tokens a second, all together",
            ),
        ]
        return Panel(
            id="curve",
            title="Tokens a second upwards, sequences across",
            width=WIDTH,
            height=_HEIGHT + _FOOT + 48,
            elements=tuple(elements),
        )

    def steps(self) -> Iterator[SceneStep]:
        before = self.cells[0].speed.bound or ""
        for cell in self.cells[1:]:
            x, y = self.at(cell)
            changes: Changes = {
                "batch": {"label": str(cell.batch)},
                "each": {"label": f"{_rate(cell) / cell.batch:.1f}"},
                "all": {"label": f"{_rate(cell):.1f}"},
                "dot": {"x": x, "y": y},
            }
            for part, _ in _PARTS:
                changes[f"t-{part}"] = {"w": self.wide(cell, part), "classes": _look(cell, part)}
                changes[f"ms-{part}"] = {"label": f"{_milliseconds(cell, part):.1f} ms"}
            yield SceneStep(say=_said(cell, before), set=changes, focus="dot")
            before = cell.speed.bound or ""


def _look(cell: GridCell, part: str) -> str:
    return "bar now" if part == cell.speed.bound else "bar"


def _said(cell: GridCell, before: str) -> str:
    """before: what decided with one sequence less, "" with the first."""
    bound = cell.speed.bound or ""
    waits = f"the step waits for {WAITS_FOR[bound]}"
    turned = f"Now {waits}" if before and before != bound else waits[0].upper() + waits[1:]
    return (
        f"{count(cell.batch, 'sequence')}: memory {_milliseconds(cell, 'memory'):.1f} ms, "
        f"arithmetic {_milliseconds(cell, 'compute'):.1f} ms. {turned}; each sequence gets "
        f"{_rate(cell) / cell.batch:.1f} tokens a second."
    )
