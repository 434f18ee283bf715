"""One moment of a recording: registers as lanes, flags, memory, and what the last step changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.loop.recorded_moment import FrameMoment, last_seen
from app.loop.views.step_registers import (
    MOST_LANES,
    FlagBox,
    LaneBox,
    RegisterBox,
    flag_boxes,
    register_boxes,
)
from app.words import count
from compiler_core.host.stepping.lanes import lanes_of, value_text
from compiler_core.host.stepping.record import (
    ArrayView,
    FieldTouch,
    MemoryTouch,
    RecordedStep,
    Recording,
    Value,
    element_name,
)
from compiler_core.host.stepping.states import state_at

ARRAY_WINDOW = 16


@dataclass(frozen=True, slots=True)
class TouchView:
    """Memory the last step loaded or stored: verb, place, and the values. fields: the bit-fields in
    it, with theirs."""

    verb: str
    place: str
    values: str
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FormulaView:
    """The step's formula and what came of executing it; classes colour the sign."""

    text: str
    classes: str
    sign: str
    words: str


@dataclass(frozen=True, slots=True)
class ArrayStrip:
    """Some elements of an array around the last touch: which, and a box for each."""

    name: str
    span: str
    lanes: tuple[LaneBox, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameView:
    """The machine after `at` steps."""

    at: int
    """How many steps were made; 0 before the first."""
    ran: str
    """Positions in the code of the step just made and of the one to come, empty at the ends."""
    next: str
    """Position in the code of the step to come; empty at the end."""
    title: str
    """Such as `Step 3 of 40`."""
    code: str
    """The instruction of the step just made; empty before the first."""
    place: str
    """Its source line, such as `line 4`; empty without one."""
    key: str
    """Joins it to its source line in other panes; empty without one."""
    sentence: str
    """What the step did; before the first, how the recording begins."""
    formula: FormulaView | None
    """The instruction's formula and whether it was checked; None where it has none."""
    registers: tuple[RegisterBox, ...]
    """Those that the recording touches, as boxes of lanes."""
    flags: tuple[FlagBox, ...]
    """The condition flags, as boxes."""
    memory: tuple[TouchView, ...]
    """What the step loaded or stored; empty for other steps."""
    arrays: tuple[ArrayStrip, ...]
    """Some elements of each array, around those touched last."""


def frame_view(recording: Recording, at: int, key_of: Callable[[int | None], str]) -> FrameView:
    """The frame after `at` steps, from 0 to their number. key_of: the key of a source line."""
    steps = recording.steps
    step = steps[at - 1] if at else None
    moment = FrameMoment(recording, state_at(recording, at), step, *last_seen(recording, at))
    line = step.source_line if step is not None else None
    return FrameView(
        at=at,
        ran=str(step.position) if step is not None else "",
        next=str(steps[at].position) if at < len(steps) else "",
        title=f"Step {at} of {len(steps)}" if step is not None else "Before the first step",
        code=_code(recording, step.position) if step is not None else "",
        place=f"line {line}" if line else "",
        key=key_of(line),
        sentence=step.sentence if step is not None else _start_sentence(recording),
        formula=_formula(recording, step) if step is not None else None,
        registers=tuple(register_boxes(moment)),
        flags=tuple(flag_boxes(moment)),
        memory=tuple(_touch(touch) for touch in (step.memory if step is not None else ())),
        arrays=tuple(_strip(array, moment) for array in recording.arrays),
    )


def _code(recording: Recording, position: int) -> str:
    return next((line.text for line in recording.code if line.position == position), "")


def _formula(recording: Recording, step: RecordedStep) -> FormulaView | None:
    text = next((line.formula for line in recording.code if line.position == step.position), "")
    if not text:
        return None
    agreement = step.agreement
    if agreement.verdict == "agrees":
        return FormulaView(
            text, "is-good", "✓", "worked out from the values before: the machine has the same"
        )
    if agreement.verdict == "differs":
        words = f"the machine has something else: {agreement.differences[0]}"
        return FormulaView(text, "is-bad", "✗", words)
    return FormulaView(text, "", "", f"not worked out here: the line {agreement.reason}")


def _start_sentence(recording: Recording) -> str:
    if not recording.first_arrival:
        return "The function has been called; its arguments are in the registers."
    return f"The loop begins round {recording.first_arrival}."


def _touch(touch: MemoryTouch) -> TouchView:
    values = ", ".join(value_text(value) for value in touch.after[:MOST_LANES])
    fields = tuple(map(_field, touch.fields))
    if touch.kind == "load":
        return TouchView("loads", touch.place, values, fields)
    old = ", ".join(value_text(value) for value in touch.before[:MOST_LANES])
    return TouchView("stores to", touch.place, f"{values} (was {old})", fields)


def _field(field: FieldTouch) -> str:
    """`p[3].kind, 2 bits: 1`, and what it was where that is another value."""
    bits = count(field.bits, "bit")
    if field.before == field.after:
        return f"{field.place}, {bits}: {value_text(field.after)}"
    return f"{field.place}, {bits}: {value_text(field.after)} (was {value_text(field.before)})"


def _strip(array: ArrayView, moment: FrameMoment) -> ArrayStrip:
    content = moment.state.arrays.get(array.name, b"")
    values = lanes_of(content, array.lane_type)
    touches = [
        touch
        for touch in (moment.step.memory if moment.step is not None else ())
        if touch.array == array.name and touch.first is not None
    ]
    start = _window_start(touches, _last_touched(array, moment), len(values))
    shown = values[start : start + ARRAY_WINDOW]
    end = start + len(shown) - 1
    return ArrayStrip(
        name=array.name,
        span=_span(array, start, end) if shown else "could not be read",
        lanes=tuple(
            _element(array, index, value, touches) for index, value in enumerate(shown, start)
        ),
    )


def _span(array: ArrayView, first: int, last: int) -> str:
    names = f"{element_name(array, first)} to {element_name(array, last)}"
    return f"{names}, {count(array.count, 'element')} in all"


def _last_touched(array: ArrayView, moment: FrameMoment) -> int:
    """Where this array was touched last before now, so that its window stays put meanwhile."""
    at = moment.step.index + 1 if moment.step is not None else 0
    for step in reversed(moment.recording.steps[:at]):
        for touch in step.memory:
            if touch.array == array.name and touch.first is not None:
                return touch.first
    return 0


def _window_start(touches: Sequence[MemoryTouch], fallback: int, count: int) -> int:
    first = touches[0].first if touches and touches[0].first is not None else fallback
    start = first - first % (ARRAY_WINDOW // 2)
    return max(min(start, count - ARRAY_WINDOW), 0)


def _element(array: ArrayView, index: int, value: Value, touches: Sequence[MemoryTouch]) -> LaneBox:
    name = element_name(array, index)
    for touch in touches:
        if touch.first is None or touch.last is None or not touch.first <= index <= touch.last:
            continue
        if index - touch.first in touch.inactive:
            continue
        word = "stored" if touch.kind == "store" else "loaded"
        return LaneBox(value_text(value), f"{name}, {word}", word)
    return LaneBox(value_text(value), name, "")
