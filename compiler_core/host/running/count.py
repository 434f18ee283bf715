"""Count what a function executes: the driver's program under the emulator, with its plugin.

Counted is the code of the user's sources between two marks around the one call; the driver's own
instructions are left out, library code that was called is told apart.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache

from compiler_core.errors import InputError, Overloaded, ToolMissing
from compiler_core.host.compilation import FunctionListing
from compiler_core.host.counting.address_map import read_address_map
from compiler_core.host.counting.count import count_code
from compiler_core.host.counting.markers import mark_assembly
from compiler_core.host.counting.plan import counting_plan, window_between
from compiler_core.host.counting.record import CodeCounts, Totals, per_element
from compiler_core.host.running.counted_lines import counted_lines, counted_source_lines
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.graded_run import GRADED_LIMITS, tampering
from compiler_core.host.running.outputs import Outputs
from compiler_core.host.running.plan import Plan, make_plan
from compiler_core.host.running.planner import Planner, default_n, planner_of
from compiler_core.host.running.record import Counts, Outside
from compiler_core.host.running.record_room import beside_note, links_note
from compiler_core.host.running.rounds import are_plain, counted_rounds, planned_rounds
from compiler_core.host.running.rounds_left import no_round
from compiler_core.host.running.run_words import with_smaller_length
from compiler_core.host.running.session import Driven, build_driven, outputs_of, run_driven
from compiler_core.host.running.shown_arrays import shown_arrays
from compiler_core.kept import Kept
from compiler_core.source import SourceFile
from compiler_core.toolchain.counting import (
    CountingPlan,
    CountRun,
    counting_request,
    log_options,
    read_count_run,
    read_execution_log,
)
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.emulator import QEMU, ProgramRun
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.limits import RUN_LIMITS, Limits
from compiler_core.toolchain.tools import installed_tools

KEPT_COUNTS = 64
_DRIVER_SYMBOLS = frozenset(("main", "_start", "lowlab_begin", "lowlab_end"))
_NOTHING = Totals(**dict.fromkeys((field.name for field in fields(Totals)), 0))
_PRINTED = 2000
UNKNOWN_OUTSIDE = "The program ended in a way that left unknown what ran beside the call."


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedRun:
    """A run, what it counted and what it wrote; outputs is None when it did not end well."""

    plan: Plan
    """The arguments that the program got."""
    run: ProgramRun
    """How the program ended, with its files and output."""
    code: CodeCounts | None
    """What was counted of the sources' code; None where nothing was."""
    outputs: Outputs | None
    """What the function wrote and returned; None where the run did not end well."""
    message: str
    """Why there are no outputs, in a sentence; empty where the run ended well."""
    outside: int | None = None
    """Instructions of the sources' own code that ran before the call or after its return, None
    where that is not known."""


@dataclass(frozen=True, slots=True)
class DrivenCounts:
    """Counts and outputs of a program, library code that was called counted in.

    outputs: None where it did not end well. outside: instructions of the sources' own code that ran
    before the call or after its return. elsewhere: those during the call that no function holds.
    """

    counts: Counts
    outputs: Outputs | None
    outside: int
    elsewhere: int = 0

    @property
    def tampering(self) -> str:
        """What ran that is not counted, in words; "" for nothing."""
        return tampering(self.outside, self.elsewhere)


_kept: Kept[tuple[Counts, Outputs | None]] = Kept(KEPT_COUNTS)


def count_source(
    sources: Sequence[SourceFile],
    compiler_name: str,
    flags_text: str,
    experiment: Experiment | None = None,
) -> Counts:
    """Compile, run once, count.

    Raises InputError for a function that cannot be driven or settings that do not fit, and what
    `compile_source`, `build_program` and `run_program` raise. A source that does not compile and a
    run that was stopped are Counts with ok False.
    """
    return counts_and_outputs(sources, compiler_name, flags_text, experiment or Experiment())[0]


def counts_and_outputs(
    sources: Sequence[SourceFile], compiler_name: str, flags_text: str, experiment: Experiment
) -> tuple[Counts, Outputs | None]:
    """The counts with the whole contents of the outputs, for comparisons; None without any."""
    compiler = find_compiler(compiler_name)
    flags = parse_flags(flags_text, compiler)
    key = (tuple(sources), compiler.build_id, flags, experiment)
    pair, known = _kept.get_or_compute(
        key,
        lambda: _count(sources, compiler_name, " ".join(flags), experiment),
        lambda result: result[0].status not in ("stopped", "limited"),
    )
    return (replace(pair[0], cached=True), pair[1]) if known else pair


def prepare(
    sources: Sequence[SourceFile],
    compiler_name: str,
    flags_text: str,
    experiment: Experiment,
    mark: Callable[[str, int], str] = mark_assembly,
) -> tuple[Driven, Planner, Plan]:
    """The program of a function and the plan of its run; mark: puts the notes into the assembly.

    Raises as `count_source`.
    """
    driven = build_driven(sources, compiler_name, flags_text, experiment.function, mark)
    source = driven.sources[driven.target.unit]
    base_planner = planner_of(driven.target, driven.driver, source, driven.flags)
    planner = replace(base_planner, seed=experiment.seed, overrides=experiment.overrides)
    return driven, planner, plan_as(planner, experiment)


