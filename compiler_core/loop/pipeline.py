"""The textbook compiler: source to trace, pass by pass, each one timed, verified and validated.

Between two passes one function does all of it: it checks the representation's rules, compares with
the source under the interpreter, counts operations on a fixed input, and writes the step. A pass
that breaks anything is named together with those that ran before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from time import perf_counter

from compiler_core.loop.errors import PassFailed
from compiler_core.loop.front_end.lowering import function_names, lower_source, main_function
from compiler_core.loop.interpreter.inputs import measuring_input
from compiler_core.loop.interpreter.machine import Input, Run, run_function
from compiler_core.loop.ir.cloning import clone_module
from compiler_core.loop.ir.printer import function_snapshot
from compiler_core.loop.ir.values import Function, Instruction, Module
from compiler_core.loop.passes.infrastructure import Pass, PassMoment, PassResult
from compiler_core.loop.passes.registry import pass_named
from compiler_core.loop.validation import Expectation, Validation, expectations, validate
from compiler_core.loop.verifier import problems_of
from compiler_core.source import Location, SourceFile
from compiler_core.trace import Remark, Snapshot, SnapshotLine, Step, Trace

MAXIMUM_PASSES = 40
MEASURED_OPERATIONS = 300_000
MEASURED_ROUNDS = (16, 8, 4, 2, 0)
FRONT_END = "front-end"


@dataclass(frozen=True, slots=True)
class ProgramFacts:
    """Of a program's lines, by their ids. executed: how often each instruction ran on the input
    that is counted on; nothing where it has no result. operands: which instructions made what this
    one uses.
    """

    executed: Mapping[str, int] = field(default_factory=dict)
    operands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TextbookTrace(Trace):
    """A trace with what only the textbook compiler can show."""

    function: str = ""
    """The one that was compiled."""
    functions: tuple[str, ...] = ()
    """All the file defines."""
    moments: tuple[tuple[PassMoment, ...], ...] = ()
    """For each step, the moments of its algorithm."""
    inputs: int = 0
    """On how many inputs the program was compared with its source after each pass."""
    trapped: int = 0
    """On how many more the source itself has no result."""
    measured_on: str = ""
    """The input operations were counted on, in words."""
    programs: tuple[ProgramFacts, ...] = ()
    """What is known of the lines that each step left."""


@dataclass(slots=True, kw_only=True)
class _Progress:
    """The program between two passes."""

    module: Module
    """Holds the compiled function and those it calls; passes change it in place."""
    function: Function
    """The compiled one, of `module`."""
    expected: tuple[Expectation, ...]
    """What the source gives on each input; compared with after each pass that changes something."""
    given: Input
    """The input on which operations are counted."""
    measured: Run
    """The last run on `given`, of the program as it now is."""
    steps: list[Step] = field(default_factory=list)
    """The front end's and then one for each pass."""
    moments: list[tuple[PassMoment, ...]] = field(default_factory=list)
    """One tuple for each of `steps`, empty for the front end."""
    programs: list[ProgramFacts] = field(default_factory=list)
    """One for each of `steps`: facts of the lines that it left."""


def compile_textbook(source: SourceFile, function: str, passes: tuple[str, ...]) -> TextbookTrace:
    """The trace of one function (the first with a loop if empty) through these passes, in order.

    Raises OutsideSubset, UnknownName, UnknownPass; InputError for a pass in the wrong place; and
    PassFailed if a pass of ours is wrong.
    """
    chosen = [pass_named(name) for name in passes[:MAXIMUM_PASSES]]
    name = function or main_function(source)
    module = lower_source(source, name)
    lowered = module.functions[name]
    started = perf_counter()
    original = clone_module(module)
    given = _measured_input(original, name)
    measured = run_function(original, name, given, MEASURED_OPERATIONS)
    progress = _Progress(
        module=module,
        function=lowered,
        expected=expectations(original, name),
        given=given,
        measured=measured,
    )
    progress.steps.append(_front_end_step(source, lowered, perf_counter() - started))
    progress.moments.append(())
    progress.programs.append(_program_facts(progress))
    for chosen_pass in chosen:
        run_pass(chosen_pass, progress)
    without_result = sum(bool(expectation.run.trap) for expectation in progress.expected)
    return TextbookTrace(
        "textbook",
        tuple(progress.steps),
        name,
        function_names(source),
        tuple(progress.moments),
        len(progress.expected) - without_result,
        without_result,
        _in_words(given),
        tuple(progress.programs),
    )


def _program_facts(progress: _Progress) -> ProgramFacts:
    run, instructions = progress.measured, list(progress.function.instructions())
    executed = (
        {}
        if run.trap
        else {operation.key: run.counts.get(operation.key, 0) for operation in instructions}
    )
    operands = {
        reader.key: tuple(value.key for value in reader.operands if isinstance(value, Instruction))
        for reader in instructions
    }
    return ProgramFacts(executed, operands)


