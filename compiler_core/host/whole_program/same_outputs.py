"""Whether the program computes the same bits with and without link-time optimisation: by running.

Both programs run in the run jail on the same seeded input; what they wrote is compared here.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from compiler_core.errors import InputError
from compiler_core.host.running.driver import (
    OWN_FLAGS,
    driver_source,
    layout_flags,
    runtime_source,
    write_driver,
)
from compiler_core.host.running.outputs import RESULTS_NAME
from compiler_core.host.running.overrides import parse_overrides
from compiler_core.host.running.plan import make_plan
from compiler_core.host.running.planner import Planner, default_n, planner_of
from compiler_core.host.running.target import find_target
from compiler_core.host.whole_program.entry import MAIN
from compiler_core.host.whole_program.record import OutputCheck
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import Program, Unit, build_program
from compiler_core.toolchain.emulator import ProgramRun, run_program
from compiler_core.toolchain.outcome import Compiler

_SAME = "Run on the same input, {function} gives the same results, bit by bit, both ways."
_OTHER = (
    "Run on the same input, {function} gives other results with link-time optimisation: code that "
    "is inlined may be contracted or reordered where the flags allow it."
)
_SAME_PRINT = "Run, both programs print the same and end with the same status."
_OTHER_PRINT = "Run, the two programs print different texts or end with different statuses."


# A driver cannot see how far a function in the other file reaches; arrays of this size and bounds
# of this size leave room for a matrix.
_ROOMY_N, _ROOMY_SIZE = 64, 1 << 16


@dataclass(frozen=True, slots=True)
class _Driven:
    """The units beside the user's, text to add to each of the user's files, and arguments to try,
    one after another when the function reaches beyond its arrays."""

    units: tuple[Unit, ...]
    appended: tuple[str, ...]
    arguments: tuple[tuple[str, ...], ...]
    results: str


def check_outputs(
    sources: Sequence[SourceFile],
    compiler: Compiler,
    settings: tuple[tuple[str, ...], tuple[str, ...]],
    function: str,
) -> OutputCheck:
    """Run the function, or the files' own `main`, under both settings of flags.

    function: `main` runs the program as it is. A function that cannot be driven, or a program that
    does not end well, is an OutputCheck with `same` None. Raises ToolMissing, Overloaded,
    JailBroken.
    """
    try:
        driven = _driven(sources, settings[0], function)
        runs = [_run(sources, compiler, flags, driven) for flags in settings]
    except InputError as error:
        return OutputCheck(function, None, f"{function} was not run: {error}")
    apart, together = (_seen(run, driven) for run in runs)
    same = apart == together
    if not driven.results:
        return OutputCheck(function, same, _SAME_PRINT if same else _OTHER_PRINT)
    words = _SAME if same else _OTHER
    return OutputCheck(function, same, words.format(function=function))


def _driven(sources: Sequence[SourceFile], flags: tuple[str, ...], function: str) -> _Driven:
    if function == MAIN:
        return _Driven((), ("",) * len(sources), ((),), "")
    target = find_target(sources, function)
    driver = write_driver(target, sources)
    planner = planner_of(target, driver, sources[target.unit], flags)
    units = (
        Unit(driver_source(driver, target.language), layout_flags(flags), OWN_FLAGS),
        Unit(runtime_source(), (), OWN_FLAGS),
    )
    appended = tuple(
        driver.appended if number == target.unit else "" for number in range(len(sources))
    )
    return _Driven(units, appended, tuple(_arguments(planner)), RESULTS_NAME)


def _arguments(planner: Planner) -> Iterator[tuple[str, ...]]:
    yield make_plan(planner, default_n(planner)).arguments
    arrays = [area.path for area in planner.driver.buffers if not (area.single or area.repeated)]
    roomy = parse_overrides(f"{path}.size={_ROOMY_SIZE}" for path in arrays)
    yield make_plan(replace(planner, overrides=roomy), _ROOMY_N).arguments


def _run(
    sources: Sequence[SourceFile], compiler: Compiler, flags: tuple[str, ...], driven: _Driven
) -> ProgramRun:
    units = tuple(
        Unit(replace(source, text=source.text + text), flags)
        for source, text in zip(sources, driven.appended, strict=True)
    )
    program = build_program((*units, *driven.units), compiler, flags)
    if not program.ok:
        raise InputError(program.message)
    run = _inside_arrays(program, driven)
    if run.limit is not None or run.signal_number is not None or (driven.results and not run.ok):
        raise InputError(run.message)
    return run


def _inside_arrays(program: Program, driven: _Driven) -> ProgramRun:
    """The first run that does not leave its arrays, or the last."""
    *early, last = driven.arguments
    for arguments in early:
        run = run_program(program.executable, arguments=arguments)
        if run.signal_number != signal.SIGSEGV:
            return run
    return run_program(program.executable, arguments=last)


def _seen(run: ProgramRun, driven: _Driven) -> tuple[bytes, int | None]:
    """What the driver wrote; of a program of the user's own, what it printed and returned."""
    return (run.files.get(driven.results, b"") if driven.results else run.output, run.exit_code)
