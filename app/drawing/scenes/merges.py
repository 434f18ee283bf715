"""Letters merge into tokens: the pair of the lowest rank goes first, word by word.

Ranks and results are those of the model's own list of merges, as its tokeniser applies them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from app.drawing.scenes.pieces import WIDTH, Changes, box, looks, number
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from app.words import count
from compiler_core.llm.tokenising.records import MergeStep, MergeWalk, WordWalk

PITCH, HEIGHT, ROW = 16, 24, 46
MOST_SYMBOLS, MOST_MERGES = 96, 60
_SIGNS = {"Ġ": "␣", "▁": "␣", "Ċ": "⏎", "\n": "⏎", " ": "␣"}


@dataclass(frozen=True, slots=True)
class MergeFacts:
    """A text's walk. begin: the number of the mark before the text, None without one. vocabulary:
    how many tokens there are."""

    walk: MergeWalk
    begin: int | None
    vocabulary: int
    model: str
    command: str


def merges_scene(facts: MergeFacts) -> Scene:
    """The words that there is room for, letter by letter."""
    drawing = _Drawing(facts)
    panel = drawing.panel()
    left_out = len(facts.walk.words) - len(drawing.shown)
    notes = ["␣ is the blank before a word; it belongs to the word."]
    if left_out:
        notes.append(f"{count(left_out, 'more word')} of the text are not drawn.")
    return Scene(
        id="merges",
        kind="strip",
        title="Letters become tokens",
        track="model",
        panels=(panel,),
        start=f"The text is {count(drawing.symbols, 'symbol')} long, in {len(drawing.shown)} words "
        "and marks. A merge joins two neighbours.",
        steps=tuple(drawing.steps()),
        basis="computed",
        source=f"The merges of {facts.model}, by rank.",
        command=facts.command,
        notes=tuple(notes),
        pace=700,
    )


@dataclass(slots=True)
class _Drawing:
    """The symbols of each shown word, as boxes: a merge widens the left one over the right one."""

    facts: MergeFacts
    shown: list[WordWalk] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    places: list[tuple[float, float]] = field(default_factory=list)

    @property
    def symbols(self) -> int:
        return sum(len(word.symbols) for word in self.shown)

    def panel(self) -> Panel:
        elements: list[Element] = []
        merges = 0
        x, y = 0.0, 0.0
        for word in self.facts.walk.words:
            merges += len(word.steps)
            width = PITCH * len(word.symbols)
            fits = self.symbols + len(word.symbols) <= MOST_SYMBOLS and merges <= MOST_MERGES
            if not fits or width > WIDTH:
                break
            if x + width > WIDTH:
                x, y = 0.0, y + ROW
            self.starts.append(len(self.places))
            self.shown.append(word)
            for symbol in word.symbols:
                self.places.append((x, y))
                name = f"s{len(self.places) - 1}"
                elements.append(box(name, (x, y), (PITCH - 2, HEIGHT), label=_shown(symbol)))
                x += PITCH
            x += 4
        elements += self._numbers()
        bottom = y + ROW + 8
        elements += number("tokens", (0, bottom), str(self.symbols), "symbols now")
        elements += number("rank", (110, bottom), "–", "rank of this merge")
        return Panel(
            id="text",
            title="The text, symbol by symbol",
            width=WIDTH,
            height=bottom + 44,
            elements=tuple(elements),
        )

    def _numbers(self) -> Iterator[Element]:
        """The row of the table under each token, not seen until all merges are done."""
        for name, index, token in self._tokens():
            x, y = self.places[index]
            yield Element(
                id=name,
                shape="text",
                x=x,
                y=y + HEIGHT + 13,
                classes="soft",
                label=str(token),
                opacity=0,
            )

    def _tokens(self) -> Iterator[tuple[str, int, int]]:
        """Each token's element, the place of its first symbol, and its number."""
        for start, word in zip(self.starts, self.shown, strict=True):
            left = start
            for text, token in zip(word.final, word.ids, strict=True):
                yield f"id{left}", left, token
                left += 1 if word.whole else _length(text, word, left - start)

    def steps(self) -> Iterator[SceneStep]:
        left = self.symbols
        lit: list[str] = []
        for start, word in zip(self.starts, self.shown, strict=True):
            spans = [(start + index, 1) for index in range(len(word.symbols))]
            for merge in word.steps:
                left -= 1
                changes = looks(lit, "cell held")
                lit = [f"s{spans[merge.position][0]}"]
                changes |= self._merged(spans, merge)
                changes["tokens"] = {"label": str(left)}
                changes["rank"] = {"label": f"{merge.rank:g}"}
                yield SceneStep(say=_said(word, merge, left), set=changes, focus=lit[0])
        yield self._last(lit)

    def _merged(self, spans: list[tuple[int, int]], merge: MergeStep) -> Changes:
        first, length = spans[merge.position]
        second, more = spans.pop(merge.position + 1)
        spans[merge.position] = first, length + more
        wide = PITCH * (length + more) - 2
        return {
            f"s{first}": {"w": wide, "label": _shown(merge.result), "classes": "cell now"},
            f"s{second}": {"opacity": 0, "label": ""},
        }

    def _last(self, lit: list[str]) -> SceneStep:
        changes = looks(lit, "cell held")
        changes |= {name: {"opacity": 1} for name, _, _ in self._tokens()}
        changes["rank"] = {"label": "–"}
        total = sum(len(word.ids) for word in self.shown)
        mark = (
            ""
            if self.facts.begin is None
            else (
                f" With the mark for the beginning, number {self.facts.begin}, the model reads "
                f"{total + 1}."
            )
        )
        return SceneStep(
            say=f"No pair is left that has a rank: {count(total, 'token')}. Each is the number of "
            f"a row in a table of {self.facts.vocabulary:,}.{mark}",
            set=changes,
            focus="tokens",
        )


def _length(text: str, word: WordWalk, at: int) -> int:
    """How many of the word's symbols, from this one, make the text."""
    length, joined = 0, ""
    while joined != text and at + length < len(word.symbols):
        joined += word.symbols[at + length]
        length += 1
    return length


def _said(word: WordWalk, merge: MergeStep, left: int) -> str:
    return (
        f"{_shown(word.text)}: “{_shown(merge.left)}” and “{_shown(merge.right)}” become "
        f"“{_shown(merge.result)}”, rank {merge.rank:g}. {left} symbols are left."
    )


def _shown(text: str) -> str:
    for mark, sign in _SIGNS.items():
        text = text.replace(mark, sign)
    return text
