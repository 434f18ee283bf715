"""Why this number: below the form of the step pane, a value to click and what it depends on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from markupsafe import Markup

from app.loop.highlighting import highlight_assembly
from app.loop.views.pending import PendingView
from compiler_core.host.running.refusal import without_options
from compiler_core.host.slicing.answer import (
    KindCounts,
    SliceAnswer,
    SlicedLine,
    SlicedSourceLine,
    SlicedStep,
)
from compiler_core.host.stepping.record import MemoryTouch, Recording, element_name
from compiler_core.host.stepping.record_parts import records_at

_OFFERED = 16
_BOXES = 64
_SIGNS = {"same": ("is-good", "✓"), "differs": ("is-bad", "✗")}


@dataclass(frozen=True, slots=True)
class ValueBox:
    """A value to ask about. element: as one asks for it; text: on the button; classes: `chosen`."""

    element: str
    text: str
    classes: str


@dataclass(frozen=True, slots=True)
class ValueGroup:
    """Values of one array, or what was returned. rest: how many more there are, in words."""

    name: str
    boxes: tuple[ValueBox, ...]
    rest: str


@dataclass(frozen=True, slots=True)
class SliceRow:
    """A line with what of it belongs to the slice: lit where anything does. key, place: of its
    source line, empty without one."""

    text: Markup
    key: str
    place: str
    counts: KindCounts
    executed: int


@dataclass(frozen=True, slots=True)
class SliceStepRow:
    """One executed instruction of the slice: its number from 1, what it is, and how it counts."""

    number: int
    text: Markup
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyNumberView:
    """The section."""

    element: str
    """As asked, for the field."""
    groups: tuple[ValueGroup, ...] = ()
    """Values to click, by array; empty where nothing was stored."""
    pending: PendingView | None = None
    """What the rest below the field still waits for."""
    message: str = ""
    """Why there is no slice."""
    answer: SliceAnswer | None = None
    """What the value depends on; None where there is none yet, or a reason why."""
    proof_sign: str = ""
    """`✓` where a replay of the slice gave the same value, `✗` where not, else empty."""
    proof_classes: str = ""
    """`is-good` or `is-bad` with the sign, else empty."""
    rest_given: str = ""
    """How many inputs are not listed, such as `and 3 more`; empty where all are."""
    source: tuple[SliceRow, ...] = ()
    """Source lines with their part in the slice."""
    code: tuple[SliceRow, ...] = ()
    """Executed instructions with their part in the slice."""
    steps: tuple[SliceStepRow, ...] = ()
    """The slice in the order of the run; of a long one the last."""
    rest_steps: str = ""
    """How many steps are not listed, such as `and 3 earlier`; empty where all are."""

    @property
    def is_asked(self) -> bool:
        """Whether a value is asked about, by name or whichever is the usual one."""
        return bool(self.element or self.pending or self.message or self.answer)


def why_offer(recording: Recording, element: str = "") -> WhyNumberView:
    """Before there is an answer: the elements that the recorded steps stored."""
    names = [array.name for array in (*recording.arrays, *recording.records)]
    stored: dict[str, dict[str, None]] = {name: {} for name in names}
    for step in recording.steps:
        for touch in step.memory:
            if touch.kind == "store":
                for owner, name in _stored(touch, recording):
                    stored[owner][name] = None
    groups = (
        ValueGroup(
            owner, tuple(_offered(target, element) for target in list(elements)[:_OFFERED]), ""
        )
        for owner, elements in stored.items()
        if elements
    )
    return WhyNumberView(element=element, groups=tuple(groups))


def _stored(touch: MemoryTouch, recording: Recording) -> Iterator[tuple[str, str]]:
    """What one store wrote, with the array it is of: elements, numbers of structures that lie whole
    in the piece, and bit-fields of them that have another value now."""
    array = next((recorded for recorded in recording.arrays if recorded.name == touch.array), None)
    if array is not None and touch.first is not None and touch.last is not None:
        for index in range(touch.first, touch.last + 1):
            yield array.name, element_name(array, index)
    record = records_at(recording.records, touch.address)
    if touch.array or record is None:
        return
    changed = {field.place for field in touch.fields if field.before != field.after}
    for row, part in record.numbers(touch.address, touch.size):
        name, start = f"{record.name}[{row}]{part.path}", record.start(row) - touch.address
        if name in changed or (not part.bits and _is_stored(touch, start + part.offset, part.size)):
            yield record.name, name


def _is_stored(touch: MemoryTouch, start: int, size: int) -> bool:
    """Whether bytes of the piece are all in it, and in lanes that take part."""
    lane = touch.size // max(len(touch.after), 1)
    lanes = range(start // lane, -(-(start + size) // lane))
    return start >= 0 and start + size <= touch.size and not set(lanes) & set(touch.inactive)


def told_why(recording: Recording, element: str, pending: PendingView) -> WhyNumberView:
    """How far the answer is."""
    return replace(why_offer(recording, element), pending=pending)


def refused_why(element: str, message: str) -> WhyNumberView:
    """Where the value cannot be asked about."""
    return WhyNumberView(element=element, message=without_options(message))


def why_view(
    answer: SliceAnswer, element: str, key_of: Callable[[int | None], str]
) -> WhyNumberView:
    """What came of asking. element: as typed; key_of: the key of a source line."""
    groups = tuple(_groups(answer))
    if not answer.ok:
        message = without_options(" ".join((answer.message, *answer.notes)))
        return WhyNumberView(element=element, groups=groups, message=message)
    classes, sign = _SIGNS.get(answer.replay.verdict, ("", ""))
    return WhyNumberView(
        element=element,
        groups=groups,
        answer=answer,
        proof_sign=sign,
        proof_classes=classes,
        rest_given=_rest(answer.inputs_left, "more"),
        source=tuple(_source_row(line, key_of) for line in answer.source_lines),
        code=tuple(_code_row(line, key_of) for line in answer.lines if line.executed),
        steps=tuple(_step_row(step) for step in answer.steps),
        rest_steps=_rest(answer.steps_left, "earlier"),
    )


def _groups(answer: SliceAnswer) -> Iterable[ValueGroup]:
    if answer.returns:
        yield ValueGroup("returned", (_box("return", "return", answer),), "")
    for array in answer.arrays:
        if not array.written:
            continue
        pairs = list(zip(array.written, array.values, strict=True))[:_BOXES]
        boxes = (
            _box(element_name(array, index) + array.field, value, answer) for index, value in pairs
        )
        left = array.written_count - len(pairs)
        yield ValueGroup(array.name + array.field, tuple(boxes), _rest(left, "more"))


def _box(element: str, text: str, answer: SliceAnswer) -> ValueBox:
    return replace(_offered(element, answer.element), text=text)


def _offered(element: str, chosen: str) -> ValueBox:
    return ValueBox(element, element, "chosen" if element == chosen else "")


def _rest(left: int, word: str) -> str:
    return f"and {left:,} {word}" if left else ""


def _source_row(line: SlicedSourceLine, key_of: Callable[[int | None], str]) -> SliceRow:
    return _row(Markup.escape(line.text), line.line, line.counts, line.executed, key_of)


def _code_row(line: SlicedLine, key_of: Callable[[int | None], str]) -> SliceRow:
    code = highlight_assembly(line.text, "instruction", (), "")
    return _row(code, line.source_line, line.counts, line.executed, key_of)


def _row(
    text: Markup,
    line: int | None,
    counts: KindCounts,
    executed: int,
    key_of: Callable[[int | None], str],
) -> SliceRow:
    key = key_of(line)
    return SliceRow(text, key, str(line) if key else "", counts, executed)


def _step_row(step: SlicedStep) -> SliceStepRow:
    code = highlight_assembly(step.text, "instruction", (), "")
    return SliceStepRow(step.index + 1, code, step.kind)
