"""Record one function of a linked program: plan, run, decode."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from compiler_core.errors import InputError
from compiler_core.host.compilation import FunctionListing
from compiler_core.host.counting.address_map import AddressMap
from compiler_core.host.effects import effects_of
from compiler_core.host.explain import explain
from compiler_core.host.stepping.decoding import Decoded, decode
from compiler_core.host.stepping.endings import ending_of
from compiler_core.host.stepping.lanes import lane_bytes, lanes_of
from compiler_core.host.stepping.planning import (
    PlacedLine,
    label_addresses,
    loop_starts,
    placed_line,
    step_plan,
)
from compiler_core.host.stepping.program_image import program_image
from compiler_core.host.stepping.record import (
    ArrayView,
    CodeLine,
    Ending,
    Recording,
)
from compiler_core.host.stepping.record_parts import PassedRecords, WatchedRecords
from compiler_core.host.stepping.states import key_frames
from compiler_core.host.stepping.touches import Watched, WatchedArray
from compiler_core.toolchain.recorder.plan import (
    MAXIMUM_REGION_BYTES,
    MAXIMUM_REGIONS,
    NO_REGISTER,
    StepPlan,
    WatchedRegion,
)
from compiler_core.toolchain.recorder.record import RawRecord
from compiler_core.toolchain.recorder.run import RecordRun, record_program

_SMALLEST_VECTOR = 16
_PREDICATED = ("z", "p")
_SHOWN_ELEMENTS = 512


@dataclass(frozen=True, slots=True, kw_only=True)
class ArgumentArray:
    """An array the driver passes: its name, element type and count, and where it starts: the number
    of the general register that holds it at the function's entry, or an address."""

    name: str
    """As the source calls it."""
    lane_type: str
    """Type of its elements as lanes are read, such as `float`."""
    count: int
    """How many elements it has."""
    register: int = NO_REGISTER
    """Number of the general register that holds it at the entry; NO_REGISTER where address says."""
    address: int = 0
    """Where it starts, for an array that no register holds at the entry; else 0."""
    columns: int = 0
    """Elements of its innermost rows, 0 for a plain array."""
    parts: tuple[str, ...] = ()
    """Names of the numbers that make a row where it is an array of structures, as `.x`; else
    empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What is recorded: a function's listing, the linked program it is part of, and its arrays."""

    listing: FunctionListing
    """The function's listing."""
    unit: int
    """The listing's number in the program's notes."""
    program: bytes
    """The linked program's bytes."""
    arguments: tuple[str, ...]
    """The program's. compiler, version and flags are to be shown."""
    addresses: AddressMap
    """Address to the line of assembly that stands there, read off the program."""
    arrays: tuple[ArgumentArray, ...]
    """Those the driver passes."""
    compiler: str
    """Name of the compiler (`gcc-12`), to be shown."""
    version: str
    """The compiler's, to be shown (`12.2.0`)."""
    flags: tuple[str, ...]
    """Of the compile in normal form, to be shown."""
    notes: tuple[str, ...] = ()
    """Plain sentences about the program."""
    records: tuple[PassedRecords, ...] = ()
    """Arrays of structures of several types."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What to record of it. loop_line None: the innermost loop that is reached first. arrival 0:
    from the function's entry on. sve_bits None: the shortest vectors."""

    loop_line: int | None = None
    arrival: int = 1
    steps: int = 200
    sve_bits: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A subject with the plan of its recording: its lines by address, the arrays watched and the
    structures, whose regions come after those of arrays, the round that the recording starts with.
    """

    subject: Subject
    """What is recorded."""
    wish: Wish
    """What was asked for: loop, round, number of steps, vector length."""
    code: tuple[PlacedLine, ...]
    """The function's lines with their addresses."""
    watched: tuple[ArgumentArray, ...]
    """The arrays whose contents are recorded, in the order of the regions."""
    arrival: int
    """The round of the loop at which the recording starts; 0 for the function's entry."""
    plan: StepPlan
    """What the recorder is told."""
    records: tuple[PassedRecords, ...] = ()
    """Arrays of structures that are recorded; their regions come after those of `watched`."""


def record_function(subject: Subject, wish: Wish) -> Recording:
    """Raises InputError for a line without a loop and for numbers outside the limits, ToolMissing
    without qemu or a host compiler, Overloaded and JailBroken. Everything the program does is a
    Recording."""
    prepared = prepare_recording(subject, wish)
    return read_recording(prepared, run_recording(prepared))


