"""The lanes of a loop: values go from memory into registers, are computed there, and go back.

Everything drawn is in the recording: which instruction ran, what it loaded, computed and stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from app.drawing.scenes.lane_counters import counter_boxes, counter_changes, counter_id
from app.drawing.scenes.pieces import words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep, Value
from app.words import count
from compiler_core.host.stepping.lane_counters import FLAGS
from compiler_core.host.stepping.lane_facts import (
    LaneArray,
    LaneFacts,
    LaneRegister,
    LaneStep,
)
from compiler_core.host.stepping.record import Value as LaneValue

WIDTH = 320
IN_A_ROW = 8
HEIGHT = 24
LINE = 22
# As a panel and a box have room for, in a face of 7.5 px a letter.
_LETTERS = 41
_LETTER, _PADDING = 7.5, 8
_MOST_LETTERS = 5


@dataclass(frozen=True, slots=True)
class LaneWords:
    """What the scene says beside the recording. name: of the scene on its page. source: its lines
    by number; setting, command: how it was compiled and recorded."""

    name: str
    title: str
    source: Mapping[int, str]
    setting: str
    command: str


def lanes_scene(facts: LaneFacts, words: LaneWords) -> Scene:
    """The scene of these facts."""
    machine = _Machine(letters_of(facts))
    code = _code_panel(facts, words)
    panel = machine.panel(facts)
    return Scene(
        id=words.name,
        kind="lanes",
        title=words.title,
        track="loop",
        panels=(code, panel),
        start=_start(facts),
        steps=tuple(_steps(facts, words, machine)),
        basis="recorded",
        source=f"{words.setting}, run under the emulator; every value is the program’s own.",
        command=words.command,
        notes=tuple(_notes(facts)),
        pace=1200,
    )


def _start(facts: LaneFacts) -> str:
    lanes = max(register.lanes for register in facts.registers)
    *most, end = (array.name for array in facts.arrays)
    arrays = f"{', '.join(most)} and {end}" if most else end
    side = (
        f"each register below has {count(lanes, 'lane')}"
        if lanes > 1
        else "each register holds one value"
    )
    return (
        f"Memory holds {arrays}; {side}. {count(len(facts.steps), 'instruction')} follow, one a "
        "step."
    )


def _notes(facts: LaneFacts) -> Iterator[str]:
    yield "Numbers in boxes are rounded; the steps as text have more digits."
    if any(counter.register == FLAGS for counter in facts.counters):
        yield (
            "N, Z, C and V are the flags, which a comparison sets and a branch reads; Z=1 says "
            "that both sides were equal."
        )
    if any(array.written_only for array in facts.arrays):
        yield "Grey values lay there before: the loop has not written them yet."
    if facts.left_out:
        yield f"{count(facts.left_out, 'more recorded step')} can be gone through one by one."


def _code_panel(facts: LaneFacts, words: LaneWords) -> Panel:
    elements = _code_lines(facts, words)
    boxes, bottom = counter_boxes(facts.counters, _line_y(len(facts.code)) - 8, WIDTH)
    elements += boxes
    bottom += 28
    elements += _total("executed", 8, bottom, "instructions")
    elements += _total("written", 150, bottom, "elements written")
    return Panel(
        id="code",
        title="Source line, its instructions, and what counts",
        width=WIDTH,
        height=bottom + 32,
        elements=tuple(elements),
    )


def _code_lines(facts: LaneFacts, words: LaneWords) -> list[Element]:
    """The band behind the line that runs, its source, and every instruction of the loop."""
    elements = [
        Element(
            id="band",
            shape="rect",
            x=0,
            y=_line_y(0) - 16,
            w=WIDTH,
            h=LINE,
            classes="band",
            opacity=0,
        ),
        _line("source", 16, _source_text(facts.steps[0], words), "code strong"),
    ]
    return elements + [
        _line(f"line{row}", _line_y(row), line.text, title=line.explanation)
        for row, line in enumerate(facts.code)
    ]


def _line(name: str, y: float, text: str, classes: str = "code", title: str = "") -> Element:
    return Element(id=name, shape="text", x=8, y=y, classes=classes, label=_cut(text), title=title)


def _total(name: str, x: float, y: float, of_what: str) -> tuple[Element, Element]:
    """A number that grows, and under it what it counts."""
    return (
        words(name, x, y, "0", "figure"),
        words(f"{name}-name", x, y + 20, of_what),
    )


def _line_y(row: int) -> float:
    return 48 + row * LINE


def _cut(text: str) -> str:
    plain = "  ".join(text.split(None, 1)) if "\t" in text or "    " in text else text
    return plain if len(plain) <= _LETTERS else plain[: _LETTERS - 1] + "…"


def _source_text(step: LaneStep, words: LaneWords) -> str:
    line = step.step.source_line
    text = words.source.get(line or 0, "").strip()
    return f"{line}: {text}" if line and text else "no line of your source"


@dataclass(slots=True)
class _Machine:
    """Memory and registers: where each stands, and what a lane is called. letters: of a value."""

    letters: int
    elements: list[Element] = field(default_factory=list)
    y: float = 0

    def panel(self, facts: LaneFacts) -> Panel:
        for array in facts.arrays:
            self._array(array)
        self.y += 6
        for register in facts.registers:
            self._register(register)
        return Panel(
            id="machine",
            title="Memory above, registers below",
            width=WIDTH,
            height=self.y,
            elements=tuple(self.elements),
        )

    def _array(self, array: LaneArray) -> None:
        self._name(f"m-{array.name}", " to ".join(array.ends))
        old = "cell old" if array.written_only else "cell"
        self._boxes(
            [element_id(array.name, array.first + index) for index in range(len(array.values))],
            array.values,
            old,
        )

    def _register(self, register: LaneRegister) -> None:
        self._name(f"n-{register.register}", register.register)
        classes = "lane held" if register.values else "lane"
        names = [lane_id(register.register, lane) for lane in range(register.lanes)]
        self._boxes(names, register.values or ("",) * register.lanes, classes)

    def _name(self, name: str, text: str) -> None:
        self.y += 14
        self.elements.append(words(_safe(name), 0, self.y, text, "name"))
        self.y += 6

    def _boxes(self, names: Sequence[str], values: Sequence[LaneValue], classes: str) -> None:
        """Rows of eight; fewer boxes are wider, so that four lanes fill the width."""
        columns = _columns(len(names))
        width = WIDTH / columns
        for index, (name, value) in enumerate(zip(names, values, strict=True)):
            row, column = divmod(index, columns)
            self.elements.append(
                Element(
                    id=name,
                    shape="rect",
                    x=round(column * width, 1),
                    y=self.y + row * HEIGHT,
                    w=round(width, 1),
                    h=HEIGHT,
                    classes=classes,
                    label=shown(value, self.letters),
                )
            )
        self.y += HEIGHT * (1 + (len(names) - 1) // columns) + 6


def element_id(array: str, index: int) -> str:
    """The element of memory."""
    return _safe(f"m-{array}-{index}")


def lane_id(register: str, lane: int) -> str:
    """The lane of a register."""
    return f"r-{register}-{lane}"


def _safe(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_-]", "_", name)


def _columns(boxes: int) -> int:
    return min(max(boxes, 4), IN_A_ROW)


def letters_of(facts: LaneFacts) -> int:
    """What every value of the scene may take, so that one value looks alike wherever it stands."""
    most = max(
        (
            *(len(array.values) for array in facts.arrays),
            *(register.lanes for register in facts.registers),
        )
    )
    return min(int((WIDTH / _columns(most) - _PADDING) // _LETTER), _MOST_LETTERS)


def shown(value: LaneValue, letters: int) -> str:
    """As many of three digits as there is room for; whole numbers are never rounded, but cut."""
    if isinstance(value, float):
        texts = [
            f"{value:.{digits}g}".replace("e-0", "e-").replace("e+0", "e") for digits in (3, 2, 1)
        ]
        return next((text for text in texts if len(text) <= letters), min(texts, key=len))
    text = "?" if value is None else str(value)
    return text if len(text) <= _MOST_LETTERS else f"{text[: _MOST_LETTERS - 1]}…"


def _steps(facts: LaneFacts, words: LaneWords, machine: _Machine) -> Iterator[SceneStep]:
    calm = {element.id: element.classes for element in machine.elements}
    beside = {counter_id(counter.register): "lane held" for counter in facts.counters}
    teller = _Teller(
        facts=facts,
        words=words,
        letters=machine.letters,
        calm=calm | beside,
        beside=frozenset(beside),
    )
    for step in facts.steps:
        yield teller.step(step)


@dataclass(slots=True, kw_only=True)
class _Teller:
    """Goes through the steps."""

    facts: LaneFacts
    """The recording that is told."""
    words: LaneWords
    """What the scene says beside the recording."""
    letters: int
    """How many letters of a value a box has room for."""
    calm: dict[str, str]
    """The classes of each box while nothing happens to it."""
    beside: frozenset[str]
    """The boxes that are no lanes."""
    lit: set[str] = field(default_factory=set)
    """Those that the step before changed or read."""
    row: int = -1
    """The code line of the step before, from 0; -1 before the first."""
    executed: int = 0
    """Instructions so far."""
    written: int = 0
    """Array elements stored so far."""
    source: str = ""
    """The source line shown now, cut to the panel's width."""
    round: int = 0
    """The loop's round of the step before; 0 before the first."""

    def step(self, lane_step: LaneStep) -> SceneStep:
        changes: dict[str, dict[str, Value]] = {}
        for name in self.lit:
            changes[name] = {"classes": self.calm[name]}
        self._boxes(lane_step, changes)
        self._code(lane_step, changes)
        begins, self.round = lane_step.round != self.round, lane_step.round
        return SceneStep(
            say=f"Round {lane_step.round}. {lane_step.sentence}" if begins else lane_step.sentence,
            set=changes,
            moves=tuple(_moves(lane_step)),
            focus=min(self.lit - self.beside, default=f"line{self.row}"),
        )

    def _boxes(self, lane_step: LaneStep, changes: dict[str, dict[str, Value]]) -> None:
        self.lit = set()
        for name, label, resting in _touched(lane_step, self.letters):
            if name not in self.calm:
                continue
            self.calm[name] = resting or self.calm[name]
            changes.setdefault(name, {})["classes"] = f"{self.calm[name]} now"
            if label is not None:
                changes[name]["label"] = label
            self.lit.add(name)
        for name in _read_lanes(lane_step, self.calm):
            if name in self.lit:
                continue
            changes.setdefault(name, {})["classes"] = f"{self.calm[name]} read"
            self.lit.add(name)
        beside = counter_changes(lane_step, self.facts.counters)
        changes |= beside
        self.lit |= set(beside)

    def _code(self, lane_step: LaneStep, changes: dict[str, dict[str, Value]]) -> None:
        positions = [line.position for line in self.facts.code]
        row = positions.index(lane_step.step.position)
        if row != self.row:
            changes["band"] = {"y": _line_y(row) - 16, "opacity": 1}
            changes[f"line{row}"] = {"classes": "code now"}
            if self.row >= 0:
                changes[f"line{self.row}"] = {"classes": "code"}
        self.row = row
        self.executed += 1
        changes["executed"] = {"label": str(self.executed)}
        if stored := _stored(lane_step):
            self.written += stored
            changes["written"] = {"label": str(self.written)}
        text = _cut(_source_text(lane_step, self.words))
        if text != self.source:
            changes["source"] = {"label": text}
        self.source = text


