"""The first rounds of a recorded loop as lanes: what a picture of them needs, and nothing else.

Cut out of the recording are the steps that a reader can follow, the vector registers they name and
the elements they touch. Values are the recording's own; where there is too much to see at once,
InputError says what.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from compiler_core.errors import InputError
from compiler_core.host.stepping.lane_counters import LaneCounter, is_counter, lane_counters
from compiler_core.host.stepping.lane_sentences import lane_sentence
from compiler_core.host.stepping.page_form import state_form
from compiler_core.host.stepping.record import (
    CodeLine,
    RecordedStep,
    Recording,
    Value,
    element_name,
)

MOST_STEPS = 44
MOST_LINES = 20
MOST_LANES = 16
MOST_BOXES = 104
"""Lanes and elements together."""
# Elements of one array: two rows of a picture, or two registers' worth.
_LONGEST_SPAN = 16
_VECTOR = re.compile(r"\b[vqdszbh](\d{1,2})\b")


@dataclass(frozen=True, slots=True)
class LaneRegister:
    """A vector register. lanes: most that a step shows. values: before the first step, empty where
    nothing reads them; lane_type: of these."""

    register: str
    lanes: int
    lane_type: str
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneArray:
    """The elements of an array that are touched."""

    name: str
    """As the source calls it."""
    lane_type: str
    """Type of its elements as lanes are read, such as `float`."""
    first: int
    """Index of the first element that is drawn."""
    values: tuple[Value, ...]
    """Before the first step."""
    written_only: bool
    """No step reads it, so that these values mean nothing to the loop."""
    ends: tuple[str, str]
    """Names of the first and the last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneStep:
    """One instruction."""

    number: int
    """The recording's step, from 1."""
    round: int
    """Number of the loop's round, counted from the first one recorded."""
    step: RecordedStep
    """The recorded step with all its changes."""
    read: tuple[str, ...]
    """The registers it reads."""
    pairs: tuple[tuple[str, int, str, int], ...]
    """Where values went, as (array, element, register, lane), from memory for a load and to it for
    a store."""
    sentence: str
    """What happened, with its values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneFacts:
    """What a picture shows."""

    code: tuple[CodeLine, ...]
    """The lines that ran, in the order of the listing."""
    registers: tuple[LaneRegister, ...]
    """The vector registers that are drawn, with their lanes."""
    counters: tuple[LaneCounter, ...]
    """The registers beside the lanes."""
    arrays: tuple[LaneArray, ...]
    """Those that the steps touch, as far as touched."""
    steps: tuple[LaneStep, ...]
    """Whole rounds from the first recorded step on, while what they touch can be drawn."""
    left_out: int
    """Steps recorded beyond these."""


def lane_facts(recording: Recording) -> LaneFacts:
    """Of a recording with steps. Raises InputError where lanes would show nothing, or too much."""
    if not recording.ok:
        raise InputError("There is no recording to draw.", "Record a loop first.")
    lines = {line.position: line for line in recording.code}
    steps = _window(recording, lines)
    code = tuple(line for line in recording.code if line.position in {s.position for s in steps})
    registers = _registers(recording, steps, lines)
    arrays = tuple(_arrays(recording, steps))
    _check(code, registers, arrays)
    return LaneFacts(
        code=code,
        registers=registers,
        counters=lane_counters(recording, steps, lines),
        arrays=arrays,
        steps=tuple(_told(recording, steps, lines)),
        left_out=len(recording.steps) - len(steps),
    )


def _window(recording: Recording, lines: Mapping[int, CodeLine]) -> tuple[RecordedStep, ...]:
    """Steps from the first on: whole rounds, while what they touch can be drawn."""
    most, end = 0, 0
    spans: dict[str, tuple[int, int]] = {}
    drawn = _lanes_drawn(recording, recording.steps[:MOST_STEPS], lines)
    lanes, longest = sum(drawn.values()), max(_LONGEST_SPAN, 2 * max(drawn.values(), default=0))
    for step in recording.steps[:MOST_STEPS]:
        for touch in step.memory:
            if touch.first is None or touch.last is None:
                continue
            low, high = spans.get(touch.array, (touch.first, touch.last))
            spans[touch.array] = min(low, touch.first), max(high, touch.last)
        sizes = [high - low + 1 for low, high in spans.values()]
        if max(sizes, default=0) > longest or sum(sizes) + lanes > MOST_BOXES:
            break
        most += 1
        if step.branch:
            end = most
    if not most:
        raise InputError(
            "Already the first instruction touches more elements than a picture has room for.",
            "Step through it below; every register and every element stands there.",
        )
    return recording.steps[: end or most]


def _lanes_drawn(
    recording: Recording, steps: Sequence[RecordedStep], lines: Mapping[int, CodeLine]
) -> dict[str, int]:
    """How many lanes of each vector register the steps show, in the order they are met."""
    before = state_form(recording, 0)["vectors"]
    counts: dict[str, int] = {}
    for step in steps:
        for name in lines[step.position].registers:
            if name[0] == "v" and name in before:
                counts.setdefault(name, 0)
        for change in step.registers:
            if change.register[0] == "v":
                counts[change.register] = max(counts.get(change.register, 0), len(change.after))
    texts = " ".join(lines[step.position].text for step in steps)
    return {
        name: lanes or (1 if _is_scalar(name, texts) else len(before[name]["values"]))
        for name, lanes in counts.items()
    }


def _is_scalar(name: str, texts: str) -> bool:
    """Whether the code names nothing but its lowest lane, as s0 or d0."""
    number = name[1:]
    whole = re.search(rf"\b[vqz]{number}\b", texts)
    return whole is None and re.search(rf"\b[dshb]{number}\b", texts) is not None


def _registers(
    recording: Recording, steps: Sequence[RecordedStep], lines: Mapping[int, CodeLine]
) -> tuple[LaneRegister, ...]:
    before = state_form(recording, 0)["vectors"]
    return tuple(
        LaneRegister(
            name,
            lanes,
            before[name]["lane_type"],
            () if _is_loaded_first(name, steps, lines) else _known(before[name]["values"], lanes),
        )
        for name, lanes in _lanes_drawn(recording, steps, lines).items()
    )


def _known(values: Sequence[Value], lanes: int) -> tuple[Value, ...]:
    """None where the steps see the register as more lanes than it has before them."""
    return tuple(values[:lanes]) if len(values) >= lanes else ()


def _is_loaded_first(
    name: str, steps: Sequence[RecordedStep], lines: Mapping[int, CodeLine]
) -> bool:
    """What it holds before does not matter."""
    first = next(
        step
        for step in steps
        if name in lines[step.position].registers
        or name in {change.register for change in step.registers}
    )
    is_load = any(touch.kind == "load" for touch in first.memory)
    return is_load and any(change.register == name for change in first.registers)


def _arrays(recording: Recording, steps: Sequence[RecordedStep]) -> Iterator[LaneArray]:
    before = {form["name"]: form for form in state_form(recording, 0)["arrays"]}
    for array in recording.arrays:
        touches = [
            touch
            for step in steps
            for touch in step.memory
            if touch.array == array.name and touch.first is not None and touch.last is not None
        ]
        if not touches or array.name not in before:
            continue
        first = min(touch.first or 0 for touch in touches)
        last = max(touch.last or 0 for touch in touches)
        known = before[array.name]
        shift = first - known["first"]
        values = tuple(known["values"][shift : last - known["first"] + 1])
        reads = any(touch.kind == "load" for touch in touches)
        ends = element_name(array, first), element_name(array, last)
        yield LaneArray(
            name=array.name,
            lane_type=array.lane_type,
            first=first,
            values=values,
            written_only=not reads,
            ends=ends,
        )


def _check(
    code: Sequence[CodeLine], registers: Sequence[LaneRegister], arrays: Sequence[LaneArray]
) -> None:
    below = "Step through it below; every register stands there."
    if not registers:
        raise InputError("These steps use no vector or floating-point register.", below)
    if len(code) > MOST_LINES:
        message = f"A round has {len(code)} instructions; a picture has room for {MOST_LINES}."
        raise InputError(message, below)
    if max(register.lanes for register in registers) > MOST_LANES:
        lanes = max(vector.lanes for vector in registers)
        raise InputError(
            f"A register has {lanes} lanes; a picture has room for {MOST_LANES}.",
            "Take shorter vectors, or step through it below.",
        )
    boxes = sum(register.lanes for register in registers) + sum(
        len(array.values) for array in arrays
    )
    if boxes > MOST_BOXES or not arrays:
        message = f"{boxes} lanes and elements are in play; a picture has room for {MOST_BOXES}."
        raise InputError(
            message if arrays else "These steps touch no array of plain numbers.", below
        )


def _told(
    recording: Recording, steps: Sequence[RecordedStep], lines: Mapping[int, CodeLine]
) -> Iterator[LaneStep]:
    vectors: dict[str, tuple[Value, ...]] = {
        name: tuple(form["values"]) for name, form in state_form(recording, 0)["vectors"].items()
    }
    round_number = max(recording.first_arrival, 1)
    for step in steps:
        line = lines[step.position]
        written = {register.register for register in step.registers if register.register[0] == "v"}
        named = tuple(dict.fromkeys(f"v{number}" for number in _VECTOR.findall(line.text)))
        # `vectors` is still as it was before the step.
        read = tuple(vector for vector in named if vector not in written and vector in vectors)
        pairs = tuple(_pairs(step, read, vectors))
        sentence = lane_sentence(step, line, read, bool(pairs))
        beside = tuple(filter(is_counter, line.registers))
        yield LaneStep(
            number=step.index + 1,
            round=round_number,
            step=step,
            read=read + beside,
            pairs=pairs,
            sentence=sentence,
        )
        vectors |= {
            register.register: register.after
            for register in step.registers
            if register.register[0] == "v"
        }
        if step.branch == "taken":
            round_number += 1


def _pairs(
    step: RecordedStep, read: Sequence[str], vectors: Mapping[str, tuple[Value, ...]]
) -> Iterator[tuple[str, int, str, int]]:
    """Elements beside lanes, where the values say that one went to the other, in order."""
    touch = next((piece for piece in step.memory if piece.array and piece.first is not None), None)
    if touch is None or touch.first is None or len(step.memory) > 1 or touch.inactive:
        return
    if touch.kind == "load":
        sides = [
            (register.register, register.after)
            for register in step.registers
            if register.register[0] == "v"
        ]
    else:
        sides = [(name, vectors[name]) for name in read]
    lanes = [(name, lane, value) for name, values in sides for lane, value in enumerate(values)]
    values = [value for _, _, value in lanes][: len(touch.after)]
    if values != list(touch.after):
        return
    for offset, (name, lane, _) in enumerate(lanes[: len(touch.after)]):
        yield touch.array, touch.first + offset, name, lane
