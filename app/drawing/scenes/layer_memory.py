"""A token goes through a layer: pieces of the static memory, and the weights that each step reads.

On the left addresses upwards and steps across: a piece is as wide as it is needed, as high as its
bytes. On the right what each step reads from the file. All of it is in the program before it runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from app.drawing.scenes.pieces import LETTER, WIDTH, Changes, box, number, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from app.words import count, joined
from compiler_core.llm.engine.records import ArenaPart, EngineBuild
from compiler_core.llm.engine.step_reads import StepReads, step_reads

_HEIGHT = 230
_LABEL_HEIGHT = 14
_ROW, _BAR_HEIGHT, _BAR_X, _BAR_WIDTH = 20, 14, 124, 118
_NAMED = 3
_CACHE = ("KEYS", "VALUES")
_MEANINGS = {
    "norm": "rows are scaled to a common size",
    "products": "three products give queries, keys and values",
    "rotary": "queries and keys are turned by their position; keys and values join the cache",
    "attention": "each query meets the keys in the cache, page by page",
    "attention output": "a product of what was attended is added to the hidden state",
    "feed-forward norm": "rows are scaled again",
    "gate and up": "two products make each row wider",
    "gate": "the two are multiplied, number by number",
    "down": "a product makes the row narrow again and adds it to the hidden state",
    "last norm": "after the last layer, one row is scaled",
    "head": "a product gives each token of the vocabulary a score",
    "sample": "the scores decide the next token",
}


@dataclass(frozen=True, slots=True)
class LayerFacts:
    """An engine as it was built; nothing was run."""

    build: EngineBuild
    model: str
    command: str


def layer_scene(facts: LayerFacts) -> Scene:
    """One step for each step of a layer, and for those after the last layer."""
    drawing = _Drawing(facts.build)
    build = facts.build
    return Scene(
        id="layer",
        kind="timeline",
        title="A token goes through the program",
        track="model",
        panels=(drawing.memory(), drawing.weights()),
        start=f"{count(len(drawing.parts), 'piece')} of memory share {drawing.room:,} bytes beside "
        "the cache. Each is as wide as it is needed, as high as its bytes: where boxes stand side "
        "by side, one takes the place of the other.",
        steps=tuple(drawing.steps()),
        basis="computed",
        source=f"The engine of {facts.model}, as planned.",
        command=facts.command,
        notes=(
            f"The cache, {build.cache_bytes:,} bytes, lies below and is not drawn.",
            "Weights are of all layers; the token's own row is read before them.",
        ),
        pace=1400,
    )


class _Drawing:
    """Where pieces and bars stand, and what each step changes."""

    def __init__(self, build: EngineBuild) -> None:
        self.build = build
        self.parts = tuple(buffer for buffer in build.arena if buffer.name not in _CACHE)
        self.lowest = min(part.offset for part in self.parts)
        self.room = max(highest.offset + highest.bytes for highest in self.parts) - self.lowest
        self.wide = WIDTH / len(build.steps)

    @cached_property
    def reads(self) -> tuple[StepReads, ...]:
        return step_reads(self.build.steps, self.build.kernels)

    @cached_property
    def in_use(self) -> tuple[int, ...]:
        """Bytes beside the cache, by step."""
        return tuple(
            sum(part.bytes for part in self.parts if part.first <= step <= part.last)
            for step in range(len(self.build.steps))
        )

    def memory(self) -> Panel:
        y = _HEIGHT + 20
        elements = (
            *(self._piece(index, part) for index, part in enumerate(self.parts)),
            box("cursor", (0, _HEIGHT + 4), (round(self.wide - 1, 1), 6), "cell now", opacity=0),
            *number("step", (0, y), "–", "step"),
            *number("alive", (212, y), "–", "bytes in use"),
        )
        return Panel(
            id="memory",
            title="Memory: addresses upwards, steps of a layer across",
            width=WIDTH,
            height=y + 44,
            elements=elements,
        )

    def _piece(self, index: int, part: ArenaPart) -> Element:
        scale = _HEIGHT / self.room
        high = max(2.0, part.bytes * scale - 1)
        wide = (part.last - part.first + 1) * self.wide - 1
        y = max(0.0, _HEIGHT - (part.offset - self.lowest) * scale - high)
        name = _plain(part)
        fits = high >= _LABEL_HEIGHT and wide >= LETTER * len(name) + 4
        return Element(
            id=f"m{index}",
            shape="rect",
            x=round(part.first * self.wide, 1),
            y=round(y, 1),
            w=round(wide, 1),
            h=round(high, 1),
            classes="cell",
            label=name if fits else "",
            title=f"{name}, {part.shape}: {part.bytes:,} bytes",
        )

    def weights(self) -> Panel:
        most = max(step_read.bytes for step_read in self.reads) or 1
        elements: list[Element] = []
        for row, weight_read in enumerate(self.reads):
            y, wide = row * _ROW, round(_BAR_WIDTH * weight_read.bytes / most, 1)
            name = words(f"n{row}", _BAR_X - 8, y + 11, weight_read.step, "plain end")
            bar = box(f"b{row}", (_BAR_X, y), (wide, _BAR_HEIGHT), "bar")
            size = words(f"s{row}", _BAR_X + wide + 6, y + 11, f"{weight_read.bytes:,}", "plain")
            elements += [name, bar, size]
        y = len(self.reads) * _ROW + 10
        elements += number("read", (0, y), "0", "bytes read so far")
        elements += number("whole", (160, y), f"{self.build.bytes_per_token:,}", "bytes a token")
        return Panel(
            id="weights",
            title="Weights that each step reads for one token, bytes",
            width=WIDTH,
            height=y + 44,
            elements=tuple(elements),
        )

    def steps(self) -> Iterator[SceneStep]:
        read = self.build.bytes_per_token - sum(step_read.bytes for step_read in self.reads)
        for now, weight_read in enumerate(self.reads):
            read += weight_read.bytes
            changes: Changes = {
                f"m{index}": {"classes": f"cell {_stands(part, now)}".rstrip()}
                for index, part in enumerate(self.parts)
                if now - 1 <= part.last and part.first <= now
            }
            changes["cursor"] = {"x": round(now * self.wide, 1), "opacity": 1}
            changes["step"] = {"label": weight_read.step}
            changes["alive"] = {"label": f"{self.in_use[now]:,}"}
            changes["read"] = {"label": f"{read:,}"}
            changes[f"b{now}"] = {"classes": "bar now"}
            if now:
                changes[f"b{now - 1}"] = {"classes": "bar held"}
            yield SceneStep(say=self._say(now, weight_read), set=changes, focus="cursor")

    def _say(self, now: int, reads: StepReads) -> str:
        said = [f"{reads.step.capitalize()}: {_MEANINGS[reads.step]}."]
        said.append(
            f"It reads {reads.bytes:,} bytes of weights." if reads.bytes else "It reads no weights."
        )
        most = " more at no other step." if self.in_use[now] == max(self.in_use) else ""
        said.append(f"{self.in_use[now]:,} bytes are in use{';' if most else '.'}{most}")
        fresh = [part for part in self.parts if part.first == now and not self._stays(part)]
        for part in fresh[:_NAMED]:
            if before := [_plain(old) for old in self.parts if old.last < now and _meet(old, part)]:
                where = joined(before, _NAMED)
                said.append(f"{_plain(part).capitalize()} lies where {where} lay.")
        return " ".join(said)

    def _stays(self, part: ArenaPart) -> bool:
        return part.first == 0 and part.last == len(self.build.steps) - 1


def _plain(part: ArenaPart) -> str:
    """QUERIES is a macro of the program; here a word."""
    return part.name.replace("_", " ").lower()


def _stands(part: ArenaPart, now: int) -> str:
    if part.first == now:
        return "now"
    return "held" if part.first < now <= part.last else ""


def _meet(old: ArenaPart, new: ArenaPart) -> bool:
    return old.offset < new.offset + new.bytes and new.offset < old.offset + old.bytes
