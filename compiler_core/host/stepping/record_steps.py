"""Record the steps of a user's loop: the entry point of the lane stepper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from compiler_core.errors import InputError
from compiler_core.host.counting.address_map import read_address_map
from compiler_core.host.counting.markers import note_assembly
from compiler_core.host.running.count import prepare
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.plan import Plan
from compiler_core.host.running.planner import Planner, default_n
from compiler_core.host.running.session import Driven, listing_of
from compiler_core.host.stepping.arguments import argument_arrays
from compiler_core.host.stepping.record import Ending, Recording
from compiler_core.host.stepping.record_layout import (
    even_records,
    passed_records,
    uneven_records,
)
from compiler_core.host.stepping.recording import (
    Subject,
    Wish,
    empty_recording,
    record_function,
)
from compiler_core.kept import Kept
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.flags import parse_flags

DEFAULT_STEPS = 200
MOST_STEPS = 500
_KEPT_RECORDINGS = 16
# Small enough that every round of a loop can be looked at: by the depth of the nest, from 0 on.
_SUITABLE_N = {1024: 64, 256: 16, 64: 8, 16: 4}

_kept: Kept[Recording] = Kept(_KEPT_RECORDINGS)


def record_steps(
    sources: Sequence[SourceFile],
    compiler_name: str,
    flags_text: str,
    experiment: Experiment | None = None,
    loop_line: int | None = None,
    first_arrival: int = 1,
    steps: int = DEFAULT_STEPS,
) -> Recording:
    """Compile, drive the experiment's function, record.

    Recording begins in the first call of the function, when the loop of `loop_line` (None: the
    innermost loop that is reached first) begins its first_arrival-th round; 0 begins at the
    function's entry. It ends after `steps` instructions or when the function does. An experiment
    without n gets one that suits a reader.

    Raises InputError for a function that cannot be driven, a line without a loop and numbers
    outside the limits, and what `count_source` raises. A source that does not compile and all that
    a program can do are Recordings.
    """
    if not 1 <= steps <= MOST_STEPS:
        raise InputError(f"{steps} steps cannot be recorded.", f"Ask for 1 to {MOST_STEPS}.")
    experiment = experiment or Experiment()
    compiler = find_compiler(compiler_name)
    flags = parse_flags(flags_text, compiler)
    key = (tuple(sources), compiler.build_id, flags, experiment, loop_line, first_arrival, steps)
    wish = Wish(loop_line, first_arrival, steps, experiment.sve_bits)
    return _kept.get_or_compute(
        key,
        lambda: _record(sources, compiler_name, " ".join(flags), experiment, wish),
        lambda recording: recording.ok,
    )[0]


def _record(
    sources: Sequence[SourceFile],
    compiler_name: str,
    flags_text: str,
    experiment: Experiment,
    wish: Wish,
) -> Recording:
    driven, planner, plan = prepare_to_step(sources, compiler_name, flags_text, experiment)
    subject = subject_of(driven, planner, plan)
    if subject is None:
        first = driven.compilations[0]
        setting = first.compiler, first.version, driven.flags
        message = driven.message or "There is no program to record."
        return empty_recording(driven.target.name, setting, Ending("not started", message))
    passed = passed_records(driven, planner, plan)
    arrays = *subject.arrays, *even_records(passed)
    records = uneven_records(passed)
    recording = record_function(replace(subject, arrays=arrays, records=records), wish)
    return replace(recording, takes_length=plan.takes_length)


def prepare_to_step(
    sources: Sequence[SourceFile], compiler_name: str, flags_text: str, experiment: Experiment
) -> tuple[Driven, Planner, Plan]:
    """The program to step through; without n, of a size whose every round can be looked at.

    Raises as `record_steps`.
    """
    driven, planner, plan = prepare(sources, compiler_name, flags_text, experiment, note_assembly)
    if experiment.n is not None:
        return driven, planner, plan
    n = _SUITABLE_N.get(default_n(planner), min(_SUITABLE_N.values()))
    experiment = replace(experiment, n=n)
    return prepare(sources, compiler_name, flags_text, experiment, note_assembly)


def subject_of(driven: Driven, planner: Planner, plan: Plan) -> Subject | None:
    """What is recorded of a driven function; None without a program. Raises InputError when no code
    of the function is left."""
    if driven.program is None:
        return None
    first = driven.compilations[0]
    return Subject(
        listing=listing_of(driven.target, driven.compilations[driven.target.unit]),
        unit=driven.target.unit,
        program=driven.program.executable,
        arguments=plan.arguments,
        addresses=read_address_map(driven.program.executable),
        arrays=argument_arrays(driven, planner, plan),
        compiler=first.compiler,
        version=first.version,
        flags=driven.flags,
    )
