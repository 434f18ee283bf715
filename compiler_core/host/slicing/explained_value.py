"""Why a value of a run is what it is: the entry point. Record, slice, replay, tell."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from compiler_core.errors import TooLargeToAnalyse
from compiler_core.host.comparison.wording import counted
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.slicing.answer import (
    MOST_INPUTS_SHOWN,
    MOST_STEPS_SHOWN,
    ElementRange,
    SliceAnswer,
)
from compiler_core.host.slicing.control import ControlFlow
from compiler_core.host.slicing.element import RETURNED, Array, Wanted, wanted_value
from compiler_core.host.slicing.given import (
    given_contents,
    input_rows,
    parameters_of,
    register_part,
)
from compiler_core.host.slicing.locations import Location, address_of, memory_locations
from compiler_core.host.slicing.recorded_run import RecordedRun, touched_bytes
from compiler_core.host.slicing.replay import Replay, replay
from compiler_core.host.slicing.slice import Slice, slice_of
from compiler_core.host.slicing.sliced_run import (
    Advance,
    Progress,
    SlicedRun,
    ended_early,
    silent,
    sliced_run,
)
from compiler_core.host.slicing.summary import (
    kind_counts,
    replay_report,
    slice_sentence,
    sliced_lines,
    sliced_source_lines,
    sliced_steps,
)
from compiler_core.host.stepping.bit_fields import field_value
from compiler_core.host.stepping.lanes import lane_bytes, lanes_of, value_text
from compiler_core.host.work import limited_to
from compiler_core.source import SourceFile

_WORK = 20_000_000
_LISTED_ELEMENTS = 256
_NOTHING_NAMED = "x0"
_ANY_REGISTER = (
    "The function returns no number and wrote no array that is known by name. So this is what "
    "register x0 happens to hold at the end; ask for another register to follow that one."
)
_NOTHING_TO_EXPLAIN = (
    "The function returns no number, and no array known by name was written in what was recorded; "
    "ask for a register that it changed."
)
_TOO_LARGE = (
    "It depends on more than can be followed here: ask for a smaller n, or an earlier element."
)


def explain_value(
    sources: Sequence[SourceFile],
    compiler_name: str,
    flags_text: str,
    element: str = "",
    experiment: Experiment | None = None,
    progress: Progress = silent,
) -> SliceAnswer:
    """Compile, record the function's first call from its entry, slice and replay.

    element: `y[5]`, `return`, a register; empty chooses one that the run wrote. Raises InputError
    for a function that cannot be driven and an element that is none, and what
    `count_source` raises. What a program does, and a value that nothing wrote, are answers.
    """
    started = time.monotonic()
    sliced = sliced_run(sources, compiler_name, flags_text, experiment, progress)
    answer = _unsliced(sliced)
    if sliced.run is None or sliced.flow is None:
        return replace(answer, seconds=time.monotonic() - started)
    name = element or _usual_element(sliced)
    wanted = wanted_value(name, sliced.arrays, sliced.returned, sliced.run.vector_bytes)
    try:
        with limited_to(_WORK):
            answer = _explained(sliced, sliced.run, sliced.flow, wanted, progress, answer)
    except TooLargeToAnalyse:
        answer = replace(answer, element=wanted.name, message=_TOO_LARGE)
    if not element and wanted.name == _NOTHING_NAMED:
        answer = _of_nothing_named(answer)
    return replace(answer, seconds=time.monotonic() - started)


def _of_nothing_named(answer: SliceAnswer) -> SliceAnswer:
    """The answer about a register that nobody asked for: said to be so, or no register at all."""
    if answer.ok:
        return replace(answer, notes=(*answer.notes, _ANY_REGISTER))
    unwritten = answer.message.startswith(f"{_NOTHING_NAMED} was ")
    return replace(answer, message=_NOTHING_TO_EXPLAIN if unwritten else answer.message)


def _usual_element(sliced: SlicedRun) -> str:
    """The returned number, or an element in the middle of what the run wrote."""
    if sliced.returned:
        return RETURNED
    for array, indices in zip(sliced.arrays, sliced.written, strict=True):
        if indices:
            return array.element_name(indices[len(indices) // 2])
    return _NOTHING_NAMED


def _unsliced(sliced: SlicedRun) -> SliceAnswer:
    compiler, version, flags = sliced.compiler
    pairs = zip(sliced.arrays, sliced.written, strict=True)
    ranges = (_element_range(sliced, array, indices) for array, indices in pairs)
    return SliceAnswer(
        ok=False,
        message=sliced.message,
        function=sliced.target.name,
        compiler=compiler,
        version=version,
        flags=flags,
        element="",
        arrays=tuple(ranges),
        returns=bool(sliced.returned),
        notes=sliced.notes,
        executed=len(sliced.run.steps) if sliced.run is not None else 0,
    )


def _element_range(sliced: SlicedRun, array: Array, indices: Sequence[int]) -> ElementRange:
    listed = tuple(indices[:_LISTED_ELEMENTS])
    values = tuple(_values_at_end(sliced.run, array, listed)) if sliced.run is not None else ()
    return ElementRange(
        name=array.name,
        count=array.count,
        columns=array.columns,
        written=listed,
        values=values,
        written_count=len(indices),
        field=array.field,
        bits=array.bits,
        parts=array.parts,
    )


def _values_at_end(run: RecordedRun, array: Array, listed: Sequence[int]) -> Iterator[str]:
    """Elements as text; `?` where a part of one was not seen."""
    rows = [memory_locations(array.place(index), array.size) for index in listed]
    contents = _contents_at_end(run, [location for places in rows for location in places])
    for places in rows:
        known = bytes(contents[location] for location in places if location in contents)
        yield "?" if len(known) < array.size else value_text(array.value(known))


def _contents_at_end(run: RecordedRun, places: Iterable[Location]) -> dict[Location, int]:
    """What is known of these places; a byte that nothing wrote is as it was when it was read."""
    contents: dict[Location, int] = {}
    unwritten: set[int] = set()
    for location in places:
        content, address = content_at_end(run, location), address_of(location)
        if content is not None:
            contents[location] = content
        elif address is not None and run.definition(location, len(run.steps)) is None:
            unwritten.add(address)
    for step in run.steps if unwritten else ():
        for address, byte in touched_bytes(step):
            if address in unwritten:
                contents[memory_locations(address, 1)[0]] = byte
                unwritten.discard(address)
    # A call may leave bytes of an element as they are, and no instruction then touches them.
    for address in unwritten:
        byte = run.byte_at_entry(address)
        if byte is not None:
            contents[memory_locations(address, 1)[0]] = byte
    return contents


def _explained(
    sliced: SlicedRun,
    run: RecordedRun,
    flow: ControlFlow,
    wanted: Wanted,
    progress: Progress,
    answer: SliceAnswer,
) -> SliceAnswer:
    answer = replace(answer, element=wanted.name)
    early = ended_early(run, sliced.ending)
    if wanted.name == RETURNED and early:
        return replace(answer, message="Nothing was returned in what was recorded.")
    end = len(run.steps)
    if all(run.definition(location, end) is None for location in wanted.places):
        return replace(answer, message=_unwritten(wanted, early))
    known = _contents_at_end(run, wanted.places)
    if len(known) < len(wanted.places):
        return replace(answer, message=f"What {wanted.name} holds at the end was not recorded.")
    progress(Advance(f"Following {wanted.name} backwards"))
    backward_slice = slice_of(run, flow, wanted.places, end)
    given = given_contents(run, backward_slice)
    progress(Advance(f"Replaying {len(backward_slice.steps):,} steps"))
    outcome = replay(run, backward_slice, given, known)
    return _told(sliced, run, wanted, backward_slice, given, outcome, known, answer)


def _unwritten(wanted: Wanted, early: str) -> str:
    if early:
        return f"{wanted.name} was not written in what was recorded."
    return f"{wanted.name} was never written in this run: it holds what it held at the start."


def content_at_end(run: RecordedRun, location: Location) -> int | None:
    """What a place holds after the last step; None for memory whose content is not known."""
    end = len(run.steps)
    address = address_of(location)
    if address is None:
        return register_part(run, location, end)
    step = run.definition(location, end)
    if step is None:
        return None
    pieces = [(touch.address, touch.after) for touch in run.steps[step].touched if touch.store]
    pieces += [(chunk.address + chunk.offset, chunk.content) for chunk in run.steps[step].regions]
    for first, content in reversed(pieces):
        if content is not None and first <= address < first + len(content):
            return content[address - first]
    return None


def _told(
    sliced: SlicedRun,
    run: RecordedRun,
    wanted: Wanted,
    backward_slice: Slice,
    given: Mapping[Location, int],
    outcome: Replay,
    known: Mapping[Location, int],
    answer: SliceAnswer,
) -> SliceAnswer:
    lines = sliced_lines(run, backward_slice)
    counts = kind_counts(backward_slice)
    rows = input_rows(backward_slice, given, sliced.arrays, parameters_of(sliced.target))
    bits = _bits(wanted, known)
    return replace(
        answer,
        ok=True,
        value=_value(wanted, bits),
        bits=f"{bits:#0{2 + -(-wanted.bits // 4)}x}",
        sentence=slice_sentence(wanted.name, counts, len(run.steps)),
        counts=counts,
        share=counts.total / len(run.steps),
        replay=replay_report(run, outcome, f"{bits:#x}"),
        inputs=tuple(rows[:MOST_INPUTS_SHOWN]),
        inputs_left=max(len(rows) - MOST_INPUTS_SHOWN, 0),
        lines=lines,
        source_lines=sliced_source_lines(lines, sliced.texts),
        steps=sliced_steps(run, backward_slice),
        steps_left=max(counts.total - MOST_STEPS_SHOWN, 0),
        notes=(*answer.notes, *_limits_of(wanted), *_shared_bytes(sliced, wanted, backward_slice)),
    )


def _bits(wanted: Wanted, known: Mapping[Location, int]) -> int:
    """The value as a number: bytes from the lowest on, or a register's low bits; of a bit-field its
    own bits alone."""
    if len(wanted.places) == 1:
        whole = known[wanted.places[0]]
    else:
        whole = int.from_bytes(bytes(known[location] for location in wanted.places), "little")
    return whole >> wanted.bit & ((1 << wanted.bits) - 1)


def _value(wanted: Wanted, bits: int) -> str:
    content = bits.to_bytes(16, "little")
    if wanted.bits != 8 * lane_bytes(wanted.lane_type) and wanted.in_memory:
        return value_text(field_value(content, 0, wanted.bits, wanted.lane_type))
    return value_text(lanes_of(content, wanted.lane_type)[0])


def _limits_of(wanted: Wanted) -> tuple[str, ...]:
    if not wanted.in_memory:
        return ()
    return (
        f"A store that did not come to {wanted.name} in this run is no dependence: had another "
        "branch or another address led it there, it would have overwritten the value.",
    )


def _shared_bytes(sliced: SlicedRun, wanted: Wanted, backward_slice: Slice) -> tuple[str, ...]:
    """What is followed of a bit-field is more than its bits."""
    followed = "Memory is followed in whole bytes and integer registers whole"
    if wanted.beside:
        verb = "is" if len(wanted.beside) == 1 else "are"
        own = f"{wanted.name} is {counted(wanted.bits, 'bit')}. {followed}"
        return (f"{own}, so what {', '.join(wanted.beside)} {verb} made from counts too.",)
    fields = [array for array in sliced.arrays if array.bits]
    addresses = filter(None, map(address_of, backward_slice.inputs)) if fields else ()
    if any(array.index_at(address) is not None for address in addresses for array in fields):
        return (f"{followed}: of bit-fields, those beside one that is read count as read too.",)
    return ()
