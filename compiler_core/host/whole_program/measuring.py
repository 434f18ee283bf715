"""One build of a function, listed and run on both inputs: how often each line ran."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.host.whole_program.harness import Harness, Input, Subject
from compiler_core.host.whole_program.layout import LaidFunction
from compiler_core.host.whole_program.linked_listing import LinkedListing, list_program
from compiler_core.toolchain.build import Program, Unit, build_program
from compiler_core.toolchain.counting import (
    INSTRUCTION_BYTES,
    CodeRange,
    CountingPlan,
    CountingWindow,
    counting_request,
    read_count_run,
)
from compiler_core.toolchain.emulator import ProgramRun, run_program

NOT_RETURNED = "The function did not return: the program ended inside it."


class ExperimentFailed(Exception):
    """A build or a run gave nothing; the message is for the user."""


@dataclass(frozen=True, slots=True)
class MeasuredBuild:
    """The functions of one program, and how often each line ran, by name of the input and id.

    outputs: what the driver wrote of the function's results, by name of the input.
    """

    functions: tuple[LaidFunction, ...]
    counts: Mapping[str, Mapping[int, int]]
    outputs: Mapping[str, bytes]


def measure(subject: Subject, unit: Unit, harness: Harness) -> MeasuredBuild:
    """Build, list and run. Raises ExperimentFailed with words for the user, and as the toolchain
    does."""
    program = build_program((unit, *harness.units), subject.compiler, link_flags(subject))
    if not program.ok:
        raise ExperimentFailed(program.message)
    listed = list_program(program, [subject.source], subject.compiler, subject.flags)
    if not listed.compilation.ok:
        raise ExperimentFailed(listed.compilation.message)
    plan = _plan(listed, harness)
    runs = {sample.distribution.name: _run(program, plan, sample) for sample in harness.inputs}
    functions = tuple(
        LaidFunction(function, listed.addresses) for function in listed.compilation.functions
    )
    return MeasuredBuild(
        functions,
        {name: _executions(run, plan, listed) for name, run in runs.items()},
        {name: run.files.get(harness.results, b"") for name, run in runs.items()},
    )


def link_flags(subject: Subject) -> tuple[str, ...]:
    """Link-time optimisation takes level and target from the link, when the flags ask for it."""
    return (*subject.flags, "-g1")


def _run(program: Program, plan: CountingPlan, program_input: Input) -> ProgramRun:
    request = counting_request(plan)
    run = run_program(
        program.executable, arguments=program_input.arguments, plugin=request, files=request.files
    )
    if not run.ok:
        raise ExperimentFailed(run.message)
    return run


def _executions(run: ProgramRun, plan: CountingPlan, listed: LinkedListing) -> dict[int, int]:
    counts = read_count_run(plan, run.files)
    if not counts.complete:
        raise ExperimentFailed(NOT_RETURNED)
    counted = counts.by_address
    return {
        line: counted[address].executions
        for line, address in listed.addresses.items()
        if address in counted
    }


def _plan(listed: LinkedListing, harness: Harness) -> CountingPlan:
    ranges: list[CodeRange] = []
    for address in sorted(listed.addresses.values()):
        end = address + INSTRUCTION_BYTES
        if ranges and ranges[-1].end == address:
            ranges[-1] = CodeRange(ranges[-1].first, end)
        else:
            ranges.append(CodeRange(address, end))
    begin, end = listed.symbols.get(harness.begin), listed.symbols.get(harness.end)
    window = CountingWindow(begin, end) if begin is not None and end is not None else None
    return CountingPlan(lines=tuple(ranges), window=window, memory="none")