def plan_as(planner: Planner, experiment: Experiment) -> Plan:
    """The plan of one run. Raises InputError for sizes that do not fit."""
    return make_plan(planner, default_n(planner) if experiment.n is None else experiment.n)


def counts_as(driven: Driven, planner: Planner, experiment: Experiment) -> DrivenCounts:
    """The counts of a program that was made elsewhere; elements only where its loops are plain.

    Raises as `count_source`.
    """
    plan = plan_as(planner, experiment)
    if driven.program is None:
        return DrivenCounts(replace(_empty(driven, plan, experiment), status="rejected"), None, 0)
    counted = counted_run(driven, plan, experiment, GRADED_LIMITS)
    if counted.run.limit == "wall":
        raise Overloaded("The run took too long on the clock.", "The machine is busy; try again.")
    elements = planned_rounds(driven.target, plan) if are_plain(driven.target) else None
    counted = replace(counted, plan=replace(plan, elements=elements))
    counts = _record(driven, planner, experiment, counted)
    if not counts.ok:
        return DrivenCounts(counts, None, 0)
    if counted.outside is None:
        stopped = replace(counts, ok=False, status="stopped", message=UNKNOWN_OUTSIDE)
        return DrivenCounts(stopped, None, 0)
    elsewhere = 0 if counted.code is None else counted.code.elsewhere
    return DrivenCounts(_with_libraries(counts), counted.outputs, counted.outside, elsewhere)


def _with_libraries(counts: Counts) -> Counts:
    """Library code that the function called, counted as its own: whoever calls it decides that."""
    parts = [counts.totals, *(part.totals for part in counts.functions if not part.listed)]
    names = [row.name for row in fields(Totals)]
    totals = Totals(**{name: sum(getattr(part, name) for part in parts) for name in names})
    return replace(
        counts,
        instructions=totals.instructions,
        loads=totals.loads,
        stores=totals.stores,
        bytes=totals.bytes_loaded + totals.bytes_stored,
        totals=totals,
        per_element=per_element(totals, counts.elements) if counts.elements else None,
    )


def _count(
    sources: Sequence[SourceFile], compiler_name: str, flags_text: str, experiment: Experiment
) -> tuple[Counts, Outputs | None]:
    driven, planner, plan = prepare(sources, compiler_name, flags_text, experiment)
    if driven.program is None:
        failed = next((listing for listing in driven.compilations if not listing.ok), None)
        status = failed.status if failed is not None else "rejected"
        return replace(_empty(driven, plan, experiment), status=status), None
    counted = counted_run(driven, plan, experiment)
    elements = planned_rounds(driven.target, plan)
    if driven.target.has_loop and not are_plain(driven.target) and counted.outputs is not None:
        setting = compiler_name, flags_text
        elements = counted_rounds(
            sources, driven.target, lambda marked: _executions(marked, setting, experiment)
        )
    counted = replace(counted, plan=replace(plan, elements=elements))
    return _record(driven, planner, experiment, counted), counted.outputs


def _executions(
    sources: Sequence[SourceFile], setting: tuple[str, str], experiment: Experiment
) -> Iterator[tuple[str, int]]:
    """Every line of assembly of another run on the same inputs, and how often it was reached."""
    driven, _, plan = prepare(sources, *setting, experiment)
    if driven.program is None:
        return
    code = counted_run(driven, plan, experiment).code
    for line in counted_lines(driven, code) if code is not None else ():
        yield line.text, line.executions


def counted_run(
    driven: Driven, plan: Plan, experiment: Experiment, limits: Limits = RUN_LIMITS
) -> CountedRun:
    """Run once with the plugin, or with the emulator's log where there is none."""
    assert driven.program is not None
    address_map = read_address_map(driven.program.executable)
    listings = _listings(driven)
    window = window_between(address_map, "lowlab_begin", "lowlab_end")
    counting = counting_plan(listings, address_map, experiment.geometry, window)
    run, counts = _run(driven, plan, experiment, counting, limits)
    code, outside = None, None
    if counts is not None:
        code = count_code(listings, address_map, counting, counts, driver=_DRIVER_SYMBOLS)
        outside = counts.outside
    try:
        outputs = outputs_of(driven, run)
    except InputError as error:
        message = with_smaller_length(str(error), run.limit, plan.n if plan.takes_length else None)
        return CountedRun(plan=plan, run=run, code=code, outputs=None, message=message)
    return CountedRun(plan=plan, run=run, code=code, outputs=outputs, message="", outside=outside)