def _measured_input(module: Module, name: str) -> Input:
    """The largest of a few inputs on which the source runs to its end."""
    function = module.functions[name]
    counted = any(parameter.type.is_integer for parameter in function.scalars)
    choices = MEASURED_ROUNDS if counted else MEASURED_ROUNDS[:1]
    candidates = [measuring_input(function, rounds) for rounds in choices]
    for given in candidates:
        if not run_function(module, name, given, MEASURED_OPERATIONS).trap:
            return given
    return candidates[0]


def _measure(progress: _Progress) -> Run:
    name = progress.function.name
    return run_function(progress.module, name, progress.given, MEASURED_OPERATIONS)


def _front_end_step(source: SourceFile, function: Function, seconds: float) -> Step:
    lines = tuple(
        SnapshotLine(f"line {number}", text, Location(source.name, number))
        for number, text in enumerate(source.text.splitlines(), 1)
    )
    return Step(
        FRONT_END,
        "front end",
        True,
        Snapshot(source.name, lines),
        function_snapshot(function, "memory form"),
        seconds=seconds,
    )


def run_pass(pass_: Pass, progress: _Progress) -> None:
    """Run one pass and append its step. Raises PassFailed, InputError."""
    before, measured = function_snapshot(progress.function), progress.measured
    count = _instruction_count(progress.function)
    started = perf_counter()
    result = _attempt(pass_, progress)
    seconds = perf_counter() - started
    validation = _check(pass_, result, progress)
    remarks = [Remark("passed", validation.sentence)] if validation is not None else []
    if validation is not None:
        progress.measured = _measure(progress)
    remarks += _runs_less_often(result, measured, progress)
    metrics = {
        "instructions_before": count, "instructions_after": _instruction_count(progress.function),
        **_operations("before", measured), **_operations("after", progress.measured),
    }  # fmt: skip
    progress.steps.append(
        Step(
            pass_.name,
            "loop IR",
            result.changed,
            before,
            function_snapshot(progress.function),
            result.changes,
            tuple(remarks),
            metrics,
            seconds,
        )
    )
    progress.moments.append(result.moments)
    progress.programs.append(_program_facts(progress))


def _attempt(pass_: Pass, progress: _Progress) -> PassResult:
    """Any error inside a pass is a defect of the pass, and is reported with its surroundings."""
    try:
        return pass_.run(progress.function, progress.module)
    except (
        ArithmeticError,
        AssertionError,
        AttributeError,
        LookupError,
        TypeError,
        ValueError,
        RuntimeError,
    ) as error:
        raise _failure(pass_, progress, f"{type(error).__name__}: {error}") from error


def _check(pass_: Pass, result: PassResult, progress: _Progress) -> Validation | None:
    """Rules first, then behaviour; None if nothing changed."""
    problems = problems_of(progress.function)
    if problems:
        raise _failure(pass_, progress, problems[0])
    if not result.changed:
        return None
    validation = validate(progress.module, progress.function.name, progress.expected)
    if validation.difference:
        raise _failure(pass_, progress, validation.difference)
    return validation


def _failure(pass_: Pass, progress: _Progress, what: str) -> PassFailed:
    earlier = tuple(step.pass_name for step in progress.steps if step.pass_name != FRONT_END)
    return PassFailed(pass_.name, earlier, what)


def _instruction_count(function: Function) -> int:
    return sum(1 for _ in function.instructions())


def _operations(when: str, run: Run) -> dict[str, float]:
    """Counts of a run that came to its end; a run that did not compares with nothing."""
    if run.trap:
        return {}
    accesses = {
        kind: run.by_kind.get(kind, 0) + run.by_kind.get(f"v{kind}", 0)
        for kind in ("load", "store")
    }
    return {
        f"operations_{when}": run.operations,
        f"loads_{when}": accesses["load"],
        f"stores_{when}": accesses["store"],
    }


def _runs_less_often(result: PassResult, measured: Run, progress: _Progress) -> list[Remark]:
    """The gain of each hoisted instruction as a number."""
    remarks = []
    after = progress.measured
    spans = {instruction.key: instruction.span for instruction in progress.function.instructions()}
    for change in result.changes:
        key = change.before[0] if change.kind == "hoisted" and change.before else ""
        if not key or measured.trap or after.trap or measured.counts.get(key, 0) == 0:
            continue
        span = spans.get(key)
        remarks.append(
            Remark(
                "analysis",
                f"{change.subject} ran {_times(measured.counts[key])}, "
                f"now {_times(after.counts.get(key, 0))}.",
                span.start if span else None,
            )
        )
    return remarks


def _in_words(given: Input) -> str:
    """`n = 16, arrays of 320 elements`."""
    parts = [f"{name} = {value:g}" for name, value in given.scalars.items()]
    counts = sorted({region.count for region in given.regions.values()})
    parts += [f"arrays of {' and '.join(map(str, counts))} elements"] if counts else []
    return ", ".join(parts)


def _times(number: int) -> str:
    return {0: "never", 1: "once"}.get(number, f"{number} times")