def prepare_recording(subject: Subject, wish: Wish) -> Prepared:
    """Plan the recording. Raises InputError."""
    code = placed_code(subject)
    starts = loop_starts(subject.listing, code, wish.loop_line)
    arrival = wish.arrival if starts or wish.loop_line is not None else 0
    if arrival and not starts:
        message = f"No loop of line {wish.loop_line} is in the code of {subject.listing.name}."
        raise InputError(message, "Choose a line at which a loop of the listing begins.")
    watched = _watched(subject.arrays)
    records = subject.records[: MAXIMUM_REGIONS - len(watched)]
    plan = step_plan(
        code,
        program_image(subject.program),
        starts,
        arrival,
        wish.steps,
        (*map(_region, watched), *map(_region_of_records, records)),
        _vector_bytes(wish),
    )
    return Prepared(
        subject=subject,
        wish=wish,
        code=code,
        watched=watched,
        arrival=arrival,
        plan=plan,
        records=records,
    )


def run_recording(prepared: Prepared) -> RecordRun:
    """Run the program under the recorder. Raises as `record_program`."""
    subject = prepared.subject
    return record_program(
        subject.program,
        prepared.plan,
        arguments=subject.arguments,
        sve_bytes=_vector_bytes(prepared.wish),
    )


def placed_code(subject: Subject) -> tuple[PlacedLine, ...]:
    """The instructions of the listing in order of their addresses.

    Raises InputError when none of them is in the program.
    """
    spans = {span.line: span for span in subject.addresses.spans if span.unit == subject.unit}
    lines = [
        placed_line(position, spans[line.id].first, line)
        for position, line in enumerate(subject.listing.lines)
        if line.kind == "instruction" and line.id in spans
    ]
    if not lines:
        raise InputError(f"The function {subject.listing.name} is not in the program.")
    return tuple(sorted(lines, key=lambda line: line.address))


def _vector_bytes(wish: Wish) -> int:
    return _SMALLEST_VECTOR if wish.sve_bits is None else wish.sve_bits // 8


def _watched(arrays: Sequence[ArgumentArray]) -> tuple[ArgumentArray, ...]:
    return tuple(array for array in arrays if array.count > 0)[:MAXIMUM_REGIONS]


def _region(array: ArgumentArray) -> WatchedRegion:
    size = array.count * lane_bytes(array.lane_type)
    return WatchedRegion(min(size, MAXIMUM_REGION_BYTES), array.register, array.address)


def _region_of_records(records: PassedRecords) -> WatchedRegion:
    return WatchedRegion(min(records.size, MAXIMUM_REGION_BYTES), records.register)


def read_recording(prepared: Prepared, run: RecordRun) -> Recording:
    """The run in the words of the listing."""
    started = _unrecorded(prepared, run)
    record, subject = run.record, prepared.subject
    if record is None:
        return started
    ended = replace(
        started,
        vector_bits=8 * record.vector_bytes,
        ending=ending_of(record, prepared.arrival, subject.addresses.function_at),
        notes=(*started.notes, *_notes(record, (*prepared.watched, *prepared.records))),
    )
    if not record.steps:
        return ended
    watched = Watched(_placed_arrays(prepared.watched, record), _placed_records(prepared, record))
    labels = label_addresses(subject.listing, prepared.code)
    decoded = decode(record, prepared.code, watched, _label_lines(subject.listing), labels)
    return _with_steps(ended, decoded, watched)


def _unrecorded(prepared: Prepared, run: RecordRun) -> Recording:
    """All that is known without a record; the run's message says why there is none."""
    subject, code = prepared.subject, prepared.code
    setting = subject.compiler, subject.version, subject.flags
    return replace(
        empty_recording(subject.listing.name, setting, Ending("broken", run.message)),
        symbol=subject.listing.symbol,
        loop_line=prepared.wish.loop_line,
        first_arrival=prepared.arrival,
        predicates=_uses_predicates(code),
        code=tuple(_code_line(line, subject.listing) for line in code),
        notes=subject.notes,
        seconds=run.seconds,
    )


def _with_steps(recording: Recording, decoded: Decoded, watched: Watched) -> Recording:
    return replace(
        recording,
        ok=bool(decoded.steps),
        arrays=tuple(_array_view(array, decoded) for array in watched.arrays),
        lane_types=decoded.lane_types,
        predicate_lanes=decoded.predicate_lanes,
        steps=decoded.steps,
        deltas=decoded.deltas,
        key_frames=key_frames(decoded.first, decoded.deltas),
        records=watched.records,
    )


