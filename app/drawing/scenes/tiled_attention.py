"""Softmax by tiles: the largest score and the sum so far, and earlier output made to fit.

The scores are those of one head of a model; the walk is the core's own online softmax, and the last
step holds it against the softmax of the whole row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.drawing.scenes.pieces import WIDTH, Changes, box, looks, number, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from compiler_core.amounts import raised
from compiler_core.llm.attention_fusion.online_softmax import OnlineSoftmax, TileStep

SIDE = 200
_CELL_Y, _CELL_H = 34, 30
_BAR_Y, _BAR_ROW, _MIDDLE = 96, 24, 160
_MOST_BAR = 110


@dataclass(frozen=True, slots=True)
class AttentionFacts:
    """walk: of the last query, over its own and all earlier keys. head: in words."""

    walk: OnlineSoftmax
    tokens: int
    head: str
    model: str
    command: str

    @property
    def tiles(self) -> int:
        """Along one side of the square."""
        return -(-self.tokens // self.walk.tile)


def attention_scene(facts: AttentionFacts) -> Scene:
    """The last query tile by tile, then the square as a whole."""
    drawing = _Drawing(facts)
    side = facts.walk.tile
    return Scene(
        id="attention",
        kind="square",
        title="A sum that is corrected later",
        track="model",
        panels=(drawing.square(), drawing.row()),
        start=f"{facts.tokens} tokens ask about {facts.tokens} tokens: a square of scores. It is "
        f"computed in tiles of {side} by {side}. Follow the last token, the lowest row.",
        steps=tuple(drawing.steps()),
        basis="computed",
        source=f"{facts.head} of {facts.model}, in 32-bit floats.",
        command=facts.command,
        notes=(
            "Four of the head’s values are drawn. The stronger a key is drawn, the more it counts.",
        ),
        pace=1600,
    )


@dataclass(slots=True)
class _Drawing:
    facts: AttentionFacts

    @property
    def steps_of_walk(self) -> tuple[TileStep, ...]:
        return self.facts.walk.steps

    def square(self) -> Panel:
        tiles = self.facts.tiles
        side = SIDE / tiles
        elements: list[Element] = []
        for row in range(tiles):
            for column in range(tiles):
                hidden = column > row
                elements.append(
                    box(
                        _tile(row, column),
                        (column * side + 60, row * side + 4),
                        (side - 2, side - 2),
                        "cell gone" if hidden else "cell",
                        "–" if hidden else "",
                    )
                )
        elements.append(words("square-keys", 60, SIDE + 22, "keys across, tokens that ask down"))
        elements.append(words("square-note", 60, SIDE + 40, "– : later tokens, not looked at"))
        return Panel(
            id="square",
            title="The square of scores, in tiles",
            width=WIDTH,
            height=SIDE + 48,
            elements=tuple(elements),
        )

    def row(self) -> Panel:
        wide = WIDTH / self.facts.tokens
        elements = [words("keys", 0, 24, "how much each key counts so far")]
        for key in range(self.facts.tokens):
            position = (round(key * wide, 1), _CELL_Y)
            elements.append(box(f"frame{key}", position, (wide, _CELL_H), "cell"))
            elements.append(box(f"k{key}", position, (wide, _CELL_H), "sweep", "", 0))
        elements.append(words("output", 0, _BAR_Y - 8, "output so far, divided by the sum"))
        for position in range(len(self.facts.walk.output)):
            y = _BAR_Y + position * _BAR_ROW
            elements.append(box(f"o{position}", (_MIDDLE, y), (0, 16), "bar"))
            elements.append(words(f"v{position}", 0, y + 13, "–", "plain"))
        y = _BAR_Y + len(self.facts.walk.output) * _BAR_ROW + 8
        elements += number("maximum", (0, y), "–", "largest score")
        elements += number("sum", (110, y), "0", "sum")
        elements += number("rescale", (210, y), "–", "earlier part ×")
        return Panel(
            id="row",
            title="The last token’s row",
            width=WIDTH,
            height=y + 46,
            elements=tuple(elements),
        )

    def steps(self) -> Iterator[SceneStep]:
        row = self.facts.tiles - 1
        for at, step in enumerate(self.steps_of_walk):
            changes: Changes = {_tile(row, at): {"classes": "cell now"}}
            if at:
                changes[_tile(row, at - 1)] = {"classes": "cell held"}
            changes |= self._sums(at, step)
            changes |= self._keys(at, step)
            changes |= _outputs(step.output, step.sum_after)
            yield SceneStep(say=_said(at, step), set=changes, focus="maximum")
        yield self._compared(row)
        yield self._whole(row)

    def _sums(self, at: int, step: TileStep) -> Changes:
        return {
            "maximum": {"label": f"{step.maximum_after:.2f}"},
            "sum": {"label": f"{step.sum_after:.2f}"},
            "rescale": {"label": f"{step.rescale:.3f}" if at else "–"},
        }

    def _keys(self, at: int, now: TileStep) -> Changes:
        """Each key's part of the sum so far: earlier ones shrink when a larger score comes."""
        changes: Changes = {}
        scale = 1.0
        for step in reversed(self.steps_of_walk[: at + 1]):
            for key, weight in zip(range(step.first, step.last), step.weights, strict=True):
                share = weight * scale / now.sum_after
                changes[f"k{key}"] = {"opacity": round(min(share, 1.0), 3)}
            scale *= step.rescale
        return changes

    def _compared(self, row: int) -> SceneStep:
        difference = self.facts.walk.largest_difference
        return SceneStep(
            say="Compare: numpy takes the largest of the whole row first and then divides once. "
            f"The largest difference is {raised(f'{difference:.1e}')}.",
            set=looks([_tile(row, self.facts.tiles - 1)], "cell held"),
            focus="output",
        )

    def _whole(self, row: int) -> SceneStep:
        tiles, tile = self.facts.tiles, self.facts.walk.tile
        seen = tiles * (tiles + 1) // 2
        earlier = [_tile(above, column) for above in range(row) for column in range(above + 1)]
        return SceneStep(
            say=f"Every row goes the same way: {seen} tiles of {tiles * tiles}, one after the "
            f"other. {tile * tile} scores exist at a time, and never the {self.facts.tokens**2:,} "
            "of the square.",
            set=looks(earlier, "cell held"),
            focus=_tile(row, 0),
        )


