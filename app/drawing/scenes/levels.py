"""A block of weights on the sixteen levels that four bits have: each moves to the nearest one.

The weights are a block of a real tensor; levels, codes and errors are those of the block format.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.drawing.scenes.pieces import WIDTH, Changes, number, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from compiler_core.llm.block_formats.layout import BlockPicture, ValueCell
from compiler_core.llm.block_formats.records import BlockFormat

HEIGHT, _TOP = 176, 12
_DOT, _AT_A_TIME = 4.0, 4


@dataclass(frozen=True, slots=True)
class LevelFacts:
    """What the scene of weights that move to the levels of four bits is drawn from."""

    picture: BlockPicture
    """A block whose codes are all multiplied by one scale."""
    form: BlockFormat
    """Of the block."""
    tensor: str
    """Its name in the model's file."""
    model: str
    """Its title."""
    command: str
    """Gives the same numbers on the command line."""


def levels_scene(facts: LevelFacts) -> Scene:
    """The largest weight sets the levels; then four weights a step."""
    drawing = _Drawing(facts)
    values = facts.picture.values
    return Scene(
        id="levels",
        kind="histogram",
        title="A row on sixteen levels",
        track="model",
        panels=(drawing.panel(),),
        start=f"{len(values)} weights that stand side by side in a row of {facts.tensor}. The "
        "higher the dot, the larger the weight.",
        steps=tuple(drawing.steps()),
        basis="computed",
        source=f"A block of {facts.tensor} of {facts.model}, to {facts.picture.format}.",
        command=facts.command,
        pace=1000,
    )


@dataclass(slots=True)
class _Drawing:
    facts: LevelFacts

    @property
    def values(self) -> tuple[ValueCell, ...]:
        return self.facts.picture.values

    @property
    def scale(self) -> float:
        return self.facts.picture.super_scale

    def y(self, weight: float) -> float:
        """The levels and every weight fit between the edges."""
        codes = (self.facts.form.lowest, self.facts.form.highest)
        all_values = [cell.original for cell in self.values] + [self.scale * code for code in codes]
        low, high = min(all_values), max(all_values)
        return round(_TOP + HEIGHT * (high - weight) / ((high - low) or 1.0), 1)

    def panel(self) -> Panel:
        elements = [*self._level_lines()]
        elements += [
            Element(
                id=f"d{value.index}",
                shape="circle",
                x=self.x(value.index),
                y=self.y(value.original),
                w=_DOT,
                classes="spot",
            )
            for value in self.values
        ]
        y = _TOP + HEIGHT + 14
        elements += number("scale", (0, y), "–", "the block’s scale")
        elements += number("bytes", (130, y), str(2 * len(self.values)), "bytes")
        elements += number("error", (200, y), "–", "usual error")
        elements.append(words("codes", 0, y + 60, " ", "code"))
        return Panel(
            id="block",
            title="One block of weights",
            width=WIDTH,
            height=y + 68,
            elements=tuple(elements),
        )

    def _level_lines(self) -> Iterator[Element]:
        """A line for each level; every second one has its code beside it."""
        for code in range(self.facts.form.lowest, self.facts.form.highest + 1):
            y = self.y(self.scale * code)
            yield Element(
                id=_level(code),
                shape="path",
                x=0,
                y=y,
                classes="wire",
                d=f"M22 0H{WIDTH}",
                opacity=0,
            )
            if code % 2 == 0:
                name = f"{_level(code)}-name"
                yield Element(
                    id=name,
                    shape="text",
                    x=16,
                    y=y + 4,
                    classes="soft end",
                    label=str(code),
                    opacity=0,
                )

    def x(self, index: int) -> float:
        return round(32 + index * (WIDTH - 40) / max(len(self.values) - 1, 1), 1)

    def steps(self) -> Iterator[SceneStep]:
        yield self._furthest()
        yield self._levels()
        for first in range(0, len(self.values), _AT_A_TIME):
            yield self._rounded(self.values[first : first + _AT_A_TIME])
        yield self._last()

    def _furthest(self) -> SceneStep:
        farthest = max(self.values, key=lambda value: abs(value.original))
        return SceneStep(
            say=f"The one farthest from zero is {farthest.original:.4f}. It decides for all: its "
            f"code is {farthest.code}, so the scale is {farthest.original:.4f} ÷ {farthest.code}.",
            set={
                f"d{farthest.index}": {"classes": "spot now"},
                "scale": {"label": f"{self.scale:.5f}"},
            },
            focus=f"d{farthest.index}",
        )

    def _levels(self) -> SceneStep:
        codes = range(self.facts.form.lowest, self.facts.form.highest + 1)
        changes: Changes = {_level(code): {"opacity": 1} for code in codes}
        changes |= {f"{_level(code)}-name": {"opacity": 1} for code in codes if code % 2 == 0}
        return SceneStep(
            say=f"Four bits have {len(codes)} codes, {codes[0]} to {codes[-1]}. Times the scale "
            f"these are levels, {abs(self.scale):.5f} apart. There is nothing in between.",
            set=changes,
            focus=_level(0),
        )

    def _rounded(self, values: tuple[ValueCell, ...]) -> SceneStep:
        changes: Changes = {
            f"d{cell.index}": {"y": self.y(cell.decoded), "classes": "spot now"} for cell in values
        }
        for earlier_cell in self.values[: values[0].index]:
            changes[f"d{earlier_cell.index}"] = {"classes": "spot held"}
        worst = max(values, key=lambda value: abs(value.error))
        codes = ", ".join(str(coded.code) for coded in values)
        return SceneStep(
            say=f"Weights {values[0].index + 1} to {values[-1].index + 1} get the codes {codes}. "
            f"The largest error among them: {worst.original:.4f} becomes {worst.decoded + 0:.4f}.",
            set={**changes, "codes": {"label": f"codes {codes}"}},
            focus=f"d{values[0].index}",
        )

    def _last(self) -> SceneStep:
        size, error = self.facts.form.size, self.facts.picture.root_mean_square
        changes: Changes = {f"d{value.index}": {"classes": "spot held"} for value in self.values}
        changes["bytes"] = {"label": str(size)}
        changes["error"] = {"label": f"{error:.5f}"}
        return SceneStep(
            say=f"{len(self.values)} weights take {size} bytes: {size - len(self.values) // 2} for "
            f"the scale, and half a byte each. As 16-bit floats they took {2 * len(self.values)}.",
            set=changes,
            focus="bytes",
        )


def _level(code: int) -> str:
    return f"level{code + 8}"
