"""Instructions of one token by what they do, over the position in the text.

Two runs of different length were counted. Everything but attention is the same in both; attention
is a straight line through the two.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.drawing.scenes.pieces import WIDTH, Changes, box, number, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from compiler_core.llm.engine.records import PhaseCount

STEPS = 24
_ROW, _BAR, _X, _TOP = 34, 20, 96, 8
_ROLE = "attention"
_NAMES = {"product": "products", _ROLE: "attention"}
_MEANINGS = {
    "gate": "gate: two vectors are multiplied, number by number",
    "prepare": "prepare: inputs of products are rounded to bytes",
}
_MOST_ROWS = 5


@dataclass(frozen=True, slots=True)
class CountedRun:
    """Decoding after a prompt of so many tokens."""

    prompt: int
    decode: PhaseCount

    @property
    def position(self) -> float:
        """The middle of those that were written."""
        return self.prompt + (self.decode.tokens + 1) / 2

    def instructions(self, role: str) -> float:
        """Of one token, on average."""
        own = sum(kernel.instructions for kernel in self.decode.kernels if kernel.role == role)
        return own / self.decode.tokens


@dataclass(frozen=True, slots=True)
class EngineFacts:
    """short, long: the same model and prompt, fewer and more tokens written. context: positions
    that the model was trained for."""

    short: CountedRun
    long: CountedRun
    context: int
    model: str
    command: str

    def fixed(self) -> dict[str, float]:
        """Instructions of a token by role, attention left out, the most first."""
        roles = dict.fromkeys(
            kernel.role for kernel in self.short.decode.kernels if kernel.role != _ROLE
        )
        counts = {role: self.short.instructions(role) for role in roles}
        return dict(sorted(counts.items(), key=lambda item: -item[1]))

    def attention(self, position: float) -> float:
        """At this position, on the line through both runs."""
        low, high = self.short, self.long
        slope = (high.instructions(_ROLE) - low.instructions(_ROLE)) / (
            high.position - low.position
        )
        return max(0.0, low.instructions(_ROLE) + slope * (position - low.position))


def engine_scene(facts: EngineFacts) -> Scene:
    """From the first position to the last that the model knows."""
    drawing = _Drawing(facts)
    return Scene(
        id="engine",
        kind="bars",
        title="Where the instructions go",
        track="model",
        panels=(drawing.panel(),),
        start="Bars are instructions for one token. Move along the text: each step is a later "
        "position.",
        steps=tuple(drawing.steps()),
        basis="counted",
        source=f"Two runs of {facts.model} under the emulator, about positions "
        f"{facts.short.position:.0f} and {facts.long.position:.0f}; in between and beyond, "
        "computed as a straight line.",
        command=facts.command,
        notes=tuple(f"{_MEANINGS[role]}." for role, _ in drawing.rows if role in _MEANINGS),
        pace=500,
    )


@dataclass(slots=True)
class _Drawing:
    facts: EngineFacts

    @property
    def rows(self) -> list[tuple[str, float]]:
        """Attention second; what is small together at the end."""
        fixed = list(self.facts.fixed().items())
        head, rest = fixed[: _MOST_ROWS - 2], fixed[_MOST_ROWS - 2 :]
        rows = [head[0], (_ROLE, 0.0), *head[1:]]
        return [*rows, ("the rest", sum(value for _, value in rest))] if rest else rows

    @property
    def most(self) -> float:
        return max(self.facts.attention(self.facts.context), *(value for _, value in self.rows))

    def panel(self) -> Panel:
        elements: list[Element] = []
        for row, (role, value) in enumerate(self.rows):
            y = _TOP + row * _ROW
            elements.append(
                words(f"name{row}", _X - 8, y + 15, _NAMES.get(role, role), "plain end")
            )
            wide = round((WIDTH - _X) * value / self.most, 1)
            look = "bar now" if role == _ROLE else "bar"
            elements.append(box(f"bar{row}", (_X, y), (wide, _BAR), look))
        y = _TOP + len(self.rows) * _ROW + 8
        elements += number("position", (0, y), "–", "position")
        elements += number("share", (90, y), "–", "is attention")
        elements += number("total", (190, y), "–", "instructions")
        return Panel(
            id="kernels",
            title="Instructions for one token",
            width=WIDTH,
            height=y + 46,
            elements=tuple(elements),
        )

    def steps(self) -> Iterator[SceneStep]:
        fixed = sum(self.facts.fixed().values())
        passed = False
        for step in range(1, STEPS + 1):
            position = max(1, round(self.facts.context * step / STEPS))
            attention = self.facts.attention(position)
            share = attention / (attention + fixed)
            wide = round((WIDTH - _X) * attention / self.most, 1)
            changes: Changes = {
                "bar1": {"w": wide},
                "position": {"label": f"{position:,}"},
                "share": {"label": f"{share:.0%}"},
                "total": {"label": f"{attention + fixed:,.0f}"},
            }
            said = (
                f"Position {position:,}: attention executes {attention:,.0f} of "
                f"{attention + fixed:,.0f} instructions, {share:.0%}."
            )
            if share > 0.5 and not passed:
                said += " More than half, from here on."
                passed = True
            yield SceneStep(say=said, set=changes, focus="bar1")
