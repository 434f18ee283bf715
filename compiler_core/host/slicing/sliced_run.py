"""One recorded call of a function, ready to be asked about its values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.target import Target
from compiler_core.host.slicing.control import ControlFlow, control_flow
from compiler_core.host.slicing.element import Array, arrays_of, field_arrays
from compiler_core.host.slicing.given import parameters_of
from compiler_core.host.slicing.record_arrays import FieldArray, record_arrays
from compiler_core.host.slicing.recorded_run import RecordedRun, recorded_run
from compiler_core.host.stepping.arguments import lane_type_of
from compiler_core.host.stepping.endings import ending_of
from compiler_core.host.stepping.record import Ending, EndReason
from compiler_core.host.stepping.record_steps import prepare_to_step, subject_of
from compiler_core.host.stepping.recording import (
    Prepared,
    Subject,
    Wish,
    prepare_recording,
)
from compiler_core.kept import Kept
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.recorder.plan import MAXIMUM_STEPS
from compiler_core.toolchain.recorder.record import RawTouch
from compiler_core.toolchain.recorder.run import record_at_length

MOST_STEPS = MAXIMUM_STEPS
_FIRST_STEPS = 2_000
"""Of what may call itself: the whole recording takes long, and mostly ends in a refusal."""
_KEPT_RUNS = 4


@dataclass(frozen=True, slots=True)
class Advance:
    """How far an answer is: what is done now, in words; where that is counted, how many steps of at
    most how many."""

    words: str
    done: int = 0
    most: int = 0


Progress = Callable[[Advance], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class SlicedRun:
    """One recorded call, ready to be asked about its values."""

    subject: Subject | None
    """What was recorded; None where the program could not be built."""
    target: Target
    """The function."""
    message: str
    """Why there is no run."""
    compiler: tuple[str, str, tuple[str, ...]]
    """Name, version and flags of the compiler."""
    run: RecordedRun | None = None
    """The recorded steps; None where message is given."""
    flow: ControlFlow | None = None
    """Which branch decides what, from the run; None where message is given."""
    arrays: tuple[Array, ...] = ()
    """Those that can be asked for by element, fields of structures last."""
    written: tuple[tuple[int, ...], ...] = ()
    """For each array the elements that the run wrote."""
    returned: str = ""
    """The lane type of what the function returns, or empty."""
    texts: tuple[str, ...] = ()
    """Lines of the source file."""
    ending: Ending | None = None
    """Why the recording ended where it did; None without a recording."""
    notes: tuple[str, ...] = ()
    """What the recording leaves out, in sentences; may be empty."""


_kept: Kept[SlicedRun] = Kept(_KEPT_RUNS)


def silent(_: Advance) -> None:
    """Progress that nobody follows."""


def recording_told(steps: int) -> Advance:
    """How far the recorder is."""
    return Advance(f"Recorded {steps:,} of at most {MOST_STEPS:,} instructions", steps, MOST_STEPS)


def kept_run(
    sources: Sequence[SourceFile],
    compiler_name: str,
    flags_text: str,
    experiment: Experiment | None = None,
) -> SlicedRun | None:
    """The recorded call, if it is there already. Raises as `find_compiler` and `parse_flags`."""
    compiler = find_compiler(compiler_name)
    flags = parse_flags(flags_text, compiler)
    return _kept.kept((tuple(sources), compiler.build_id, flags, experiment or Experiment()))


def sliced_run(
    sources: Sequence[SourceFile],
    compiler_name: str,
    flags_text: str,
    experiment: Experiment | None = None,
    progress: Progress = silent,
) -> SlicedRun:
    """The recorded call, kept for the next value that is asked about. Raises as `explain_value`."""
    experiment = experiment or Experiment()
    compiler = find_compiler(compiler_name)
    flags = parse_flags(flags_text, compiler)
    key = (tuple(sources), compiler.build_id, flags, experiment)
    return _kept.get_or_compute(
        key,
        lambda: _recorded(sources, compiler_name, " ".join(flags), experiment, progress),
        lambda sliced: sliced.run is not None,
    )[0]


def _recorded(
    sources: Sequence[SourceFile],
    compiler_name: str,
    flags_text: str,
    experiment: Experiment,
    progress: Progress,
) -> SlicedRun:
    progress(Advance("Compiling"))
    driven, planner, plan = prepare_to_step(sources, compiler_name, flags_text, experiment)
    first = driven.compilations[0]
    setting = first.compiler, first.version, driven.flags
    subject = subject_of(driven, planner, plan)
    if subject is None:
        message = driven.message or "There is no program to record."
        return SlicedRun(subject=None, target=driven.target, message=message, compiler=setting)
    progress(recording_told(0))
    fresh_run = SlicedRun(subject=subject, target=driven.target, message="", compiler=setting)
    texts = driven.sources[driven.target.unit].text.splitlines()
    fields = record_arrays(driven, planner, plan)

    def recorded(steps: int) -> SlicedRun:
        prepared = prepare_recording(subject, Wish(None, 0, steps, experiment.sve_bits))
        return _read(fresh_run, prepared, fields, progress)

    begun = recorded(_FIRST_STEPS) if _may_recurse(subject) else None
    if begun is not None and begun.message:
        return begun
    return replace(recorded(MOST_STEPS), texts=tuple(texts))


def _read(
    sliced: SlicedRun, prepared: Prepared, fields: Sequence[FieldArray], progress: Progress
) -> SlicedRun:
    """Run the program, and make its record ready."""
    subject = prepared.subject
    outcome = record_at_length(
        subject.program,
        prepared.plan,
        arguments=subject.arguments,
        sve_bytes=(prepared.wish.sve_bits or 128) // 8,
        heard=lambda steps: progress(recording_told(steps)),
    )
    record = outcome.record
    if record is None:
        return replace(sliced, message=outcome.message)
    ending = ending_of(record, 0, subject.addresses.function_at)
    if not record.steps:
        return replace(sliced, message=ending.sentence)
    progress(Advance(f"Reading {len(record.steps):,} steps"))
    given = frozenset(parameters_of(sliced.target))
    run = recorded_run(record, prepared.code, given)
    if _recurses(run):
        return replace(sliced, message=_RECURSIVE)
    arrays = (*arrays_of(run, prepared.watched), *field_arrays(run, fields))
    result = sliced.target.result
    return replace(
        sliced,
        run=run,
        flow=control_flow(run, subject.listing.blocks),
        arrays=arrays,
        written=tuple(_written(run, array) for array in arrays),
        returned=lane_type_of(result) if result is not None else "",
        ending=ending,
        notes=_notes(run, ending),
    )


_RECURSIVE = (
    "The function calls itself, and its calls share one listing: which of them a register belongs "
    "to is not told apart here. Ask about a function with a loop."
)


def _may_recurse(subject: Subject) -> bool:
    """Whether its code has a call of itself, which a run may not come to."""
    return any(
        line.text.split()[:1] == ["bl"] and line.text.split()[1:2] == [subject.listing.symbol]
        for line in subject.listing.lines
    )


def _recurses(run: RecordedRun) -> bool:
    """A call that leads into the function itself is stepped into."""
    return any(
        fact.placed.instruction.mnemonic == "bl" and not step.called and not run.went_on(number)
        for number, step in enumerate(run.steps)
        if (fact := run.code.get(step.address)) is not None
    )


def _written(run: RecordedRun, array: Array) -> tuple[int, ...]:
    """The elements that stores of the run touched, or that a call left changed, in order; of a
    bit-field, whose neighbours are stored with it, those whose bits a store changed."""
    end = array.place(array.count)
    cells: set[int] = set()
    for step in run.steps:
        for touch in step.touched:
            if touch.store and touch.address < end and touch.address + touch.size > array.address:
                inside = _elements_in(array, touch.address, min(touch.address + touch.size, end))
                cells |= {cell for cell in inside if not array.bits or _changes(array, cell, touch)}
        for region in step.regions if not array.bits else ():
            first = region.address + region.offset
            last = min(first + len(region.content), end)
            if first < end and last > array.address:
                cells |= _elements_in(array, first, last)
    return tuple(sorted(cells))


def _changes(array: Array, index: int, touch: RawTouch) -> bool:
    """Whether a store gave a bit-field other bits; bytes that it left are as they were."""
    if touch.before is None or touch.after is None:
        return True
    first = array.place(index) - touch.address
    before, after = (
        bytes(piece[at] if 0 <= at < len(piece) else 0 for at in range(first, first + array.size))
        for piece in (touch.before, touch.after)
    )
    return array.bits_of(before) != array.bits_of(after)


def _elements_in(array: Array, first: int, end: int) -> set[int]:
    """The elements of which a byte lies in a range of addresses."""
    low = max(first - array.address, 0) // array.step
    high = (end - 1 - array.address) // array.step
    inside = range(low, min(high, array.count - 1) + 1)
    return {at for at in inside if array.place(at) < end and first < array.place(at) + array.size}


_LIMITS_MET: Mapping[EndReason, str] = {
    "steps": "as many as it can hold",
    "too much": f"of at most {MOST_STEPS:,}, for its text may not be longer",
    "time": f"of at most {MOST_STEPS:,}, for its time was over",
}
_ADVICE = "ask for a smaller n"


def ended_early(run: RecordedRun, ending: Ending | None) -> str:
    """Why the recording does not reach the function's end; empty where it does."""
    if ending is None or ending.reason == "returned":
        return ""
    count = f"{len(run.steps):,} instructions"
    why = _LIMITS_MET.get(ending.reason)
    if why is not None:
        return f"The recording ends after {count}, {why}, before the function did: {_ADVICE}."
    return f"The recording ends early, after {count}: {ending.sentence}"


def _notes(run: RecordedRun, ending: Ending) -> tuple[str, ...]:
    notes: list[str] = []
    early = ended_early(run, ending)
    if early:
        notes.append(f"{early} Values are those at its end.")
    if any(step.called for step in run.steps):
        notes.append(
            "Functions that are called run whole: what they read and write in memory outside the "
            "arrays is not recorded."
        )
    return tuple(notes)