def empty_recording(
    function: str, setting: tuple[str, str, tuple[str, ...]], ending: Ending
) -> Recording:
    """A recording of nothing; setting: compiler, version and flags."""
    return Recording(
        ok=False,
        function=function,
        symbol="",
        compiler=setting[0],
        version=setting[1],
        flags=setting[2],
        loop_line=None,
        first_arrival=0,
        vector_bits=0,
        predicates=False,
        code=(),
        arrays=(),
        lane_types={},
        predicate_lanes={},
        steps=(),
        deltas=(),
        key_frames=(),
        ending=ending,
        notes=(),
        seconds=0.0,
    )


def _placed_arrays(watched: Sequence[ArgumentArray], record: RawRecord) -> tuple[WatchedArray, ...]:
    """The arrays in the order of the regions; one the recorder could not read has no elements."""
    regions = {region.number: region for region in record.regions}
    return tuple(
        WatchedArray(
            name=array.name,
            lane_type=array.lane_type,
            address=regions[number].address,
            count=array.count,
            columns=array.columns,
            parts=array.parts,
        )
        if number in regions
        else WatchedArray(name=array.name, lane_type=array.lane_type, address=0, count=0)
        for number, array in enumerate(watched)
    )


def _placed_records(prepared: Prepared, record: RawRecord) -> tuple[WatchedRecords, ...]:
    """Those that the recorder could read: their regions follow those of the arrays."""
    addresses = {region.number: region.address for region in record.regions}
    numbered = enumerate(prepared.records, len(prepared.watched))
    return tuple(
        WatchedRecords(array.name, addresses[number], array.count, array.extent)
        for number, array in numbered
        if number in addresses
    )


def _array_view(array: WatchedArray, decoded: Decoded) -> ArrayView:
    """The elements the steps touch, and those in between."""
    content = decoded.first.arrays.get(array.name, b"")
    touches = [spot for step in decoded.steps for spot in step.memory if spot.array == array.name]
    first = min((touch.first for touch in touches if touch.first is not None), default=0)
    last = max((access.last for access in touches if access.last is not None), default=-1)
    last = min(last, array.count - 1, first + _SHOWN_ELEMENTS - 1)
    values = lanes_of(content, array.lane_type)[first : last + 1]
    return ArrayView(
        name=array.name,
        lane_type=array.lane_type,
        address=array.address,
        count=array.count,
        columns=array.columns,
        first=first,
        values=values,
        parts=array.parts,
    )


def _label_lines(listing: FunctionListing) -> Callable[[str], int | None]:
    """The source line of the first instruction after a label."""
    lines: dict[str, int] = {}
    waiting: list[str] = []
    for line in listing.lines:
        if line.kind == "label":
            waiting.append(line.text.rstrip(":"))
        elif line.kind == "instruction":
            if line.source_line is not None:
                lines.update(dict.fromkeys(waiting, line.source_line))
            waiting = []
    return lines.get


def _code_line(line: PlacedLine, listing: FunctionListing) -> CodeLine:
    innermost = {loop.id for loop in listing.loops if loop.innermost}
    return CodeLine(
        position=line.position,
        address=line.address,
        text=line.line.text,
        source_line=line.line.source_line,
        explanation=line.line.explanation,
        in_loop=line.line.loop in innermost,
        registers=_registers(line),
        formula=explain(line.instruction).formula,
    )


def _registers(line: PlacedLine) -> tuple[str, ...]:
    effects = effects_of(line.instruction)
    if effects.branch == "call":
        return ()
    return tuple(dict.fromkeys((*effects.reads, *effects.writes)))


def _uses_predicates(code: Sequence[PlacedLine]) -> bool:
    return any(
        getattr(operand, "kind", "") in _PREDICATED
        for line in code
        for operand in line.instruction.operands
    )


def _notes(
    record: RawRecord | None, watched: Sequence[ArgumentArray | PassedRecords]
) -> tuple[str, ...]:
    notes: list[str] = []
    if record is not None and record.unlisted:
        notes.append(
            "Some registers changed at an instruction whose form is not known here; they are shown "
            "as they were before it."
        )
    if record is not None and record.unseen:
        names = ", ".join(watched[number].name for number in record.unseen)
        notes.append(f"{names} was also written by something other than the stores shown.")
    return tuple(notes)
