"""A language model writes: one token after the other, and what each of them takes to read.

Tokens, their rivals and instructions are those of a run of the program; bytes are computed from the
file's types; the place under a chip's roof is modelled, and says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from app.drawing.roofline import RoofAxes
from app.drawing.scenes.decode_facts import DecodeFacts, RoofPlaces
from app.drawing.scenes.decode_roof import (
    ROOF_HEIGHT,
    ROOF_LEFT,
    ROOF_RIGHT,
    dot,
    leader,
    roof_axes,
)
from app.drawing.scenes.decode_words import (
    bound_words,
    decode_notes,
    said_of_decode,
    said_of_prefill,
    share_text,
    token_name,
    token_text,
)
from app.drawing.scenes.pieces import words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep, Value
from app.drawing.views.picture import path
from app.words import count
from compiler_core.llm.pipeline.written_tokens import WrittenToken
from compiler_core.sizes import size_text

WIDTH = 320
MOST_STEPS = 40
MOST_PROMPT = 24
MOST_PARTS = 12
MOST_ROWS = 8
LETTER = 7.6
_TOKEN_HEIGHT, _TOKEN_ROW = 24, 29
_BAR_X, _BAR_W, _BAR_ROW = 112, 150, 26
_PLACES = ("the likeliest", "the second", "the third", "the fourth", "the fifth")
"""Before anything is computed: what will stand in a row."""
_CACHE_ROW = 16


def decode_scene(facts: DecodeFacts) -> Scene:
    """The scene of a run that wrote at least one token."""
    drawing = _Drawing(facts=facts)
    panels = (drawing.text(), drawing.rivals(), drawing.chip())
    return Scene(
        id="decode",
        kind="bars",
        title="One token at a time",
        track="model",
        panels=panels,
        start=f"The prompt has {count(len(facts.pieces), 'token')}; the cache is empty, and "
        "nothing is written yet. First the model reads the prompt.",
        steps=tuple(drawing.steps()),
        basis="counted",
        source=f"{facts.model}, run under the emulator; it takes the likeliest token each time.",
        command=facts.command,
        notes=tuple(decode_notes(len(facts.written), len(drawing.written), facts.roof)),
        pace=1000,
    )


@dataclass(slots=True, kw_only=True)
class _Drawing:
    """Where things stand, and what each step changes."""

    facts: DecodeFacts
    """The run that is drawn."""
    axes: RoofAxes | None = None
    """From operations a byte and speeds to places under the roof; None until the roof is drawn."""
    x: float = 0
    """Where the next token's box begins in its row, in pixels."""
    y: float = 0
    """Where the next thing stands in the panel that is drawn, in pixels from its top."""
    cache_y: float = 0
    """Upper edge of the cache's first row in the chip's panel."""
    chip_elements: list[Element] = field(default_factory=list)
    """Shapes of the chip's panel so far."""

    @property
    def written(self) -> tuple[WrittenToken, ...]:
        return self.facts.written[:MOST_STEPS]

    @property
    def prompt(self) -> tuple[str, ...]:
        """The end of it, as far as there is room."""
        pieces = self.facts.pieces
        if len(pieces) <= MOST_PROMPT:
            return pieces
        return (f"… {len(pieces) - MOST_PROMPT} more", *pieces[-MOST_PROMPT:])

    def text(self) -> Panel:
        elements = [
            self._token(f"p{index}", token, "token") for index, token in enumerate(self.prompt)
        ]
        elements += [
            self._token(f"t{index}", token.text, "token", 0)
            for index, token in enumerate(self.written)
        ]
        return Panel(
            id="text",
            title="The text so far, token by token",
            width=WIDTH,
            height=self.y + _TOKEN_ROW,
            elements=tuple(elements),
        )

    def _token(self, name: str, piece: str, classes: str, opacity: float = 1) -> Element:
        label = token_text(piece)
        width = round(LETTER * len(label) + 10)
        if self.x + width > WIDTH:
            self.x, self.y = 0, self.y + _TOKEN_ROW
        box = Element(
            id=name,
            shape="rect",
            x=self.x,
            y=self.y,
            w=width,
            h=_TOKEN_HEIGHT,
            classes=classes,
            label=label,
            opacity=opacity,
        )
        self.x += width + 3
        return box

    def rivals(self) -> Panel:
        elements: list[Element] = []
        rows = max((len(token.rivals) for token in self.written), default=0)
        for row in range(rows):
            y = row * _BAR_ROW
            strong = " strong" if row == 0 else ""
            rank = _PLACES[row] if row < len(_PLACES) else ""
            elements += [
                words(f"n{row}", _BAR_X - 8, y + 16, "?", f"end{strong}"),
                Element(id=f"b{row}", shape="rect", x=_BAR_X, y=y + 2, w=0, h=18,
                        classes="bar now" if row == 0 else "bar"),
                words(f"s{row}", _BAR_X + 6, y + 16, rank, "plain"),
            ]  # fmt: skip
        y = rows * _BAR_ROW + 28
        figures = (("instructions", "none yet", "instructions for each token, counted"),
                   ("weights", "none read yet", "bytes of weights for each token, computed"),
                   ("cache", "0", "bytes of cache held, computed"))  # fmt: skip
        for name, value, note in figures:
            elements.append(words(name, 0, y, value, "figure"))
            elements.append(words(f"{name}-name", 0, y + 18, note))
            y += 50
        title = f"In this place: the {rows} likeliest" if rows else "What it takes"
        return Panel(id="next", title=title, width=WIDTH, height=y - 20, elements=tuple(elements))

    def chip(self) -> Panel:
        self._weights()
        self._cache()
        if self.facts.roof is not None:
            self._roof(self.facts.roof)
        return Panel(
            id="chip",
            title="What a step reads",
            width=WIDTH,
            height=self.y,
            elements=tuple(self.chip_elements),
        )

    def _add(self, name: str, text: str, x: float, y: float, classes: str = "soft") -> None:
        self.chip_elements.append(words(name, x, y, text, classes))

    def _weights(self) -> None:
        parts, total = self._parts(), self.facts.weight_bytes
        self._add("w-title", f"Weights, {size_text(total)}: every step reads them all", 0, 12)
        x = 0.0
        for index, (name, size) in enumerate(parts):
            width = round(WIDTH * size / total, 1)
            names = (name, name.rpartition(" ")[2])
            label = next((text for text in names if width >= LETTER * len(text) + 4), "")
            self.chip_elements.append(
                Element(
                    id=f"w{index}",
                    shape="rect",
                    x=x,
                    y=20,
                    w=width,
                    h=26,
                    classes="weight",
                    label=label,
                    title=f"{name}: {size:,} bytes",
                )
            )
            x = round(x + width, 1)
        self.chip_elements.append(
            Element(id="sweep", shape="rect", x=0, y=48, w=WIDTH, h=4, classes="sweep", opacity=0)
        )
        self.y = 60

    def _parts(self) -> Sequence[tuple[str, int]]:
        """Layers one by one, or all in one piece where there are many."""
        weights = self.facts.reads.weights
        if len(weights) <= MOST_PARTS:
            return [(tensor.name, tensor.bytes) for tensor in weights]
        layers = [weight for weight in weights if weight.name.startswith("layer")]
        rest = [(other.name, other.bytes) for other in weights if other not in layers]
        return [(f"{len(layers)} layers", sum(layer.bytes for layer in layers)), *rest]

    def _cache(self) -> None:
        """Rows of whole pages of the block table, as long as they are filled."""
        row = size_text(self.facts.reads.cache_row)
        self._add("c-title", f"Cache, {row} a token: all of it is read", 0, self.y + 14)
        self.cache_y = self.y + 22
        pages = self.row_positions // self.facts.reads.page
        rows = -(-self.positions // self.row_positions)
        for index in range(rows):
            y = self.cache_y + index * _CACHE_ROW
            title = f"{count(pages, 'page')} of {count(self.facts.reads.page, 'position')}"
            outline = Element(
                id=f"page{index}",
                shape="rect",
                y=y,
                w=WIDTH,
                h=_CACHE_ROW - 3,
                classes="gone",
                title=title,
            )
            filled = Element(
                id=f"fill{index}", shape="rect", y=y, w=0, h=_CACHE_ROW - 3, classes="held"
            )
            self.chip_elements += [outline, filled]
        self.chip_elements.append(
            Element(
                id="fresh",
                shape="rect",
                y=self.cache_y,
                w=WIDTH / self.row_positions,
                h=_CACHE_ROW - 3,
                classes="now",
                opacity=0,
            )
        )
        self.y = self.cache_y + rows * _CACHE_ROW + 6

    @property
    def positions(self) -> int:
        """In the cache at the end."""
        return len(self.facts.pieces) + len(self.written) - 1

    @property
    def row_positions(self) -> int:
        """Drawn in one row: a page, or several where there are many."""
        pages = -(-self.positions // self.facts.reads.page)
        return self.facts.reads.page * -(-pages // MOST_ROWS)

    def _roof(self, roof: RoofPlaces) -> None:
        top = self.y + 26
        self._add("r-title", f"Under the roof of {roof.chip}, modelled", 0, self.y + 14)
        axes = self.axes = roof_axes(roof, top)
        corners = axes.corners(roof)
        x, y = dot(axes, roof.prefill)
        self.chip_elements += [
            Element(id="axis", shape="path",
                    d=f"M{ROOF_LEFT} {top}V{top + ROOF_HEIGHT}H{ROOF_RIGHT}"),
            Element(id="roof", shape="path", classes="roof", d=path(corners)),
            Element(id="leader", shape="path", classes="leader", opacity=0,
                    d=leader(axes, roof.prefill)),
            Element(id="dot", shape="circle", x=x, y=y, w=6, classes="dot", opacity=0),
        ]  # fmt: skip
        self._add("dot-name", "", WIDTH, top + ROOF_HEIGHT - 26, "plain now end")
        self._add("dot-below", "", WIDTH, top + ROOF_HEIGHT - 8, "soft end")
        self._add(
            "peak",
            f"{roof.peak / 1e9:,.0f} billion operations a second",
            WIDTH,
            corners[-1][1] - 6,
            "soft end",
        )
        self._add("x-name", "operations a byte →", WIDTH, top + ROOF_HEIGHT + 16, "soft end")
        self.y = top + ROOF_HEIGHT + 24

    def steps(self) -> Iterator[SceneStep]:
        rows = max((len(written.rivals) for written in self.written), default=0)
        for number, token in enumerate(self.written):
            changes = self._text_changes(number) | self._rival_changes(token, rows)
            changes |= self._cache_changes(number)
            if number < 2:
                changes |= self._phase_changes(number == 0)
            prompt = len(self.facts.pieces)
            if number == 0:
                said = said_of_prefill(prompt, token)
            else:
                before = self.written[number - 1].text
                said = said_of_decode(number, prompt + number, before, token, self.facts)
            yield SceneStep(
                say=said,
                set=changes,
                sweeps=("sweep",),
                focus=f"t{number}",
                name=token_name(number, len(self.written), token),
            )

    def _text_changes(self, number: int) -> dict[str, dict[str, Value]]:
        changes: dict[str, dict[str, Value]] = {
            f"t{number}": {"opacity": 1, "classes": "token now"}
        }
        if number:
            changes[f"t{number - 1}"] = {"classes": "token held"}
        return changes

    def _rival_changes(self, token: WrittenToken, rows: int) -> dict[str, dict[str, Value]]:
        changes: dict[str, dict[str, Value]] = {}
        for row in range(rows):
            rival = token.rivals[row] if row < len(token.rivals) else None
            share = rival.probability if rival else 0.0
            width = round(_BAR_W * share, 1)
            changes[f"n{row}"] = {"label": token_text(rival.text) if rival else ""}
            changes[f"b{row}"] = {"w": width}
            changes[f"s{row}"] = {
                "label": share_text(share) if rival else "",
                "x": _BAR_X + width + 6,
            }
        return changes

    def _cache_changes(self, number: int) -> dict[str, dict[str, Value]]:
        """After prefill all rows of the prompt; then one more with each step."""
        held, room = len(self.facts.pieces) + number, self.row_positions
        last, cell = (held - 1) // room, WIDTH / room
        first = 0 if number == 0 else last
        changes: dict[str, dict[str, Value]] = {
            f"fill{row}": {"w": round(cell * min(room, held - row * room), 1)}
            for row in range(first, last + 1)
        }
        changes["fresh"] = {
            "opacity": int(number > 0),
            "x": round(cell * ((held - 1) % room), 1),
            "y": self.cache_y + last * _CACHE_ROW,
        }
        changes["cache"] = {"label": f"{held * self.facts.reads.cache_row:,}"}
        return changes

    def _phase_changes(self, is_prefill: bool) -> dict[str, dict[str, Value]]:
        phase = self.facts.prefill if is_prefill else self.facts.decode
        tokens = len(self.facts.pieces) if is_prefill else 1
        changes: dict[str, dict[str, Value]] = {
            "instructions": {"label": f"{phase.instructions_per_token:,}"},
            "weights": {"label": f"{self.facts.weight_bytes // tokens:,}"},
            "sweep": {"opacity": 1},
        }
        roof = self.facts.roof
        if roof is not None and self.axes is not None:
            point = roof.prefill if is_prefill else roof.decode
            x, y = dot(self.axes, point)
            name = "prefill" if is_prefill else "decode"
            changes["dot"] = {"x": x, "y": y, "opacity": 1}
            changes["leader"] = {"d": leader(self.axes, point), "opacity": 1}
            waits, below = bound_words(point)
            changes["dot-name"] = {"label": f"{name}: {waits}"}
            changes["dot-below"] = {"label": below}
        return changes