def _touched(lane_step: LaneStep, letters: int) -> Iterator[tuple[str, str | None, str]]:
    """Elements that the step loads, writes or computes: name, new label, classes from then on."""
    for touch in lane_step.step.memory:
        if touch.first is None:
            continue
        for index, value in enumerate(touch.after):
            if index in touch.inactive:
                continue
            name = element_id(touch.array, touch.first + index)
            is_store = touch.kind == "store"
            yield name, shown(value, letters) if is_store else None, "cell held" if is_store else ""
    for change in lane_step.step.registers:
        if change.register[0] == "v":
            for lane, value in enumerate(change.after):
                yield lane_id(change.register, lane), shown(value, letters), "lane held"


def _read_lanes(lane_step: LaneStep, calm: Mapping[str, str]) -> list[str]:
    """In the order of the drawing, so that the same recording is the same page."""
    prefixes = tuple(f"r-{name}-" for name in lane_step.read)
    return [name for name in calm if name.startswith(prefixes)] if prefixes else []


def _stored(lane_step: LaneStep) -> int:
    return sum(
        len(touch.after) - len(touch.inactive)
        for touch in lane_step.step.memory
        if touch.kind == "store" and touch.array
    )


def _moves(lane_step: LaneStep) -> Iterator[tuple[str, str]]:
    is_load = any(touch.kind == "load" for touch in lane_step.step.memory)
    for array, element, register, lane in lane_step.pairs:
        ends = element_id(array, element), lane_id(register, lane)
        yield ends if is_load else (ends[1], ends[0])