def _tile(row: int, column: int) -> str:
    return f"t{row}-{column}"


def _outputs(output: tuple[float, ...], total: float) -> Changes:
    changes: Changes = {}
    for index, value in enumerate(output):
        shown = value / total
        wide = round(min(abs(shown) * 60, _MOST_BAR), 1)
        x = _MIDDLE if shown >= 0 else _MIDDLE - wide
        changes[f"o{index}"] = {"x": x, "w": wide}
        changes[f"v{index}"] = {"label": f"{shown:.3f}"}
    return changes


def _said(at: int, step: TileStep) -> str:
    keys = f"Keys {step.first + 1} to {step.last}"
    if not at:
        return (
            f"{keys}: the largest score is {step.maximum_after:.2f}. Each score becomes "
            f"e^(score − {step.maximum_after:.2f}); their sum is {step.sum_after:.2f}."
        )
    if not step.maximum_grew:
        return (
            f"{keys}: none is larger than {step.maximum_after:.2f}, so nothing is corrected; the "
            f"sum grows from {step.sum_before:.2f} to {step.sum_after:.2f}."
        )
    return (
        f"{keys}: one score is {step.maximum_after:.2f}, more than {step.maximum_before:.2f}. All "
        f"that was added so far was too large: it is multiplied by {step.rescale:.3f}. Then this "
        f"tile is added, and the sum is {step.sum_after:.2f}."
    )