def watched_run(
    driven: Driven, plan: Plan, experiment: Experiment
) -> tuple[ProgramRun, int | None]:
    """Run once and see only how many instructions of the sources' own code ran before the call or
    after it; None where that is not known."""
    assert driven.program is not None
    address_map = read_address_map(driven.program.executable)
    window = window_between(address_map, "lowlab_begin", "lowlab_end")
    watching = CountingPlan(lines=address_map.code_ranges(), window=window, memory="none")
    run, counts = _run(driven, plan, experiment, watching, GRADED_LIMITS)
    return run, None if counts is None else counts.outside


def _run(
    driven: Driven, plan: Plan, experiment: Experiment, counting: CountingPlan, limits: Limits
) -> tuple[ProgramRun, CountRun | None]:
    try:
        request = counting_request(counting)
    except ToolMissing:
        options = log_options(counting)
        run = run_driven(
            driven, plan.arguments, experiment.sve_bits, emulator_options=options, limits=limits
        )
        return run, read_execution_log(counting, run.files)
    run = run_driven(driven, plan.arguments, experiment.sve_bits, request, limits=limits)
    try:
        return run, read_count_run(counting, run.files)
    except InputError:
        return run, None


def _listings(driven: Driven) -> list[tuple[FunctionListing, ...]]:
    return [compilation.functions for compilation in driven.compilations]


def _empty(driven: Driven, plan: Plan, experiment: Experiment) -> Counts:
    """The record without counts: all there is when nothing ran."""
    first = driven.compilations[0]
    return Counts(
        compiler=first.compiler,
        compiler_title=first.compiler_title,
        version=first.version,
        flags=driven.flags,
        ok=False,
        status="rejected",
        message=driven.message,
        function=driven.target.name,
        n=plan.n,
        elements=plan.elements,
        takes_length=plan.takes_length,
        seed=experiment.seed,
        sve_bits=experiment.sve_bits,
        geometry=experiment.geometry,
        instructions=0,
        loads=0,
        stores=0,
        bytes=0,
        everything=0,
        totals=_NOTHING,
        per_element=None,
        per_line=(),
        per_source_line=(),
        loops=(),
        functions=(),
        settings=plan.settings,
        outputs=(),
        output_digest="",
        outside=(),
        printed="",
        measured="",
        notes=driven.driver.notes,
        command=_commands(driven),
        seconds=0.0,
    )


def _commands(driven: Driven) -> str:
    commands = driven.program.commands if driven.program is not None else ()
    return " && ".join(shlex.join(command) for command in commands)


def _record(
    driven: Driven, planner: Planner, experiment: Experiment, counted: CountedRun
) -> Counts:
    empty = _empty(driven, counted.plan, experiment)
    run, code, outputs = counted.run, counted.code, counted.outputs
    shown = replace(
        empty,
        ok=outputs is not None and code is not None,
        status="ok" if outputs is not None else "stopped",
        message=_message(planner, counted),
        printed=run.output[:_PRINTED].decode("utf-8", "replace"),
        seconds=run.seconds,
    )
    if outputs is not None:
        shown = replace(
            shown,
            outputs=shown_arrays(outputs),
            output_digest=outputs.digest,
            outside=tuple(Outside(name, index) for name, index in outputs.outside),
            notes=(
                *shown.notes,
                *(counted.plan.misfits or _outside_notes(outputs, planner, counted.plan)),
            ),
        )
    return shown if code is None else _with_code(shown, driven, code)


def _with_code(counts: Counts, driven: Driven, code: CodeCounts) -> Counts:
    totals = code.totals
    return replace(
        counts,
        instructions=totals.instructions,
        loads=totals.loads,
        stores=totals.stores,
        bytes=totals.bytes_loaded + totals.bytes_stored,
        everything=code.everything,
        totals=totals,
        per_element=per_element(totals, counts.elements) if counts.elements else None,
        per_line=tuple(counted_lines(driven, code)),
        per_source_line=tuple(counted_source_lines(driven, code)),
        loops=code.loops,
        functions=code.functions,
        measured=_measured(code),
        notes=(*counts.notes, *code.notes),
        no_round=no_round(driven, code.functions) if counts.elements else "",
    )


def _message(planner: Planner, counted: CountedRun) -> str:
    """Why there are no outputs: the input first where it does not fit."""
    if counted.outputs is None and counted.plan.misfits:
        return " ".join(counted.plan.misfits)
    endless = counted.run.limit in ("cpu", "wall")
    return f"{counted.message} {links_note(planner) if endless else ''}".strip()


def _outside_notes(outputs: Outputs, planner: Planner, plan: Plan) -> list[str]:
    return [
        beside_note(planner, plan.values, name)
        or f"{planner.target.name} wrote beside {name}, at index {index}: that is an error in the "
        f"function, or the array should be larger (--set {name}.size=…)."
        for name, index in outputs.outside
    ]


def _measured(code: CodeCounts) -> str:
    how = "a plugin" if code.method == "plugin" else "the emulator's execution log"
    return f"measured by {how} under {QEMU} {_emulator_version()}".strip()


@lru_cache(maxsize=1)
def _emulator_version() -> str:
    return next((tool.version for tool in installed_tools() if tool.name == QEMU), "")
