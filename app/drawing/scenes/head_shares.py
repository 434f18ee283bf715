"""What each head of a model makes of the same words: its square of shares, head after head."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from app.drawing.scenes.decode_words import token_text
from app.drawing.scenes.pieces import WIDTH, Changes, box, number, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep

MOST_TOKENS = 10
_LEFT, _TOP, _SIDE = 96, 22, 22
_MOST_LETTERS = 10


@dataclass(frozen=True, slots=True)
class HeadFacts:
    """shares: [layers, heads, tokens, tokens], each row adds up to 1. pieces: of the tokens."""

    shares: np.ndarray
    pieces: tuple[str, ...]
    model: str


@dataclass(frozen=True, slots=True)
class _Head:
    """One head's square. layer, head: from 0, as in the file."""

    layer: int
    head: int
    shares: np.ndarray

    @property
    def own(self) -> float:
        """What a token takes from itself, on average."""
        return float(np.diagonal(self.shares).mean())

    @property
    def first(self) -> float:
        """What the later tokens take from the first, on average."""
        return float(self.shares[1:, 0].mean())


def heads_scene(facts: HeadFacts) -> Scene:
    """One step for each head after the first. Raises IndexError without a second token."""
    heads = [
        _Head(layer, head, shares)
        for layer, own in enumerate(facts.shares)
        for head, shares in enumerate(own)
    ]
    return Scene(
        id="heads",
        kind="square",
        title="Every head looks elsewhere",
        track="model",
        panels=(_square(facts.pieces, heads[0]), _figures(heads[0])),
        start=_said(heads[0], facts.pieces),
        steps=tuple(_steps(facts.pieces, heads)),
        basis="computed",
        source=f"All heads of {facts.model}, in 32-bit floats, on the beginning of its prompt.",
        notes=(
            "The stronger a cell, the larger the share; a row adds up to 1. Later tokens are not "
            "looked at.",
        ),
        pace=1600,
    )


def _square(pieces: Sequence[str], head: _Head) -> Panel:
    elements: list[Element] = []
    for row, piece in enumerate(pieces):
        y = _TOP + row * _SIDE
        name = token_text(piece)[:_MOST_LETTERS]
        elements.append(words(f"row{row}", _LEFT - 6, y + 15, f"{name} {row + 1}", "end"))
        elements.append(
            words(f"key{row}", _LEFT + (row + 0.5) * _SIDE, 14, f"{row + 1}", "soft mid")
        )
        for column in range(row + 1):
            at, size = (_LEFT + column * _SIDE, y), (_SIDE - 2, _SIDE - 2)
            elements.append(box(f"o{row}-{column}", at, size))
            elements.append(
                box(_cell(row, column), at, size, "bar now", "", _shown(head, row, column))
            )
    return Panel(
        id="square",
        title="Who asks down, who is asked across",
        width=WIDTH,
        height=_TOP + len(pieces) * _SIDE + 4,
        elements=tuple(elements),
    )


def _cell(row: int, column: int) -> str:
    return f"s{row}-{column}"


def _shown(head: _Head, row: int, column: int) -> float:
    return round(float(head.shares[row, column]), 2)


def _figures(head: _Head) -> Panel:
    labels = _told(head)
    return Panel(
        id="told",
        title="This head",
        width=WIDTH,
        height=92,
        elements=(
            *number("layer", (0, 0), labels["layer"], "layer"),
            *number("head", (160, 0), labels["head"], "head"),
            *number("own", (0, 48), labels["own"], "to the token itself"),
            *number("first", (160, 48), labels["first"], "to the first token"),
        ),
    )


def _told(head: _Head) -> dict[str, str]:
    return {"layer": str(head.layer), "head": str(head.head), "own": _percent(head.own),
            "first": _percent(head.first)}  # fmt: skip


def _percent(share: float) -> str:
    return f"{100 * share:.0f}%"


def _steps(pieces: Sequence[str], heads: Sequence[_Head]) -> Iterator[SceneStep]:
    for head in heads[1:]:
        changes: Changes = {name: {"label": label} for name, label in _told(head).items()}
        for row in range(len(pieces)):
            for column in range(row + 1):
                changes[_cell(row, column)] = {"opacity": _shown(head, row, column)}
        yield SceneStep(say=_said(head, pieces), set=changes, focus="head")


def _said(head: _Head, pieces: Sequence[str]) -> str:
    last = head.shares[-1]
    most = int(last.argmax())
    return (
        f"Layer {head.layer}, head {head.head}: the last token, “{token_text(pieces[-1])}”, takes "
        f"most from number {most + 1}, “{token_text(pieces[most])}”: {_percent(float(last[most]))}."
    )
