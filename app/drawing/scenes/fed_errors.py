"""GPTQ on a few columns: each column is rounded, and its error goes into the columns that follow.

The steps are those of the routine that quantises whole models, recorded on a part of one tensor.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from app.drawing.scenes.pieces import WIDTH, Changes, box, looks, number, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from compiler_core.llm.weight_quantisation.records import GptqStep, GptqWalk

COLUMNS, ROWS = 8, 4
_LEFT, _TOP, _W, _H = 0, 24, 40, 30


@dataclass(frozen=True, slots=True)
class GptqFacts:
    """walk: of one tensor of the model."""

    walk: GptqWalk
    model: str
    command: str


def gptq_scene(facts: GptqFacts) -> Scene:
    """The first columns in the order of processing, as far as there is room."""
    drawing = _Drawing(facts.walk)
    walk = facts.walk
    return Scene(
        id="gptq",
        kind="square",
        title="An error is handed on",
        track="model",
        panels=(drawing.panel(),),
        start=f"The first {len(drawing.columns)} columns that GPTQ rounds, in its order, and "
        f"{len(drawing.rows)} rows. Nothing is rounded yet.",
        steps=tuple(drawing.steps()),
        basis="computed",
        source=f"{walk.name} of {facts.model} to {walk.type}: {walk.rows} of its rows and "
        f"{walk.columns} of its columns, {walk.samples} inputs of the calibration text.",
        command=facts.command,
        notes=(
            "Weights are shown in thousandths. A step redraws the column that comes next and those "
            "it changed most.",
        ),
        pace=1400,
    )


@dataclass(slots=True)
class _Drawing:
    """shown: the weights of the drawn columns as they are now, by column and row."""

    walk: GptqWalk
    shown: dict[int, list[float]] = field(default_factory=dict)

    @property
    def columns(self) -> tuple[int, ...]:
        return self.walk.order[:COLUMNS]

    @property
    def rows(self) -> tuple[int, ...]:
        return self.walk.shown_rows[:ROWS]

    def panel(self) -> Panel:
        elements: list[Element] = []
        for index, column in enumerate(self.columns):
            step = self.walk.steps[index]
            self.shown[column] = list(step.original[: len(self.rows)])
            x = _LEFT + index * _W
            elements.append(words(f"h{index}", x + _W / 2, 16, str(column), "soft mid"))
            for row in range(len(self.rows)):
                label = _thousandths(step.original[row])
                elements.append(
                    box(_cell(index, row), (x, _TOP + row * _H), (_W - 2, _H - 2), "cell", label)
                )
        y = _TOP + len(self.rows) * _H + 10
        elements.append(words("legend", 0, y + 4, "column numbers above; rounded: pale"))
        elements += number("moved", (0, y + 16), "0", "codes unlike plain rounding")
        elements += number("error", (195, y + 16), "–", "of the output wrong")
        return Panel(
            id="columns",
            title="Columns, in the order of rounding",
            width=WIDTH,
            height=y + 62,
            elements=tuple(elements),
        )

    def steps(self) -> Iterator[SceneStep]:
        moved = 0
        lit: list[str] = []
        for index, step in enumerate(self.walk.steps[: len(self.columns)]):
            held = looks(lit, "cell held")
            moved += sum(a != b for a, b in zip(step.codes, step.plain_codes, strict=True))
            lit = [_cell(index, row) for row in range(len(self.rows))]
            changes: Changes = {**held, **self._rounded(index, step), **self._fed(index, step)}
            changes["moved"] = {"label": str(moved)}
            changes["error"] = {"label": _percent(step.output_error)}
            yield SceneStep(
                say=self._said(index, step),
                set=changes,
                moves=self._moves(index, step),
                focus=_cell(index, 0),
            )
        yield self._last(lit)

    def _rounded(self, index: int, step: GptqStep) -> Changes:
        self.shown[step.column] = list(step.rounded[: len(self.rows)])
        return {
            _cell(index, row): {"label": _thousandths(step.rounded[row]), "classes": "cell now"}
            for row in range(len(self.rows))
        }

    def _fed(self, index: int, step: GptqStep) -> Changes:
        """The drawn columns that were changed most, and the next one as it is found."""
        changes: Changes = {}
        fed = {update.column: update.changes for update in step.fed}
        for later in range(index + 1, len(self.columns)):
            column = self.columns[later]
            self.shown[column] = [
                weight + change
                for weight, change in zip(
                    self.shown[column], fed.get(column, (0.0,) * ROWS), strict=False
                )
            ]
            if later == index + 1:
                self.shown[column] = list(self.walk.steps[later].weights[: len(self.rows)])
            if column in fed or later == index + 1:
                for row, weight in enumerate(self.shown[column]):
                    label = _thousandths(weight)
                    changes[_cell(later, row)] = {"label": label, "classes": "cell read"}
        return changes

    def _moves(self, index: int, step: GptqStep) -> tuple[tuple[str, str], ...]:
        fed = {update.column for update in step.fed}
        return tuple(
            (_cell(index, 0), _cell(later, 0))
            for later in range(index + 1, len(self.columns))
            if self.columns[later] in fed
        )

    def _said(self, index: int, step: GptqStep) -> str:
        weight, rounded, error = step.weights[0], step.rounded[0], step.errors[0]
        first = (
            f"Column {step.column}: in the first row {_thousandths(weight)} is rounded to "
            f"{_thousandths(rounded)}."
        )
        if not step.fed:
            return first
        most = step.fed[0]
        return (
            f"{first} The error, {_thousandths(error)}, is not left standing: of all columns that "
            f"follow, column {most.column} changes most, by {_thousandths(most.changes[0])} there."
        )

    def _last(self, lit: list[str]) -> SceneStep:
        walk = self.walk
        changes = looks(lit, "cell held")
        changes["error"] = {"label": _percent(walk.error)}
        return SceneStep(
            say=f"After all {walk.columns} columns {_percent(walk.error)} of the output is wrong; "
            f"rounding each weight for itself leaves {_percent(walk.plain_error)}.",
            set=changes,
            focus="error",
        )


def _cell(index: int, row: int) -> str:
    return f"w{index}-{row}"


def _thousandths(weight: float) -> str:
    return f"{round(1000 * weight):d}"


def _percent(share: float) -> str:
    return f"{100 * share:.3f}%"
